import type { Comparison, Filter, Test } from '../../documents/filter.ts';
import type { Json } from '../../documents/values.ts';
import { Builder, isBindable } from '../condition.ts';
import { plainPattern } from '../pattern.ts';
import { all } from './fold.ts';
import { partitionPaths } from './layout.ts';
import { firstMs, idStart, type Table } from './table.ts';

/** A condition that an index decides by itself. */
export interface Term {
  /** The indexed path. */
  readonly path: string;
  readonly kind: 'equal' | 'in' | 'range';
  readonly filter: Filter;
}

/** A filter as conditions that all hold: those of indexes, and the others. */
export interface Terms {
  readonly terms: readonly Term[];
  readonly rest: readonly Filter[];
}

export function termsOf(table: Table, filter: Filter): Terms {
  const parts = filter.kind === 'and' ? filter.parts : [filter];
  const terms: Term[] = [];
  const rest: Filter[] = [];
  for (const part of parts.flatMap((each) => (each.kind === 'and' ? each.parts : [each]))) {
    const term = part.kind === 'field' ? termOf(table, part.path, part.test) : null;
    if (term === null || !isExact(table, term.filter)) rest.push(part);
    else terms.push(term);
  }
  return { terms, rest };
}

function isExact(table: Table, filter: Filter): boolean {
  const { upper, lower } = new Builder(filter, table.pathKinds, partitionPaths(table.spec)).build(filter);
  return upper === lower;
}

/** Whether an index on the path holds all its values as they compare. */
export function isIndexed(table: Table, path: string): boolean {
  if (path === '_id') return true;
  const kind = table.kinds.get(path);
  return kind !== undefined && kind !== 'mixed' && kind !== 'array';
}

export function field(path: string, test: Test): Filter {
  return { kind: 'field', path: path.split('.'), test };
}

export function compare(path: string, operator: Comparison, value: Json): Filter {
  return field(path, { kind: 'compare', operator, value });
}

function termOf(table: Table, segments: readonly string[], test: Test): Term | null {
  const path = segments.join('.');
  if (path === table.spec.time && table.isOrdered) return timeTerm(test);
  if (!isIndexed(table, path)) return null;
  const filter = field(path, test);
  if (test.kind === 'in') return test.values.every(isIndexable) ? { path, kind: 'in', filter } : null;
  if (test.kind === 'regex') return prefixTerm(path, test.regex);
  if (test.kind !== 'compare' || !(isIndexable(test.value) || test.value === null)) return null;
  return { path, kind: test.operator === '$eq' ? 'equal' : 'range', filter };
}

/** Whether an index finds the value by itself. */
export function isIndexable(value: Json): boolean {
  if (typeof value === 'string') return isBindable(value);
  return typeof value === 'number' || typeof value === 'boolean';
}

/** A condition on the time of creation, as one on the ids. */
function timeTerm(test: Test): Term | null {
  if (test.kind !== 'compare' || typeof test.value !== 'string') return null;
  const { operator, value } = test;
  const from = idStart(firstMs(value, operator === '$gt'));
  const until = idStart(firstMs(value, operator === '$eq' || operator === '$lte'));
  const lower = operator === '$lt' || operator === '$lte' ? [] : [compare('_id', '$gte', from)];
  const upper = operator === '$gt' || operator === '$gte' ? [] : [compare('_id', '$lt', until)];
  return { path: '_id', kind: 'range', filter: all([...lower, ...upper]) };
}

/** The texts with a prefix, as a range: UTF-8 sorts by code points. */
function prefixTerm(path: string, regex: RegExp): Term | null {
  const pattern = plainPattern(regex);
  if (pattern === null || !pattern.start || pattern.end || pattern.ignoresCase || pattern.text === '') return null;
  const points = Array.from(pattern.text, (character) => character.codePointAt(0) as number);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return null;
  const next = last + 1 === 0xd800 ? 0xe000 : last + 1;
  const range = [compare(path, '$gte', pattern.text), compare(path, '$lt', String.fromCodePoint(...points, next))];
  return { path, kind: 'range', filter: all(range) };
}
