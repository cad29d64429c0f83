import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../contract/id.ts';
import type { PartitionedCollection, Query } from '../../../contract/store.ts';
import type { Store } from '../../../ports/store.ts';
import { parseFilter } from '../../documents/filter.ts';
import { compileFilter } from '../../documents/match.ts';
import type { Document, Json } from '../../documents/values.ts';
import { openSqliteStore } from '../../index.ts';
import { partitionedSpec } from '../../partitions.suite.ts';
import { Checkpoints } from '../checkpoints.ts';
import { Writability } from '../writability.ts';
import { PartitionFile } from './file.ts';
import { storedRow } from './stored-row.ts';
import { TableWriter } from './table-writer.ts';

type Row = ReturnType<typeof rowOf>;
type Rows = PartitionedCollection<Row>;

let folder = '';
const opened: Store[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-counts-'));
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

const address = { appId: 'app', entity: 'Task' };
const table = { key: 'app', table: 'Task' };
const rowOf = (data: Record<string, unknown>) => ({ _id: newId(), ...address, createdAt: null, creatorId: null, data });
const rowsOf = (count: number, dataOf: (at: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, at) => rowOf(dataOf(at)));
const declared = (...paths: string[]) => paths.map((path) => ({ path, type: 'string' as const }));

async function open(): Promise<Rows> {
  const store = await openSqliteStore({ file: join(folder, 'sayso.db'), durable: false });
  opened.push(store);
  return (await store.openPartitioned('rows', partitionedSpec)) as Rows;
}

async function close(): Promise<void> {
  for (const store of opened.splice(0)) await store.close();
}

function inFile<T>(run: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(folder, 'apps', 'app.db'));
  try {
    return run(database);
  } finally {
    database.close();
  }
}

/** The counts that the file keeps, with their values as JSON. */
function kept(): Record<string, Record<string, number> | null> {
  const text = inFile((database) => database.prepare('SELECT counts FROM "_tables"').get()?.['counts']) as string | null;
  const fields = Object.entries(JSON.parse(text ?? '{}') as Record<string, Json[][] | null>);
  const named = (entries: Json[][]) =>
    Object.fromEntries(entries.map((entry) => (entry.length === 1 ? ['missing', entry[0]] : [JSON.stringify(entry[0]), entry[1]])));
  return Object.fromEntries(fields.map(([member, entries]) => [member, entries && (named(entries) as Record<string, number>)]));
}

/** The counts of a member, from the rows themselves. */
async function recounted(rows: Rows, member: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { data } of await rows.find(address)) {
    const key = Object.hasOwn(data, member) ? JSON.stringify(data[member]) : 'missing';
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const values = fc.constantFrom<unknown>(null, true, false, 0, 1, -1.5, 1e21, '', '1', 'true', 'null', 'x', 'xy', 'a\0b', '\ud800', 'ä"\\');
const fields = fc.record({ a: values, b: values, constructor: values }, { requiredKeys: [], noNullPrototype: true });
const simple = fc.oneof(
  values.map((value) => ({ $eq: value })),
  values.map((value) => ({ $ne: value })),
  fc.tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), values).map(([operator, value]) => ({ [operator]: value })),
  fc.array(values, { maxLength: 3 }).map(($in) => ({ $in })),
  fc.boolean().map(($exists) => ({ $exists })),
  fc.constantFrom<Query>({ $type: 'bool' }, { $regex: '^x' }, { $not: { $gt: 0 } }, { $size: 1 }),
);
const path = fc.constantFrom('data.a', 'data.b', 'data.constructor');
const filter = fc.oneof(
  fc.tuple(path, simple).map(([at, test]): Query => ({ [at]: test })),
  fc
    .tuple(fc.constantFrom('$and', '$or', '$nor'), path, fc.array(simple, { minLength: 1, maxLength: 3 }))
    .map(([operator, at, tests]): Query => ({ [operator]: tests.map((each) => ({ [at]: each })) })),
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('insert' as const), rows: fc.array(fields, { minLength: 1, maxLength: 4 }) }) },
  fc.record({ kind: fc.constant('duplicate' as const), fields }),
  fc.record({ kind: fc.constant('set' as const), filter, value: values }),
  fc.record({ kind: fc.constant('unset' as const), filter }),
  fc.record({ kind: fc.constant('failing' as const), filter }),
  fc.record({ kind: fc.constant('replace' as const), filter, fields }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'deleteOne' as const), filter }),
  fc.record({ kind: fc.constantFrom('empty' as const, 'purge' as const, 'reopen' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function take(rows: Rows, { kind, ...taken }: Step): Promise<Rows> {
  const { filter: asked = {}, rows: made = [], fields: data = {} } = taken as { filter?: Query; rows?: object[]; fields?: object };
  const matching = { ...address, ...asked };
  switch (kind) {
    case 'insert':
      await rows.insertMany(made.map((each) => rowOf(each as Record<string, unknown>)));
      break;
    case 'duplicate': {
      const row = rowOf(data as Record<string, unknown>);
      await expect(rows.insertMany([row, row])).rejects.toMatchObject({ code: expect.anything() });
      break;
    }
    case 'set':
      await rows.updateMany(matching, { $set: { 'data.a': (taken as { value?: unknown }).value } });
      break;
    case 'unset':
      await rows.updateMany(matching, { $unset: { 'data.b': '' } });
      break;
    case 'failing':
      // Beside a write that stays: only the failed one is rolled back.
      await Promise.allSettled([rows.insertOne(rowOf({ a: 7 })), rows.updateMany(matching, { $inc: { 'data.a': 1 } })]);
      break;
    case 'replace': {
      const found = await rows.findOne(matching);
      const row = { ...rowOf(data as Record<string, unknown>), ...(found === null ? {} : { _id: found._id }) };
      await rows.replaceOne({ ...address, _id: row._id }, row, { upsert: true });
      break;
    }
    case 'delete':
      await rows.deleteMany(matching);
      break;
    case 'deleteOne':
      await rows.deleteOne(matching);
      break;
    case 'empty':
      await rows.deleteMany(address);
      break;
    case 'purge':
      await rows.deleteMany({ appId: 'app' });
      break;
    case 'reopen':
      await close();
      return open();
  }
  return rows;
}

test('keeps the counts of the rows, and counts as the matcher does', async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 3, maxLength: 12 }),
    fc.array(filter, { minLength: 3 }),
    async (steps, asked) => {
      let rows = await open();
      await rows.declareFields(table, declared('a', 'b', 'constructor'));
      await rows.insertOne(rowOf({}));
      for (const each of steps) {
        rows = await take(rows, each);
        // A purge has removed the table, and a store that was opened since knows no fields.
        await rows.insertOne(rowOf({ b: 'x' }));
        await rows.declareFields(table, declared('a', 'b', 'constructor'));
        const all = (await rows.find(address)) as unknown as Document[];
        expect(await rows.count(address)).toBe(all.length);
        for (const member of ['a', 'b', 'constructor']) expect(kept()[member], each.kind).toEqual(await recounted(rows, member));
        for (const query of asked)
          expect(await rows.count({ ...address, ...query }), JSON.stringify(query)).toBe(
            all.filter(compileFilter(parseFilter(query))).length,
          );
      }
      await rows.deleteMany({ appId: 'app' });
      await close();
    },
  );
  await fc.assert(property, { numRuns: Number(process.env['STORE_RUNS'] ?? 30), seed: Number(process.env['STORE_SEED'] ?? 20_260_103) });
}, 60_000);

test.each<[string, (at: number) => Record<string, unknown>, number, Record<string, unknown>]>([
  ['as many values as are counted', (at) => ({ a: at }), 64, { a: expect.objectContaining({ '0': 1, '63': 1 }) }],
  ['more values', (at) => ({ a: at, b: at % 2 }), 65, { a: null, b: { '0': 33, '1': 32 } }],
  ['a text of 100 characters', () => ({ a: 'x'.repeat(100) }), 2, { a: { [`"${'x'.repeat(100)}"`]: 2 } }],
  ['a longer text', () => ({ a: 'x'.repeat(101) }), 2, { a: null }],
  ['a list', (at) => ({ a: at === 1 ? [1] : 1 }), 2, { a: null }],
  ['an object', (at) => ({ a: at === 1 ? {} : 1 }), 2, { a: null }],
  [
    'texts too long in sum',
    (at) => ({ a: `${at}`.padStart(60, 'x'), b: `${at % 9}` }),
    60,
    { a: null, b: expect.objectContaining({ '"0"': 7 }) },
  ],
  ['a number that JSON does not have', () => ({ a: 1e308 }), 1, { a: { null: 1 } }],
])('counts, or drops, a field with %s, in rows before and after its index', async (_name, dataOf, count, wanted) => {
  const rows = await open();
  const made = rowsOf(count, dataOf);
  const double = { $mul: { 'data.a': 10 } };
  const isLarge = made[0]?.data['a'] === 1e308;
  await rows.declareFields(table, declared('a', 'b'));
  for (const row of made) await rows.insertOne(row);
  if (isLarge) await rows.updateMany(address, double);
  expect(kept()).toMatchObject(wanted);
  await rows.deleteMany({ appId: 'app' });
  await rows.declareFields(table, []);
  await rows.insertMany(made);
  if (isLarge) await rows.updateMany(address, double);
  expect(kept()).toEqual({});
  await rows.declareFields(table, declared('a', 'b'));
  expect(kept()).toMatchObject(wanted);
});

test('counts a dropped field again once its type changes, or all rows are deleted', async () => {
  const rows = await open();
  await rows.declareFields(table, declared('a'));
  const made = rowsOf(65, (at) => ({ a: at }));
  await rows.insertMany(made);
  await rows.deleteMany({ ...address, 'data.a': { $gte: 2 } });
  await rows.declareFields(table, declared('a'));
  expect(kept()).toEqual({ a: null });
  await rows.declareFields(table, [{ path: 'a', type: 'number' }]);
  expect(kept()).toEqual({ a: { '0': 1, '1': 1 } });
  await rows.insertMany(made.slice(2));
  expect(kept()).toEqual({ a: null });
  await rows.deleteMany(address);
  expect(kept()).toEqual({ a: {} });
  await rows.declareFields(table, []);
  expect(kept()).toEqual({});
});

test.each([
  ['on the event loop', 100],
  ['in a process', 2100],
])('counts the rows of a file of an earlier release once its fields are declared, %s', async (_name, count) => {
  const before = await open();
  await before.declareFields(table, declared('done', 'title'));
  await before.insertMany(rowsOf(count, (at) => ({ done: at % 4 === 0 ? true : at % 4 === 1 ? 1 : false, title: `Task ${at}` })));
  await close();
  inFile((database) => database.exec('ALTER TABLE "_tables" DROP COLUMN counts'));
  const rows = await open();
  expect(await rows.count({ ...address, 'data.done': true })).toBe(count / 4);
  await rows.insertOne(rowOf({ done: true }));
  await rows.updateOne({ ...address, 'data.done': 1 }, { $set: { 'data.done': true } });
  await rows.deleteOne({ ...address, 'data.done': false });
  expect(await rows.count({ ...address, 'data.done': true })).toBe(count / 4 + 2);
  await rows.declareFields(table, declared('done', 'title'));
  expect(kept()).toEqual({ done: await recounted(rows, 'done'), title: null });
  expect(await rows.count({ ...address, 'data.done': true })).toBe(count / 4 + 2);
});

test('keeps the counts of rows that two processes write', async () => {
  const [one, other] = [await open(), await open()];
  for (const rows of [one, other]) await rows.declareFields(table, declared('n'));
  const writing = [one, other].map(async (rows, at) => {
    for (let n = 0; n < 40; n++) {
      await rows.insertMany(rowsOf(2, () => ({ n: n % 5 })));
      await rows.updateOne({ ...address, 'data.n': n % 5 }, { $set: { 'data.n': 10 + at } });
      if (n % 10 === 0) await rows.deleteMany({ ...address, 'data.n': 10 + (1 - at) });
    }
  });
  await Promise.all(writing);
  expect(kept()).toEqual({ n: await recounted(one, 'n') });
  for (const rows of [one, other])
    expect(await rows.count({ ...address, 'data.n': { $gte: 10 } })).toBe(
      await one.count({ ...address, $or: [{ 'data.n': 10 }, { 'data.n': 11 }] }),
    );
});

test('keeps what other writes of the commit have noted when several statements are rolled back', async () => {
  const spec = partitionedSpec.partition;
  const checkpoints = new Checkpoints();
  const file = new PartitionFile('app', {
    ...{ spec, file: join(folder, 'app.db'), durable: false, writability: new Writability(), checkpoints },
    declared: () => [{ path: 'data.a', type: 'string' }],
  });
  const insert = (a: Json) => () => new TableWriter(spec, file, 'Task').insert(storedRow(spec, rowOf({ a }) as unknown as Document));
  const failing = [
    () => file.alter('Task', () => expect.fail()),
    () => {
      insert([1])();
      expect.fail();
    },
  ];
  const outcomes = await Promise.allSettled([
    file.write(insert(1)),
    ...failing.map((run) => file.write(run, true)),
    file.write(insert(true)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  const found = file.table('Task');
  expect(found?.rows).toBe(2);
  expect(found?.kinds.get('data.a')).not.toBe('array');
  expect([...(found?.counts?.fields.get('a')?.values ?? [])]).toEqual([
    [1, 1],
    [true, 1],
  ]);
  file.close();
  await checkpoints.close();
});
