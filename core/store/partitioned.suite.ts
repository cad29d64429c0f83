import fc from 'fast-check';
import type { Aggregation, AggregationMeasure, PartitionedCollection, PartitionedSpec, Query, Sort } from '../contract/store.ts';
import type { Answering } from './agreement.suite.ts';
import { documents, filter, findOptions, type Question, sort, update } from './arbitraries.suite.ts';
import type { partitionedSpec } from './partitions.suite.ts';

type Row = typeof partitionedSpec extends PartitionedSpec<infer R> ? R : never;
export const address = { appId: 'random', entity: 'Any' };
const joining = new Set(['$and', '$or', '$nor']);

/** The path of a field of any document in the rows of a partition. */
const inRow = (path: string): string => (path === '_id' ? path : `data.${path}`);

function filterInRow(filter: Query): Query {
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]) =>
      joining.has(key) ? [key, (value as readonly Query[]).map(filterInRow)] : [key.startsWith('$') ? key : inRow(key), value],
    ),
  );
}

function updateInRow(update: Query): Query {
  return Object.fromEntries(
    Object.entries(update).map(([operator, changes]) => [
      operator,
      Object.fromEntries(
        Object.entries(changes as Query).map(([path, value]) => [inRow(path), operator === '$rename' ? inRow(value as string) : value]),
      ),
    ]),
  );
}

const sortInRow = (sort: Sort): Sort => Object.fromEntries(Object.entries(sort).map(([path, direction]) => [inRow(path), direction]));

const fromRow = ({ _id, data }: { readonly _id?: string; readonly data?: object }) => ({ ...(_id === undefined ? {} : { _id }), ...data });

/** A collection of any documents as the fields of rows of one table; `flat`: read in the flat form where it has all that is asked for. */
export function inPartition(rows: PartitionedCollection<Row>, { flat }: { readonly flat: boolean }): Answering {
  const filterOf = (filter: Query): Query => ({ ...address, $and: [filterInRow(filter)] });
  return {
    async find(filter, { sort = {}, projection, ...options } = {}) {
      const asked = { ...options, sort: sortInRow(sort) };
      if (flat && projection === undefined) {
        const found = JSON.parse(await rows.findFlat(filterOf(filter), asked)) as { id: string }[];
        return found.map(({ id, ...fields }) => {
          const { createdAt: _createdAt, creatorId: _creatorId, ...own } = fields as Record<string, unknown>;
          return { _id: id, ...own };
        });
      }
      const names = projection && Object.fromEntries(Object.entries(projection).map(([path, included]) => [inRow(path), included]));
      return (await rows.find(filterOf(filter), { ...asked, ...(names ? { projection: names } : {}) })).map(fromRow) as never;
    },
    count: (filter) => rows.count(filterOf(filter)),
    distinct: (path, filter = {}) => rows.distinct(inRow(path), filterOf(filter)),
    insertMany: (documents) =>
      rows.insertMany(
        documents.map(({ _id, ...data }) => ({ _id, ...address, createdAt: '2026-01-01T00:00:00.000Z', creatorId: null, data })),
      ),
    updateMany: (filter, update) => rows.updateMany(filterOf(filter), updateInRow(update)),
    async findOneAndUpdate(filter, update, { sort = {} } = {}) {
      const row = await rows.findOneAndUpdate(filterOf(filter), updateInRow(update), { sort: sortInRow(sort) });
      return row === null ? null : (fromRow(row) as never);
    },
    deleteMany: (filter) => rows.deleteMany(filterOf(filter)),
  };
}

/** Operations on one table, which upserts cannot address. */
export const tableQuestion: fc.Arbitrary<Question> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('find' as const), filter, sort, options: findOptions }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('count' as const), filter }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('updateOne' as const, 'updateMany' as const),
      filter,
      update,
      upsert: fc.constant(false),
    }),
  },
);

const path = fc.constantFrom('a', 'b', 'c', 'a.b', 'b.c', 'a.b.c').map((name) => `data.${name}`);
const dates = fc.constantFrom('2026-01-31', '2026-01-26T10:00:00.000Z', '2026-02-30', '2025-12-31 late', '20260101', 'x', 1, null, [
  '2026-01-01',
]);
/** Documents whose field `b` often has dates. */
export const datedDocuments = fc
  .tuple(documents, fc.array(dates, { minLength: 7, maxLength: 7 }), fc.boolean())
  .map(([list, values, isDated]) => (isDated ? list.map((each, at) => ({ ...each, b: values[at] })) : list));
const unit = fc.constantFrom(undefined, 'day' as const, 'week' as const, 'month' as const, 'year' as const);
const measure = fc.oneof(
  fc.constant({ kind: 'count' as const }),
  fc.record({ kind: fc.constantFrom('sum' as const, 'avg' as const, 'min' as const, 'max' as const, 'distinct' as const), path }),
);
const having = fc.constantFrom<Query>({}, {}, { m0: { $gt: 1 } }, { $or: [{ m0: null }, { g0: { $gte: 'a' } }] });

/** Random aggregations in a total order. */
export const aggregation: fc.Arbitrary<Aggregation> = fc
  .tuple(
    fc.array(fc.tuple(path, unit), { maxLength: 2 }),
    fc.array(measure, { minLength: 1, maxLength: 3 }),
    having,
    fc.constantFrom<1 | -1>(1, -1),
    fc.integer({ min: 1, max: 4 }),
  )
  .map(([keys, measured, filtered, direction, limit]) => {
    const groups = keys.map(([each, span], at) => ({ name: `g${at}`, path: each, ...(span === undefined ? {} : { unit: span }) }));
    const measures = measured.map((each, at) => ({ name: `m${at}`, ...each }) as AggregationMeasure);
    const sorted: [string, 1 | -1][] = [['m0', direction], ...groups.map(({ name }): [string, 1 | -1] => [name, 1])];
    const isFiltered = groups.length > 0 || !JSON.stringify(filtered).includes('g0');
    return { groups, measures, having: isFiltered ? filtered : {}, sort: Object.fromEntries(sorted), limit };
  });

/** What an engine aggregates; the reference implementation and both stores have it. */
export interface Aggregating {
  replace(documents: readonly { readonly _id: string }[]): Promise<void>;
  aggregate(filter: Query, aggregation: Aggregation): Promise<readonly unknown[]>;
}

export function aggregating(rows: PartitionedCollection<Row>): Aggregating {
  const all = inPartition(rows, { flat: false });
  return {
    async replace(list) {
      await all.deleteMany({});
      await all.insertMany(list);
    },
    aggregate: (asked, wanted) => rows.aggregate({ ...address, $and: [filterInRow(asked)] }, wanted),
  };
}

/** Property test: random aggregations have the same results. */
export async function demandSameAggregates(left: Aggregating, right: Aggregating, runs: number): Promise<void> {
  const asked = fc.array(fc.tuple(fc.oneof(fc.constant({}), filter), aggregation), { minLength: 1, maxLength: 5 });
  const outcome = async (side: Aggregating, [where, wanted]: [Query, Aggregation]) =>
    side.aggregate(where, wanted).then(
      (found) => JSON.stringify(found),
      (error: Error) => error.name,
    );
  const property = fc.asyncProperty(datedDocuments, asked, async (list, questions) => {
    for (const side of [left, right]) await side.replace(list);
    for (const one of questions) {
      const [first, second] = [await outcome(left, one), await outcome(right, one)];
      if (first !== second) throw new Error(`${JSON.stringify(one)}\n  left:  ${first}\n  right: ${second}`);
    }
  });
  await fc.assert(property, { numRuns: Number(process.env['STORE_RUNS'] ?? runs), seed: Number(process.env['STORE_SEED'] ?? 20_260_103) });
}
