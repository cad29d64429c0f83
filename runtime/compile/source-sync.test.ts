import { expect, test } from 'vitest';
import { SourceDiffs, SourceMirror } from './source-sync.ts';

const about = { appId: 'a', versionId: 'v', name: 'A', mainPage: null };
const app = (files: Readonly<Record<string, string>>) => ({ ...about, files });

test('a mirror that applies all differences has all sources', () => {
  const diffs = new SourceDiffs();
  const mirror = new SourceMirror();
  const first = app({ 'pages/Home': '1', 'pages/Old': '2', 'components/Card': '3' });
  expect(mirror.apply(diffs.change(first))).toEqual(first);
  const second = app({ 'pages/Home': '1', 'components/Card': '4', layout: '5' });
  const change = diffs.change(second);
  expect([change.files, change.removed]).toEqual([{ 'components/Card': '4', layout: '5' }, ['pages/Old']]);
  expect(mirror.apply(change)).toEqual(second);
  expect(mirror.apply({ ...diffs.change(app({ layout: '6' })), appId: 'b' })).toBeNull();
  diffs.forget('a');
  expect(mirror.apply(diffs.change(second))).toEqual(second);
});

test('rejects a difference to a base state that the mirror lacks', () => {
  const diffs = new SourceDiffs();
  diffs.change(app({ layout: '1' }));
  expect(new SourceMirror().apply(diffs.change(app({ layout: '2' })))).toBeNull();
});
