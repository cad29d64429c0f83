import type { EntitySchema } from '@sayso/apps/ref';
import { MAX_JSON_LEVELS, nestsDeeper } from '@sayso/core';
import { InvalidQuery } from '../errors.ts';
import { isServers, toOurs } from './names.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Matches the creator of no row. */
const NO_ONE = '';
const JOINING = new Set(['$and', '$or', '$nor']);

export function parseQuery(q: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(q);
  } catch {
    throw new InvalidQuery('`q` is not valid JSON.', [{ path: 'q', message: 'is not valid JSON' }]);
  }
  // `JSON.stringify(undefined)` and `null` of a client without a query.
  return value === null ? {} : checkQuery(value);
}

export function checkQuery(value: unknown): Fields {
  if (nestsDeeper(value)) throw new InvalidQuery(`The query nests more than ${MAX_JSON_LEVELS} levels deep.`);
  if (!isObject(value)) throw new InvalidQuery('A query must be an object such as {"done": false}.');
  return value;
}

/** The addresses that a filter compares `created_by` with. */
export interface Addresses {
  readonly all: ReadonlySet<string>;
  /** Whether some must not match: an address that the caller may not know would then match rows that it should not. */
  readonly isNegative: boolean;
}

export function addressesIn(schema: EntitySchema, filter: Fields): Addresses {
  const all = new Set<string>();
  let isNegative = false;
  visit(schema, filter, {
    address(value) {
      if (typeof value === 'string') all.add(value);
      return value;
    },
    negation: () => {
      isNegative = true;
    },
  });
  return { all, isNegative };
}

/** The filter in our words. `ids`: the accounts behind addresses; others match no row. */
export function toOurFilter(schema: EntitySchema, filter: Fields, ids: ReadonlyMap<string, string>): Fields {
  const address = (value: unknown) => (typeof value === 'string' ? (ids.get(value) ?? NO_ONE) : value);
  return visit(schema, filter, { address, negation: () => undefined });
}

interface Visitor {
  address(value: unknown): unknown;
  negation(): void;
}

/** Maps the names of fields, and the values that `created_by` is compared with. Both names of a field may occur: the parts join. */
function visit(schema: EntitySchema, filter: Fields, visitor: Visitor): Fields {
  const parts = Object.entries(filter).map(([key, condition]): [string, unknown] => {
    if (JOINING.has(key) && Array.isArray(condition)) {
      if (key === '$nor') visitor.negation();
      return [key, condition.map((one: unknown) => (isObject(one) ? visit(schema, one, visitor) : one))];
    }
    const isAddress = key === 'created_by' && isServers(schema, key);
    return [toOurs(schema, key), anyOf(isAddress ? mapAddresses(condition, visitor) : condition)];
  });
  const isDouble = new Set(parts.map(([key]) => key)).size < parts.length;
  return isDouble ? { $and: parts.map(([key, condition]) => Object.fromEntries([[key, condition]])) } : Object.fromEntries(parts);
}

/** A plain list means any of its values. */
function anyOf(condition: unknown): unknown {
  return Array.isArray(condition) ? { $in: condition } : condition;
}

const POSITIVE = new Set(['$eq', '$in', '$exists']);
const NEGATIVE = new Set(['$ne', '$nin', '$not']);

/** Addresses are equal or not: a part of one, or its order, has no counterpart among the ids of accounts. */
function mapAddresses(condition: unknown, visitor: Visitor): unknown {
  if (Array.isArray(condition)) return condition.map((value) => visitor.address(value));
  if (!isObject(condition)) return visitor.address(condition);
  return Object.fromEntries(
    Object.entries(condition).map(([operator, value]) => {
      if (NEGATIVE.has(operator)) visitor.negation();
      else if (!POSITIVE.has(operator)) throw new InvalidQuery('`created_by` can only be compared by $eq, $ne, $in, $nin and $exists.');
      return [operator, mapAddresses(value, visitor)];
    }),
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
