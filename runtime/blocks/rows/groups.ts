import type { BaseRow } from '../../sdk/entity.ts';
import { dayKey, parseDate } from './format.ts';
import { type Field, readValue } from './schema.ts';

export type Period = 'day' | 'week' | 'month' | 'year';

/** A bar of a chart. */
export interface Group {
  readonly key: string;
  readonly label: string;
  readonly value: number;
}

export interface GroupOptions<R> {
  readonly field: Field;
  readonly period: Period;
  readonly measure: (row: R) => number;
  /** Of a reference: titles of the referenced rows by id. */
  readonly labels?: ReadonlyMap<string, string>;
}

const MAX_PERIODS = 60;

/** Groups rows by the value of a field: options in the order of the schema, dates without gaps, others by size. */
export function groupRows<R extends BaseRow>(rows: readonly R[], options: GroupOptions<R>): readonly Group[] {
  const { field, period } = options;
  const sums = sumsByKey(rows, options);
  if (isDate(field))
    return periodsBetween([...sums.keys()].sort(), period).map((key) => ({
      key,
      label: periodLabel(key, period),
      value: sums.get(key) ?? 0,
    }));
  const keys =
    field.options.length > 0 ? [...new Set([...field.options, ...sums.keys()])].filter((key) => sums.has(key)) : [...sums.keys()];
  const groups = keys.map((key) => ({ key, label: options.labels?.get(key) ?? key, value: sums.get(key) ?? 0 }));
  return field.options.length > 0 ? groups : groups.sort((a, b) => b.value - a.value);
}

function isDate({ kind }: Field): boolean {
  return kind === 'date' || kind === 'date-time';
}

function sumsByKey<R extends BaseRow>(rows: readonly R[], { field, period, measure }: GroupOptions<R>): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) {
    for (const value of [readValue(row, field.name)].flat()) {
      const key = isDate(field) ? periodKey(value, period) : String(value ?? '');
      if (key !== '') sums.set(key, (sums.get(key) ?? 0) + measure(row));
    }
  }
  return sums;
}

function periodKey(value: unknown, period: Period): string {
  const date = parseDate(value);
  return date === null ? '' : dayKey(startOf(date, period));
}

/** The first day of a period; weeks begin on Mondays. */
function startOf(date: Date, period: Period): Date {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  if (period === 'year') return new Date(year, 0, 1);
  if (period === 'month') return new Date(year, month, 1);
  return period === 'day' ? new Date(year, month, day) : new Date(year, month, day - ((date.getDay() + 6) % 7));
}

function next(date: Date, period: Period): Date {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  if (period === 'year') return new Date(year + 1, 0, 1);
  if (period === 'month') return new Date(year, month + 1, 1);
  return new Date(year, month, day + (period === 'week' ? 7 : 1));
}

/** All periods from the first to the last, including empty ones; only the latest if there are too many. */
function periodsBetween(keys: readonly string[], period: Period): readonly string[] {
  const [first, last] = [keys.at(0), keys.at(-1)];
  if (first === undefined || last === undefined) return [];
  const all: string[] = [];
  for (let date = parseDate(first); date !== null && dayKey(date) <= last && all.length < 10_000; date = next(date, period))
    all.push(dayKey(date));
  return all.slice(-MAX_PERIODS);
}

function periodLabel(key: string, period: Period): string {
  const date = parseDate(key) ?? new Date();
  const options: Intl.DateTimeFormatOptions =
    period === 'year' ? { year: 'numeric' } : period === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' };
  return date.toLocaleDateString(undefined, options);
}
