import type { Version } from '@sayso/apps/ref';
import { type Actor, NotFound } from '@sayso/core';
import type { EntitiesContext } from '../config.ts';
import type { TableAddress } from '../ref.ts';
import { type ColumnEdit, editSchema } from './edit-schema.ts';
import { undoTableEdit } from './undo-table-edit.ts';

export interface EditedColumn {
  readonly versionId: string;
  /** The column's field. */
  readonly name: string;
  /** Files of code that contain the old name as a word: they may need a change, too. */
  readonly mentions: readonly string[];
}

const DONE = { add: 'Added', rename: 'Renamed', retype: 'Changed the type of', delete: 'Deleted' } as const;

/** Edits columns by a new version of the app; the conversion of its rows follows. For accounts that may administer the app. */
export class Columns {
  readonly #context: EntitiesContext;

  constructor(context: EntitiesContext) {
    this.#context = context;
  }

  async edit(actor: Actor, { appId, entity }: TableAddress, edit: ColumnEdit): Promise<EditedColumn> {
    const { apps } = this.#context.needs;
    const app = await apps.get(actor, appId);
    const schema = (await apps.schemas(appId, app.currentVersionId ?? undefined))[entity];
    if (schema === undefined) throw new NotFound(`The table "${entity.slice(0, 80)}"`);
    const { schema: edited, name } = editSchema(schema, edit);
    const changes = [{ path: `entities/${entity}.json`, content: JSON.stringify(edited, null, 2) }];
    const title = `${DONE[edit.action]} column ${edit.action === 'add' ? name : edit.name} of ${entity}`;
    const version = await apps.commit({ appId, baseVersionId: app.currentVersionId, changes, title });
    const isNameGone = edit.action === 'delete' || (edit.action === 'rename' && name !== edit.name);
    return { versionId: version.id, name, mentions: isNameGone ? await this.#mentions(appId, version, edit.name) : [] };
  }

  /** Gives a table the schema that it had before a version, unless it was changed since. */
  undo(actor: Actor, address: TableAddress, versionId: string): Promise<{ readonly versionId: string }> {
    const title = `Undid a change of the columns of ${address.entity}`;
    return undoTableEdit(this.#context, actor, address, { versionId, title, missing: 'The change of a column' });
  }

  async #mentions(appId: string, version: Version, name: string): Promise<string[]> {
    const word = new RegExp(`(?<![\\w-])${name.replace(/-/g, '\\-')}(?![\\w-])`);
    const files = await this.#context.needs.apps.files(appId, version.id);
    return Object.entries(files).flatMap(([path, text]) => (!path.startsWith('entities/') && word.test(text) ? [path] : []));
  }
}
