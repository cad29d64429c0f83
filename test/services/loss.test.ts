import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../core/contract/index.ts';
import { jobCollection } from '../../core/jobs/job-document.ts';
import { openMongoStore } from '../../core/store/index.ts';
import { dropDatabase } from '../../core/store/mongo/database.suite.ts';
import { between, chance, rounds, seed } from '../loss/chance.ts';
import { clientOf, type Data, readApp, readUntil, settledApp, signUp, subscribe } from '../loss/client.ts';
import { findLosses, killWriter } from '../loss/killed-writer.ts';
import { startWritingModel } from '../loss/writing-model.ts';
import { startProduct } from '../product.ts';

function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: the services tests need a real MongoDB and a real MinIO.`);
  return value;
}
const uri = needed('MONGODB_URI');
const minio = { endpoint: needed('MINIO_ENDPOINT'), accessKey: needed('MINIO_ACCESS_KEY'), secretKey: needed('MINIO_SECRET_KEY') };
const databases: string[] = [];
function newDatabase(): string {
  const name = `sayso_loss_${newId()}`;
  databases.push(name);
  return name;
}
afterAll(async () => {
  for (const database of databases) await dropDatabase(uri, database);
});

const newPlace = () => ({ kind: 'servers', uri, database: newDatabase(), minio: { ...minio, bucket: `sayso-loss-${newId()}` } }) as const;
const kills = rounds(20, 200);

it(`a process killed during 1,000 writes to MongoDB and MinIO loses no acknowledged one, ${kills} times`, {
  // Far more than a round takes: a slow machine is no data loss.
  timeout: kills * 30_000,
}, async () => {
  const random = chance(seed);
  let place = newPlace();
  for (let round = 1; round <= kills; round++) {
    // Twenty kills on the same data; each round reads all of it, so more would take ever longer.
    if (round % 20 === 0) place = newPlace();
    const count = between(random, 1, 1000);
    const acknowledged = await killWriter(place, `r${round}`, count);
    expect(await findLosses(place, acknowledged), `seed ${seed}, round ${round}, after ${count} writes`).toEqual([]);
  }
});

/** A node in a child process, and the lines that it prints. */
async function startNode(database: string, nodeId: string, stopAt = 'never') {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'node.child.ts'), uri, database, nodeId, stopAt], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const has = (text: string) => vi.waitFor(() => expect(lines).toContain(text), { timeout: 20_000, interval: 10 });
  await has('ready');
  return {
    lines,
    has,
    enqueue: (...numbers: number[]) => child.stdin.write(`${numbers.join(' ')}\n`),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

describe('two nodes that run jobs', () => {
  it('retry the jobs of a killed node with effect exactly once, and run a recurring job once each time', async () => {
    const database = newDatabase();
    const store = await openMongoStore({ uri, database });
    const jobs = await store.open('jobs', jobCollection);
    const steps = await store.open<{ _id: string; node: string; attempt: number }>('steps', { document: undefined as never });
    const a = await startNode(database, 'a', '4');
    // Starts alone, so that it is the lease holder when it is killed.
    a.enqueue(1, 2, 3);
    for (const n of [1, 2, 3]) await a.has(`step ${n}:4`);
    const b = await startNode(database, 'b');
    const c = await startNode(database, 'c');
    try {
      await a.kill();
      await vi.waitFor(async () => expect(await jobs.count({ name: 'test.count', status: 'done' })).toBe(3), { timeout: 20_000 });
      const done = await steps.find({}, { sort: { _id: 1 } });
      expect(done.map(({ _id }) => _id)).toEqual([1, 2, 3].flatMap((n) => Array.from({ length: 10 }, (_, step) => `${n}:${step}`)));
      expect(done.filter(({ node }) => node === 'a').map(({ _id }) => _id)).toEqual(
        done.map(({ _id }) => _id).filter((_id) => /[0-4]$/.test(_id)),
      );
      expect((await jobs.find({ name: 'test.count' })).map(({ attempt }) => attempt)).toEqual([2, 2, 2]);

      const ticks = () => [...b.lines, ...c.lines].filter((line) => line.startsWith('tick'));
      for (let time = 1; time <= 5; time++) {
        await jobs.updateOne({ _id: 'cron.test.tick' }, { $set: { dueAt: new Date(0).toISOString() } });
        await vi.waitFor(
          async () => expect(await jobs.count({ _id: 'cron.test.tick', status: 'queued', dueAt: { $gt: '2000' } })).toBe(1),
          {
            timeout: 10_000,
          },
        );
        await vi.waitFor(() => expect(ticks()).toHaveLength(time), { timeout: 10_000 });
      }
      expect(ticks()).toEqual(Array(5).fill('tick 1'));
    } finally {
      await Promise.all([a, b, c].map((node) => node.kill()));
      await store.close();
    }
  });
});

const APP_CHANGED = 'subscription ($id: ID!) { appChanged(appId: $id) { name currentVersion { id } } }';
const TURN_EVENTS =
  'subscription ($id: ID!, $turnId: ID, $after: Int) { turnEvents(appId: $id, turnId: $turnId, after: $after) { turnId seq kind turn { status } } }';

describe('two whole products on one MongoDB and one MinIO', () => {
  it('publish events across nodes, replay missed ones, and take over from a killed node', { timeout: 150_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sayso-loss-'));
    const address = new URL(uri);
    address.pathname = `/${newDatabase()}`;
    const env = {
      DATA_DIR: folder,
      SECRET: 'a secret that all nodes of this test share',
      MONGODB_URI: address.href,
      MINIO_ENDPOINT: minio.endpoint,
      MINIO_ACCESS_KEY: minio.accessKey,
      MINIO_SECRET_KEY: minio.secretKey,
      MINIO_BUCKET: `sayso-loss-${newId()}`,
      RATE_LIMIT: '0',
    };
    // Node a serves and runs jobs, b only serves; c, which takes over, starts later.
    await using model = await startWritingModel();
    const a = await startProduct({ ...env, OPENAI_BASE_URL: model.url });
    const b = await startProduct({ ...env, ROLE: 'builder,runtime' });
    let c: Awaited<ReturnType<typeof startProduct>> | undefined;
    try {
      const onA = await signUp(a);
      const onB = clientOf(b, onA.token);
      const id = (await onA.graphql('mutation { createApp(input: {}) { id } }')).createApp.id as string;

      await using changes = await subscribe(onB, APP_CHANGED, { id });
      expect((await changes.next()).appChanged.currentVersion).toBeNull();
      await onA.graphql('mutation ($id: ID!) { renameApp(id: $id, name: "Seen elsewhere") { id } }', { id });
      expect(await changes.until((data) => data.appChanged.name === 'Seen elsewhere')).toBeTruthy();

      await using events = await subscribe(onB, TURN_EVENTS, { id });
      await readUntil(onA, id, (text) => text.split('\n').length > 10);
      const seen: Data[] = [];
      await events.until(({ turnEvents }) => seen.push(turnEvents) >= 5);
      expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
      // A client that was disconnected resumes from its cursor: no event is missing, none comes twice.
      const { turnId, seq } = seen[2];
      await using resumed = await subscribe(onB, TURN_EVENTS, { id, turnId, after: seq });
      expect((await resumed.next()).turnEvents.seq).toBe(seq + 1);
      expect((await resumed.next()).turnEvents.seq).toBe(seq + 2);

      await a.kill();
      c = await startProduct({ ...env, OPENAI_BASE_URL: model.url });
      // First the dead node's lease expires: 30 s.
      const app = await settledApp(onB, id);
      expect(app.latestTurn).toMatchObject({ status: 'failed', errorCode: 'interrupted' });
      expect([app.currentVersion, app.messages.length]).toEqual([null, 2]);
      expect(await resumed.until(({ turnEvents }) => turnEvents.turn?.status === 'failed')).toBeTruthy();

      await onB.graphql('mutation ($id: ID!) { retryTurn(turnId: $id) { id } }', { id: app.latestTurn.id });
      expect(await resumed.until(({ turnEvents }) => turnEvents.turn?.status === 'ready')).toBeTruthy();
      const { currentVersion } = await readApp(clientOf(c, onA.token), id);
      expect(await changes.until((data) => data.appChanged.currentVersion?.id === currentVersion.id)).toBeTruthy();
    } finally {
      await a.kill();
      await Promise.all([b.stop(), c?.stop()]);
      await rm(folder, { recursive: true, force: true });
    }
  });
});
