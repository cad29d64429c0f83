import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Aggregation, PartitionedCollection, Query, Sort } from '../../../contract/store.ts';
import type { Store } from '../../../ports/store.ts';
import { demandAgreement } from '../../agreement.suite.ts';
import { documents, filter, sort } from '../../arbitraries.suite.ts';
import { Groups } from '../../documents/aggregation.ts';
import { parseFilter } from '../../documents/filter.ts';
import { compileFilter } from '../../documents/match.ts';
import { parseSort, sortBy } from '../../documents/shape.ts';
import type { Document } from '../../documents/values.ts';
import { openSqliteStore } from '../../index.ts';
import { memoryCollection } from '../../memory.suite.ts';
import { address, aggregating, demandSameAggregates, inPartition, tableQuestion } from '../../partitioned.suite.ts';
import { partitionedSpec } from '../../partitions.suite.ts';
import { Statements } from '../statements.ts';
import { readTable } from './file.ts';
import { type Bounds, boundsOf, Planner, type Question } from './plan.ts';
import { Reader } from './reader.ts';
import type { Table } from './table.ts';

let folder = '';
let store: Store;
let rows: PartitionedCollection<never>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-agreement-'));
  store = await openSqliteStore({ file: join(folder, 'sayso.db'), durable: false });
  rows = (await store.openPartitioned('rows', partitionedSpec)) as PartitionedCollection<never>;
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const fields = ['a', 'b', 'c'].map((path) => ({ path, type: 'string' as const }));
const table = { key: address.appId, table: address.entity };

test.each([
  [false, false],
  [true, false],
  [true, true],
])('agrees with the reference implementation, indexed: %s, flat: %s', async (indexed, flat) => {
  await rows.declareFields(table, indexed ? fields : []);
  await demandAgreement(inPartition(rows, { flat }), memoryCollection(), { runs: 200, questions: tableQuestion });
});

test.each([false, true])('aggregates as the reference implementation does, indexed: %s', async (indexed) => {
  await rows.declareFields(table, indexed ? fields : []);
  const memory = memoryCollection();
  const reference = {
    replace: async (list: readonly { readonly _id: string }[]) => {
      await memory.deleteMany({});
      await memory.insertMany(list);
    },
    async aggregate(query: Query, aggregation: Aggregation) {
      const groups = new Groups(aggregation);
      for (const { _id, ...data } of await memory.find(query)) groups.add({ _id, data });
      return groups.rows();
    },
  };
  await demandSameAggregates(aggregating(rows), reference, 100);
});

/** Bounds so small that each plan is chosen for a few documents. */
const bounds: readonly Bounds[] = [1, 2, 4].flatMap((few) => [
  { candidates: few, entries: few, rows: 1, scans: true },
  { candidates: few, entries: 100, rows: few, scans: true },
]);

const scalars = fc.constantFrom<unknown>(null, true, false, -1, 0, 1, 2, '', 'x', 'xy', 'ä', '1');
/** Fields of one kind each, so that indexes answer by themselves. */
const simple = fc
  .array(
    fc.record(
      { a: fc.constantFrom<unknown>(null, 0, 1, 'x', 'xy'), b: fc.constantFrom<unknown>(null, true, false), c: scalars },
      { requiredKeys: [], noNullPrototype: true },
    ),
    { minLength: 3, maxLength: 12 },
  )
  .map((list) => list.map((each, at) => ({ _id: `d${String(at).padStart(2, '0')}`, ...each })));
const condition = fc.oneof(
  scalars,
  fc.tuple(fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte'), scalars).map(([operator, value]) => ({ [operator]: value })),
  fc.array(scalars, { maxLength: 3 }).map(($in) => ({ $in })),
  fc.constantFrom({ $regex: '^x' }, { $regex: 'x' }),
);
const simpleFilter = fc.dictionary(fc.constantFrom('a', 'b', 'c', '_id'), condition, { maxKeys: 2, noNullPrototype: true });
const simpleSort: fc.Arbitrary<Sort> = fc
  .tuple(fc.constantFrom('a', 'b', 'c', '_id'), fc.constantFrom<1 | -1>(1, -1))
  .map(([path, direction]) => (path === '_id' ? { _id: direction } : { [path]: direction, _id: direction }));

function inFields(query: Query): Query {
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      if (Array.isArray(value) && key.startsWith('$')) return [key, value.map((each) => inFields(each as Query))];
      return [key === '_id' ? key : `data.${key}`, value];
    }),
  );
}

/** Every plan of a question, with its rows. */
function* answers(known: Table, statements: Statements, question: Question): Generator<[plan: string, ids: string[]]> {
  for (const bound of bounds) {
    const reader = new Reader(known, statements);
    for (const plan of new Planner(known, statements, bound).pages(question)) {
      const ids = reader.ids<string>(plan, '_id');
      const walks = plan.selections.map(({ filter: tested, order }) => [tested, order.walk, order.sql]);
      if (ids !== null) yield [JSON.stringify([bound, walks]), ids];
    }
  }
}

test.each([
  // A sort by one path: two lists of one document have no order.
  ['any', documents, filter, sort.filter((keys) => Object.keys(keys).length < 3 && !/\d/.test(Object.keys(keys).join()))],
  ['scalar', simple, simpleFilter, simpleSort],
] as const)('finds the same rows by each plan, with %s fields', async (_name, made, filters, sorts) => {
  await rows.declareFields(table, fields);
  const asked = fc.array(fc.tuple(filters, sorts, fc.nat(2), fc.nat(4)), { minLength: 3 });
  const property = fc.asyncProperty(made, asked, async (list, questions) => {
    const all = inPartition(rows, { flat: false });
    await all.deleteMany({});
    await all.insertMany(list as never);
    const stored = list.map(({ _id, ...data }) => ({ _id, data })) as unknown as Document[];
    const database = new DatabaseSync(join(folder, 'apps', `${address.appId}.db`), { readOnly: true });
    const statements = new Statements(database);
    const known = readTable(statements, partitionedSpec.partition, address.entity) as Table;
    for (const [query, order, skip, limit] of questions) {
      const question = { filter: parseFilter(inFields(query)), sort: parseSort(inFields(order) as Sort), skip, limit, after: null };
      const matching = sortBy(stored.filter(compileFilter(question.filter)), question.sort, (document) => document).map(({ _id }) => _id);
      const wanted = matching.slice(skip, limit === 0 ? undefined : skip + limit);
      for (const [plan, ids] of answers(known, statements, question))
        expect(ids, `${JSON.stringify([query, order, skip, limit])} by ${plan}`).toEqual(wanted);
      const count = new Planner(known, statements, boundsOf(known, question.filter)).count(question.filter);
      expect(count ?? matching.length, JSON.stringify(query)).toBe(matching.length);
    }
    database.close();
  });
  await fc.assert(property, { numRuns: Number(process.env['STORE_RUNS'] ?? 100), seed: Number(process.env['STORE_SEED'] ?? 20_260_101) });
});

/** What happens between two pages; `at` selects a row. */
const steps = fc.array(
  fc.record({ limit: fc.integer({ min: 1, max: 3 }), removed: fc.option(fc.nat(20)), added: fc.option(simple) }, { noNullPrototype: true }),
  { minLength: 2, maxLength: 8 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;
const pagedSort = fc.oneof(
  simpleSort,
  fc.tuple(fc.constantFrom<1 | -1>(1, -1), fc.constantFrom<1 | -1>(1, -1)).map(([a, id]): Sort => ({ a, b: 1, _id: id })),
);

test('continues after a row while others are inserted and deleted', async () => {
  await rows.declareFields(table, fields);
  const all = inPartition(rows, { flat: true });
  /** The rows after some were inserted, and one deleted that is not the last of the page. */
  const changed = async (stored: readonly Document[], last: Document | null, { removed, added }: Step, page: number) => {
    const some = (added ?? []).map((each) => ({ ...each, _id: `${each._id}.${page}` }));
    await all.insertMany(some as never);
    const gone = removed === null ? undefined : stored[removed % stored.length];
    const isGone = gone !== undefined && gone !== last;
    if (isGone) await all.deleteMany({ _id: gone['_id'] });
    return [...stored.filter((each) => !isGone || each !== gone), ...(some as unknown as Document[])];
  };
  const property = fc.asyncProperty(simple, simpleFilter, pagedSort, steps, async (list, query, order, pages) => {
    await all.deleteMany({});
    await all.insertMany(list as never);
    let stored = [...list] as unknown as Document[];
    const keys = parseSort(order);
    let last: Document | null = null;
    for (const [page, step] of pages.entries()) {
      const { limit } = step;
      stored = await changed(stored, last, step, page);
      const sorted = sortBy(stored, keys, (document) => document);
      const later: readonly Document[] = last === null ? sorted : sorted.slice(sorted.indexOf(last) + 1);
      const wanted: readonly Document[] = later.filter(compileFilter(parseFilter(query))).slice(0, limit);
      const found = await all.find(query, { sort: order, limit, ...(last === null ? {} : { after: last['_id'] as string }) });
      expect(found, JSON.stringify([query, order, last])).toEqual(wanted);
      last = wanted.at(-1) ?? last;
    }
  });
  await fc.assert(property, { numRuns: Number(process.env['STORE_RUNS'] ?? 100), seed: Number(process.env['STORE_SEED'] ?? 20_260_102) });
});
