import type { EntitySchema } from '@sayso/apps/ref';
import { BudgetExceeded, type PageOptions, type Query, type ReadBudget } from '@sayso/core';
import type { EntitiesConfig } from '../config.ts';
import { InvalidQuery } from '../errors.ts';
import type { Scope } from '../permissions/scope.ts';
import { indexedFields } from '../rows/fields.ts';

/** A field, and the table that it references. */
export interface Expansion {
  readonly field: string;
  readonly table: string;
}

/** A caller's query. */
export interface RowQuery {
  readonly schema: EntitySchema;
  /** The fields whose referenced rows the list has. */
  readonly expansions?: readonly Expansion[];
  readonly filter: Query;
  /** The paths within fields of which only parts are asked for, by the field; none of one that is read and left out of the answer. */
  readonly parts?: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly options: PageOptions;
}

/** The budget of one call that reads a table. */
export function budgetOf({ ownerId: tenant }: Pick<Scope, 'ownerId'>, config: EntitiesConfig, bytes = config.LIST_MAX_BYTES): ReadBudget {
  return { ms: config.QUERY_MAX_MS, bytes, tenant };
}

/** Runs a caller's query within the budget of one call; throws `InvalidQuery` naming the part at fault. */
export async function withinBudget<T>(
  { schema, filter, options }: RowQuery,
  budget: ReadBudget,
  read: (filter: Query, options: PageOptions) => Promise<T>,
): Promise<T> {
  try {
    return await read(filter, { ...options, budget });
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    throw error.spent === 'bytes' ? new ListTooLarge(budget.bytes) : tooSlow(schema, filter, options);
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

/** Names what no index answers: the declared fields of single values have one each. */
function tooSlow(schema: EntitySchema, filter: Query, { sort = {} }: PageOptions): InvalidQuery {
  const filtered = named(unindexed(schema, filter));
  const sorted = named(Object.keys(sort).filter((path) => !isIndexed(schema, path)));
  const parts = [
    ...(filtered.length > 0 ? [`the filter on ${filtered.join(', ')}`] : []),
    ...(sorted.length > 0 ? [`the sort by ${sorted.join(', ')}`] : []),
  ].join(' and ');
  const fault = parts === '' ? 'no one index answers its filter and its sort together, which' : parts;
  const help = 'Filter by a value of a field that fewer rows have, or bound `createdAt` in the filter.';
  return new InvalidQuery(`This query takes too long: ${fault} must look at every row. ${help}`, [
    { path: sorted.length > 0 && filtered.length === 0 ? 'sort' : 'q', message: 'takes too long' },
  ]);
}

function named(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => `\`${path.replace(/^data\./, '')}\``))].slice(0, 5);
}

function isIndexed(schema: EntitySchema, path: string): boolean {
  return path.startsWith('data.') ? indexedFields(schema).has(path.slice('data.'.length)) : true;
}

/** The paths of conditions that no index answers: those in `$or` and `$nor` are tested row by row. */
function unindexed(schema: EntitySchema, filter: Query): string[] {
  return Object.entries(filter).flatMap(([key, condition]) => {
    if (key === '$and') return (condition as readonly Query[]).flatMap((part) => unindexed(schema, part));
    if (key.startsWith('$')) return (condition as readonly Query[]).flatMap(pathsOf);
    return isIndexed(schema, key) && isAnswered(condition) ? [] : [key];
  });
}

const INDEXABLE = new Set(['$eq', '$gt', '$gte', '$lt', '$lte', '$in']);

function isAnswered(condition: unknown): boolean {
  if (Array.isArray(condition)) return false;
  if (typeof condition !== 'object' || condition === null) return true;
  const { $regex, $options, ...rest } = condition as Query;
  const isPrefix = $regex === undefined || (typeof $regex === 'string' && $regex.startsWith('^') && !$regex.endsWith('$') && !$options);
  return isPrefix && Object.keys(rest).every((operator) => INDEXABLE.has(operator));
}

function pathsOf(filter: Query): string[] {
  return Object.entries(filter).flatMap(([key, value]) => (key.startsWith('$') ? (value as readonly Query[]).flatMap(pathsOf) : [key]));
}
