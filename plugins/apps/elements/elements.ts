import type { Actor } from '@sayso/core';
import type { AppElement, ElementEdit, ElementPlace } from '@sayso/runtime/ref';
import type { AppsContext } from '../config.ts';
import { ElementMoved, ElementNotEditable, NothingToUndo } from '../errors.ts';
import type { Records } from '../records/records.ts';
import type { Files, Version } from '../ref.ts';
import { fileKind, filePath } from '../versions/paths.ts';
import type { Versions } from '../versions/versions.ts';
import { editTitle } from './title.ts';

/** An element in the version that its builder looks at. */
export interface ElementInVersion extends ElementPlace {
  readonly appId: string;
  readonly versionId: string;
}

export interface EditedElement {
  readonly version: Version;
  /** In the new version; null when it is removed. */
  readonly element: AppElement | null;
}

/** Reads and edits single elements of pages and components, without a model, for all who may edit the app. */
export class Elements {
  readonly #context: AppsContext;
  readonly #records: Records;
  readonly #versions: Versions;

  constructor(context: AppsContext, records: Records, versions: Versions) {
    this.#context = context;
    this.#records = records;
    this.#versions = versions;
  }

  /** Null when no element begins there. */
  async element(actor: Actor, { appId, versionId, ...place }: ElementInVersion): Promise<AppElement | null> {
    await this.#records.own(actor, appId, { role: 'view' });
    const files = await this.#versions.files(appId, versionId);
    return this.#context.needs.runtime.element({ appId, files }, placeIn(place));
  }

  /** The element in the current version. Throws `ElementMoved` when the file has changed since `versionId`. */
  async current(actor: Actor, { appId, versionId, ...given }: ElementInVersion): Promise<AppElement> {
    const { currentVersionId } = await this.#records.own(actor, appId);
    const place = placeIn(given);
    const files = await this.#current(appId, { versionId, currentVersionId, path: place.path });
    const element = await this.#context.needs.runtime.element({ appId, files }, place);
    if (element === null) throw new ElementMoved();
    return element;
  }

  /** Makes a version. Throws `ElementMoved` when the file has changed since `versionId`, and `ElementNotEditable`. */
  async edit(actor: Actor, { appId, versionId, ...given }: ElementInVersion, edit: ElementEdit): Promise<EditedElement> {
    const app = await this.#records.own(actor, appId);
    const place = placeIn(given);
    const files = await this.#current(appId, { versionId, currentVersionId: app.currentVersionId, path: place.path });
    const { runtime } = this.#context.needs;
    const before = await runtime.element({ appId, files }, place);
    if (before === null) throw new ElementMoved();
    const edited = await runtime.editElement({ appId, files }, place, edit);
    if (!edited.ok) throw edited.reason === 'no-element' ? new ElementMoved() : new ElementNotEditable(edited.reason);
    const changes = [{ path: place.path, content: edited.content }];
    const version = await this.#versions.commit(
      { appId, baseVersionId: app.currentVersionId, changes, title: editTitle(before, edit) },
      { continues: edit.kind === 'style' || edit.kind === 'classes' },
    );
    return { version, element: edited.element };
  }

  /** Takes the current version back if it was made by hand and changes no table; taking that back repeats it. */
  async undo(actor: Actor, appId: string, versionId: string): Promise<Version> {
    await this.#records.own(actor, appId);
    const version = await this.#versions.version(appId, versionId);
    if (version.messageId !== null || version.parentId === null) throw new NothingToUndo();
    const differences = await this.#versions.differences(appId, version.parentId, versionId);
    if (differences.length === 0 || differences.some(({ path }) => fileKind(path) === 'entity')) throw new NothingToUndo();
    const changes = differences.map(({ path, before }) => ({ path, content: before }));
    const title = version.title.startsWith(UNDID) ? version.title.slice(UNDID.length) : `${UNDID}${version.title}`;
    return this.#versions.commit({ appId, baseVersionId: versionId, changes, title });
  }

  /** The files of the current version. */
  async #current(appId: string, at: { versionId: string; currentVersionId: string | null; path: string }): Promise<Files> {
    const files = await this.#versions.files(appId, at.currentVersionId ?? undefined);
    if (at.versionId === at.currentVersionId) return files;
    const seen = await this.#versions.files(appId, at.versionId, [at.path]);
    if (seen[at.path] === undefined || seen[at.path] !== files[at.path]) throw new ElementMoved();
    return files;
  }
}

const UNDID = 'Undid: ';

function placeIn({ path, line, column }: ElementPlace): ElementPlace {
  return { path: filePath(path), line, column };
}
