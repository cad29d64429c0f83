import { expect, test } from 'vitest';
import { openTools } from '../honesty/testing/judge.ts';
import { answerTo } from '../service.ts';

const table = (title: string, properties: object) => JSON.stringify({ title, type: 'object', properties });
const files = {
  'entities/Deal.json': table('Deal', { title: { type: 'string' }, stage: { type: 'string', title: 'Pipeline' } }),
  'entities/Visit.json': table('Visit', { notes: { type: 'string' }, on: { type: 'string', format: 'date' } }),
  'pages/Home': `import { Page } from '@/components/blocks/page';
import { DataFigures } from '@/components/blocks/figures';
import { Deal } from '@/entities/Deal';

export default function Home() {
  return (
    <Page title="Deals">
      <DataFigures entity={Deal} figures={[{ label: 'Deals', count: true }]} />
    </Page>
  );
}
`,
};
const ask = async (request: string, given: Readonly<Record<string, string>> = files) =>
  answerTo({ appId: 'app', appName: 'Sales', files: given, previousFiles: null, addedRows: [], errors: [], request }, await openTools());
const written = ({ actions }: Awaited<ReturnType<typeof ask>>, file: string) => actions.find((one) => one.file === file)?.content;

test.each([
  ['call the pipeline "Sales" everywhere', 'Sales'],
  ['Call the pipeline Sales everywhere', 'Sales'],
  ['rename the pipeline to “Sales funnel” on all pages', 'Sales funnel'],
  ["call the pipeline 'Oma's stages', please", "Oma's stages"],
  ['Benenne das Feld Pipeline in „Vertrieb“ um', 'Vertrieb'],
  ['rename pipeline to Everywhere', 'Everywhere'],
])('%s: the new name is %s', async (request, name) => {
  const answer = await ask(request);
  expect(written(answer, 'entities/Deal.json') ?? answer.actions.map(({ content }) => content).join('\n')).toContain(`"title": "${name}"`);
});

test.each([
  ['rename the page to Members', 'Members'],
  ['Rename this page to "All members"', 'All members'],
  ['call this page Members', 'Members'],
  ['benenne die Seite in Mitglieder um', 'Mitglieder'],
  ['rename the page Deals to Sales', 'Sales'],
])('%s: the page is called %s', async (request, name) => {
  expect(written(await ask(request), 'pages/Home')).toContain(`<Page title="${name}"`);
});

test('asks which page when there are several, and says that there is none of a name', async () => {
  const several = { ...files, 'pages/Visits': files['pages/Home'].replaceAll('Deal', 'Visit') };
  const to = (request: string) => ask(request, several);
  expect((await to('rename the page to Members')).sentences.join(' ')).toContain('Which page should be renamed? There are Deals, Visits.');
  expect((await to('rename the page Contacts to Members')).sentences.join(' ')).toContain('There is no such page.');
  expect(written(await to('rename the page Visits to Members'), 'pages/Visits')).toContain('<Page title="Members"');
});

test('answers a request with 500,000 blanks', async () => {
  expect(await ask(`make the title${' '.repeat(500_000)}larger, and add a page`)).toEqual(
    await ask('make the title larger, and add a page'),
  );
});

test.each(['Add a page for the table Visits', 'Füge eine Seite für die Tabelle Visits hinzu'])(
  '%s: shows a table without a page',
  async (request) => {
    expect(written(await ask(request), 'pages/Visits')).toContain('entity={Visit}');
  },
);

test.each(['Add a form for the table Deal', 'Füge ein Formular für die Tabelle Deal hinzu'])(
  '%s: adds a page with a form',
  async (request) => {
    expect(written(await ask(request), 'pages/AddDeal')).toContain('<DataForm entity={Deal} />');
  },
);

test.each([
  ['Add sample rows to the table Visit', ['entities/Visit.json']],
  ['Füge Beispielzeilen zur Tabelle Visit hinzu', ['entities/Visit.json']],
  ['Add sample rows to the empty tables', ['entities/Deal.json', 'entities/Visit.json']],
])('%s: adds rows', async (request, tables) => {
  const { actions } = await ask(request);
  expect(actions.map(({ type, file }) => [type, file])).toEqual(tables.map((file) => ['insert_records', file]));
});
