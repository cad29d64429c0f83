import { expect, test } from 'vitest';
import { problemsOf } from '../compile/app.fixture.ts';
import { readTemplate } from '../templates/index.ts';
import { type AppChange, applyChanges } from './index.ts';

/** Texts that end or open something in JSX, JSON, CSS, a template literal, a comment or a path. */
const TEXTS = [
  '"',
  '`',
  '{alert(1)}',
  '</h1><script>',
  '\\',
  'a\nb',
  '*/',
  '{/*',
  '&amp;',
  '$&',
  '__proto__',
  'constructor',
  '../x',
  'a\u2028b',
];

const changesWith = (text: string): AppChange[] => [
  { kind: 'rename-page', page: 'Home', to: text },
  { kind: 'add-page', page: text, label: 'More', source: 'export default () => <p>More</p>;' },
  { kind: 'add-page', page: 'More', label: text, source: 'export default () => <p>More</p>;' },
  { kind: 'add-table-page', page: 'More', label: text, table: 'Deal' },
  { kind: 'add-table-page', page: text, label: 'More', table: text },
  { kind: 'add-table', table: text, schema: { properties: { name: { type: 'string' } } } },
  ...['Deal', text].flatMap((table): AppChange[] => [
    { kind: 'add-field', table, field: text, schema: { type: 'string', title: text } },
    { kind: 'rename-field', table, field: 'title', to: text },
    { kind: 'remove-field', table, field: text },
    { kind: 'sort', table, field: text, isDescending: true },
    { kind: 'add-filter', table, field: text },
    { kind: 'add-chart', table, field: 'stage', title: text },
  ]),
  { kind: 'set-accent', color: text },
];

test.each(TEXTS)('a change with %j is refused, or the app still compiles', async (text) => {
  const { files } = (await readTemplate('crm')) ?? { files: {} };
  const changed = changesWith(text).flatMap((change) => {
    const { files: different, results } = applyChanges(files, [change]);
    return results.every(({ ok }) => ok) ? [different] : [];
  });
  expect(changed.length).toBeGreaterThan(1);
  for (const different of changed) expect(await problemsOf({ ...files, ...different })).toEqual([]);
});
