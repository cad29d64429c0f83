import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/contract/index.ts';
import { pkce } from '../app-origin.ts';
import { startPacedModel } from '../bench/model.ts';
import { type Client, clientOf, type Data, notesPath, readNotes, sendMessage, settledApp, signUp, subscribe } from '../loss/client.ts';
import { Connection } from '../loss/processes.ts';
import { type SkewedProduct, startSkewed } from '../loss/skewed.ts';

const { MONGODB_URI, MINIO_ENDPOINT, MINIO_ACCESS_KEY, MINIO_SECRET_KEY } = process.env;
if (!MONGODB_URI || !MINIO_ENDPOINT || !MINIO_ACCESS_KEY || !MINIO_SECRET_KEY) {
  throw new Error('Set MONGODB_URI, MINIO_ENDPOINT, MINIO_ACCESS_KEY and MINIO_SECRET_KEY to run the services tests.');
}
const database = `sayso_skewed_${newId()}`;
const SKEWS = [0, 120_000, -120_000];
const UPDATES = 600;
const IMPORTED = 6000;
/** The lease of a turn is 30 s. */
const TURN_MS = 33_000;
const PIECES = ['I will.\n', '<action type="add_file" file="pages/Home" title="Plants">\n', ...Array<string>(20).fill('// a line\n')];
const PAGE = 'export default function Home() {\n  return <p>Plants</p>;\n}\n</action>\n';
const NOTE = JSON.stringify({
  name: 'Note',
  type: 'object',
  properties: { text: { type: 'string' } },
  'x-accessControl': { permissions: { read: 'all', write: 'all' } },
});
const genApp = {
  name: 'Notes',
  pages: { Home: 'export default function Home() {\n  return <p>Notes</p>;\n}\n' },
  entities: { Note: NOTE, Run: NOTE.replace('"Note"', '"Run"') },
};

const FUNCTIONS = {
  onNote: "export const on = ['Note.updated']; export default ({ id }, { entities }) => entities.Run.create({ text: id });",
  tick: "export const schedule = '* * * * *'; export default ({ scheduledAt }, { entities }) => entities.Run.create({ text: 'at ' + scheduledAt });",
};

/** Three whole products on one MongoDB and one MinIO, whose clocks are minutes apart. */
describe('nodes whose clocks are two minutes ahead and behind', () => {
  let folder: string;
  let nodes: SkewedProduct[] = [];
  let clients: Client[] = [];
  let mongo: MongoClient;
  let model: Awaited<ReturnType<typeof startPacedModel>>;
  const at = (n: number): SkewedProduct => nodes[n % nodes.length] as SkewedProduct;
  const client = (n: number): Client => clients[n % clients.length] as Client;
  const succeed = async (n: number, method: string, path: string, body?: unknown): Promise<Data> => {
    const answer = await client(n).call(method, path, body);
    const text = await answer.text();
    expect(answer.status, `${method} ${path}: ${text.slice(0, 500)}`).toBeLessThan(300);
    return text === '' ? null : JSON.parse(text);
  };
  const makeApp = async (n: number): Promise<string> => (await succeed(n, 'POST', '/api/apps', { appType: 'generated', genApp })).id;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sayso-skewed-'));
    model = await startPacedModel({ pieces: [...PIECES, PAGE].map((piece) => () => piece), everyMs: TURN_MS / (PIECES.length + 1) });
    const address = new URL(MONGODB_URI);
    address.pathname = `/${database}`;
    const env = {
      MONGODB_URI: address.href,
      MINIO_ENDPOINT,
      MINIO_ACCESS_KEY,
      MINIO_SECRET_KEY,
      MINIO_BUCKET: database.replaceAll('_', '-'),
      DATA_DIR: folder,
      SECRET: newId(),
      OPENAI_BASE_URL: model.url,
      RATE_LIMIT: '0',
      APP_RATE_LIMIT: '0',
      FUNCTION_ROW_RUNS_PER_MINUTE: '10000',
    };
    const [first, ...others] = SKEWS;
    nodes = [await startSkewed(env, first)];
    nodes.push(...(await Promise.all(others.map((aheadMs) => startSkewed(env, aheadMs)))));
    const { token } = await signUp(at(0));
    clients = nodes.map((node) => clientOf(node, token));
    mongo = await MongoClient.connect(address.href);
  });
  afterAll(async () => {
    const codes = await Promise.all(nodes.map((node) => node.stop()));
    await mongo?.db(database).dropDatabase();
    await mongo?.close();
    await model?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
    expect(codes).toEqual(SKEWS.map(() => 0));
  });

  it.concurrent('complete turns that are longer than a lease, whichever node has them', { timeout: 120_000 }, async ({ expect }) => {
    const settled = await Promise.all(
      SKEWS.map(async (_skew, n) => {
        const id = (await client(n).graphql('mutation { createApp(input: {}) { id } }')).createApp.id as string;
        const answer = await (await sendMessage(client(n), id)).text();
        expect(answer).toContain('"status":"ready"');
        return settledApp(client(n + 1), id);
      }),
    );
    for (const { latestTurn, versions, messages } of settled)
      expect([latestTurn.status, latestTurn.error, versions.length, messages.length]).toEqual(['ready', null, 1, 2]);
  });

  it.concurrent('run imports once, and whole', { timeout: 120_000 }, async ({ expect }) => {
    const id = await makeApp(0);
    const imports = await Promise.all(
      SKEWS.map(async (_skew, n) => {
        const form = new FormData();
        const lines = Array.from({ length: IMPORTED }, (_, line) => `${n}-${line}`);
        form.set('file', new File([`text\n${lines.join('\n')}`], 'notes.csv', { type: 'text/csv' }));
        const headers = { authorization: `Bearer ${client(n).token}` };
        const answer = await fetch(`${at(n).builderUrl}${notesPath(id)}/imports?rows=draft`, { method: 'POST', headers, body: form });
        return ((await answer.json()) as Data).id as string;
      }),
    );
    for (const [n, one] of imports.entries()) {
      const state = () => succeed(n + 1, 'GET', `${notesPath(id)}/imports/${one}?rows=draft`);
      await expect.poll(async () => (await state()).state, { timeout: 90_000 }).toBe('done');
      expect(await state()).toMatchObject({ done: IMPORTED, stored: IMPORTED, failed: 0 });
    }
    const all = SKEWS.length * IMPORTED;
    expect(await succeed(2, 'GET', `${notesPath(id)}/count?rows=draft`)).toEqual({ count: all });
    expect((await readNotes(client(1), id, 'draft')).size).toBe(all);
  });

  it.concurrent(`start a function once for each of ${UPDATES} updates, and schedules at their times`, { timeout: 120_000 }, async ({
    expect,
  }) => {
    const id = await makeApp(0);
    for (const [name, content] of Object.entries(FUNCTIONS))
      await succeed(0, 'POST', `/api/apps/${id}/files/update`, { file: { id: `functions/${name}`, content } });
    await client(0).graphql('mutation ($id: ID!) { publishApp(id: $id) { id } }', { id });
    for (const name of Object.keys(FUNCTIONS))
      await client(1).graphql('mutation ($id: ID!, $name: String!) { allowFunction(appId: $id, name: $name, asApp: true) { name } }', {
        id,
        name,
      });
    const rowsOf = async (n: number, table: string): Promise<Data[]> => {
      const found: Data[] = [];
      for (let after = ''; ; after = `&after=${found.at(-1).id}`) {
        const page = await succeed(n, 'GET', `/live_api/apps/${id}/entities/${table}?limit=1000&sort=createdAt${after}`);
        found.push(...page);
        if (page.length < 1000) return found;
      }
    };
    const texts = Array.from({ length: UPDATES }, (_, n) => ({ text: `note ${n}` }));
    for (let from = 0; from < UPDATES; from += 200) await succeed(0, 'POST', `${notesPath(id)}/bulk`, texts.slice(from, from + 200));
    const notes = await rowsOf(0, 'Note');
    // Due times one after the other, as the minutes of a schedule are.
    const functions = mongo.db(database).collection<{ _id: string; nextAt: string }>('functions_functions');
    const jobs = mongo.db(database).collection<{ _id: string; dueAt: string }>('jobs');
    const begun = new Date();
    const dues: string[] = [];
    const ticking = (async () => {
      for (let n = 0; n < 4; n++) {
        const dueAt = new Date(Date.now() + 1500).toISOString();
        dues.push(dueAt);
        await functions.updateOne({ _id: `${id} tick` }, { $set: { nextAt: dueAt } });
        // Asks for what is due before and after it.
        for (let isOver = false; !isOver; ) {
          await jobs.updateOne({ _id: 'cron.functions.startDue', status: 'queued' } as object, { $set: { dueAt: begun.toISOString() } });
          await new Promise((resolve) => setTimeout(resolve, 200));
          const next = await functions.findOne({ _id: `${id} tick` });
          isOver = next !== null && next.nextAt !== dueAt;
          const now = Date.now();
          if (!isOver) continue;
          expect(now).toBeGreaterThanOrEqual(Date.parse(dueAt) - 100);
          // The minute after it.
          expect(Date.parse(next?.nextAt ?? '')).toBeGreaterThan(Date.parse(dueAt));
          expect(Date.parse(next?.nextAt ?? '') - now).toBeLessThanOrEqual(60_000);
        }
      }
    })();
    let next = 0;
    const update = async () => {
      for (let n = next++; n < notes.length; n = next++)
        await succeed(n, 'PUT', `${notesPath(id)}/${notes[n].id}`, { text: `note ${n}, changed` });
    };
    await Promise.all([...Array.from({ length: 6 }, update), ticking]);
    const runs = async () => (await rowsOf(1, 'Run')).map(({ text }) => text as string).filter((text) => !text.startsWith('at '));
    await expect.poll(async () => (await runs()).length, { timeout: 90_000 }).toBeGreaterThanOrEqual(UPDATES);
    // Another run of an update would be queued by now.
    const isPending = { name: 'functions.run', status: { $in: ['queued', 'running'] } };
    await expect.poll(() => jobs.countDocuments(isPending), { timeout: 30_000 }).toBe(0);
    expect((await runs()).sort()).toEqual(notes.map((note) => note.id).sort());
    const ticks = (await rowsOf(2, 'Run')).filter(({ text }) => text.startsWith('at '));
    const ofTest = ticks.filter(({ text }) => dues.includes(text.slice(3)));
    expect(ofTest.map(({ text }) => text.slice(3)).sort()).toEqual(dues);
    for (const { text, createdAt } of ticks) expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(Date.parse(text.slice(3)) - 100);
    expect(ticks.length).toBe(new Set(ticks.map(({ text }) => text)).size);
  });

  it.concurrent('merge ideas whose rows were changed on all nodes, without leaving any out', { timeout: 120_000 }, async ({ expect }) => {
    const id = await makeApp(1);
    const addTo = (n: number, app: string, name: string) =>
      succeed(
        n,
        'POST',
        `${notesPath(app)}/bulk?rows=draft`,
        Array.from({ length: 50 }, (_, row) => ({ text: `${name} ${row}` })),
      );
    for (const n of [0, 1, 2]) await addTo(n, id, `before ${n}`);
    const { startBranch } = await client(1).graphql('mutation ($id: ID!) { startBranch(id: $id, name: "Idea") { id } }', { id });
    const branch = startBranch.id as string;
    const rows: Data[] = await succeed(2, 'GET', `${notesPath(branch)}?rows=draft&limit=1000&sort=text`);
    for (const n of [0, 1, 2]) {
      await addTo(n, branch, `of the idea ${n}`);
      const part = rows.slice(n * 40, n * 40 + 20);
      await succeed(
        n,
        'PUT',
        `${notesPath(branch)}/bulk?rows=draft`,
        part.map(({ id: row, text }) => ({ id: row, text: `${text}, changed by ${n}` })),
      );
      for (const { id: row } of rows.slice(n * 40 + 20, n * 40 + 25)) await succeed(n, 'DELETE', `${notesPath(branch)}/${row}?rows=draft`);
      await addTo(n + 1, id, `of the app ${n}`);
    }
    const textsOf = async (n: number, app: string) => [...(await readNotes(client(n), app, 'draft'))].sort();
    const expected = [...(await textsOf(0, branch)), ...(await textsOf(0, id)).filter((text) => text.startsWith('of the app'))].sort();
    const { mergePreview } = await client(2).graphql(
      'query ($id: ID!) { mergePreview(id: $id, direction: merge) { targetVersionId sourceVersionId } }',
      { id: branch },
    );
    await client(2).graphql(
      `mutation ($id: ID!, $target: ID, $source: ID, $tables: [MergeTable!]) {
        mergeBranch(id: $id, direction: merge, targetVersionId: $target, sourceVersionId: $source, tables: $tables) { rowCopyId }
      }`,
      {
        id: branch,
        target: mergePreview.targetVersionId,
        source: mergePreview.sourceVersionId,
        tables: [{ name: 'Note', added: true, changed: true, removed: true, conflicts: 'target' }],
      },
    );
    await expect.poll(() => textsOf(1, id), { timeout: 60_000 }).toEqual(expected);
  });

  it.concurrent('let people log in to an app and out of it at any of them', { timeout: 120_000 }, async ({ expect }) => {
    const id = await makeApp(2);
    const { publishApp } = await client(0).graphql('mutation ($id: ID!) { publishApp(id: $id) { slug } }', { id });
    const logIn = async (one: number, other: number) => {
      const { codeVerifier, codeChallenge } = pkce();
      const nextUrl = `http://${publishApp.slug}.${new URL(at(one).runtimeUrl).host}/`;
      const { redirectTo } = await succeed(one, 'POST', `/api/apps/${id}/login-code`, { nextUrl, codeChallenge });
      const code = new URLSearchParams(new URL(redirectTo).hash.slice(1)).get('code');
      const host = `${publishApp.slug}.${new URL(at(other).runtimeUrl).host}`;
      using connection = new Connection(at(other));
      const answer = await connection.call('POST', `/live_api/apps/${id}/auth/exchange`, { body: { code, codeVerifier }, host });
      expect([one, other, answer.status]).toEqual([one, other, 200]);
      return JSON.parse(answer.body).token as string;
    };
    const call = async (n: number, token: string, method: string, path: string) => {
      using connection = new Connection(at(n), token);
      return (await connection.call(method, `/live_api/apps/${id}/auth/${path}`)).status;
    };
    for (const one of [0, 1, 2])
      for (const other of [0, 1, 2]) {
        const token = await logIn(one, other);
        for (const n of [0, 1, 2]) expect([one, other, n, await call(n, token, 'GET', 'me')]).toEqual([one, other, n, 200]);
        expect(await call(other, token, 'POST', 'logout')).toBeLessThan(300);
        for (const n of [0, 1, 2]) await expect.poll(() => call(n, token, 'GET', 'me')).toBe(401);
      }
  });

  it.concurrent('show on each node who has an app open', { timeout: 120_000 }, async ({ expect }) => {
    const id = await makeApp(0);
    const query = 'subscription ($id: ID!) { presence(appId: $id) { accountId } }';
    const people = await Promise.all(clients.map((one) => subscribe(one, query, { id })));
    for (const one of people) await one.until(({ presence }) => presence.length === 1);
    const documents = mongo.db(database).collection<{ appId: string; seenAt: string }>('apps_presence');
    // Each process renews its documents every 20 s, and removes those of ended processes.
    const first = (await documents.find({ appId: id }).toArray()).map(({ seenAt }) => seenAt);
    expect(first).toHaveLength(3);
    const renewed = async () => (await documents.find({ appId: id }).toArray()).filter(({ seenAt }) => !first.includes(seenAt)).length;
    await expect.poll(renewed, { timeout: 40_000 }).toBe(3);
    for (const one of people) await one[Symbol.asyncDispose]();
    await expect.poll(() => documents.countDocuments({ appId: id })).toBe(0);
  });

  it.concurrent('name their clocks to admins', { timeout: 60_000 }, async ({ expect }) => {
    for (const n of [1, 2]) {
      const direction = n === 1 ? 'ahead of' : 'behind';
      await expect
        .poll(async () => ((await (await fetch(`${at(n).builderUrl}/readyz`)).json()) as Data).warnings)
        .toEqual([expect.stringContaining(`The clock of this machine is 120 s ${direction} the time of the store`)]);
    }
  });
});
