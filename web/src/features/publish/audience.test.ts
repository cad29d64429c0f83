import { beforeAll, expect, test } from 'vitest';
import { loadLanguage, translator } from '../../i18n/language.ts';
import { accessOf, audience, needsSignup } from './audience.ts';

beforeAll(() => loadLanguage('en'));

const schema = (read: string, write: string) => ({ 'x-accessControl': { permissions: { read, write } } });

test.each([
  ['admin', 'anonymous', 'Form: only you can see it; anyone with the link can add rows.', false],
  ['anonymous', 'admin', 'Form: anyone with the link can see it; only you can add rows.', false],
  ['all', 'admin', 'Form: anyone with the link can see it; only you can add rows.', false],
  ['all', 'creator', 'Form: anyone with the link can see it; people who sign up add rows and change their own.', true],
  ['creator', 'creator', 'Form: people who sign up add rows, and each sees and changes only their own.', true],
  ['creator', 'anonymous', 'Form: anyone with the link can add rows; people who sign up see only their own.', true],
  ['all', 'all', 'Form: anyone with the link can see it; people who sign up can change every row.', true],
  ['anonymous', 'anonymous', 'Form: anyone with the link can see and change every row.', false],
  ['admin', 'admin', 'Form: only you see and change it.', false],
  ['none', 'none', 'Form: no one can see it; no one can add rows.', false],
])('read %s, write %s', (read, write, words, signup) => {
  const tables = accessOf([{ name: 'Form', schema: schema(read, write) }]);
  expect(tables.map((table) => audience(table, translator()))).toEqual([words]);
  expect(needsSignup(tables)).toBe(signup);
});

test('a table without permissions is for people who sign up; User is not listed', () => {
  const tables = accessOf([
    { name: 'Note', schema: {} },
    { name: 'User', schema: {} },
  ]);
  expect(tables).toEqual([{ name: 'Note', read: 'creator', write: 'creator' }]);
  expect(needsSignup(tables)).toBe(true);
});
