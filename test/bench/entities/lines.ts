import { type Call, type Side, type StoredTask, send } from './side.ts';
import { checkTask, PRIORITIES, taskOf, tasksOf } from './tasks.ts';

const CALLS = 2000;
const BATCH = 1000;

/** One operation, measured on all sides. */
export interface Line {
  readonly name: string;
  /** Rows per call, for rates of rows. */
  readonly rows: number;
  /** Least ratio of rates, Sayso to PocketBase. */
  readonly goal: number;
  /** Largest ratio of p99 latencies. */
  readonly p99?: number;
  /** Calls of a round, instead of a duration. */
  readonly amount?: number;
  /** Whether the bound has it too. */
  readonly isRead?: boolean;
  calls(side: Side): readonly Call[];
  /** Throws unless the side answers with the right content. */
  check(side: Side): Promise<void>;
}

/** Reads first: the other lines change and add rows. */
export const lines: readonly Line[] = [
  {
    name: 'read by id',
    rows: 1,
    goal: 3,
    p99: 0.5,
    isRead: true,
    calls: (side) => sampleOf(side).map((id) => side.read(id)),
    async check(side) {
      for (const id of sampleOf(side).slice(0, 3)) await readBack(side, id);
    },
  },
  {
    name: 'page of 50, filtered and sorted',
    rows: 1,
    goal: 3,
    isRead: true,
    calls: (side) => Array.from({ length: PRIORITIES }, (_, index) => side.page(index + 1)),
    async check(side) {
      const rows = side.rowsIn(await send(side, side.page(2)));
      rows.forEach(checkTask);
      const created = rows.map((row) => String(row['createdAt'] ?? row['created']));
      const isSorted = created.every((at, index) => index === 0 || at <= (created[index - 1] ?? ''));
      if (rows.length !== 50 || !isSorted || rows.some(({ priority }) => priority !== 2)) {
        throw new Error(`The page of ${side.name} is not 50 rows of one priority, newest first.`);
      }
    },
  },
  {
    name: 'update one field',
    rows: 1,
    goal: 3,
    // Two passes with opposite values, so that each request changes its row.
    calls: (side) => [true, false].flatMap((done) => sampleOf(side).map((id) => side.update(id, { done }))),
    async check(side) {
      const [id = ''] = sampleOf(side);
      const { done } = taskOf(side.ids.indexOf(id));
      await send(side, side.update(id, { done: !done }));
      const changed = (await send(side, side.read(id))) as StoredTask;
      await send(side, side.update(id, { done }));
      if (changed['done'] === done) throw new Error(`${side.name} has not changed the row ${id}.`);
      await readBack(side, id);
    },
  },
  {
    name: 'create',
    rows: 1,
    goal: 3,
    p99: 1,
    calls: (side) => tasksOf(side.ids.length, CALLS).map((task) => side.create(task)),
    async check(side) {
      const { id } = (await send(side, side.create(taskOf(side.ids.length)))) as StoredTask;
      await readBack(side, id);
    },
  },
  {
    name: 'bulk rows',
    rows: BATCH,
    goal: 10,
    amount: 16,
    calls: (side) => [side.bulk(tasksOf(side.ids.length, BATCH))],
    async check(side) {
      const rows = side.rowsIn(await send(side, side.bulk(tasksOf(side.ids.length, BATCH))));
      if (rows.length !== BATCH) throw new Error(`${side.name} has added ${rows.length} of ${BATCH} rows.`);
      await readBack(side, rows[BATCH - 1]?.id ?? '');
    },
  },
];

function sampleOf({ ids }: Side): string[] {
  const step = Math.max(1, Math.floor(ids.length / CALLS));
  // A prime stride spreads consecutive calls over the table.
  return Array.from({ length: Math.min(CALLS, ids.length) }, (_, index) => ids[(index * step * 37) % ids.length] ?? '');
}

async function readBack(side: Side, id: string): Promise<void> {
  const row = (await send(side, side.read(id))) as StoredTask;
  if (row.id !== id) throw new Error(`${side.name} has answered another row than ${id}.`);
  checkTask(row);
}
