import type { Aggregation } from '../../../contract/store.ts';
import { Groups, pathsOf } from '../../documents/aggregation.ts';
import type { Filter } from '../../documents/filter.ts';
import type { Document } from '../../documents/values.ts';
import type { Plan, Planner } from './plan.ts';
import type { Reader } from './reader.ts';

/** The plan that reads all rows of a filter, in any order. */
export function planOf(filter: Filter, planner: Planner): Plan {
  for (const plan of planner.pages({ filter, sort: [], skip: 0, limit: 0, after: null })) if (!plan.isWindow) return plan;
  throw new Error('The aggregation has no plan.');
}

/** Aggregates the rows of a plan one at a time, of which it reads the members that it needs. */
export function aggregated(plan: Plan, aggregation: Aggregation, reader: Reader): Document[] {
  const groups = new Groups(aggregation);
  for (const document of reader.members(plan, pathsOf(aggregation))) groups.add(document);
  return groups.rows();
}
