import { expect, test } from 'vitest';
import { listOf } from './text.ts';

test.each([
  ['', []],
  [' , ', []],
  ['a', ['a']],
  [' a, b c ,,d', ['a', 'b c', 'd']],
])('the list %j has the entries %j', (text, entries) => {
  expect(listOf(text)).toEqual(entries);
});
