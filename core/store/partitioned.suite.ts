import fc from 'fast-check';
import type { PartitionedCollection, PartitionedSpec, Query, Sort } from '../contract/store.ts';
import type { Answering } from './agreement.suite.ts';
import { filter, findOptions, type Question, sort, update } from './arbitraries.suite.ts';
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
