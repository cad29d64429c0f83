import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pkce } from '../app-origin.ts';
import { startPacedModel } from '../bench/model.ts';
import { type Client, clientOf, type Data, FIRST_FILES, notesPath, readNotes, sendMessage, settledApp, signUp } from './client.ts';
import { connect } from './processes.ts';
import { type SkewedProduct, startSkewed } from './skewed.ts';

const HOUR = 3600_000;
const IMPORTED = 20_000;
const PAGE = `I will.\n<action type="add_file" file="pages/Home" title="Plants">\nexport default function Home() { return <p>Plants</p>; }\n</action>\n`;
const PIECES = PAGE.match(/[\s\S]{1,8}/g) ?? [];
const COUNTS = "export const on = ['Note.created']; export default ({ id }, { entities }) => id && entities.Tag.create({ text: id });";
const table = (name: string) => JSON.stringify({ name, type: 'object', properties: { text: { type: 'string' } } });
const genApp = { name: 'Jumps', pages: { Home: FIRST_FILES['pages/Home'] }, entities: { Note: table('Note'), Tag: table('Tag') } };
const isLinux = process.platform === 'linux';

let folder: string;
let env: Record<string, string>;
let product: SkewedProduct;
let client: Client;
let model: Awaited<ReturnType<typeof startPacedModel>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-jump-'));
  model = await startPacedModel({ pieces: PIECES.map((piece) => () => piece), everyMs: 300 });
  const limits = { RATE_LIMIT: '0', APP_RATE_LIMIT: '0', FUNCTION_ROW_RUNS_PER_MINUTE: '10000' };
  env = { ...limits, DATA_DIR: folder, OPENAI_BASE_URL: model.url, PROCESSES: isLinux ? '2' : '1' };
  product = await startSkewed(env);
  client = await signUp(product);
});
afterAll(async () => {
  await product?.stop();
  await model?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const succeed = async (method: string, path: string, body?: unknown): Promise<Data> => {
  const answer = await client.call(method, path, body);
  const text = await answer.text();
  expect(answer.status, `${method} ${path}: ${text.slice(0, 500)}`).toBeLessThan(300);
  return text === '' ? null : JSON.parse(text);
};

/** Logs the builder in to a published app by the main process. */
async function logIn(id: string, slug: string): Promise<string> {
  const { codeVerifier, codeChallenge } = pkce();
  const host = `${slug}.${new URL(product.runtimeUrl).host}`;
  const { redirectTo } = await succeed('POST', `/api/apps/${id}/login-code`, { nextUrl: `http://${host}/`, codeChallenge });
  const code = new URLSearchParams(new URL(redirectTo).hash.slice(1)).get('code');
  using main = await connect(product, 0);
  const { status, body } = await main.call('POST', `/live_api/apps/${id}/auth/exchange`, { body: { code, codeVerifier }, host });
  expect([status, body.slice(0, 200)]).toEqual([200, expect.stringContaining('token')]);
  return JSON.parse(body).token;
}

/** The responses of each process to a page of the app, which renews a token that has expired as its SDK does. */
async function statuses(id: string, token: string): Promise<number[]> {
  const found: number[] = [];
  for (const number of isLinux ? [0, 1] : [0]) {
    using connection = await connect(product, number, token);
    const { status } = await connection.call('GET', `/live_api/apps/${id}/auth/me`);
    if (status !== 401) found.push(status);
    else {
      const renewed = await connection.call('POST', `/live_api/apps/${id}/auth/refresh`);
      using again = await connect(product, number, JSON.parse(renewed.body).token);
      found.push((await again.call('GET', `/live_api/apps/${id}/auth/me`)).status);
    }
  }
  return found;
}

const warnings = async (): Promise<string[]> => ((await (await fetch(`${product.builderUrl}/readyz`)).json()) as Data).warnings ?? [];

test.each([
  // The product follows at once.
  ['an hour forward', 0, HOUR, []],
  ['an hour back', HOUR, 0, ['set back']],
  ['an hour back once more', 0, -HOUR, ['set back']],
  ['two hours and a minute forward', -HOUR, HOUR + 60_000, ['set forward']],
])('nothing is lost, run twice or logged out when the clock jumps %s', { timeout: 120_000 }, async (_name, before, after, told) => {
  await product.setClock(before);
  const { id } = await succeed('POST', '/api/apps', { appType: 'generated', genApp });
  await succeed('POST', `/api/apps/${id}/files/update`, { file: { id: 'functions/onNote', content: COUNTS } });
  const { publishApp } = await client.graphql('mutation ($id: ID!) { publishApp(id: $id) { slug } }', { id });
  await client.graphql('mutation ($id: ID!) { allowFunction(appId: $id, name: "onNote", asApp: true) { name } }', { id });
  const early = await logIn(id, publishApp.slug);
  const turnId = (await client.graphql('mutation { createApp(input: {}) { id } }')).createApp.id as string;

  // Work that begins before the jump, and ends after it.
  const answer = sendMessage(client, turnId).then((response) => response.text());
  const form = new FormData();
  const lines = Array.from({ length: IMPORTED }, (_, n) => `import ${n}`);
  form.set('file', new File([`text\n${lines.join('\n')}`], 'notes.csv', { type: 'text/csv' }));
  const headers = { authorization: `Bearer ${client.token}` };
  const imports = `${notesPath(id)}/imports`;
  const { id: importId } = (await (
    await fetch(`${product.builderUrl}${imports}?rows=draft`, { method: 'POST', headers, body: form })
  ).json()) as Data;
  const added: string[] = [];
  for (let n = 0; n < 60; n++) {
    if (n === 30) await product.setClock(after);
    added.push((await succeed('POST', notesPath(id), { text: `row ${n}` })).id);
  }

  await expect.poll(async () => (await succeed('GET', `${imports}/${importId}?rows=draft`)).state, { timeout: 60_000 }).toBe('done');
  expect((await readNotes(client, id, 'draft')).size).toBe(IMPORTED);
  expect(await answer).toContain('"status":"ready"');
  const { latestTurn, versions } = await settledApp(client, turnId);
  expect([latestTurn.status, latestTurn.error, versions.length]).toEqual(['ready', null, 1]);
  const tags = async () => ((await succeed('GET', `/live_api/apps/${id}/entities/Tag?limit=1000`)) as Data[]).map(({ text }) => text);
  await expect.poll(async () => (await tags()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(added.length);
  expect((await tags()).sort()).toEqual(added.sort());
  // The session of the builder, the token from before, and one from after the jump.
  expect((await client.call('GET', `/api/apps/${id}`)).status).toBe(200);
  const served = isLinux ? [200, 200] : [200];
  expect(await statuses(id, early)).toEqual(served);
  expect(await statuses(id, await logIn(id, publishApp.slug))).toEqual(served);
  await expect.poll(warnings).toEqual(told.map((words) => expect.stringContaining(`was ${words} while Sayso ran`)));
});

test('after a restart the product goes by a clock that was set back, and goes on with its work', { timeout: 120_000 }, async () => {
  await product.stop();
  product = await startSkewed(env, HOUR / 2);
  client = clientOf(product, client.token);
  expect(await warnings()).toEqual([]);
  const id = (await client.graphql('mutation { createApp(input: {}) { id } }')).createApp.id as string;
  expect(await (await sendMessage(client, id)).text()).toContain('"status":"ready"');
  expect((await settledApp(client, id)).latestTurn.error).toBe(null);
});
