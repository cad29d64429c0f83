import type { BaseRow, RowFields } from '../../sdk/entity.ts';
import { dayKey, parseDate } from './format.ts';
import { readValue } from './schema.ts';

/** A month by any of its days. */
export interface MonthDay {
  /** `2026-01-31`. */
  readonly key: string;
  readonly date: Date;
  readonly isInMonth: boolean;
  readonly isToday: boolean;
}

/** The weeks of a month, completed with days of the adjacent months; weeks begin on `firstDay` (0 is Sunday). */
export function weeksOf(month: Date, firstDay: number, today = new Date()): readonly (readonly MonthDay[])[] {
  const [year, index] = [month.getFullYear(), month.getMonth()];
  const lead = (new Date(year, index, 1).getDay() - firstDay + 7) % 7;
  const weeks = Math.ceil((lead + new Date(year, index + 1, 0).getDate()) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_unused, day) => {
      const date = new Date(year, index, 1 - lead + week * 7 + day);
      const key = dayKey(date);
      return { key, date, isInMonth: date.getMonth() === index, isToday: key === dayKey(today) };
    }),
  );
}

/** The first day of the week in the user's locale. */
export function firstDayOfWeek(): number {
  const locale = new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
  };
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}

/** A filter for rows that overlap the days from `first` to `last`. */
export function daysFilter(date: string, end: string | undefined, first: string, last: string): RowFields {
  // Date-times are stored in UTC and shown in local time: query a day more on both sides; rendering selects the days.
  const [from, to] = [shifted(first, -1), shifted(last, 2)];
  const starts = { [date]: { $gte: from, $lt: to } };
  return end === undefined ? starts : { $or: [starts, { [date]: { $lt: to }, [end]: { $gte: from } }] };
}

function shifted(key: string, days: number): string {
  const date = parseDate(key) ?? new Date();
  return dayKey(new Date(date.getFullYear(), date.getMonth(), date.getDate() + days));
}

/** Days of a row that spans more, when the visible days are not given. */
const MAX_DAYS = 366;

/** Day → its rows, earlier ones first; only the `visible` days, if given. */
export function rowsByDay<R extends BaseRow>(
  rows: readonly R[],
  date: string,
  end: string | undefined,
  visible?: readonly string[],
): ReadonlyMap<string, readonly R[]> {
  const days = new Map<string, R[]>();
  for (const row of rows) {
    const start = parseDate(readValue(row, date));
    if (start === null) continue;
    const last = parseDate(end === undefined ? null : readValue(row, end)) ?? start;
    for (const key of daysBetween(start, last, visible)) days.set(key, [...(days.get(key) ?? []), row]);
  }
  for (const list of days.values()) list.sort((a, b) => String(readValue(a, date)).localeCompare(String(readValue(b, date))));
  return days;
}

/** The days from `start` to `last`; the first day alone if `last` is earlier. */
function daysBetween(start: Date, last: Date, visible: readonly string[] | undefined): readonly string[] {
  const [first, lastKey] = [dayKey(start), dayKey(last)];
  if (visible !== undefined) return visible.filter((key) => key === first || (first < key && key <= lastKey));
  const keys = [first];
  for (let key = shifted(first, 1); key <= lastKey && keys.length < MAX_DAYS; key = shifted(key, 1)) keys.push(key);
  return keys;
}
