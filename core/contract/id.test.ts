import { expect, test } from 'vitest';
import { isCopyId, newCopyId, newId } from './id.ts';

const FUTURE = 'ffffffff-0000-7fff-8000-000000000000';

test('ids sort by creation, also those of one millisecond', () => {
  const ids = Array.from({ length: 10_000 }, () => newId());
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('ids have the format of a UUIDv7', () => {
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('ids of copies have the format of a UUIDv8, and are told from others', () => {
  expect(newCopyId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([newCopyId(), newId(), `${newCopyId()}/..`, ''].map(isCopyId)).toEqual([true, false, false, false]);
});

test('an id sorts after the given one, whose time does not move later ids', () => {
  expect(newId(FUTURE) > FUTURE).toBe(true);
  expect(newId() < FUTURE).toBe(true);
});
