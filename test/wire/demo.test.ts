import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Builder, openBuilder } from '../bench/builder.ts';

// The whole product without a language model: apps by conversation, through the API.

// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the client's request
type Data = any;

let builder: Builder;
beforeAll(async () => {
  builder = await openBuilder();
}, 60_000);
afterAll(() => builder?.[Symbol.asyncDispose]());

const READ = `query ($id: ID!) { app(id: $id) { name latestTurn { id status error confirmations } messages { content }
  currentVersion { id pages { name } tables { name schema } files { path content } } } }`;
const PREVIEW = 'mutation ($id: ID!) { startPreview(appId: $id) { build { problems { path message } } } }';
const CONFIRM = 'mutation ($id: ID!) { answerConfirmation(turnId: $id, accept: true) { id } }';
const PUBLISH = 'mutation ($id: ID!) { publishApp(id: $id) { id } }';
const EDIT = `mutation ($id: ID!, $path: String!, $content: String!, $base: ID!) {
  updateAppFile(id: $id, path: $path, content: $content, baseVersionId: $base) { id } }`;

const read = async (id: string): Promise<Data> => (await builder.graphql(READ, { id })).app;
const newApp = async (): Promise<string> => (await builder.graphql('mutation { createApp(input: {}) { id } }')).createApp.id;

/** Sends a message and confirms what it asks; returns the answer without its actions, and the app after it. */
async function say(id: string, content: string): Promise<{ readonly words: string; readonly app: Data }> {
  const body = JSON.stringify({ messages: [{ id: crypto.randomUUID(), role: 'user', content }] });
  const response = await fetch(`${builder.product.builderUrl}/api/apps/${id}/chat`, { method: 'POST', headers: builder.headers, body });
  await response.text();
  const { latestTurn } = await read(id);
  if (latestTurn.status === 'waiting') await builder.graphql(CONFIRM, { id: latestTurn.id });
  await expect.poll(async () => (await read(id)).latestTurn, { message: content }).toMatchObject({ status: 'ready', error: null });
  const app = await read(id);
  const words = app.messages.at(-1).content.replace(/<action[\s\S]*?<\/action>/g, '');
  return { words, app };
}

async function build(request: string): Promise<{ readonly id: string; readonly app: Data; readonly words: string }> {
  const id = await newApp();
  const { words, app } = await say(id, request);
  expect((await builder.graphql(PREVIEW, { id })).startPreview.build.problems).toEqual([]);
  return { id, app, words };
}

const tables = ({ currentVersion }: Data): string[] => currentVersion.tables.map(({ name }: Data) => name).sort();
const fields = ({ currentVersion }: Data, table: string): string[] =>
  Object.keys(currentVersion.tables.find(({ name }: Data) => name === table).schema.properties);
/** The rows of the preview: the assistant adds no live rows. */
const rows = (id: string, table: string): Promise<Data[]> => builder.call(`/live_api/apps/${id}/entities/${table}?rows=draft`);
/** A visitor's request to a published app. */
const asVisitor = (id: string, table: string, row?: object) =>
  fetch(`${builder.product.runtimeUrl}/live_api/apps/${id}/entities/${table}`, {
    headers: { 'content-type': 'application/json' },
    ...(row === undefined ? {} : { method: 'POST', body: JSON.stringify(row) }),
  });

test('builds each thing that a request names, and applies changes one after another', async () => {
  const { id, app } = await build('lessons, teachers, pupils, fees');
  expect(tables(app)).toEqual(['Fee', 'Lesson', 'Pupil', 'Teacher']);
  expect(fields((await say(id, 'add a room to the lessons')).app, 'Lesson')).toContain('room');
  expect((await say(id, 'call it Melody Lane')).app.name).toBe('Melody Lane');
  const { app: green } = await say(id, 'make it green');
  expect(green.currentVersion.files.find(({ path }: Data) => path === 'globals.css').content).toContain('--primary');
  const { app: charted } = await say(id, 'a chart of fees per month');
  expect(JSON.stringify(charted.currentVersion.files)).toContain('DataChart');
  expect((await builder.graphql(PREVIEW, { id })).startPreview.build.problems).toEqual([]);
});

test('starts from a template with its sample rows, which refer to one another', async () => {
  const { id, app } = await build('a CRM for my small agency');
  expect(tables(app)).toContain('Contact');
  const [deals, contacts] = await Promise.all([rows(id, 'Deal'), rows(id, 'Contact')]);
  expect(deals.length).toBeGreaterThan(2);
  const reference = Object.values(deals[0]).find((value) => contacts.some((contact: Data) => contact.id === value));
  expect(reference).toBeDefined();
});

test('undo takes back files and rows, and says what', async () => {
  const { id } = await build('vinyl collection with artist, year and condition');
  await say(id, 'put in 5 example records');
  expect(await rows(id, 'Record')).toHaveLength(5);
  expect((await say(id, 'undo')).words).toContain('rows that it added are removed');
  expect(await rows(id, 'Record')).toEqual([]);
  expect(fields((await say(id, 'add a price')).app, 'Record')).toContain('price');
  const { app, words } = await say(id, 'undo that please');
  expect(words).toContain('"Price" removed again');
  expect(fields(app, 'Record')).not.toContain('price');
});

test('a change keeps what was edited by hand', async () => {
  const { id, app } = await build('medications for my mother: name, dose, time, taken');
  const home = app.currentVersion.files.find(({ path }: Data) => path === 'pages/Home').content as string;
  const content = home.replace('</Page>', '  <p>Ask the doctor first.</p>\n    </Page>');
  await builder.graphql(EDIT, { id, path: 'pages/Home', content, base: app.currentVersion.id });
  const { app: changed } = await say(id, 'add the pharmacy and make it blue');
  expect(changed.currentVersion.files.find(({ path }: Data) => path === 'pages/Home').content).toContain('Ask the doctor first.');
  expect(fields(changed, 'Medication')).toContain('pharmacy');
});

test('a public site is readable by visitors, and a guestbook takes their entries', async () => {
  const { app: menu } = await build('menu for my pizzeria that guests can see');
  expect(menu.currentVersion.tables[0].schema['x-accessControl'].permissions).toEqual({ read: 'all', write: 'admin' });
  const { id, app } = await build('guestbook for our holiday home');
  const [entry = ''] = tables(app);
  await builder.graphql(PUBLISH, { id });
  expect((await asVisitor(id, entry, { authorName: 'Bo', text: 'Lovely' })).ok).toBe(true);
  expect(await (await asVisitor(id, entry)).json()).toMatchObject([{ text: 'Lovely' }]);
}, 60_000);

test.each([
  ['asdf jkl', 'did not build anything'],
  ['Make me a facebook', 'did not build anything'],
  ['Baue mir etwas', 'nichts gebaut'],
])('refuses “%s”, builds nothing and offers templates', async (request, refused) => {
  const id = await newApp();
  const { words, app } = await say(id, request);
  expect(words).toContain(refused);
  expect(words.match(/<suggestion>|template|Vorlage/g)?.length).toBeGreaterThan(0);
  expect(app.currentVersion).toBeNull();
});

test('a request that is not understood changes nothing, and the answer says so', async () => {
  const { id, app } = await build('todo list');
  const { words, app: after } = await say(id, 'translate everything into Klingon');
  expect(words).toContain('Nothing was changed');
  expect(after.currentVersion.id).toBe(app.currentVersion.id);
});
