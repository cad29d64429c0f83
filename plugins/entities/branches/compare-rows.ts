import { isDeepStrictEqual } from 'node:util';
import type { PartitionedCollection } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import { mergeRow, type RowOutcome } from './three-way.ts';

type Rows = Pick<PartitionedCollection<RowDocument>, 'find'>;
type Fit = (rows: readonly RowDocument[]) => Promise<readonly RowDocument[]>;

/** One table of a branch, of what it was when the branch began, and of the app. All draft rows are in one collection. */
export interface ComparedTable {
  readonly rows: Rows;
  readonly entity: string;
  readonly appId: string;
  readonly branchId: string;
  readonly baseId: string;
  /**
   * Of branches of earlier releases: rows of the branch with a later change differ from its base, and such rows of the base were copied too
   * late to be one. Null: rows are compared with the base, which is exact.
   */
  readonly since: string | null;
  /** Rows of each place with the columns that are compared. */
  readonly fit: Readonly<Record<'app' | 'idea' | 'base', Fit>>;
}

/** A row as it is in the app and in the branch; null where there is none. */
export interface ComparedRow {
  readonly id: string;
  readonly app: RowDocument | null;
  readonly idea: RowDocument | null;
  readonly outcome: RowOutcome;
}

/** The next rows that were added or changed in the branch, by id; `last` is null after the last ones. */
export async function changedRows(table: ComparedTable, after: string | null, limit: number) {
  const { rows, branchId, entity, since } = table;
  const filter = { appId: branchId, entity, ...(since === null ? {} : { updatedAt: { $gte: since } }) };
  const found = await rows.find(filter, { sort: { _id: 1 }, limit, ...(after === null ? {} : { after }) });
  const changed = since === null ? await unlikeBase(table, found) : found;
  return { last: found.at(-1)?._id ?? null, rows: found.length, compared: await compare(table, changed) };
}

/** By content: times tell nothing, since imports keep those of their file. */
async function unlikeBase({ rows, baseId, entity }: ComparedTable, found: readonly RowDocument[]): Promise<RowDocument[]> {
  if (found.length === 0) return [];
  const base = byId(await rows.find({ appId: baseId, entity, _id: { $in: found.map(({ _id }) => _id) } }));
  return found.filter(({ _id, data }) => !isDeepStrictEqual(data, base.get(_id)?.data));
}

/** The next rows that the branch began with, of which `compared` has those that were deleted in it. */
export async function removedRows(table: ComparedTable, after: string | null, limit: number) {
  const { rows, baseId, branchId, entity } = table;
  const page = { sort: { _id: 1 }, limit, projection: { _id: 1 }, ...(after === null ? {} : { after }) } as const;
  const ids = (await rows.find({ appId: baseId, entity }, page)).map(({ _id }) => _id);
  const kept = await rows.find({ appId: branchId, entity, _id: { $in: ids } }, { projection: { _id: 1 } });
  const isKept = new Set(kept.map(({ _id }) => _id));
  const gone = ids.filter((id) => !isKept.has(id));
  return { last: ids.at(-1) ?? null, rows: ids.length, compared: gone.length === 0 ? [] : await compareAll(table, gone, new Map()) };
}

/** The rows of some ids again. */
export async function compareAgain(table: ComparedTable, ids: readonly string[]): Promise<ComparedRow[]> {
  const { rows, branchId, entity } = table;
  const idea = await rows.find({ appId: branchId, entity, _id: { $in: ids } });
  return compareAll(table, ids, byId(await table.fit.idea(idea)));
}

async function compare(table: ComparedTable, idea: readonly RowDocument[]): Promise<ComparedRow[]> {
  if (idea.length === 0) return [];
  const fitted = byId(await table.fit.idea(idea));
  return compareAll(table, [...fitted.keys()], fitted);
}

async function compareAll(table: ComparedTable, ids: readonly string[], idea: ReadonlyMap<string, RowDocument>): Promise<ComparedRow[]> {
  const { rows, entity, appId, baseId, since } = table;
  const [ours, before] = await Promise.all([
    rows.find({ appId, entity, _id: { $in: ids } }).then(table.fit.app),
    rows.find({ appId: baseId, entity, _id: { $in: ids }, ...(since === null ? {} : { updatedAt: { $lt: since } }) }).then(table.fit.base),
  ]);
  const [app, base] = [byId(ours), byId(before)];
  return ids.flatMap((id) => {
    const row = { id, app: app.get(id) ?? null, idea: idea.get(id) ?? null };
    // Deleted before its state was kept: nothing tells whether the app changed it.
    if (row.idea === null && !base.has(id)) return [];
    const sides = { base: base.get(id)?.data ?? null, app: row.app?.data ?? null, idea: row.idea?.data ?? null };
    return [{ ...row, outcome: mergeRow(sides) }];
  });
}

function byId(rows: readonly RowDocument[]): Map<string, RowDocument> {
  return new Map(rows.map((row) => [row._id, row]));
}
