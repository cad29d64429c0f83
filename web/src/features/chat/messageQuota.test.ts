import { expect, it } from 'vitest';
import { closestLimit } from './messageQuota.ts';

const quota = (used: number, limit: number) => ({ __typename: 'MessageQuota' as const, used, limit });

it.each([
  ['no limits', null, null, null],
  ['a daily one', quota(3, 10), null, { period: 'day', limit: 10, left: 7 }],
  ['a monthly one that is closer', quota(3, 10), quota(98, 100), { period: 'month', limit: 100, left: 2 }],
  ['a daily one that is closer', quota(9, 10), quota(90, 100), { period: 'day', limit: 10, left: 1 }],
  ['more used than a lowered limit', quota(9, 5), null, { period: 'day', limit: 5, left: 0 }],
])('finds the closest limit: %s', (_name, day, month, expected) => {
  expect(closestLimit({ __typename: 'MessageQuotas', day, month })).toEqual(expected);
});

it('has none before it is read', () => {
  expect(closestLimit(null)).toBeNull();
});
