import type { EntitySchema, PropertySchema } from '@sayso/apps/ref';
import { type Actor, Conflict } from '@sayso/core';
import { editSchema } from '../columns/edit-schema.ts';
import { InvalidImport } from '../errors.ts';
import type { TableAddress } from '../ref.ts';
import type { ImportDocuments } from './documents.ts';
import type { ImportParts } from './parts.ts';
import type { ImportDocument } from './state.ts';

/** Columns that an import makes, by field. */
export type NewFields = Readonly<Record<string, PropertySchema>>;

const TABLE = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
/** Versions that others may save at the same moment. */
const TRIES = 5;

interface Planned {
  readonly schema: EntitySchema;
  /** The import makes the table. */
  readonly isNew: boolean;
}

/**
 * The columns, or the table, that an import makes before its first row. An import that ends without a row in the table takes them back, so
 * that nothing of it is left behind.
 */
export class MadeFields {
  readonly #parts: Pick<ImportParts, 'context' | 'appChanged'>;
  readonly #documents: ImportDocuments;

  constructor(parts: Pick<ImportParts, 'context' | 'appChanged'>, documents: ImportDocuments) {
    this.#parts = parts;
    this.#documents = documents;
  }

  /** The schema that the table will have. For accounts that may change the app; throws `InvalidImport` for fields that it cannot get. */
  async plan(actor: Actor, { appId, entity }: TableAddress, fields: NewFields): Promise<Planned> {
    const { apps } = this.#parts.context.needs;
    const { currentVersionId } = await apps.get(actor, appId);
    if (currentVersionId === null) throw new InvalidImport('The app has no version yet. Describe it in the chat first.');
    const schemas = await apps.schemas(appId, currentVersionId);
    const before = Object.hasOwn(schemas, entity) ? schemas[entity] : undefined;
    if (before === undefined && (!TABLE.test(entity) || entity === 'User'))
      throw new InvalidImport(`"${entity.slice(0, 80)}" cannot be the name of a table: use Latin letters and digits.`);
    return { schema: withFields(before ?? emptyTable(entity), fields), isNew: before === undefined };
  }

  /** Saves the columns as a version of the app, once: after a crash in between, the version is found by its file. */
  async make(found: ImportDocument): Promise<void> {
    const { appId, entity, actor, fields } = found;
    if (fields === undefined) return;
    await this.#onCurrent(appId, async (app, files) => {
      const path = pathOf(entity);
      const before = files[path] ?? null;
      if (found.made !== undefined && before === found.made.after) return;
      const { schema, isNew } = await this.plan(actor, found, fields);
      const made = { before, after: JSON.stringify(schema, null, 2) };
      // Stored before the version, so that a crash after it leaves nothing that cannot be taken back.
      if (!(await this.#documents.change(found, { made }))) return;
      const title = isNew ? `Added table ${entity} by an import` : `Added columns of ${entity} by an import`;
      await this.#commit(app, { path, content: made.after }, title);
    });
  }

  /** Gives the table its former columns, or removes it. What others have changed since stays. */
  async takeBack({ appId, entity, made }: Pick<ImportDocument, 'appId' | 'entity' | 'made'>): Promise<void> {
    if (made === undefined) return;
    await this.#onCurrent(appId, async (app, files) => {
      const path = pathOf(entity);
      if (files[path] === made.after) await this.#commit(app, { path, content: made.before }, `Undid an import into ${entity}`);
    });
  }

  /** Repeats a change on the version that is current by then. Nothing once the app is gone. */
  async #onCurrent(appId: string, change: (app: CurrentApp, files: Readonly<Record<string, string>>) => Promise<void>): Promise<void> {
    const { apps } = this.#parts.context.needs;
    for (let left = TRIES; ; left--) {
      const app = await apps.find(appId);
      if (app === null) return;
      try {
        return await change(app, app.currentVersionId === null ? {} : await apps.files(appId, app.currentVersionId));
      } catch (error) {
        if (!(error instanceof Conflict) || left === 0) throw error;
      }
    }
  }

  async #commit({ id: appId, currentVersionId: baseVersionId }: CurrentApp, change: FileChange, title: string): Promise<void> {
    await this.#parts.context.needs.apps.commit({ appId, baseVersionId, changes: [change], title });
    // The next rows follow the new version, before its event arrives.
    this.#parts.appChanged(appId);
  }
}

interface CurrentApp {
  readonly id: string;
  readonly currentVersionId: string | null;
}
interface FileChange {
  readonly path: string;
  readonly content: string | null;
}

const pathOf = (entity: string): string => `entities/${entity}.json`;
const emptyTable = (name: string): EntitySchema => ({
  ...{ name, type: 'object', properties: {}, required: [] },
  'x-accessControl': { permissions: { read: 'creator', write: 'creator' } },
});

function withFields(before: EntitySchema, fields: NewFields): EntitySchema {
  let schema = before;
  for (const [field, property] of Object.entries(fields)) {
    const edited = editSchema(schema, { action: 'add', name: field, property });
    if (edited.name !== field)
      throw new InvalidImport(`"${field.slice(0, 80)}" cannot be the name of a column: use Latin letters, digits and underscores.`);
    schema = edited.schema;
  }
  return schema;
}
