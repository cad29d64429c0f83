import { expect, it } from 'vitest';
import { lineCounts } from './line-counts.ts';

it.each([
  ['an added file', null, 'a\nb', { added: 2, removed: 0 }],
  ['a deleted file', 'a\nb\nc', null, { added: 0, removed: 3 }],
  ['a changed line', 'a\nb\nc', 'a\nx\nc', { added: 1, removed: 1 }],
  ['a line at the end', 'a\nb', 'a\nb\nc', { added: 1, removed: 0 }],
  ['a line removed at the start', 'a\nb\nc', 'b\nc', { added: 0, removed: 1 }],
  ['the same text', 'a\nb', 'a\nb', { added: 0, removed: 0 }],
] as const)('counts the lines of %s', (_what, before, after, counts) => {
  expect(lineCounts(before, after)).toEqual(counts);
});
