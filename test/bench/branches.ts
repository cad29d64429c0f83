import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { type Builder, openBuilder } from './builder.ts';
import { atMost, median, type Result, reported } from './measure.ts';

const ROWS = 100_000;
const BATCH = 500;
const ROUNDS = 5;

const files = {
  'pages/Home': 'export default function Home() { return <h1>Payments</h1>; }',
  'entities/Payment.json': JSON.stringify({
    name: 'Payment',
    type: 'object',
    properties: { name: { type: 'string' }, amount: { type: 'number' }, due: { type: 'string', format: 'date' }, note: { type: 'string' } },
  }),
};

/** The start of a branch of an app with 100,000 draft rows, and the longest read of another app meanwhile. */
export default async function branches(): Promise<Result[]> {
  const sqlite = await onStore('SQLite', {});
  const uri = process.env['MONGODB_URI'];
  if (uri === undefined) return sqlite;
  const database = `sayso-bench-${process.pid}`;
  const address = new URL(uri);
  address.pathname = `/${database}`;
  const client = await MongoClient.connect(uri);
  try {
    return [...sqlite, ...(await onStore('MongoDB', { MONGODB_URI: address.href }, () => idle(client, database)))];
  } finally {
    await client.db(database).dropDatabase();
    await client.close();
  }
}

/** `settle` resolves when the server does no work of an earlier round: the copy of the rows that a branch began with, and indexes of both. */
async function onStore(store: string, env: Readonly<Record<string, string>>, settle: () => Promise<void> = pause): Promise<Result[]> {
  await using builder = await openBuilder({ APP_RATE_LIMIT: '0', ...env });
  const [own, other] = [await builder.createApp(files), await builder.createApp(files)];
  const table = (appId: string) => `/live_api/apps/${appId}/entities/Payment`;
  for (let from = 0; from < ROWS; from += BATCH) await builder.call(`${table(own)}/bulk?rows=draft`, rowsFrom(from));
  await builder.call(`${table(other)}/bulk?rows=draft`, rowsFrom(0));
  const read = () => builder.call(`${table(other)}?rows=draft&limit=50&sort=-createdAt`);
  await read();
  const times: number[] = [];
  let longest = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await settle();
    let isOpen = true;
    const reading = (async () => {
      while (isOpen) {
        const begun = performance.now();
        await read();
        longest = Math.max(longest, performance.now() - begun);
        await pause(5);
      }
    })();
    const begun = performance.now();
    const { startBranch } = await builder.graphql('mutation ($id: ID!) { startBranch(id: $id, name: "Idea") { id } }', { id: own });
    times.push(performance.now() - begun);
    isOpen = false;
    await reading;
    await checkRows(builder, table(startBranch.id));
    await builder.graphql('mutation ($id: ID!) { discardBranch(id: $id) { id } }', { id: startBranch.id });
  }
  return [
    atMost(1000, { name: `branches: start with ${ROWS} rows on ${store}`, ours: median(times), unit: 'ms' }),
    reported({ name: `branches: longest read of another app meanwhile on ${store}`, ours: longest, unit: 'ms' }),
  ];
}

/** Resolves when a database has had no active operation for a second. */
async function idle(client: MongoClient, database: string): Promise<void> {
  const active = [{ $currentOp: { allUsers: true } }, { $match: { active: true, ns: { $regex: `^${database}\\.` } } }];
  for (let quiet = 0; quiet < 10; await pause(100)) {
    const operations = await client.db('admin').aggregate(active).toArray();
    quiet = operations.length === 0 ? quiet + 1 : 0;
  }
}

async function checkRows(builder: Builder, table: string): Promise<void> {
  const rows: readonly { readonly name: string }[] = await builder.call(`${table}?rows=draft&limit=1&sort=-amount`);
  if (rows[0]?.name !== `Payment ${ROWS - 1}`) throw new Error(`A branch lacks rows: ${JSON.stringify(rows)}`);
}

function rowsFrom(from: number) {
  return Array.from({ length: BATCH }, (_, n) => ({
    name: `Payment ${from + n}`,
    amount: from + n,
    due: '2026-11-23',
    note: 'Paid in cash at the desk, as agreed with the treasurer. ',
  }));
}
