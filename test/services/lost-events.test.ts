// The log of events on a server that loses its newest batches, because they are neither journaled nor replicated. The server behind the
// proxy is shared with other tests and does not crash: the proxy cuts the connections and names another process, and the test deletes.
import { MongoClient, ObjectId } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { newId } from '../../core/contract/index.ts';
import { openEvents, sharedLog } from '../../core/events/index.ts';
import { createLogger } from '../../core/logger.ts';
import { openMongoStore } from '../../core/store/index.ts';
import { dropDatabase } from '../../core/store/mongo/database.suite.ts';
import { openCuttingProxy } from '../cutting-proxy.ts';

const { MONGODB_URI } = process.env;
if (!MONGODB_URI) throw new Error('Set MONGODB_URI to run the services tests.');
const database = `sayso_lost_events_${newId()}`;
const client = new MongoClient(MONGODB_URI);
afterAll(async () => {
  await client.close();
  await dropDatabase(MONGODB_URI, database);
});
const MISSED = 'missed';

async function openLine() {
  const { topologyVersion } = await client.db('admin').command({ hello: 1 });
  const process = (topologyVersion?.processId as ObjectId | undefined)?.id;
  let substitute: Uint8Array | null = null;
  const address = new URL(MONGODB_URI as string);
  const line = await openCuttingProxy(address.href, (bytes) => {
    for (let at = process && substitute ? bytes.indexOf(process) : -1; at >= 0; at = bytes.indexOf(process as Uint8Array, at + 12)) {
      bytes.set(substitute as Uint8Array, at);
    }
    return bytes;
  });
  address.host = new URL(line.url).host;
  address.searchParams.set('directConnection', 'true');
  return {
    uri: address.href,
    /** Whether a server that is reached again tells that it has not restarted. */
    namesProcess: process !== undefined,
    breakNow: line.cutNow,
    restart() {
      substitute = new ObjectId().id;
      line.cutNow();
    },
    [Symbol.asyncDispose]: () => line[Symbol.asyncDispose](),
  };
}

async function openNode(uri: string, nodeId: string) {
  const store = await openMongoStore({ uri, database });
  const log = createLogger('silent');
  const events = await openEvents({ log, upstream: sharedLog({ store, log, nodeId }) });
  const received: unknown[] = [];
  const collected = (async () => {
    for await (const delivery of events.subscribe('x.happened', new AbortController().signal))
      received.push('missed' in delivery ? MISSED : delivery.payload);
  })();
  return {
    received,
    emit: (payload: unknown) => events.emit('x.happened', payload),
    async [Symbol.asyncDispose]() {
      await events.close();
      await collected;
      await store.close();
    },
  };
}

it('each node that used a server misses events when it restarts without its newest ones, and receives later ones', {
  timeout: 60_000,
}, async () => {
  await using line = await openLine();
  await using a = await openNode(line.uri, 'a');
  await using b = await openNode(line.uri, 'b');
  await a.emit(1);
  await expect.poll(() => b.received).toEqual([1]);
  await client
    .db(database)
    .collection<{ _id: string }>('events')
    .deleteMany({ _id: { $lt: 'a' } });
  line.restart();
  for (const { received } of [a, b]) await expect.poll(() => received, { timeout: 20_000 }).toContain(MISSED);
  await a.emit(2);
  await b.emit(3);
  for (const { received } of [a, b]) {
    await expect.poll(() => received, { timeout: 20_000 }).toEqual(expect.arrayContaining([1, MISSED, 2, 3]));
    expect(received.filter((each) => each !== MISSED)).toHaveLength(3);
  }
});

it('a broken connection to the same server costs at most one miss of each node, and no event', { timeout: 60_000 }, async () => {
  await using line = await openLine();
  await using a = await openNode(line.uri, 'a');
  await using b = await openNode(MONGODB_URI, 'b');
  for (let n = 1; n <= 3; n++) {
    await a.emit(`a${n}`);
    line.breakNow();
    await b.emit(`b${n}`);
    await expect.poll(() => a.received, { timeout: 20_000 }).toContain(`b${n}`);
    await expect.poll(() => b.received, { timeout: 20_000 }).toContain(`a${n}`);
  }
  for (const { received } of [a, b]) {
    expect(received.filter((each) => each !== MISSED).sort()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
    expect(received.filter((each) => each === MISSED).length).toBeLessThanOrEqual(line.namesProcess ? 0 : 3);
  }
});

it('only the log is acknowledged before a majority has journaled a write', async () => {
  const concerns = new Map<unknown, unknown>();
  const store = await openMongoStore({
    uri: MONGODB_URI,
    database,
    monitor: (watched) =>
      watched.on('commandStarted', ({ command }) => 'insert' in command && concerns.set(command.insert, command.writeConcern)),
  });
  try {
    const spec = { document: undefined as never };
    for (const collection of [await store.open('kept', spec), await store.openVolatile('volatile', spec, () => undefined)]) {
      await collection.insertOne({ _id: newId() });
    }
    expect(Object.fromEntries(concerns)).toEqual({ kept: { w: 'majority', j: true }, volatile: { w: 1, j: false } });
  } finally {
    await store.close();
  }
});
