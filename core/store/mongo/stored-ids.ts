import type { PartitionSpec, Query } from '../../contract/store.ts';

export interface TableAddress {
  readonly key: string;
  readonly table: string;
}

/** Those of `newId`, and hashes in its format: no two documents have the same, whatever their tables. */
const UNIQUE = /^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Sorts before all characters of ids, so that stored ids sort like ids. */
const END = '\0';
const COMPARING = new Set(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte']);
const LISTING = new Set(['$in', '$nin', '$all']);
const JOINING = new Set(['$and', '$or', '$nor']);

/**
 * The `_id` of a document: ids are unique within their table only, and MongoDB's within a collection, which has all tables of all partitions.
 * Ids that other products have given are followed by the table.
 */
export function storedId({ key, table }: TableAddress, id: string): string {
  return UNIQUE.test(id) ? id : `${id}${END}${key} ${table}`;
}

export function givenId(stored: string): string {
  const end = stored.lastIndexOf(END);
  return end === -1 ? stored : stored.slice(0, end);
}

/** The expression for the stored id of a document in a copy of its partition. */
export function copiedId(spec: PartitionSpec, key: string): object {
  const parts = { $split: ['$_id', END] };
  const own = { $concat: [{ $arrayElemAt: [parts, 0] }, END, { $literal: `${key} ` }, `$${spec.table}`] };
  return { $cond: [{ $gt: [{ $size: parts }, 1] }, own, '$_id'] };
}

/** The bytes of a stored id that are those of the id. */
export function endOfId(source: Uint8Array, start: number, end: number): number {
  const found = source.lastIndexOf(0, end - 1);
  return found < start ? end : found;
}

/** The filter with ids as they are stored. A filter that names no table finds no ids of other products. */
export function withStoredIds(filter: Query, address: TableAddress): Query {
  if (!namesIds(filter)) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([name, condition]) => {
      if (JOINING.has(name) && Array.isArray(condition)) return [name, condition.map((each: Query) => withStoredIds(each, address))];
      return [name, name === '_id' ? conditionOf(condition, address) : condition];
    }),
  );
}

function namesIds(filter: Query): boolean {
  return Object.entries(filter).some(
    ([name, condition]) => name === '_id' || (JOINING.has(name) && Array.isArray(condition) && condition.some(namesIds)),
  );
}

function conditionOf(condition: unknown, address: TableAddress): unknown {
  const stored = (value: unknown) => (typeof value === 'string' ? storedId(address, value) : value);
  if (condition instanceof RegExp) return new RegExp(patternOf(condition.source), condition.flags);
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition)) return stored(condition);
  return Object.fromEntries(
    Object.entries(condition).map(([operator, operand]): [string, unknown] => {
      if (COMPARING.has(operator)) return [operator, stored(operand)];
      if (LISTING.has(operator) && Array.isArray(operand)) return [operator, operand.map(stored)];
      if (operator === '$not') return [operator, conditionOf(operand, address)];
      if (operator === '$regex') return [operator, operand instanceof RegExp ? conditionOf(operand, address) : patternOf(String(operand))];
      return [operator, operand];
    }),
  );
}

/** Matches within the id alone. */
function patternOf(source: string): string {
  const ending = /(?<!\\)(?:\\\\)*\$$/.test(source) ? `${source.slice(0, -1)}(?:\\x00|$)` : source;
  return ending.startsWith('^') ? ending : `^[^\\x00]*(?:${ending})`;
}
