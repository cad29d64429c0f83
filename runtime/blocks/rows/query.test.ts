import { expect, test } from 'vitest';
import { allOf, compareBy, matches, searchFilter } from './query.ts';

const row = {
  id: '1',
  createdAt: '2026-03-01T10:00:00Z',
  creatorId: 'ada',
  title: 'Fix (urgent) bug',
  done: false,
  size: 3,
  tags: ['a', 'b'],
  at: { city: 'Utrecht' },
};

test.each([
  [{}, true],
  [{ done: false }, true],
  [{ done: true }, false],
  [{ missing: null }, true],
  [{ tags: 'b' }, true],
  [{ 'at.city': 'Utrecht' }, true],
  [{ size: { $gte: 3, $lt: 4 } }, true],
  [{ size: { $gt: 3 } }, false],
  [{ size: { $gt: '1' } }, false],
  [{ missing: { $lt: 5 } }, false],
  [{ title: { $ne: 'Other' } }, true],
  [{ size: { $in: [1, 3] } }, true],
  [{ size: { $nin: [1, 3] } }, false],
  [{ title: { $exists: true }, missing: { $exists: false } }, true],
  [{ $or: [{ done: true }, { size: 3 }] }, true],
  [{ $and: [{ done: true }, { size: 3 }] }, false],
  [{ $nor: [{ done: true }, { size: 4 }] }, true],
  [searchFilter(['title', 'notes'], ' (URGENT) '), true],
  [searchFilter(['title'], 'nothing'), false],
  [{ title: { $regex: '^Fix' } }, true],
  [{ title: { $regex: '^bug' } }, false],
  [{ title: { $regex: 'bug$' } }, true],
])('%j: %s', (filter, verdict) => {
  expect(matches(row, filter)).toBe(verdict);
});

test('leaves operators that are the server’s alone to the server', () => {
  expect(matches(row, { tags: { $size: 2 } })).toBeNull();
  expect(matches(row, { $or: [{ tags: { $size: 2 } }, { done: false }] })).toBeNull();
});

test('sorts as the server does: empty values first, numbers before text', () => {
  const rows = [3, undefined, 'b', 1, 'a', null].map((size, index) => ({ ...row, id: String(index), size }));
  expect(rows.toSorted(compareBy('size')).map(({ size }) => size)).toEqual([undefined, null, 1, 3, 'a', 'b']);
  expect(rows.toSorted(compareBy('-size')).map(({ size }) => size)).toEqual(['b', 'a', 3, 1, undefined, null]);
});

test('combines filters and skips empty ones', () => {
  expect(allOf({}, undefined)).toEqual({});
  expect(allOf({ done: true }, {})).toEqual({ done: true });
  expect(allOf({ done: true }, { size: 1 })).toEqual({ $and: [{ done: true }, { size: 1 }] });
});
