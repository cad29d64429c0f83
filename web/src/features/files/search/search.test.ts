import { expect, it } from 'vitest';
import { compileQuery, replaceInFiles, type SearchQuery, searchFiles } from './search.ts';

const files = new Map([
  ['pages/Home', 'const total = 1;\nconst Totals = total + 2;'],
  ['components/Row', 'a.b(total);'],
]);
const plain: SearchQuery = { text: 'total', isCaseSensitive: false, isWholeWord: false, isPattern: false };
const places = (query: Partial<SearchQuery>) => {
  const pattern = compileQuery({ ...plain, ...query });
  return pattern && searchFiles(files, pattern).matches.map(({ path, line, column }) => `${path}:${line}:${column}`);
};

it.each([
  [{}, ['components/Row:1:5', 'pages/Home:1:7', 'pages/Home:2:7', 'pages/Home:2:16']],
  [{ isCaseSensitive: true }, ['components/Row:1:5', 'pages/Home:1:7', 'pages/Home:2:16']],
  [{ isWholeWord: true }, ['components/Row:1:5', 'pages/Home:1:7', 'pages/Home:2:16']],
  [{ text: 'a.b' }, ['components/Row:1:1']],
  [{ text: 'const (\\w+)', isPattern: true }, ['pages/Home:1:1', 'pages/Home:2:1']],
  [{ text: '(', isPattern: true }, null],
])('finds %o', (query, expected) => {
  expect(places(query)).toEqual(expected);
});

it('takes linear time for patterns that backtrack elsewhere', () => {
  const pattern = compileQuery({ ...plain, text: '(a+)+$', isPattern: true });
  expect(pattern && searchFiles(new Map([['pages/Home', `${'a'.repeat(5_000)}!`]]), pattern)).toEqual({ matches: [], isCut: false });
});

it.each([
  [{}, '$1', 'a.b($1);'],
  [{ text: '(\\w)\\.(\\w)', isPattern: true }, '$2.$1', 'b.a(total);'],
])('replaces %o by %s', (query, replacement, expected) => {
  const pattern = compileQuery({ ...plain, ...query });
  const changes = pattern && replaceInFiles(files, pattern, { replacement, isPattern: 'isPattern' in query });
  expect(changes?.find(({ path }) => path === 'components/Row')?.content).toBe(expected);
});
