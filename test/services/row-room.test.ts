import { randomUUID } from 'node:crypto';
import { testHost } from '@sayso/core/testing';
import entities from '@sayso/entities';
import { MongoClient } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { openMongoStore } from '../../core/store/index.ts';
import { fakeApps, owner, table } from '../../plugins/entities/testing/apps.ts';

const uri = process.env.MONGODB_URI ?? '';
if (uri === '') throw new Error('MONGODB_URI is missing: the services tests need a real MongoDB.');
const database = `sayso_room_${randomUUID()}`;
const ROOM = 100;

afterAll(async () => {
  const client = new MongoClient(uri);
  await client.db(database).dropDatabase();
  await client.close();
});

async function openNode() {
  const store = await openMongoStore({ uri, database });
  const note = table('all', 'all', { text: { type: 'string' } });
  return testHost(entities, {
    provide: [fakeApps({ app: { isPublished: true, tables: { Note: note } }, other: { isPublished: true, tables: { Note: note } } })],
    config: { RATE_LIMIT: 0, APP_RATE_LIMIT: 0, MAX_ROWS_PER_TABLE: ROOM },
    wrap: (engines) => ({
      ...engines,
      store: { ...store, close: () => Promise.all([store.close(), engines.store.close()]).then(() => undefined) },
    }),
  });
}

it('two nodes add exactly as many rows as a table has room for, one by one and in bulk', { timeout: 120_000 }, async () => {
  await using first = await openNode();
  await using second = await openNode();
  const nodes = [first, second];
  const call = async (at: number, method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return nodes[at % 2]?.fetch(`/live_api/apps/${path}`, init, owner) as Promise<Response>;
  };
  const add = async (count: number, app = 'app') => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, at) => call(at, 'POST', `${app}/entities/Note`, { text: `${at}` })),
    );
    const statuses = answers.map(({ status }) => status);
    return { added: statuses.filter((one) => one === 200).length, refused: statuses.filter((one) => one === 409).length };
  };
  const stored = async (app = 'app') =>
    ((await (await call(0, 'GET', `${app}/entities/Note?limit=1000`)).json()) as { readonly id: string }[]).map(({ id }) => id);

  expect(await add(400)).toEqual({ added: ROOM, refused: 300 });
  expect(await stored()).toHaveLength(ROOM);
  // Another table has room of its own.
  expect(await add(4, 'other')).toEqual({ added: 4, refused: 0 });

  const removed = (await stored()).slice(0, 30);
  await Promise.all(removed.map((id, at) => call(at, 'DELETE', `app/entities/Note/${id}`)));
  // Bulks of seven: four find room, whole or not at all, and the last two rows are added one by one.
  const bulk = Array.from({ length: 7 }, (_, at) => ({ text: `bulk ${at}` }));
  const bulks = await Promise.all(Array.from({ length: 12 }, (_, at) => call(at, 'POST', 'app/entities/Note/bulk', bulk)));
  expect(bulks.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(await add(20)).toEqual({ added: 2, refused: 18 });
  expect(await stored()).toHaveLength(ROOM);
});
