import { type Actor, cut, Forbidden, newId, storeTime } from '@sayso/core';
import type { AppDocument } from '../collections.ts';
import { mayNameFiles, type NamedFiles } from '../records/named-files.ts';
import { appName, nameFromPrompt } from '../records/naming.ts';
import { accountOf, isInstallationAdmin, MAX_DESCRIPTION, type Records, within } from '../records/records.ts';
import type { CreateApp, FileChange } from '../ref.ts';
import { changeSettings, checkProps, defaultSettings, NO_HOSTS } from '../settings/settings.ts';
import { fileKind, filePath } from './paths.ts';
import type { Versions } from './versions.ts';

/** A whole app, as `POST /api/apps` sends it. */
export interface SaveApp extends CreateApp {
  readonly appId?: string;
  /** Kinds of files that the given files replace as a whole; other kinds and the users' schema stay. */
  readonly replaces?: readonly string[];
  readonly mainPage?: string;
  /** Other hosts of pictures that a new app shows. Default: none. */
  readonly pictures?: readonly string[];
  readonly props?: Readonly<Record<string, unknown>>;
}

/** Saves whole apps that programs send, new or existing, each in one write. */
export class Saving {
  readonly #records: Records;
  readonly #versions: Versions;
  readonly #files: NamedFiles;

  constructor({ records, versions, files }: { readonly records: Records; readonly versions: Versions; readonly files: NamedFiles }) {
    this.#records = records;
    this.#versions = versions;
    this.#files = files;
  }

  save(actor: Actor, input: SaveApp): Promise<AppDocument> {
    return input.appId === undefined ? this.#make(actor, input) : this.#saveAgain(actor, input.appId, input);
  }

  async #make(actor: Actor, input: SaveApp): Promise<AppDocument> {
    const ownerId = accountOf(actor);
    const { description, appType, props } = input;
    checkProps(props ?? {});
    // The insert checks again; this check keeps a rejected app from storing contents.
    await this.#records.checkRoom(ownerId);
    const { pictures = [] } = input;
    const settings = withMainPage({ ...defaultSettings, hosts: { ...NO_HOSTS, pictures } }, input);
    const name = input.name?.trim() || nameFromPrompt(input.prompt ?? '');
    const _id = newId();
    const changes = changesOf(input);
    const app = { _id, ownerId, name, settings, ...defined({ appType, description, props }) };
    if (!mayNameFiles([changes, props]))
      return this.#records.insert({ ...app, currentVersionId: await this.#versions.begin(_id, changes) });
    this.#versions.checkFirst(changes);
    // Begins deleted, so that the purge removes the files of an app that was interrupted.
    await this.#records.insert({ ...app, deletedAt: storeTime() });
    const [named, paths] = await this.#files.stored(_id, [changes, props] as const);
    const currentVersionId = await this.#versions.begin(_id, named);
    return this.#records.show(_id, { currentVersionId, ...defined({ props: paths }) });
  }

  /** Saves an existing app in one write. */
  async #saveAgain(actor: Actor, appId: string, input: SaveApp): Promise<AppDocument> {
    const app = await this.#records.own(actor, appId);
    const props = await this.#files.stored(appId, input.props);
    const description = input.description === undefined ? undefined : cut(input.description, MAX_DESCRIPTION);
    const name = input.name === undefined ? app.name : appName(input.name);
    if (props) checkProps({ ...app.props, ...props });
    const settings = withMainPage(app.settings, input);
    const before = await this.#versions.files(appId, app.currentVersionId ?? undefined);
    const changes = await this.#files.stored(appId, changesOf(input));
    const kept = new Set(changes.map(({ path }) => path));
    // A bundle lists the users' schema apart from the tables: omitting it does not delete it.
    kept.add('entities/User.json');
    const dropped = Object.keys(before).filter((path) => input.replaces?.includes(fileKind(path)) && !kept.has(path));
    changes.push(...dropped.map((path) => ({ path, content: null })));
    // Programs send all files back: unchanged ones are not rejected. The first version may contain code.
    const changed = changes.filter(({ path, content }) => before[path] !== (content ?? undefined));
    if (app.currentVersionId !== null) checkMayEdit(actor, app, changed);
    const set = {
      ...defined({ description }),
      ...(props && within('props', props, props)),
      ...(settings === app.settings ? {} : within('settings', settings, { mainPage: input.mainPage })),
    };
    if (changes.length === 0 && Object.keys(set).length === 0 && name === app.name) return app;
    if (changes.length === 0) {
      const updatedAt = storeTime();
      return (await this.#records.change(app, { ...set, updatedAt }, { name })) ?? this.#records.own(actor, appId);
    }
    const title = app.currentVersionId === null ? 'First version' : 'Saved app';
    await this.#versions.commit({ appId, baseVersionId: app.currentVersionId, changes, title, appName: name }, { set });
    return this.#records.own(actor, appId);
  }
}

function changesOf({ files = {} }: SaveApp): FileChange[] {
  return Object.entries(files).map(([path, content]) => ({ path: filePath(path), content }));
}

function withMainPage(settings: AppDocument['settings'], { mainPage }: SaveApp): AppDocument['settings'] {
  return mainPage === undefined ? settings : changeSettings(settings, { changes: { mainPage }, isAdmin: false, isPublished: false });
}

/** Only admins and owners of space apps edit code manually; owners edit tables (section 6 of the specification). */
export function checkMayEdit(actor: Actor, app: AppDocument, changes: readonly FileChange[]): void {
  if (changes.some(({ path }) => fileKind(path) !== 'entity')) checkMayEditCode(actor, app);
}

export function mayEditCode(actor: Actor, app: Pick<AppDocument, 'appType'>): boolean {
  return app.appType === 'space' || isInstallationAdmin(actor);
}

export function checkMayEditCode(actor: Actor, app: AppDocument): void {
  if (!mayEditCode(actor, app)) throw new Forbidden('Only admins may edit code. Ask for the change in the chat.');
}

/** Drops undefined keys, which a store would take for values. */
function defined<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never;
}
