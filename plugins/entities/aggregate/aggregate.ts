import type { EntitySchema } from '@sayso/apps/ref';
import { BudgetExceeded, type PartitionedCollection, type Query, type ReadBudget } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import { InvalidQuery } from '../errors.ts';
import { toFilter } from '../lists/query.ts';
import { among } from '../permissions/reach.ts';
import type { AggregatedRows, AggregateRows } from '../ref.ts';
import { planAggregation } from './plan.ts';

/** Of the results of one aggregation, as JSON. */
export const AGGREGATION_MAX_BYTES = 1_000_000;

export interface AggregatedTable {
  readonly rows: PartitionedCollection<RowDocument>;
  readonly budget: ReadBudget;
  readonly schema: EntitySchema;
  /** The rows that the caller may read. */
  readonly within: Query;
}

/** Groups the rows that a list with the same filter contains; throws `InvalidQuery` for what its table or its budget does not allow. */
export async function aggregateRows({ rows, budget, schema, within }: AggregatedTable, options: AggregateRows): Promise<AggregatedRows> {
  const { aggregation, names } = planAggregation(schema, options);
  const filter = among(within, toFilter(schema, options.query));
  try {
    const found = await rows.aggregate(filter, aggregation, { budget });
    const limit = aggregation.limit - 1;
    const named = found
      .slice(0, limit)
      .map((row) => Object.fromEntries([...names].map(([short, name]): [string, unknown] => [name, row[short] ?? null])));
    return { rows: named, truncated: found.length > limit };
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    throw error.spent === 'time' ? tooSlow() : tooLarge();
  }
}

function tooSlow(): InvalidQuery {
  return new InvalidQuery(
    'This aggregation takes too long: it reads too many rows. Filter them with `query` by a value of a field that fewer rows have, or bound `createdAt`.',
    [{ path: 'query', message: 'takes too long' }],
  );
}

function tooLarge(): InvalidQuery {
  return new InvalidQuery(
    'The results of this aggregation are too large. Group by a field with shorter or fewer values, or lower `limit`.',
    [{ path: 'groupBy', message: 'has too large values' }],
  );
}
