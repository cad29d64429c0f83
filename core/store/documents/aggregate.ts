import { Aggregator } from 'mingo';
import type { FindOptions, Query, Sort } from '../../contract/store.ts';
import type { Document } from './values.ts';

/** Hands the stages at the start that are a find to `find`, and runs the rest in memory. */
export function runPipeline<R>(pipeline: readonly Query[], find: (filter: Query, options: FindOptions) => Document[]): R[] {
  const rest = [...pipeline];
  const filter = '$match' in (rest[0] ?? {}) ? (rest.shift()?.$match as Query) : {};
  const sort = '$sort' in (rest[0] ?? {}) ? (rest.shift()?.$sort as Sort) : null;
  const documents = find(filter, sort === null ? {} : { sort });
  return rest.length === 0 ? (documents as R[]) : (new Aggregator(rest as Record<string, never>[]).run(documents) as R[]);
}
