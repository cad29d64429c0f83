import { expect, test } from 'vitest';
import { Heard, Told } from './told.ts';

const about = { appId: 'a', versionId: 'v', name: 'A', mainPage: null };
const app = (files: Readonly<Record<string, string>>) => ({ ...about, files });

test('a process is told what changed, and knows the whole', () => {
  const told = new Told();
  const heard = new Heard();
  const first = app({ 'pages/Home': '1', 'pages/Old': '2', 'components/Card': '3' });
  expect(heard.sources(told.change(first))).toEqual(first);
  const second = app({ 'pages/Home': '1', 'components/Card': '4', layout: '5' });
  const change = told.change(second);
  expect([change.files, change.removed]).toEqual([{ 'components/Card': '4', layout: '5' }, ['pages/Old']]);
  expect(heard.sources(change)).toEqual(second);
  expect(heard.sources({ ...told.change(app({ layout: '6' })), appId: 'b' })).toBeNull();
  told.forget('a');
  expect(heard.sources(told.change(second))).toEqual(second);
});

test('what builds upon a state that is gone is refused', () => {
  const told = new Told();
  told.change(app({ layout: '1' }));
  expect(new Heard().sources(told.change(app({ layout: '2' })))).toBeNull();
});
