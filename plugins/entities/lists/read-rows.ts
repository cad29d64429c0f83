import { BudgetExceeded, type PageOptions, type Query, type ReadBudget } from '@sayso/core';
import { InvalidQuery } from '../errors.ts';

const INDEXED: readonly string[] = ['_id', 'appId', 'entity', 'createdAt'];

/** A caller's query. */
export interface RowQuery {
  readonly filter: Query;
  readonly options: PageOptions;
}

/** Runs a caller's query within the budget of one call; throws `InvalidQuery` naming the part at fault. */
export async function withinBudget<T>(
  { filter, options }: RowQuery,
  budget: ReadBudget,
  read: (filter: Query, options: PageOptions) => Promise<T>,
): Promise<T> {
  try {
    return await read(filter, { ...options, budget });
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    throw error.spent === 'bytes' ? new ListTooLarge(budget.bytes) : tooSlow(filter, options);
  }
}

/** The rows exceed their budget of bytes. */
export class ListTooLarge extends InvalidQuery {
  constructor(bytes: number) {
    const size = bytes >= 1_000_000 ? `${Math.round(bytes / 1_000_000)} MB` : `${bytes} bytes`;
    const message = `These rows have more than ${size} together. Ask for fewer with \`limit\`, or for some of their \`fields\`.`;
    super(message, [{ path: 'limit', message: 'asks for too much' }]);
  }
}

function tooSlow(filter: Query, { sort = {} }: PageOptions): InvalidQuery {
  const filtered = scanned(fieldsOf(filter));
  const sorted = scanned(Object.keys(sort));
  const parts = [
    ...(filtered.length > 0 ? [`the filter on ${filtered.join(', ')}`] : []),
    ...(sorted.length > 0 ? [`the sort by ${sorted.join(', ')}`] : []),
  ].join(' and ');
  const fault = parts === '' ? 'its `skip` is too far' : `${parts} must look at every row`;
  return new InvalidQuery(`This query takes too long: ${fault}. Search in fewer fields, or bound \`createdAt\` in the filter.`, [
    { path: filtered.length > 0 ? 'q' : 'sort', message: 'takes too long' },
  ]);
}

function scanned(paths: readonly string[]): string[] {
  const names = paths.filter((path) => !INDEXED.includes(path)).map((path) => `\`${path.replace(/^data\./, '')}\``);
  return [...new Set(names)].slice(0, 5);
}

function fieldsOf(filter: Query): string[] {
  return Object.entries(filter).flatMap(([key, value]) => (key.startsWith('$') ? (value as readonly Query[]).flatMap(fieldsOf) : [key]));
}
