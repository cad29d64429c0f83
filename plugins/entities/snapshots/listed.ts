import type { EntitySchema } from '@sayso/apps/ref';
import { type Actor, NotFound } from '@sayso/core';
import type { EntitiesContext } from '../config.ts';
import { effectsOf, permissionsOf } from '../permissions/permissions.ts';
import { rowsOf } from '../rows/sets.ts';
import type { Snapshots } from './snapshots.ts';
import type { SnapshotDocument, SnapshotView } from './state.ts';

type Schemas = Readonly<Record<string, EntitySchema>>;

/** The snapshots of an app, for those who may change it. Tables whose rows no one sees are left out. */
export class ListedSnapshots {
  readonly #context: EntitiesContext;
  readonly #snapshots: Snapshots;

  constructor(context: EntitiesContext, snapshots: Snapshots) {
    this.#context = context;
    this.#snapshots = snapshots;
  }

  async list(actor: Actor, appId: string): Promise<SnapshotView[]> {
    const { apps } = this.#context.needs;
    const { currentVersionId, published } = await apps.get(actor, appId);
    const schemasOf = async (versionId: string | null): Promise<Schemas> => (versionId === null ? {} : apps.schemas(appId, versionId));
    const schemas = { draft: await schemasOf(currentVersionId), live: await schemasOf(published?.versionId ?? currentVersionId) };
    const views = await Promise.all((await this.#snapshots.list(appId)).map((each) => this.#view(each, schemas[each.rows])));
    return views.filter(({ tables }) => tables.length > 0);
  }

  async delete(actor: Actor, appId: string, snapshotId: string): Promise<void> {
    await this.#context.needs.apps.get(actor, appId);
    await this.#snapshots.delete(appId, snapshotId);
  }

  async #view(
    { _id: id, appId, rows, createdAt: at, versionId, nextVersionId, tables }: SnapshotDocument,
    now: Schemas,
  ): Promise<SnapshotView> {
    const before = await this.#existing(() => this.#context.needs.apps.schemas(appId, versionId));
    const version = nextVersionId === null ? null : await this.#existing(() => this.#context.needs.apps.version(appId, nextVersionId));
    const isHidden = (name: string) =>
      [now, before ?? {}].some((schemas) => {
        const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
        return schema !== undefined && effectsOf(permissionsOf(schema)).admin.see === 'none';
      });
    const stored = rowsOf(this.#context.collections, rows);
    const shown = tables.filter(({ name }) => !isHidden(name));
    const counted = shown.map(async (table) => ({
      ...table,
      present: Object.hasOwn(now, table.name) ? await stored.count({ appId, entity: table.name }) : null,
    }));
    const about = version === null ? null : { id: version.id, title: version.name ?? version.title };
    return { id, rows, at, version: about, tables: await Promise.all(counted) };
  }

  /** Null for what is gone. */
  async #existing<T>(read: () => Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }
}
