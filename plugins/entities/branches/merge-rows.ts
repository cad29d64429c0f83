import { Conflict, DuplicateKey, storeTime } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { TableCopy } from '../copies/copy-table.ts';
import { sizeOf, sizeOfAll } from '../rows/json.ts';
import { inTurns } from '../rows/writer.ts';
import { type ComparedRow, type ComparedTable, changedRows, compareAgain, removedRows } from './compare-rows.ts';
import type { TableChoice } from './state.ts';

const BATCH = 500;
const ATTEMPTS = 20;

/** A merge of the rows of one table into those of the app. */
export interface TableRowMerge extends Pick<TableCopy, 'scope' | 'target' | 'quotas' | 'signal' | 'keep' | 'onBatch'> {
  readonly compared: ComparedTable;
  readonly choice: TableChoice;
  /** Gives the app the files that rows of the branch name, before they are written. */
  readonly takeFiles: (rows: readonly RowDocument[]) => Promise<void>;
}

/** What a merge writes: the fields of the row after it, null to delete it. Undefined: the row of the app stays. */
function written({ id, outcome }: ComparedRow, choice: TableChoice): RowDocument['data'] | null | undefined {
  if (outcome.kind === 'same') return undefined;
  if (outcome.kind !== 'conflict') return choice[outcome.kind] ? outcome.data : undefined;
  const side = Object.hasOwn(choice.rows, id) ? choice.rows[id] : choice.conflicts;
  return side === 'source' ? outcome.data : undefined;
}

/** Deletes the rows that were deleted in the branch. Idempotent. */
export async function mergeRemoved(merge: TableRowMerge, from: string | null): Promise<void> {
  await eachBatch(merge, from, (after) => removedRows(merge.compared, after, BATCH));
}

/** Adds and changes rows as the branch has. Idempotent. */
export async function mergeChanged(merge: TableRowMerge, from: string | null): Promise<void> {
  await eachBatch(merge, from, (after) => changedRows(merge.compared, after, BATCH));
}

interface Batch {
  readonly last: string | null;
  readonly rows: number;
  readonly compared: readonly ComparedRow[];
}

async function eachBatch(merge: TableRowMerge, from: string | null, read: (after: string | null) => Promise<Batch>): Promise<void> {
  for (let after = from; ; ) {
    merge.signal.throwIfAborted();
    const { last, rows, compared } = await read(after);
    if (last === null) return;
    await write(merge, compared);
    await merge.onBatch(last, rows);
    after = last;
  }
}

/** Rows of the app that change meanwhile are merged again. */
async function write(merge: TableRowMerge, first: readonly ComparedRow[]): Promise<void> {
  let compared = first;
  for (let attempt = 0; compared.length > 0; attempt++) {
    if (attempt === ATTEMPTS) throw new Conflict('These rows are being changed by others. Please try again.');
    const missed = await writeOnce(merge, compared);
    compared = missed.length === 0 ? [] : await compareAgain(merge.compared, missed);
  }
}

interface Written extends Pick<ComparedRow, 'id' | 'app' | 'idea'> {
  readonly data: RowDocument['data'] | null;
}

/** The ids of rows that changed meanwhile. */
async function writeOnce(merge: TableRowMerge, compared: readonly ComparedRow[]): Promise<string[]> {
  const changes = compared.flatMap((row): Written[] => {
    const data = written(row, merge.choice);
    return data === undefined ? [] : [{ ...row, data }];
  });
  const added = changes.flatMap(({ app, idea, data }) => (app !== null || idea === null || data === null ? [] : [{ ...idea, data }]));
  const others = changes.flatMap(({ app, data }) => (app === null ? [] : [{ app, data }]));
  await merge.takeFiles([...added, ...others.flatMap(({ app, data }) => (data === null ? [] : [{ ...app, data }]))]);
  return [...(await add(merge, added)), ...(await change(merge, others))];
}

async function add({ scope, target, quotas }: TableRowMerge, rows: readonly RowDocument[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const table = { appId: scope.appId, entity: scope.schema.name };
  const updatedAt = storeTime();
  const room = await quotas.reserve(table.appId, table.entity, { rows: rows.length, bytes: sizeOfAll(rows.map(({ data }) => data)) });
  try {
    await target.insertMany(rows.map((row) => ({ ...row, ...table, updatedAt })));
    return [];
  } catch (error) {
    room.undo();
    if (!(error instanceof DuplicateKey)) throw error;
    return rows.map(({ _id }) => _id);
  }
}

interface Changed {
  readonly app: RowDocument;
  readonly data: RowDocument['data'] | null;
}

async function change({ scope, target, quotas, keep }: TableRowMerge, rows: readonly Changed[]): Promise<string[]> {
  const table = { appId: scope.appId, entity: scope.schema.name };
  const updatedAt = storeTime();
  const [removed, replaced] = [rows.filter(({ data }) => data === null), rows.filter(({ data }) => data !== null)];
  await keep(scope, removed.map(appRow));
  await keep(scope, replaced.map(appRow), { isReplaced: true });
  const missed: string[] = [];
  await inTurns(rows, async ({ app, data }) => {
    const where = { ...table, _id: app._id, updatedAt: app.updatedAt };
    const grown = data === null ? 0 : sizeOf(data) - sizeOf(app.data);
    const room = await quotas.reserve(table.appId, table.entity, { rows: 0, bytes: grown });
    const count = data === null ? await target.deleteOne(where) : await target.replaceOne(where, { ...app, data, updatedAt });
    if (count === 0) {
      room.undo();
      missed.push(app._id);
    } else if (data === null) await quotas.removed(table.appId, table.entity, 1);
  });
  return missed;
}

const appRow = ({ app }: Changed): RowDocument => app;
