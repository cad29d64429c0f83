import type { FindOptions } from '../../contract/store.ts';
import type { Filter } from '../documents/filter.ts';
import type { Predicate } from '../documents/match.ts';
import { checkPage, parseSort, type SortKey } from '../documents/shape.ts';
import { conditionOf, fieldsSql, type Parameter, type Predicates, valueSql } from './condition.ts';
import type { PathKinds } from './kinds.ts';

/** The predicates behind SQL's `matches(number, json)`. */
export interface Registry extends Predicates {
  remove(id: number): void;
}

export function openRegistry(): Registry & { readonly test: (id: number, json: string) => number } {
  const predicates = new Map<number, Predicate>();
  let last = 0;
  return {
    add(predicate) {
      predicates.set(++last, predicate);
      return last;
    },
    remove: (id) => void predicates.delete(id),
    test: (id, json) => Number(predicates.get(id)?.(JSON.parse(json)) ?? false),
  };
}

/** The pieces of SQL that a find is made of. */
export interface Plan {
  readonly where: string;
  readonly parameters: readonly Parameter[];
  /** Empty, or with a space before. */
  readonly order: string;
  readonly page: string;
  readonly pageParameters: readonly number[];
  /** The keys, when SQL cannot sort by them exactly; then `sortFields` is the SQL of the fields they need. */
  readonly sortInMemory: readonly SortKey[] | null;
  readonly sortFields: string;
  release(): void;
}

export function planOf(filter: Filter, options: FindOptions, kinds: PathKinds, registry: Registry): Plan {
  const { limit, skip } = checkPage(options);
  const keys = parseSort(options.sort ?? {});
  const sortable = keys.every((key) => key.path === '_id' || kinds.of(key.segments) === 'scalar');
  const added: number[] = [];
  const condition = conditionOf(filter, kinds, {
    add(predicate) {
      const id = registry.add(predicate);
      added.push(id);
      return id;
    },
  });
  return {
    where: condition.sql,
    parameters: condition.parameters,
    order:
      sortable && keys.length > 0
        ? ` ORDER BY ${keys.map((key) => `${valueSql(key.segments)}${key.direction === -1 ? ' DESC' : ''}`).join(', ')}`
        : '',
    page: limit > 0 || skip > 0 ? ' LIMIT ? OFFSET ?' : '',
    pageParameters: limit > 0 || skip > 0 ? [limit > 0 ? limit : -1, skip] : [],
    sortInMemory: sortable ? null : keys,
    sortFields: sortable ? '' : fieldsSql(keys.map((key) => key.segments[0] as string)),
    release() {
      for (const id of added) registry.remove(id);
    },
  };
}
