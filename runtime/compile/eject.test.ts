import { beforeAll, describe, expect, test } from 'vitest';
import { blockEntries } from '../scripts/components.ts';
import { ensureLibraries } from '../scripts/libraries.ts';
import { readTemplate } from '../templates/index.ts';
import { isBlock } from './allowed.ts';
import { problemsOf } from './app.fixture.ts';
import { ejectBlock } from './eject.ts';

beforeAll(ensureLibraries, 60_000);

const app = {
  'entities/Task.json': '{"properties":{"title":{"type":"string"}}}',
  'pages/Home':
    "import { DataTable } from '@/components/blocks/table';\nimport { Task } from '@/entities/Task';\nexport default () => <DataTable entity={Task} />;\n",
  'components/Heading': 'export default function Heading() { return <b>from "@/components/blocks/table"</b>; }',
};
const names = Object.keys(await blockEntries()).map((specifier) => specifier.slice('@/components/blocks/'.length));
const withComponent = names.filter((name) => name !== 'data' && name !== 'fields');

describe('ejecting a block', () => {
  test('redirects the imports of the app to the copy and changes nothing else', async () => {
    const { 'components/DataTable': source, ...files } = await ejectBlock(app, 'table');
    expect(files).toEqual({ ...app, 'pages/Home': app['pages/Home'].replace('@/components/blocks/table', '@/components/DataTable') });
    expect(source).toContain('export function DataTable');
    expect(source).toContain("from '@/components/ui/button'");
    expect(source).not.toMatch(/from '\./);
  });

  test('does not overwrite existing files', async () => {
    const files = await ejectBlock({ ...app, 'components/dataTable': 'export const own = 1;' }, 'table');
    expect(files['components/dataTable']).toBe('export const own = 1;');
    expect(files['pages/Home']).toContain("'@/components/DataTable2'");
  });

  test('includes lazily loaded modules', async () => {
    const files = await ejectBlock({}, 'chart');
    expect(Object.keys(files)).toEqual(['components/DataChart', 'components/ChartView']);
    expect(files['components/DataChart']).toContain("import('@/components/ChartView')");
  });

  test.each(withComponent)('%s compiles', async (name) => {
    expect(await problemsOf(await ejectBlock(app, name))).toEqual([]);
  });

  test('a template with all its blocks ejected compiles', async () => {
    let files = (await readTemplate('expenses'))?.files ?? {};
    for (const name of ['table', 'chart', 'figures', 'page', 'shell']) files = await ejectBlock(files, name);
    expect(Object.values(files).join('\n')).not.toContain('@/components/blocks/table');
    expect(await problemsOf(files)).toEqual([]);
  });

  test.each([
    ['table', true],
    ['nothing', false],
    ['../kit/button', false],
    ['data', false],
    ['', false],
  ])('"%s" is a block: %s', async (name, verdict) => {
    const { exports } = await ensureLibraries();
    expect(isBlock(name, exports)).toBe(verdict);
  });
});
