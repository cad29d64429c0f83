import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../core/contract/index.ts';
import { startPacedModel } from '../bench/model.ts';
import { type Client, clientOf, type Data, makeApp, notesPath, sendMessage, settledApp, signUp } from '../loss/client.ts';
import { type SkewedProduct, startSkewed } from '../loss/skewed.ts';

const { MONGODB_URI, MINIO_ENDPOINT, MINIO_ACCESS_KEY, MINIO_SECRET_KEY } = process.env;
if (!MONGODB_URI || !MINIO_ENDPOINT || !MINIO_ACCESS_KEY || !MINIO_SECRET_KEY) {
  throw new Error('Set MONGODB_URI, MINIO_ENDPOINT, MINIO_ACCESS_KEY and MINIO_SECRET_KEY to run the services tests.');
}
const database = `sayso_jump_${newId()}`;
const HOUR = 3_600_000;
const CLOCKS_AGREE_MS = 30_000;
const PAGE =
  '<action type="add_file" file="pages/Plants" title="Plants">\nexport default function Plants() {\n  return <p>Plants</p>;\n}\n</action>\n';
const PIECES = ['I will.\n', ...Array<string>(8).fill('So.\n'), PAGE];

/** Two whole products on one MongoDB and one MinIO; the clock of the first one jumps while both run. */
let nodes: SkewedProduct[] = [];
let clients: [Client, Client];
let folder: string;
let mongo: MongoClient;
let model: Awaited<ReturnType<typeof startPacedModel>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-jump-'));
  model = await startPacedModel({ pieces: PIECES.map((piece) => () => piece), everyMs: 300 });
  const address = new URL(MONGODB_URI);
  address.pathname = `/${database}`;
  const minio = { MINIO_ENDPOINT, MINIO_ACCESS_KEY, MINIO_SECRET_KEY, MINIO_BUCKET: database.replaceAll('_', '-') };
  const env = { MONGODB_URI: address.href, ...minio, DATA_DIR: folder, SECRET: newId(), OPENAI_BASE_URL: model.url, RATE_LIMIT: '0' };
  nodes = [await startSkewed(env), await startSkewed(env)];
  const [jumping, other] = nodes as [SkewedProduct, SkewedProduct];
  const { token } = await signUp(jumping);
  clients = [clientOf(jumping, token), clientOf(other, token)];
  mongo = await MongoClient.connect(address.href);
}, 120_000);
afterAll(async () => {
  const codes = await Promise.all(nodes.map((node) => node.stop()));
  await mongo?.db(database).dropDatabase();
  await mongo?.close();
  await model?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
  expect(codes).toEqual([0, 0]);
});

it.each([
  ['an hour forward', HOUR, /^The clock of this machine is .* ahead of the time of the store/],
  ['two hours back', -HOUR, /^The clock of this machine is .* behind the time of the store/],
  ['to the right time', 0, null],
] as const)(
  'nothing is lost, interrupted or logged out when the clock of a running node jumps %s',
  { timeout: 120_000 },
  async (_how, aheadMs, told) => {
    const [jumping, other] = clients;
    const id = await makeApp(jumping, `Jump ${aheadMs}`);
    const answer = await sendMessage(jumping, id);
    // While the turn is written, by whichever node.
    await nodes[0]?.setClock(aheadMs);
    const times: number[] = [];
    for (const [client, text] of [
      [jumping, 'one'],
      [other, 'two'],
      [jumping, 'three'],
    ] as const) {
      const added = await client.call('POST', notesPath(id), { text });
      expect(added.status).toBe(200);
      times.push(Date.parse(((await added.json()) as Data).createdAt));
    }
    for (const time of times) expect(Math.abs(time - Date.now())).toBeLessThan(CLOCKS_AGREE_MS);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(await answer.text()).toContain('"status":"ready"');
    for (const client of clients) {
      const { latestTurn, versions } = await settledApp(client, id);
      expect([latestTurn.status, latestTurn.error, versions.length]).toEqual(['ready', null, 2]);
      const rows = (await (await client.call('GET', `${notesPath(id)}?sort=createdAt`)).json()) as Data[];
      expect(rows.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    }
    const warnings = async () => ((await (await jumping.call('GET', '/readyz')).json()) as Data).warnings ?? [];
    const isTold = async () => (await warnings()).some((warning: string) => told?.test(warning));
    await vi.waitFor(async () => expect(await isTold()).toBe(told !== null), { timeout: 20_000 });
  },
);
