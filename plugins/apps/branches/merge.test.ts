import { expect, test } from 'vitest';
import { type Choice, mergeFiles } from './merge.ts';

const lines = (...texts: string[]) => texts.join('\n');
const merge = (base: Record<string, string>, target: Record<string, string>, source: Record<string, string>, choices = {}) =>
  mergeFiles({ base, target, source }, new Map(Object.entries(choices)));

test('takes what only the source changed, and keeps what only the target changed', () => {
  const { files, changes } = merge(
    { a: '1', b: '1', gone: '1', kept: '1' },
    { a: '1', b: '2', gone: '1' },
    { a: '2', b: '1', kept: '1', added: '1' },
  );
  expect(changes).toEqual([
    { path: 'a', content: '2' },
    { path: 'added', content: '1' },
    { path: 'gone', content: null },
  ]);
  expect(files.map(({ path, change, isConflict }) => [path, change, isConflict])).toEqual([
    ['a', 'changed', false],
    ['added', 'added', false],
    ['gone', 'removed', false],
  ]);
});

test('merges changes of different lines of a file', () => {
  const { changes, open } = merge(
    { a: lines('1', '2', '3', '4') },
    { a: lines('one', '2', '3', '4') },
    { a: lines('1', '2', '3', 'four', '5') },
  );
  expect(open).toEqual([]);
  expect(changes).toEqual([{ path: 'a', content: lines('one', '2', '3', 'four', '5') }]);
});

test.each([
  ['of the same lines', { a: '1' }, { a: '2' }, { a: '3' }],
  ['of a file that both added', {}, { a: '2' }, { a: '3' }],
  ['of a file that the target removed', { a: '1' }, {}, { a: '3' }],
])('leaves changes %s to a choice', (_name, base, target, source) => {
  expect(merge(base, target, source)).toMatchObject({ open: ['a'], files: [{ path: 'a', isConflict: true }], changes: [] });
  expect(merge(base, target, source, { a: 'target' })).toMatchObject({ open: [], changes: [] });
  expect(merge(base, target, source, { a: 'source' })).toMatchObject({ open: [], changes: [{ path: 'a', content: '3' }] });
});

test('solves each hunk of a file, and asks again for a choice of others', () => {
  const base = { a: lines('1', '2', '3', '4', '5') };
  const target = { a: lines('one', '2', '3', '4', 'FIVE') };
  const source = { a: lines('ONE', '2', 'three', '4', 'five', '6') };
  expect(merge(base, target, source).files[0]?.hunks).toEqual([
    { base: '1', target: 'one', source: 'ONE', line: 1 },
    { base: '5', target: 'FIVE', source: lines('five', '6'), line: 5 },
  ]);
  const solved = (choice: Choice) => mergeFiles({ base, target, source }, new Map([['a', choice]]));
  expect(solved(['source', 'target']).changes).toEqual([{ path: 'a', content: lines('ONE', '2', 'three', '4', 'FIVE') }]);
  expect(solved(['target', 'source']).changes).toEqual([{ path: 'a', content: lines('one', '2', 'three', '4', 'five', '6') }]);
  expect(solved('source').changes).toEqual([{ path: 'a', content: source.a }]);
  expect(solved('target').changes).toEqual([{ path: 'a', content: lines('one', '2', 'three', '4', 'FIVE') }]);
  for (const choice of [[], ['source'], ['source', 'source', 'source']] as Choice[])
    expect(solved(choice)).toMatchObject({ open: ['a'], changes: [] });
});

test('offers the whole texts of a file that one side removed', () => {
  const [file] = merge({ a: '1' }, { a: '2' }, {}).files;
  expect(file?.hunks).toEqual([{ base: '1', target: '2', source: null, line: 1 }]);
  expect(mergeFiles({ base: { a: '1' }, target: { a: '2' }, source: {} }, new Map([['a', ['source']]])).changes).toEqual([
    { path: 'a', content: null },
  ]);
});

test('leaves a file that the source removed and the target changed to a choice', () => {
  expect(merge({ a: '1' }, { a: '2' }, {}, { a: 'source' })).toMatchObject({
    files: [{ change: 'removed' }],
    changes: [{ path: 'a', content: null }],
  });
});

test('does nothing where both made the same change, and takes no member of objects for a file', () => {
  expect(merge({ a: '1' }, { a: '2' }, { a: '2' })).toEqual({ files: [], open: [], changes: [] });
  expect(merge({}, {}, JSON.parse('{"__proto__": "1"}')).changes).toEqual([{ path: '__proto__', content: '1' }]);
});
