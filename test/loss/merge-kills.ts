import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Product, startProduct } from '../product.ts';
import { between, chance, seed } from './chance.ts';
import { type Client, clientOf, type Data, FIRST_FILES, makeApp, signUp } from './client.ts';

const ROWS = 1200;
/** Rows of one call. */
const BATCH = 500;
const PREVIEW = 'query ($id: ID!) { mergePreview(id: $id, direction: merge) { targetVersionId sourceVersionId } }';
const MERGE = `mutation ($id: ID!, $target: ID, $source: ID, $tables: [MergeTable!]) {
  mergeBranch(id: $id, direction: merge, targetVersionId: $target, sourceVersionId: $source, tables: $tables) { rowCopyId }
}`;
const APP = `query ($id: ID!) {
  app(id: $id) { branches { id } versions(limit: 50) { title } currentVersion { id files { path content } } }
}`;
const TABLES = [{ name: 'Note', added: true, changed: true, removed: true, conflicts: 'target' }];

/** Kills the product at random points of merges of ideas with their rows, of up to `most` ms after the request, and checks what is left. */
export async function killMerges(env: Readonly<Record<string, string>>, { kills, most }: { kills: number; most: number }): Promise<void> {
  const random = chance(seed);
  const folder = await mkdtemp(join(tmpdir(), 'sayso-merge-'));
  const start = () => startProduct({ DATA_DIR: folder, RATE_LIMIT: '0', APP_RATE_LIMIT: '0', ...env });
  let product: Product | undefined = await start();
  try {
    let client = await signUp(product);
    for (let round = 1; round <= kills; round++) {
      const delay = between(random, 0, most);
      const where = `seed ${seed}, round ${round}, ${delay} ms`;
      const appId = await makeApp(client, `Notes ${round}`);
      await addRows(client, appId, 'row', ROWS);
      const branchId = await makeIdea(client, appId);
      const expected = await rowsOf(client, branchId);
      // The app keeps what it got since.
      await addRows(client, appId, 'of the app', 10);
      expected.push(...Array.from({ length: 10 }, (_, n) => `of the app ${n}`));
      const merging = merge(client, branchId).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, delay));
      await product.kill();
      await merging;

      product = await start();
      client = clientOf(product, client.token);
      const { app } = await client.graphql(APP, { id: appId });
      const files = filesOf(app);
      expect([changedFiles, FIRST_FILES], `${where}: one version or nothing`).toContainEqual(files);
      if (app.branches.length > 0) await merge(client, branchId);
      await expect.poll(() => rowsOf(client, appId), { timeout: 60_000, message: where }).toEqual(expected.sort());
      const { app: after } = await client.graphql(APP, { id: appId });
      expect(filesOf(after), where).toEqual(changedFiles);
      expect(after.branches, where).toEqual([]);
      expect(
        after.versions.filter(({ title }: Data) => title.startsWith('Merged')),
        where,
      ).toHaveLength(1);
      expect(await rowsOf(client, branchId, true), `${where}: the idea keeps its rows`).toEqual(null);
    }
  } finally {
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the idea makes of the files. */
const changedFiles = {
  'entities/Note.json': JSON.stringify(
    { name: 'Note', type: 'object', properties: { text: { type: 'string' }, mood: { type: 'string' } } },
    null,
    2,
  ),
  'pages/Home': FIRST_FILES['pages/Home'].replace('Before', 'After'),
};

const filesOf = (app: Data) =>
  Object.fromEntries(app.currentVersion.files.map(({ path, content }: Data) => [path, content])) as Record<string, string>;

const notes = (appId: string, rest = '') => `/live_api/apps/${appId}/entities/Note${rest}`;

async function succeed(client: Client, method: string, path: string, body?: unknown): Promise<Data> {
  const answer = await client.call(method, path, body);
  const json = (await answer.json()) as Data;
  expect(answer.status, `${method} ${path}: ${JSON.stringify(json).slice(0, 500)}`).toBeLessThan(300);
  return json;
}

async function addRows(client: Client, appId: string, name: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => ({ text: `${name} ${from + n}` }));
    await succeed(client, 'POST', `${notes(appId, '/bulk')}?rows=draft`, rows);
  }
}

/** An idea that changes both files, and adds, changes and deletes rows. */
async function makeIdea(client: Client, appId: string): Promise<string> {
  const { startBranch } = await client.graphql('mutation ($id: ID!) { startBranch(id: $id, name: "Idea") { id } }', { id: appId });
  const branchId = startBranch.id as string;
  for (const [path, content] of Object.entries(changedFiles)) {
    const { app } = await client.graphql(APP, { id: branchId });
    const edit =
      'mutation ($id: ID!, $version: ID!, $path: String!, $content: String!) { updateAppFile(id: $id, baseVersionId: $version, path: $path, content: $content) { id } }';
    await client.graphql(edit, { id: branchId, version: app.currentVersion.id, path, content });
  }
  await addRows(client, branchId, 'of the idea', 600);
  const rows: { id: string; text: string }[] = await succeed(client, 'GET', `${notes(branchId)}?rows=draft&limit=1000&sort=text`);
  const changed = rows.slice(0, 300).map(({ id, text }) => ({ id, text: `${text}, changed` }));
  await succeed(client, 'PUT', `${notes(branchId, '/bulk')}?rows=draft`, changed);
  for (const { id } of rows.slice(300, 310)) await succeed(client, 'DELETE', `${notes(branchId, `/${id}`)}?rows=draft`);
  return branchId;
}

async function merge(client: Client, id: string): Promise<void> {
  const { mergePreview } = await client.graphql(PREVIEW, { id });
  const { targetVersionId: target, sourceVersionId: source } = mergePreview;
  await client.graphql(MERGE, { id, target, source, tables: TABLES });
}

/** The texts of all draft rows, in order; null for an idea that has ended. */
async function rowsOf(client: Client, appId: string): Promise<string[]>;
async function rowsOf(client: Client, appId: string, mayBeGone: true): Promise<string[] | null>;
async function rowsOf(client: Client, appId: string, mayBeGone = false): Promise<string[] | null> {
  const texts: string[] = [];
  for (let after = ''; ; ) {
    const answer = await client.call('GET', `${notes(appId)}?rows=draft&limit=1000&sort=id${after}`);
    if (mayBeGone && answer.status === 404) return null;
    const page = (await answer.json()) as { id: string; text: string }[];
    expect(answer.status).toBe(200);
    texts.push(...page.map(({ text }) => text));
    if (page.length < 1000) return texts.sort();
    after = `&after=${page.at(-1)?.id}`;
  }
}
