import type { Permission } from '@sayso/apps/ref';
import { effectsOf } from '@sayso/entities/testing';
import { describe, expect, test } from 'vitest';
import { rowsInWords } from './table-words.ts';
import { widening } from './widening.ts';

const ROLES: readonly Permission[] = ['none', 'admin', 'creator', 'all', 'anonymous'];
const PAIRS = ROLES.flatMap((read) => ROLES.map((write) => ({ read, write })));

const say = (before: (typeof PAIRS)[number], after: (typeof PAIRS)[number]) => widening('todos', effectsOf(before), effectsOf(after));
const pair = (text: string) => {
  const [read, write] = text.split('/') as [Permission, Permission];
  return { read, write };
};

test.each([
  ['creator/creator', 'all/creator', 'Everyone who uses the app will see all todos.'],
  ['admin/admin', 'all/admin', 'Everyone who uses the app will see all todos.'],
  ['admin/anonymous', 'all/anonymous', 'Everyone who uses the app, even without logging in, will see and change all todos.'],
  ['creator/creator', 'anonymous/admin', 'Everyone who uses the app will see all todos.'],
  ['creator/creator', 'all/all', 'Everyone who uses the app will see all todos, and everyone who logs in will change all todos.'],
  ['creator/creator', 'creator/anonymous', 'Everyone who uses the app, even without logging in, will add todos.'],
  ['all/creator', 'all/all', 'Everyone who logs in will change all todos.'],
  ['all/admin', 'all/creator', 'Everyone who logs in will add todos and change their own.'],
  ['admin/none', 'admin/admin', "The app's admins will add todos and change all of them."],
  ['none/none', 'creator/creator', 'Everyone who logs in will add todos and see and change their own.'],
  ['none/none', 'all/anonymous', 'Everyone who uses the app, even without logging in, will add todos and see and change all of them.'],
  ['none/creator', 'admin/creator', "The app's admins will see and change all todos."],
  ['all/admin', 'anonymous/admin', null],
  ['anonymous/anonymous', 'none/none', null],
  ['creator/none', 'admin/none', null],
])('from %s to %s', (before, after, sentence) => {
  expect(say(pair(before), pair(after))).toBe(sentence);
});

describe('every change of read and write', () => {
  const reaches = ['none', 'own', 'all'];
  test.each(PAIRS)('from $read/$write', (before) => {
    for (const after of PAIRS) {
      const [old, next] = [effectsOf(before), effectsOf(after)];
      const kinds = ['visitor', 'user', 'admin'] as const;
      const gainsOf = (kind: (typeof kinds)[number], right: 'see' | 'change') =>
        reaches.indexOf(next[kind][right]) > reaches.indexOf(old[kind][right]);
      const gains = (right: 'see' | 'change') => kinds.some((kind) => gainsOf(kind, right));
      const addsFor = (kind: (typeof kinds)[number]) => next[kind].add && !old[kind].add;
      const adds = kinds.some(addsFor);
      const sentence = say(before, after);
      const where = `${before.read}/${before.write} to ${after.read}/${after.write}: ${sentence}`;
      expect(sentence !== null, where).toBe(gains('see') || gains('change') || adds);
      if (sentence === null) continue;
      expect(/\bsee\b/.test(sentence), where).toBe(gains('see'));
      expect(/\bchange\b/.test(sentence), where).toBe(gains('change'));
      expect(/\badd todos\b/.test(sentence), where).toBe(adds);
      const isForVisitors = gainsOf('visitor', 'see') || gainsOf('visitor', 'change') || addsFor('visitor');
      expect(sentence.includes('who uses the app'), where).toBe(isForVisitors);
      expect(sentence, where).toMatch(/^[A-Z][^.]*\.$/);
    }
  });
});

test.each([
  ['Todo', 'todos'],
  ['TodoItem', 'todo items'],
  ['Person', 'people'],
  ['Category', 'categories'],
  ['Address', 'addresses'],
  ['Bus', 'buses'],
  ['News', 'news'],
  ['Notes', 'notes'],
  ['Day', 'days'],
  ['FAQEntry', 'FAQEntries'],
  ['line_item', 'line items'],
  ['Übung', 'übung'],
])('the rows of %s are %s', (table, words) => {
  expect(rowsInWords(table)).toBe(words);
});
