import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { atLeastTimes, atMost, median, type Options, type Result } from '../measure.ts';
import { memoryOfTree, totalOf } from '../pss.ts';
import type { ServerProcess } from '../server-process.ts';
import { openBare } from './bare.ts';
import { compareLine } from './compare.ts';
import { fanOut, hasStream } from './fan-out.ts';
import { lines } from './lines.ts';
import { GENERATOR } from './load.ts';
import { manyApps } from './many-apps.ts';
import { openPocketBase, type PocketBase } from './pocketbase.ts';
import { openSayso, type Sayso } from './sayso.ts';

const IDLE_MS = 5000;
const MONGO_GOAL = 0.6;

/** The rows of a published app: Sayso beside PocketBase, beside bare engines, and with many apps. */
export default async function* entities(options: Options): AsyncIterable<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-bench-'));
  try {
    const uri = process.env['MONGODB_URI'];
    if (options.onlyMongo && uri === undefined) throw new Error('--mongo needs MONGODB_URI.');
    if (uri !== undefined) yield* onMongo(folder, uri, options);
    if (options.onlyMongo) return;
    const pocketBase = await openPocketBase(folder, options.rows);
    console.error(`Compared with ${pocketBase.description}; load by ${GENERATOR}.`);
    const sayso = await openSayso(folder, options.rows);
    yield* await starts(sayso, pocketBase, options);
    yield* underLoad({ folder, sayso, pocketBase, options });
    for (const count of options.apps) yield* await manyApps(folder, count, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function starts(sayso: Sayso, pocketBase: PocketBase, { rounds }: Options): Promise<Result[]> {
  const times = { node: [] as number[], npm: [] as number[], theirs: [] as number[] };
  const run = async (start: () => Promise<ServerProcess>): Promise<number> => {
    const server = await start();
    await server.stop();
    return server.startMs;
  };
  // The first round fills the compile cache and builds what is missing.
  for (let turn = -1; turn < rounds; turn += 1) {
    const taken = { node: await run(() => sayso.start()), npm: await run(() => sayso.start('npm')), theirs: await run(pocketBase.start) };
    if (turn < 0) continue;
    times.node.push(taken.node);
    times.npm.push(taken.npm);
    times.theirs.push(taken.theirs);
  }
  const theirs = median(times.theirs);
  return [
    { ...atMost(240, { name: 'entities: start until the first row', ours: median(times.node), unit: 'ms' }), theirs },
    { ...atMost(900, { name: 'entities: npm start until the first row', ours: median(times.npm), unit: 'ms' }), theirs },
  ];
}

interface Both {
  readonly folder: string;
  readonly sayso: Sayso;
  readonly pocketBase: PocketBase;
  readonly options: Options;
}

async function* underLoad({ folder, sayso, pocketBase, options }: Both): AsyncIterable<Result> {
  await using theirs = await pocketBase.start();
  await using ours = await sayso.start();
  const memory = async (when: string, limit: number): Promise<Result> => {
    await pause(IDLE_MS);
    const [own, other] = [totalOf(await memoryOfTree(ours.pid)) / 1e6, totalOf(await memoryOfTree(theirs.pid)) / 1e6];
    return { ...atMost(limit, { name: `entities: memory ${when}`, ours: own, unit: 'MB' }), theirs: other, ratio: own / other };
  };
  yield await memory('idle', 220);
  await using bare = await openBare('bare node:http with node:sqlite', options.rows, join(folder, 'bare.db'));
  const sides = { ...sayso, theirs: pocketBase.side, bound: bare.side };
  for (const line of lines) yield* await compareLine(line, sides, options);
  yield await memory('after the load', 450);
  yield* await compareFanOut(sayso, pocketBase, options);
}

async function compareFanOut({ user }: Sayso, { side }: PocketBase, { subscribers, rounds }: Options): Promise<Result[]> {
  const subscription = user.subscription;
  if (subscription === null || !(await hasStream(user, subscription.path))) {
    console.error('Skipped the deliveries to subscribers: this server has no stream of changes.');
    return [];
  }
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.theirs.push(await fanOut(side, subscribers));
    times.ours.push(await fanOut(user, subscribers));
  }
  const both = { ours: median(times.ours), theirs: median(times.theirs), unit: '/s' };
  return [atLeastTimes(3, { name: `entities: deliveries of one write to ${subscribers} subscribers`, ...both })];
}

/** The same lines on MongoDB; the baseline is the driver behind node:http, on the same server, with the same write concern. */
async function* onMongo(folder: string, uri: string, options: Options): AsyncIterable<Result> {
  const database = `sayso-bench-${process.pid}`;
  const address = new URL(uri);
  address.pathname = `/${database}`;
  const client = await MongoClient.connect(uri);
  try {
    await using bare = await openBare('bare node:http with the MongoDB driver', options.rows, address.href);
    const sayso = await openSayso(join(folder, 'mongo'), options.rows, { MONGODB_URI: address.href });
    await using _server = await sayso.start();
    const sides = { ...sayso, theirs: bare.side, bound: null };
    // The targets of latencies are relative to PocketBase.
    for (const { p99: _, ...line } of lines) {
      for (const result of await compareLine({ ...line, goal: MONGO_GOAL }, sides, options)) {
        yield { ...result, name: result.name.replace('entities:', 'entities on MongoDB:') };
      }
    }
  } finally {
    await client.db(database).dropDatabase();
    await client.close();
  }
}
