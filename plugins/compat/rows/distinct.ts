import type { EntitySchema } from '@sayso/apps/ref';
import type { AggregatedRows, AggregateRows } from '@sayso/entities/ref';
import { InvalidCursor, InvalidQuery } from '../errors.ts';
import { isServers, toOurs } from './names.ts';

const MAX_VALUES = 1000;
const SINGLE = new Set(['string', 'number', 'integer', 'boolean']);

/** Which values are wanted: those of the field that follow `after`, the JSON of the last value of the page before. */
export interface DistinctRequest {
  readonly field: string;
  readonly limit: number;
  readonly after: string | undefined;
}

export interface DistinctTable {
  readonly schema: EntitySchema;
  /** The rows of the list, in our words. */
  readonly filter: Readonly<Record<string, unknown>>;
  aggregate(options: AggregateRows): Promise<AggregatedRows>;
  /** The addresses that the caller may know, by account. */
  emails(ids: readonly unknown[]): Promise<ReadonlyMap<string, string>>;
}

/** The different values of a field, ascending, without null. `hasMore`: further values follow. */
export async function distinctValues(table: DistinctTable, request: DistinctRequest) {
  if (request.limit > MAX_VALUES) throw new InvalidQuery(`\`limit\` must be from 1 to ${MAX_VALUES} for \`distinct\`.`);
  const values = isWalked(table.schema, request.field) ? await walk(table, request) : await collect(table, request);
  return { values: values.slice(0, request.limit), hasMore: values.length > request.limit };
}

/** Whether the store can continue after a value: lists count element by element, and creators are known by their addresses. */
function isWalked(schema: EntitySchema, field: string): boolean {
  if (isServers(schema, field)) return field !== 'created_by';
  return SINGLE.has((Object.hasOwn(schema.properties, field) ? schema.properties[field]?.type : undefined) ?? '');
}

async function walk({ schema, filter, aggregate }: DistinctTable, { field, limit, after }: DistinctRequest): Promise<unknown[]> {
  const ours = toOurs(schema, field);
  const bounds = { $ne: null, ...(after === undefined ? {} : { $gt: valueIn(after) }) };
  const { rows, truncated } = await aggregate({ query: { $and: [filter, { [ours]: bounds }] }, groupBy: ours, count: false, limit });
  const values = rows.map((row) => row[ours]);
  // One that is cut off by the caller says that more follow.
  return truncated ? [...values, null] : values;
}

async function collect({ schema, filter, ...table }: DistinctTable, { field, after }: DistinctRequest): Promise<unknown[]> {
  const ours = toOurs(schema, field);
  const { rows, truncated } = await table.aggregate({ query: filter, groupBy: ours, count: false, limit: MAX_VALUES });
  if (truncated)
    throw new InvalidQuery(`\`${field}\` has too many different values for \`distinct\`. Filter the rows, or read them with \`fields\`.`);
  const given = rows.flatMap((row) => row[ours]);
  const isAddress = field === 'created_by' && isServers(schema, field);
  const emails = isAddress ? await table.emails(given) : null;
  const values = new Map(given.map((value) => (emails ? emails.get(String(value)) : value)).map((value) => [JSON.stringify(value), value]));
  const last = after === undefined ? undefined : valueIn(after);
  return [...values.values()]
    .filter((value) => value !== null && value !== undefined && (last === undefined || compare(value, last) > 0))
    .sort(compare);
}

function valueIn(after: string): unknown {
  try {
    return JSON.parse(after);
  } catch {
    throw new InvalidCursor('This cursor is not one of this list.');
  }
}

/** Numbers by size, all else by its text, as in the store. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [textOf(a), textOf(b)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
