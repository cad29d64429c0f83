import type { Column, DataType } from '../columns.ts';
import type { Filter } from '../rows/api.ts';

export type Operator =
  | 'contains'
  | 'is'
  | 'startsWith'
  | 'atLeast'
  | 'atMost'
  | 'on'
  | 'from'
  | 'before'
  | 'isTrue'
  | 'isFalse'
  | 'anyOf'
  | 'noneOf'
  | 'empty'
  | 'filled';

/** One line of the filter; incomplete while it has no value. */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  /** As it was entered; the days and minutes of inputs. */
  readonly text: string;
  /** Of `anyOf` and `noneOf`. */
  readonly options: readonly string[];
}

export interface FilterGroup {
  readonly match: 'all' | 'any';
  readonly conditions: readonly Condition[];
}

export const noConditions: FilterGroup = { match: 'all', conditions: [] };
export const MAX_CONDITIONS = 10;

const OPERATORS: Readonly<Record<DataType, readonly Operator[]>> = {
  text: ['contains', 'is', 'startsWith', 'empty', 'filled'],
  link: ['contains', 'is', 'startsWith', 'empty', 'filled'],
  number: ['is', 'atLeast', 'atMost', 'empty', 'filled'],
  boolean: ['isTrue', 'isFalse'],
  datetime: ['on', 'from', 'before', 'empty', 'filled'],
  select: ['anyOf', 'noneOf', 'empty', 'filled'],
  multiselect: ['anyOf', 'noneOf', 'empty', 'filled'],
  image: ['filled', 'empty'],
  json: ['filled', 'empty'],
};
const WITHOUT_VALUE: ReadonlySet<Operator> = new Set<Operator>(['isTrue', 'isFalse', 'empty', 'filled']);

export const operatorsOf = ({ type }: Pick<Column, 'type'>): readonly Operator[] => OPERATORS[type];

export type ValueKind = 'none' | 'text' | 'number' | 'day' | 'options';

/** What a condition is compared with. */
export function valueKindOf({ type }: Pick<Column, 'type'>, operator: Operator): ValueKind {
  if (WITHOUT_VALUE.has(operator)) return 'none';
  if (operator === 'anyOf' || operator === 'noneOf') return 'options';
  if (type === 'number') return 'number';
  return type === 'datetime' ? 'day' : 'text';
}

/** A first condition on a column. */
export function conditionOn(column: Column): Condition {
  return { field: column.id, operator: operatorsOf(column)[0] ?? 'filled', text: '', options: [] };
}

/** The conditions whose columns and operators are known: columns may have been deleted or changed since. */
export function knownConditions({ match, conditions }: FilterGroup, columns: readonly Column[]): FilterGroup {
  const known = conditions.filter(({ field, operator }) => {
    const column = columns.find(({ id }) => id === field);
    return column !== undefined && operatorsOf(column).includes(operator);
  });
  return known.length === conditions.length ? { match, conditions } : { match, conditions: known };
}

/** The filter of the complete conditions; null for none. */
export function groupFilter({ match, conditions }: FilterGroup, columns: readonly Column[]): Filter | null {
  const filters = conditions.flatMap((condition) => {
    const column = columns.find(({ id }) => id === condition.field);
    const filter = column === undefined ? null : conditionFilter(column, condition);
    return filter === null ? [] : [filter];
  });
  if (filters.length < 2) return filters[0] ?? null;
  return match === 'all' ? { $and: filters } : { $or: filters };
}

/** Null while the condition has no value. */
export function conditionFilter(column: Column, { field, operator, text, options }: Condition): Filter | null {
  const kind = valueKindOf(column, operator);
  const entered = text.trim();
  if (kind === 'options' ? options.length === 0 : kind !== 'none' && entered === '') return null;
  const compared = (condition: unknown): Filter => ({ [field]: condition });
  switch (operator) {
    case 'contains':
      return compared({ $regex: escaped(entered), $options: 'i' });
    case 'startsWith':
      return compared({ $regex: `^${escaped(entered)}`, $options: 'i' });
    case 'is':
      return kind === 'text' ? compared(entered) : withNumber(entered, (number) => compared(number));
    case 'atLeast':
      return withNumber(entered, (number) => compared({ $gte: number }));
    case 'atMost':
      return withNumber(entered, (number) => compared({ $lte: number }));
    case 'on':
      return compared({ $gte: startOf(entered, column), $lt: startOf(dayAfter(entered), column) });
    case 'from':
      return compared({ $gte: startOf(entered, column) });
    case 'before':
      return compared({ $lt: startOf(entered, column) });
    case 'isTrue':
      return compared(true);
    case 'isFalse':
      return compared({ $ne: true });
    case 'anyOf':
      return compared({ $in: valuesOf(column, options) });
    case 'noneOf':
      return compared({ $nin: valuesOf(column, options) });
    case 'empty':
      return compared({ $in: emptyValues(column) });
    case 'filled':
      return compared({ $nin: emptyValues(column) });
  }
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function withNumber(text: string, filter: (number: number) => Filter): Filter | null {
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? filter(number) : null;
}

/** Null stands for a missing field too. */
function emptyValues({ type }: Column): readonly unknown[] {
  if (type === 'number' || type === 'datetime') return [null];
  return type === 'multiselect' || type === 'json' ? [null, []] : [null, ''];
}

const valuesOf = ({ options }: Column, chosen: readonly string[]) => options.filter((option) => chosen.includes(String(option)));

/** The beginning of a day where the browser is, as the column stores it. */
function startOf(day: string, { isDay }: Column): string {
  return isDay ? day : new Date(`${day}T00:00`).toISOString();
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
