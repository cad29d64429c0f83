import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import entities from '@sayso/entities';
import { openSqliteStore } from '../../../core/store/index.ts';
import { atMost, atMostTimes, byTurns, median, type Options, percentile, type Result, reported, time } from '../measure.ts';
import { addApp, openSayso, type Sayso, type SaysoSide } from './sayso.ts';
import { type Call, type StoredTask, send } from './side.ts';
import { checkTask, type Task, taskOf } from './tasks.ts';

const SAMPLES = 41;
const FLOOD = 50;
const PAGE = 50;

/** A page of rows that an index answers. `value` is what the rows are sorted by, ascending or descending; without it, newest first. */
interface IndexedQuery {
  readonly name: string;
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly matches?: (task: Task, index: number) => boolean;
  readonly sort?: string;
}

/** Single queries on a large table, and many slow ones at once beside quick requests. */
export default async function* queries(options: Options): AsyncIterable<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-bench-'));
  try {
    const { rows } = options;
    const sayso = await openSayso(folder, rows);
    await using _server = await sayso.start();
    const { user } = sayso;
    const limit = rows > 100_000 ? 10 : 5;
    for (const query of indexedQueries(rows)) {
      const call = pageOf(user, query);
      const ours = await medianTime(user, call, (answer) => check(query, rows, answer));
      yield atMost(limit, { name: `queries: ${query.name}, ${rows} rows`, ours, unit: 'ms' });
    }
    yield* await counts(sayso, rows);
    yield await deepPage(user, rows);
    yield* await flood(user, await addApp(sayso.builder, 1000));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function indexedQueries(rows: number): IndexedQuery[] {
  const middle = Math.floor(rows / 2);
  const { title, notes } = taskOf(middle);
  const among = [1, 17, middle].map((index) => taskOf(index).title);
  return [
    { name: 'title = …', filter: { title }, matches: (task) => task.title === title },
    { name: 'notes = …', filter: { notes }, matches: (task) => task.notes === notes },
    { name: 'priority = 2, newest first', filter: { priority: 2 }, matches: (task) => task.priority === 2 },
    { name: 'done = true, newest first', filter: { done: true }, matches: (task) => task.done },
    { name: 'title in 3 values', filter: { title: { $in: among } }, matches: (task) => among.includes(task.title) },
    {
      name: 'priority in 2 values, newest first',
      filter: { priority: { $in: [1, 4] } },
      matches: (task) => [1, 4].includes(task.priority),
    },
    {
      name: 'range of titles, sorted by title',
      filter: { title: { $gte: 'Task 3', $lt: 'Task 4' } },
      matches: (task) => task.title >= 'Task 3' && task.title < 'Task 4',
      sort: 'title',
    },
    { name: 'priority > 3, newest first', filter: { priority: { $gt: 3 } }, matches: (task) => task.priority > 3 },
    ...['title', 'done', 'priority', 'notes', 'createdAt'].flatMap((field) => [
      { name: `sorted by ${field}`, sort: field },
      { name: `sorted by -${field}`, sort: `-${field}` },
    ]),
  ];
}

/** Counts have no route: measured at the store, which the server has open as well. */
async function counts({ appId, data }: Sayso, rows: number): Promise<Result[]> {
  const { rows: spec } = entities.collections ?? {};
  if (spec === undefined) throw new Error('The plugin of entities has no collection of rows.');
  const store = await openSqliteStore({ file: join(data, 'sayso.db') });
  try {
    const stored = await store.openPartitioned('entities_rows', spec);
    const results: Result[] = [];
    const limit = rows > 100_000 ? 10 : 5;
    for (const { name, filter = {}, matches = () => true } of indexedQueries(rows).filter((query) => query.filter !== undefined)) {
      const within = Object.fromEntries(Object.entries(filter).map(([field, condition]) => [`data.${field}`, condition]));
      const count = () => stored.count({ appId, entity: 'Task', ...within });
      const expected = Array.from({ length: rows }, (_, index) => matches(taskOf(index), index)).filter(Boolean).length;
      if ((await count()) !== expected) throw new Error(`The count of "${name}" is not ${expected}.`);
      const times: number[] = [];
      for (let sample = 0; sample < SAMPLES; sample += 1) times.push(await time(count));
      results.push(atMost(limit, { name: `queries: count of ${name}, ${expected} of ${rows} rows`, ours: median(times), unit: 'ms' }));
    }
    return results;
  } finally {
    await store.close();
  }
}

function pageOf(side: SaysoSide, { filter, sort = '-createdAt' }: IndexedQuery): Call {
  return side.query({ ...(filter === undefined ? {} : { q: JSON.stringify(filter) }), sort, limit: String(PAGE) });
}

/** Throws unless the page has the right rows: as many as match, with the expected values of the sorted field. */
function check({ name, matches = () => true, sort = '-createdAt' }: IndexedQuery, rows: number, answer: unknown): void {
  const page = answer as StoredTask[];
  page.forEach(checkTask);
  const field = sort.replace('-', '');
  const sortedValue = (task: Task, index: number): number | string | boolean =>
    field === 'createdAt' ? index : (task[field as 'title' | 'done' | 'priority' | 'notes'] ?? '');
  const found = page.map((row) => {
    const index = Number(String(row['title']).slice(5));
    return { task: taskOf(index), value: sortedValue(taskOf(index), index), index };
  });
  const values: (number | string | boolean)[] = [];
  for (let index = 0; index < rows; index += 1) {
    const task = taskOf(index);
    if (matches(task, index)) values.push(sortedValue(task, index));
  }
  values.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (sort.startsWith('-')) values.reverse();
  const expected = values.slice(0, PAGE);
  if (
    JSON.stringify(found.map(({ value }) => value)) !== JSON.stringify(expected) ||
    found.some(({ task, index }) => !matches(task, index))
  ) {
    throw new Error(`The query "${name}" has answered other rows than it should: ${JSON.stringify(page.map(({ title }) => title))}.`);
  }
}

/** Infinite for a query that the server refuses. */
async function medianTime(side: SaysoSide, call: Call, checkAnswer: (answer: unknown) => void): Promise<number> {
  const first = await send(side, call).catch((error: Error) => console.error(error.message));
  if (first === undefined) return Number.POSITIVE_INFINITY;
  checkAnswer(first);
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) times.push(await time(() => send(side, call)));
  return median(times);
}

/** The last 50 rows by the cursor of the row before them, beside the page that follows the newest row. */
async function deepPage(user: SaysoSide, rows: number): Promise<Result> {
  const pageAfter = (position: number): Call =>
    user.query({ sort: '-createdAt', limit: String(PAGE), after: user.ids[rows - 1 - position] ?? '' });
  const deep = rows - PAGE - 1;
  const page = (await send(user, pageAfter(deep))) as StoredTask[];
  if (JSON.stringify(page.map(({ id }) => id)) !== JSON.stringify(user.ids.slice(0, PAGE).toReversed())) {
    throw new Error(`The page after row ${deep} has other rows than the oldest ${PAGE}.`);
  }
  const times = await byTurns(
    SAMPLES,
    () => time(() => send(user, pageAfter(deep))),
    () => time(() => send(user, pageAfter(0))),
  );
  return atMostTimes(1.5, { name: `queries: the page after row ${deep + 1}, beside the one after row 1`, ...times, unit: 'ms' });
}

/** Latencies of quick requests while many queries run that no index answers. */
async function flood(user: SaysoSide, other: SaysoSide): Promise<Result[]> {
  const quick: Readonly<Record<string, () => Promise<unknown>>> = {
    '/healthz': () => send(user, { method: 'GET', path: '/healthz' }),
    'another app': () => send(other, other.page(2)),
    'an indexed query of the same app': () => send(user, user.page(2)),
  };
  for (const request of Object.values(quick)) await request();
  let isFlooded = true;
  const outcomes = new Map<string, number>();
  const slow = Array.from({ length: FLOOD }, async (_, index) => {
    const call = user.query({ q: JSON.stringify({ notes: { $regex: `t ${index}7 i.*` } }), sort: 'title', limit: '1000' });
    const outcome = await send(user, call).then(
      () => 'answered',
      (error: Error) => /answered (\d+)/.exec(error.message)?.[1] ?? 'failed',
    );
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  });
  const sampling = Object.entries(quick).map(async ([name, request]) => {
    const times: number[] = [];
    while (isFlooded) times.push(await time(request));
    return { name, times };
  });
  const begun = performance.now();
  await Promise.all(slow);
  const taken = performance.now() - begun;
  isFlooded = false;
  const sampled = await Promise.all(sampling);
  const all = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  return [
    reported({ name: `queries: ${FLOOD} without an index at once (${all})`, ours: taken, unit: 'ms' }),
    ...sampled.map(({ name, times }) =>
      atMost(20, { name: `queries: ${name} beside them, p99 of ${times.length}`, ours: percentile(times, 99), unit: 'ms' }),
    ),
  ];
}
