import type { PartitionedCollection } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { Scope } from '../permissions/scope.ts';
import { sizeOfAll } from '../rows/json.ts';
import type { Quotas } from '../rows/quotas.ts';
import { replaceRows } from '../rows/replace-rows.ts';
import type { KeepOptions } from '../trash/trash.ts';

const BATCH = 500;

/** Rows of one app that are read. */
export interface RowSource {
  /** The next rows of a table in the order of their ids. */
  page(entity: string, after: string | null, limit: number): Promise<readonly RowDocument[]>;
  /** Those of the ids that are rows of a table. */
  existing(entity: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The rows of an app in a collection. */
export function rowSource(rows: Pick<PartitionedCollection<RowDocument>, 'find'>, appId: string): RowSource {
  return {
    page: (entity, after, limit) => rows.find({ appId, entity }, { sort: { _id: 1 }, limit, ...(after === null ? {} : { after }) }),
    existing: async (entity, ids) => {
      const found = await rows.find({ appId, entity, _id: { $in: ids } }, { projection: { _id: 1 } });
      return new Set(found.map(({ _id }) => _id));
    },
  };
}

/** One table in both sets. */
export interface TableCopy {
  /** The table of the target. */
  readonly scope: Scope;
  readonly source: RowSource;
  readonly target: PartitionedCollection<RowDocument>;
  readonly quotas: Quotas;
  readonly signal: AbortSignal;
  /** Keeps rows of the target before they are removed or replaced. */
  keep(scope: Scope, rows: readonly RowDocument[], options?: KeepOptions): Promise<unknown>;
  /** The rows of the source with the columns of the target. */
  fit(rows: readonly RowDocument[]): Promise<readonly RowDocument[]>;
  /** Called after each batch: `after` is the last id of it. */
  onBatch(after: string, rows: number): Promise<void>;
}

/** Removes the rows of the target that the source does not have, in the order of their ids. */
export async function removeOthers(copy: TableCopy, from: string | null): Promise<void> {
  const { scope, source, target, quotas } = copy;
  const table = { appId: scope.appId, entity: scope.schema.name };
  await eachBatch(copy, { rows: rowSource(target, table.appId), from }, async (batch) => {
    const kept = await source.existing(
      table.entity,
      batch.map(({ _id }) => _id),
    );
    const others = batch.filter(({ _id }) => !kept.has(_id));
    if (others.length === 0) return;
    await copy.keep(scope, others);
    const removed = await target.deleteMany(byIds(table, others));
    await quotas.removed(table.appId, table.entity, removed);
  });
}

/** Gives the target the rows of the source, in the order of their ids. */
export async function copyRows(copy: TableCopy, from: string | null): Promise<void> {
  const { scope, source, target, quotas } = copy;
  const table = { appId: scope.appId, entity: scope.schema.name };
  await eachBatch(copy, { rows: source, from }, async (unfitted) => {
    const batch = await copy.fit(unfitted);
    const stored = new Set((await target.find(byIds(table, batch), { projection: { _id: 1 } })).map(({ _id }) => _id));
    const missing = batch.filter(({ _id }) => !stored.has(_id));
    if (missing.length > 0) {
      const room = await quotas.reserve(table.appId, table.entity, {
        rows: missing.length,
        bytes: sizeOfAll(missing.map(({ data }) => data)),
      });
      try {
        await target.insertMany(missing);
      } catch (error) {
        room.undo();
        throw error;
      }
    }
    const keep: TableCopy['keep'] = (of, rows) => copy.keep(of, rows, { isReplaced: true });
    await replaceRows(
      { scope, rows: target, keep },
      batch.filter(({ _id }) => stored.has(_id)),
    );
  });
}

async function eachBatch(
  { scope, signal, onBatch }: TableCopy,
  { rows, from }: { readonly rows: TableCopy['source']; readonly from: string | null },
  work: (batch: readonly RowDocument[]) => Promise<void>,
): Promise<void> {
  for (let after = from; ; ) {
    signal.throwIfAborted();
    const batch = await rows.page(scope.schema.name, after, BATCH);
    const last = batch.at(-1)?._id;
    if (last === undefined) return;
    await work(batch);
    await onBatch(last, batch.length);
    after = last;
  }
}

function byIds(table: { readonly appId: string; readonly entity: string }, rows: readonly RowDocument[]) {
  return { ...table, _id: { $in: rows.map(({ _id }) => _id) } };
}
