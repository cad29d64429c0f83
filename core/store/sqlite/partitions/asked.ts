import type { PageOptions, PartitionSpec, Query } from '../../../contract/store.ts';
import { type Filter, parseFilter } from '../../documents/filter.ts';
import { tableOf } from '../../documents/partition.ts';
import { checkPage, parseSort } from '../../documents/shape.ts';
import { folded } from './fold.ts';
import type { Question } from './plan.ts';

/** A table of a partition. */
export interface TableAddress {
  readonly key: string;
  readonly table: string;
}

/** What is asked of one table: the caller's filter, and the same without the partition. */
export interface Asked {
  readonly address: TableAddress;
  readonly raw: Query;
  readonly filter: Filter;
  readonly options: PageOptions;
}

/** Throws `InvalidInput`. Without an address the filter fixes the table. */
export function asked(spec: PartitionSpec, raw: Query, options: PageOptions, address?: TableAddress): Asked {
  options.signal?.throwIfAborted();
  const parsed = parseFilter(raw);
  const at = address ?? tableOf(spec, parsed);
  parseSort(options.sort ?? {});
  checkPage(options);
  return { address: at, raw, filter: folded(spec, parsed, at), options };
}

export function questionOf({ filter, options }: Asked, after: Question['after'] = null): Question {
  return { filter, sort: parseSort(options.sort ?? {}), ...checkPage(options), after };
}
