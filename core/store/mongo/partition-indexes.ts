import { type Collection as DriverCollection, MongoServerError } from 'mongodb';
import type { PartitionSpec } from '../../contract/store.ts';
import { indexName } from '../documents/names.ts';
import type { Stored } from './collection.ts';
import { SHAPE } from './shape.ts';

/** The name of the index on the table and `_id`, which finds all documents of a table in the order of their ids. */
const ids = 'ids';

type Indexes = Readonly<Record<string, string>>;

/** Creates the indexes of a partitioned collection, and drops that of earlier releases. */
export async function indexPartitions(rows: DriverCollection<Stored>, spec: PartitionSpec): Promise<void> {
  const { key, table, fields, indexed, time } = spec;
  await createIndexes(rows, spec, {
    [ids]: '_id',
    // Entries for each value of each field: equality in the order of ids, ranges and sorts within a type are one walk.
    fields: `${fields}.$**`,
    shapes: SHAPE,
    ...Object.fromEntries(indexed.map((path) => [path, path])),
  });
  const earlier = indexName({ keys: { [key]: 1, [table]: 1, [time]: -1 } });
  const existing = await rows.listIndexes().toArray();
  if (existing.some(({ name }) => name === earlier)) await rows.dropIndex(earlier);
}

async function createIndexes(rows: DriverCollection<Stored>, { key, table }: PartitionSpec, indexes: Indexes): Promise<void> {
  await rows.createIndexes(
    Object.entries(indexes).map(([name, path]) => ({
      name,
      key: { [key]: 1, [table]: 1, [path]: 1, ...(path === '_id' ? {} : { _id: 1 }) },
    })),
  );
}

const PLAN_NOT_SUPPORTED = 224; // QueryFeatureNotAllowed
const BAD_VALUE = 2;

/** The plan of a query: the index that it uses. */
export interface Plan {
  readonly hint?: string | { readonly $natural: 1 };
}

/** Reads the collection itself. */
const SCAN: Plan = { hint: { $natural: 1 } };

/**
 * Runs a query; again on the index on ids when the engine cannot run the plan that it made with the wildcard index: builds without the
 * slot-based execution engine refuse a sort that the index does not provide.
 */
export async function withIds<T>(run: (plan: Plan) => Promise<T>): Promise<T> {
  try {
    return await run({});
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== PLAN_NOT_SUPPORTED) throw error;
    return onIds(run, SCAN);
  }
}

/** Runs a query on the index on ids, or on `otherwise` in a collection whose index is still being built. */
export async function onIds<T>(run: (plan: Plan) => Promise<T>, otherwise: Plan = {}): Promise<T> {
  try {
    return await run({ hint: ids });
  } catch (error) {
    const isMissing = error instanceof MongoServerError && error.code === BAD_VALUE && error.message.includes('hint');
    if (!isMissing) throw error;
    return run(otherwise);
  }
}
