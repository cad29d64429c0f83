import { expect, test } from 'vitest';
import { nextTime } from './schedule.ts';

// A Saturday.
const now = Date.UTC(2026, 10, 21, 7, 30, 15);

test.each([
  ['* * * * *', '2026-11-21T07:31'],
  ['30 7 * * *', '2026-11-22T07:30'],
  ['*/20 * * * *', '2026-11-21T07:40'],
  ['5,45-50/5 6-8 * * *', '2026-11-21T07:45'],
  ['0 0 1 1 *', '2027-01-01T00:00'],
  ['0 9 * * MON-fri', '2026-11-23T09:00'],
  ['0 9 * * 7', '2026-11-22T09:00'],
  ['0 0 31 * *', '2026-12-31T00:00'],
  ['0 0 29 feb *', '2028-02-29T00:00'],
  ['0 0 29 2 0', '2027-02-07T00:00'],
  ['59 23 13 * 5', '2026-11-27T23:59'],
  ['0 0 29-31/2 2 *', '2028-02-29T00:00'],
])('%s comes next at %s', (text, next) => {
  expect(new Date(nextTime(text, now)).toISOString()).toBe(`${next}:00.000Z`);
});

test.each([
  '',
  '* * * *',
  '* * * * * *',
  '61 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * * 13 *',
  '* * * * 8',
  '5-1 * * * *',
  '*/0 * * * *',
  '1, * * * *',
  '-1 * * * *',
  '1.5 * * * *',
  'MON * * * *',
  'every day at six now',
])('"%s" is refused', (text) => {
  expect(() => nextTime(text, now)).toThrow();
});

test('refuses a schedule that never matches', () => {
  expect(() => nextTime('0 0 31 2 *', now)).toThrow('No day of any year fits the schedule');
});
