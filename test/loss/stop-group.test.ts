import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type Product, startProduct } from '../product.ts';
import { type Client, clientOf, type Data, FIRST_FILES, notesPath, signUp } from './client.ts';

const wait = 'await new Promise((done) => setTimeout(done, 4000));';
/** Each says that it runs by a row, and takes some seconds then. */
const FUNCTIONS = [
  {
    path: 'functions/slow',
    content: `export default async (_input, { entities }) => {\n  await entities.Mark.create({ text: 'slow' });\n  ${wait}\n  return { done: true };\n};\n`,
  },
  {
    path: 'functions/onNote',
    content: `export const on = ['Note.created'];\nexport default async (_input, { app }) => {\n  await app.entities.Mark.create({ text: 'onNote' });\n  ${wait}\n  return { done: true };\n};\n`,
  },
];
const MARK = JSON.stringify({ name: 'Mark', type: 'object', properties: { text: { type: 'string' } } });
const SAVE = `mutation ($id: ID!, $version: ID!, $changes: [AppFileChange!]!) {
  editAppFiles(id: $id, baseVersionId: $version, act: edited, changes: $changes) { id }
}`;
const ALLOW = 'mutation ($id: ID!) { allowFunction(appId: $id, name: "onNote", asApp: true) { name } }';
const RUNS = 'query ($id: ID!, $name: String) { functionRuns(appId: $id, name: $name) { outcome trigger } }';

async function appWithFunctions(client: Client): Promise<string> {
  const genApp = {
    name: 'Slow',
    pages: { Home: FIRST_FILES['pages/Home'] },
    entities: { Note: FIRST_FILES['entities/Note.json'], Mark: MARK },
  };
  const { id } = (await (await client.call('POST', '/api/apps', { appType: 'generated', genApp })).json()) as Data;
  const { app } = await client.graphql('query ($id: ID!) { app(id: $id) { currentVersion { id } } }', { id });
  await client.graphql(SAVE, { id, version: app.currentVersion.id, changes: FUNCTIONS });
  await client.graphql(ALLOW, { id });
  await client.graphql('mutation ($id: ID!) { publishApp(id: $id) { id } }', { id });
  return id;
}

// As systemd does by default (KillMode=control-group), and a terminal on Ctrl-C.
test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s to all processes of a node lets functions that run finish, called and started by a row',
  {
    timeout: 120_000,
  },
  async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'sayso-group-'));
    const env = { DATA_DIR: folder, RATE_LIMIT: '0', PROCESSES: '2' };
    const start = () => startProduct(env, ['setsid', process.execPath, 'core/start.mjs']);
    let product: Product = await start();
    try {
      const client = await signUp(product);
      const id = await appWithFunctions(client);
      const added = await client.call('POST', notesPath(id), { text: 'one' });
      expect(added.status).toBe(200);
      const called = client.call('POST', `/api/apps/${id}/functions/slow`, {});
      const marks = async (rows: 'draft' | 'live') =>
        ((await (await client.call('GET', `/live_api/apps/${id}/entities/Mark?rows=${rows}`)).json()) as Data[]).map(({ text }) => text);
      await vi.waitFor(async () => expect([await marks('draft'), await marks('live')]).toEqual([['slow'], ['onNote']]), {
        timeout: 20_000,
      });
      process.kill(-product.pid, signal);
      const answer = await called;
      expect([answer.status, await answer.json()]).toEqual([200, { done: true }]);
      expect(await product.stop()).toBe(0);
      product = await start();
      const after = clientOf(product, client.token);
      const outcomes = async () =>
        Object.fromEntries(
          await Promise.all(
            ['slow', 'onNote'].map(async (name) => [
              name,
              (await after.graphql(RUNS, { id, name })).functionRuns.map((run: Data) => run.outcome),
            ]),
          ),
        );
      await vi.waitFor(async () => expect(await outcomes()).toEqual({ slow: ['done'], onNote: ['done'] }), { timeout: 20_000 });
    } finally {
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
