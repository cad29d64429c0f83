import type { Aggregation, PartitionSpec, Query, Sort } from '../../../contract/store.ts';
import type { DeclaredIndex } from './indexes.ts';

interface InPartition {
  readonly file: string;
  readonly spec: PartitionSpec;
  readonly key: string;
}

export interface QueryTask extends InPartition {
  readonly table: string;
  readonly raw: Query;
  readonly sort: Sort;
  readonly skip: number;
  /** 0 means no limit. */
  readonly limit: number;
}

export interface AggregateTask extends InPartition {
  readonly table: string;
  readonly raw: Query;
  readonly aggregation: Aggregation;
  /** The most that the result has in JSON; null means no limit. */
  readonly bytes: number | null;
}

export interface BuildTask extends InPartition {
  readonly id: number;
  readonly index: DeclaredIndex;
}

/** What a query process is asked. */
export type Request =
  | { readonly kind: 'ids' | 'count'; readonly task: QueryTask }
  | { readonly kind: 'aggregate'; readonly task: AggregateTask }
  | { readonly kind: 'build'; readonly task: BuildTask };

/** What it answers: the value as JSON, why the query is no valid input, or that its result is too large. */
export type Answer = { readonly json: string } | { readonly invalid: string } | { readonly isTooLarge: true };
