import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayKey } from './format.ts';
import { daysFilter, firstDayOfWeek, rowsByDay, weeksOf } from './month.ts';
import { matches } from './query.ts';

const setZone = (zone: string) => vi.stubEnv('TZ', zone);
beforeEach(() => setZone('UTC'));
afterEach(() => vi.unstubAllEnvs());

const MONDAY = 1;
const SUNDAY = 0;
const keysOf = (month: Date, firstDay = MONDAY) =>
  weeksOf(month, firstDay)
    .flat()
    .map(({ key }) => key);
const row = (id: string, fields: object) => ({ id, createdAt: '', creatorId: null, ...fields });
const idsByDay = (rows: readonly ReturnType<typeof row>[], end?: string, visible?: readonly string[]) =>
  Object.fromEntries([...rowsByDay(rows, 'on', end, visible)].map(([day, list]) => [day, list.map(({ id }) => id)]));

describe('weeksOf', () => {
  test.each([
    ['February 2027, four weeks from Monday', new Date(2027, 1, 10), MONDAY, 4, '2027-02-01', '2027-02-28'],
    ['March 2026 from Monday', new Date(2026, 2, 1), MONDAY, 6, '2026-02-23', '2026-04-05'],
    ['March 2026 from Sunday', new Date(2026, 2, 31), SUNDAY, 5, '2026-03-01', '2026-04-04'],
    ['March 2026 from Saturday', new Date(2026, 2, 15), 6, 5, '2026-02-28', '2026-04-03'],
    ['December 2026, into the next year', new Date(2026, 11, 31), MONDAY, 5, '2026-11-30', '2027-01-03'],
    ['January 2027, from the year before', new Date(2027, 0, 1), MONDAY, 5, '2026-12-28', '2027-01-31'],
  ])('%s', (_, month, firstDay, count, first, last) => {
    const weeks = weeksOf(month, firstDay);
    expect(weeks.map(({ length }) => length)).toEqual(Array.from({ length: count }, () => 7));
    expect([weeks[0]?.[0]?.key, weeks.at(-1)?.at(-1)?.key]).toEqual([first, last]);
    for (const [day] of weeks) expect(day?.date.getDay()).toBe(firstDay);
  });

  test.each([
    [2026, 1, 28],
    [2028, 1, 29],
    [2000, 1, 29],
    [2100, 1, 28],
    [2026, 3, 30],
    [2026, 11, 31],
  ])('year %d, month index %d: %d days', (year, month, days) => {
    const own = weeksOf(new Date(year, month, 1), MONDAY)
      .flat()
      .filter(({ isInMonth }) => isInMonth);
    expect(own.map(({ date }) => date.getDate())).toEqual(Array.from({ length: days }, (_, index) => index + 1));
  });

  test('marks today, and no day in other months', () => {
    const today = (month: Date) =>
      weeksOf(month, MONDAY, new Date(2026, 1, 28, 23, 59))
        .flat()
        .filter(({ isToday }) => isToday);
    expect(today(new Date(2026, 1, 1)).map(({ key, isInMonth }) => [key, isInMonth])).toEqual([['2026-02-28', true]]);
    expect(today(new Date(2026, 2, 1)).map(({ key, isInMonth }) => [key, isInMonth])).toEqual([['2026-02-28', false]]);
    expect(today(new Date(2026, 4, 1))).toEqual([]);
  });

  // On 2026-03-29 and 2026-10-25 in Amsterdam, 2026-09-06 without the hour from midnight in Santiago, 2026-04-05 and 2026-10-04 by 30 minutes on Lord Howe.
  test.each([
    ['Europe/Amsterdam', 2],
    ['Europe/Amsterdam', 9],
    ['America/Santiago', 3],
    ['America/Santiago', 8],
    ['Australia/Lord_Howe', 3],
    ['Australia/Lord_Howe', 9],
    ['Pacific/Kiritimati', 0],
  ])('in %s, month index %d has each day once', (zone, month) => {
    const expected = keysOf(new Date(2026, month, 15));
    setZone(zone);
    const days = weeksOf(new Date(2026, month, 15), MONDAY).flat();
    expect(days.map(({ key }) => key)).toEqual(expected);
    expect(days.map(({ date }) => dayKey(date))).toEqual(expected);
  });
});

test.each([
  ['en-US', 0],
  ['de-DE', 1],
  ['ar-EG', 6],
])('%s: the week begins on day %d', (locale, day) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), locale };
  });
  expect(firstDayOfWeek()).toBe(day);
  vi.restoreAllMocks();
});

describe('daysFilter', () => {
  test.each([
    ['Pacific/Kiritimati', '2026-03-01T00:00', true],
    ['Pacific/Kiritimati', '2026-03-31T23:59', true],
    ['Etc/GMT+12', '2026-03-01T00:00', true],
    ['Etc/GMT+12', '2026-03-31T23:59', true],
    ['UTC', '2026-02-27T12:00', false],
    ['UTC', '2026-04-02T12:00', false],
  ])('%s, %s: %s', (zone, local, isFound) => {
    setZone(zone);
    const filter = daysFilter('on', undefined, '2026-03-01', '2026-03-31');
    expect(matches(row('a', { on: new Date(local).toISOString() }), filter)).toBe(isFound);
  });

  test.each([
    ['begins before and ends within', { on: '2026-02-10', until: '2026-03-02' }, true],
    ['begins within and ends after', { on: '2026-03-30', until: '2026-05-01' }, true],
    ['begins before and ends after', { on: '2020-01-01', until: '2030-01-01' }, true],
    ['begins within and has no end', { on: '2026-03-10', until: null }, true],
    ['ended before', { on: '2026-02-01', until: '2026-02-20' }, false],
    ['begins after', { on: '2026-04-10', until: '2026-04-12' }, false],
  ])('a row that %s: %j, %s', (_, fields, isFound) => {
    expect(matches(row('a', fields), daysFilter('on', 'until', '2026-03-01', '2026-03-31'))).toBe(isFound);
  });
});

describe('rowsByDay', () => {
  test('puts each row on its local day, earlier ones first', () => {
    setZone('America/New_York');
    const rows = [
      row('evening', { on: '2026-03-02T01:30:00Z' }),
      row('noon', { on: '2026-03-01T17:00:00Z' }),
      row('all day', { on: '2026-03-01' }),
      row('no date', { on: null }),
      row('no valid date', { on: 'soon' }),
    ];
    expect(idsByDay(rows)).toEqual({ '2026-03-01': ['all day', 'noon', 'evening'] });
  });

  test.each([['Europe/Amsterdam'], ['America/Santiago'], ['UTC']])('in %s, a row spans each of its days once', (zone) => {
    setZone(zone);
    const days = keysOf(new Date(2026, 2, 1));
    const rows = [row('long', { on: '2026-02-23', until: '2026-04-05' })];
    expect(idsByDay(rows, 'until')).toEqual(Object.fromEntries(days.map((day) => [day, ['long']])));
  });

  test('an end before the start, or none, is one day', () => {
    const rows = [row('a', { on: '2026-03-02', until: '2026-03-01' }), row('b', { on: '2026-03-02', until: null })];
    expect(idsByDay(rows, 'until')).toEqual({ '2026-03-02': ['a', 'b'] });
  });

  test('shows a row that began years ago on the visible days', () => {
    const rows = [row('a', { on: '2020-01-01', until: '2026-03-02' }), row('b', { on: '2026-03-02', until: '9999-12-31' })];
    expect(idsByDay(rows, 'until', ['2026-03-01', '2026-03-02', '2026-03-03'])).toEqual({
      '2026-03-01': ['a'],
      '2026-03-02': ['a', 'b'],
      '2026-03-03': ['b'],
    });
  });
});
