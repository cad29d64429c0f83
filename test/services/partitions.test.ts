import { randomUUID } from 'node:crypto';
import { appPurges } from '@sayso/apps/ref';
import { DuplicateKey, newCopyId, newId, type PartitionedCollection, type Query } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import entities from '@sayso/entities';
import { type CommandStartedEvent, type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Store } from '../../core/ports/store.ts';
import { demandAgreement, inTable } from '../../core/store/agreement.suite.ts';
import { openMongoStore, openSqliteStore } from '../../core/store/index.ts';
import { aggregating, demandSameAggregates } from '../../core/store/partitioned.suite.ts';
import { partitionedSpec } from '../../core/store/partitions.suite.ts';
import { fakeApps, owner, table } from '../../plugins/entities/testing/apps.ts';

const uri = process.env.MONGODB_URI ?? '';
if (uri === '') throw new Error('MONGODB_URI is missing: the services tests need a real MongoDB.');
const database = `sayso_partitions_${randomUUID()}`;
const client = new MongoClient(uri);
const ROWS = 20_000;

/** The commands that the server has run for a store. */
class Commands {
  readonly run: Document[] = [];
  readonly #started = new Map<number, Document>();

  watch(watched: MongoClient): void {
    watched.on('commandStarted', ({ requestId, command }: CommandStartedEvent) => this.#started.set(requestId, command));
    watched.on('commandSucceeded', ({ requestId }) => {
      const command = this.#started.get(requestId);
      if (command !== undefined) this.run.push(command);
    });
  }

  async of(work: () => Promise<unknown>): Promise<Document[]> {
    this.run.length = 0;
    await work();
    return this.run.splice(0);
  }
}

/** Documents and index entries that the server examines for the commands. */
async function examined(commands: readonly Document[]): Promise<{ documents: number; keys: number }> {
  const total = { documents: 0, keys: 0 };
  for (const { $db: _db, lsid: _lsid, $clusterTime: _time, ...command } of commands) {
    const { executionStats, stages } = await client.db(database).command({ explain: command, verbosity: 'executionStats' });
    const found = executionStats ?? stages[0].$cursor.executionStats;
    total.documents += found.totalDocsExamined;
    total.keys += found.totalKeysExamined;
  }
  return total;
}

afterAll(async () => {
  await client.db(database).dropDatabase();
  await client.close();
});

it('documents under the id of a copy that nothing was copied to have the indexes of others', async () => {
  const store = await openMongoStore({ uri, database: `${database}_own` });
  try {
    const rows = await store.openPartitioned<{ _id: string; appId: string }>('rows', partitionedSpec as never);
    const appId = newCopyId();
    const document = (own: string) => ({
      _id: newId(),
      appId: own,
      entity: 'Note',
      data: {},
      createdAt: new Date().toISOString(),
      creatorId: null,
    });
    for (const own of ['a', appId]) await rows.insertOne(document(own) as never);
    const keysOf = async (name: string) =>
      (await client.db(`${database}_own`).collection(name).indexes()).map(({ key }) => JSON.stringify(key));
    expect((await keysOf(`rows.${appId}`)).toSorted()).toEqual((await keysOf('rows')).toSorted());
  } finally {
    await store.close();
    await client.db(`${database}_own`).dropDatabase();
  }
});

it('a copy answers every kind of query before its indexes are built', async () => {
  const store = await openMongoStore({ uri, database: `${database}_early` });
  try {
    const rows = await store.openPartitioned<{ _id: string; appId: string; data: { title: string } }>('rows', partitionedSpec as never);
    const [appId, entity] = [newCopyId(), 'Note'];
    const titles = ['b', 'a', 'c'];
    const documents = titles.map((title, at) => ({
      ...{ _id: newId(), appId: 'a', entity, createdAt: new Date().toISOString(), creatorId: null },
      data: { title, done: at % 2 === 0, amount: at },
    }));
    await rows.insertMany(documents as never);
    await rows.copyPartition('a', appId);
    const copy = client.db(`${database}_early`).collection(`rows.${appId}`);
    await vi.waitUntil(async () => (await copy.indexes()).some(({ name }) => name === 'ids'), 15_000);
    const read = async (options: object, filter: object = {}) =>
      (await rows.find({ appId, entity, ...filter }, options)).map(({ data }) => data.title);
    // The index on ids is what queries fall back on.
    for (const index of ['ids', '*']) {
      // One that is being built cannot be dropped.
      await vi.waitFor(() => copy.dropIndex(index), 15_000);
      expect(await read({ sort: { _id: 1 } })).toEqual(titles);
      expect(await read({ sort: { createdAt: -1, _id: -1 }, limit: 3 })).toEqual(titles.toReversed());
      expect(await read({ sort: { 'data.done': 1, 'data.title': -1 } })).toEqual(['a', 'c', 'b']);
      expect(await read({ sort: { 'data.title': 1, _id: 1 }, after: documents[1]?._id })).toEqual(['b', 'c']);
      expect(await read({ sort: { 'data.amount': -1 }, limit: 1 }, { 'data.amount': { $gte: 2 } })).toEqual(['c']);
      expect(await read({}, { 'data.title': { $regex: 'A', $options: 'i' } })).toEqual(['a']);
      expect(await rows.count({ appId, entity, 'data.done': true })).toBe(2);
    }
  } finally {
    await store.close();
    await client.db(`${database}_early`).dropDatabase();
  }
});

describe('a query of a table examines no more documents than it returns', () => {
  const commands = new Commands();
  const address = { appId: 'a', entity: 'Note' };
  let store: Store;
  let rows: PartitionedCollection<{ _id: string }>;
  let ids: string[];

  beforeAll(async () => {
    store = await openMongoStore({ uri, database, monitor: (watched) => commands.watch(watched) });
    rows = await store.openPartitioned<{ _id: string }>('rows', partitionedSpec as never);
    const documents = Array.from({ length: ROWS }, (_, at) => {
      const _id = newId();
      const createdAt = new Date(Number.parseInt(`${_id.slice(0, 8)}${_id.slice(9, 13)}`, 16)).toISOString();
      const title = `title ${(at * 7919) % ROWS}`;
      const due = at % 1000 === 0 ? {} : { due: `2026-01-${at % 28}` };
      const data = { title, priority: at % 10, done: at % 3 === 0, half: at % 2 === 0 ? null : at, tags: ['x', `t${at % 5}`], ...due };
      return { _id, ...address, entity: at % 4 === 0 ? 'Task' : 'Note', createdAt, creatorId: `u${at % 50}`, data };
    });
    for (let at = 0; at < ROWS; at += 1000) await rows.insertMany(documents.slice(at, at + 1000));
    ids = documents.filter(({ entity }) => entity === 'Note').map(({ _id }) => _id);
  }, 120_000);
  afterAll(() => store.close());

  const newest = { _id: -1 } as const;
  const byTime = { createdAt: -1, _id: -1 } as const;
  it.each<[string, Query, Record<string, 1 | -1>]>([
    ['newest first', {}, byTime],
    ['equality, newest first', { 'data.done': true }, byTime],
    ['equality with an element of a list', { 'data.tags': 't1' }, newest],
    ['$in, newest first', { 'data.priority': { $in: [1, 2, 3] } }, newest],
    ['a range in its order', { 'data.title': { $gte: 'title 5', $lt: 'title 7' } }, { 'data.title': 1, _id: 1 }],
    ['a range, newest first', { 'data.title': { $gte: 'title 50', $lt: 'title 51' } }, newest],
    ['a prefix in its order', { 'data.title': { $regex: '^title 7' } }, { 'data.title': -1, _id: -1 }],
    ['null, which few have', { 'data.due': null }, newest],
    ['own rows, newest first', { creatorId: 'u5' }, byTime],
    ['a range of times', { createdAt: { $gt: '2000' } }, byTime],
    ['sort by text', {}, { 'data.title': 1, _id: 1 }],
    ['sort by text, descending', {}, { 'data.title': -1, _id: -1 }],
    ['sort by numbers', {}, { 'data.priority': -1, _id: -1 }],
    ['sort by true and false', {}, { 'data.done': 1, _id: 1 }],
    ['sort by a field that few lack', {}, { 'data.due': 1, _id: 1 }],
    ['sort by a field that many lack, descending', {}, { 'data.half': -1, _id: -1 }],
    ['sort by a column', {}, { creatorId: 1, _id: 1 }],
  ])('%s', async (_name, filter, sort) => {
    const read = async (options: object) => (await rows.find({ ...address, ...filter }, { sort, limit: 50, ...options })).length;
    for (const options of [{}, { skip: 30 }, { after: ids[ids.length / 2] }]) {
      let returned = 0;
      const ran = await commands.of(async () => {
        returned = await read(options);
      });
      const cost = await examined(ran);
      // The document of `after`, and those that an order by another index skips before the server chooses its plan.
      expect(cost.documents, JSON.stringify(options)).toBeLessThanOrEqual(returned + ('skip' in options ? 40 : 10));
      expect(cost.keys, JSON.stringify(options)).toBeLessThanOrEqual(returned + 120);
    }
  });

  it.each<[string, Query]>([
    ['all', {}],
    ['equality', { 'data.done': true }],
    ['$in', { 'data.priority': { $in: [1, 2] } }],
    ['a range', { 'data.title': { $gte: 'title 5', $lt: 'title 6' } }],
  ])('counts %s without reading a document', async (_name, filter) => {
    let counted = 0;
    const ran = await commands.of(async () => {
      counted = await rows.count({ ...address, ...filter });
    });
    expect(counted).toBeGreaterThan(500);
    expect((await examined(ran)).documents).toBe(0);
  });

  it('keeps orders right while documents of an earlier release have no shape, and adds the shapes', async () => {
    const earlier = client.db(database).collection<{ _id: string }>('rows');
    const old = (n: unknown) => ({ _id: newId(), appId: 'old', entity: 'Note', createdAt: '2020', creatorId: null, data: { n } });
    await earlier.insertMany([old(2), old(null), old('x'), old(1), old(true)]);
    const sorted = async () =>
      (await rows.find({ appId: 'old', entity: 'Note' }, { sort: { 'data.n': 1, _id: 1 } })).map((row) => (row as Document)['data'].n);
    expect(await sorted()).toEqual([null, 1, 2, 'x', true]);
    await rows.declareFields({ key: 'old', table: 'Note' }, [{ path: 'n', type: 'number' }]);
    expect(await earlier.countDocuments({ appId: 'old', _shape: null } as object)).toBe(0);
    expect(await sorted()).toEqual([null, 1, 2, 'x', true]);
  });

  describe('concurrent inserts of a table', () => {
    const row = (n: unknown) => ({ _id: newId(), appId: 'many', entity: 'Note', createdAt: null, creatorId: null, data: { n } });
    const insertAll = (all: readonly { _id: string }[]) => Promise.allSettled(all.map((each) => rows.insertOne(each)));
    const stored = async (all: readonly { _id: string }[]) => {
      const found = await rows.find({ appId: 'many', entity: 'Note', _id: { $in: all.map(({ _id }) => _id) } });
      return new Set(found.map(({ _id }) => _id));
    };

    it('share a command', async () => {
      const all = Array.from({ length: 100 }, (_, n) => row(n));
      const ran = await commands.of(() => insertAll(all));
      expect(ran.map(({ insert, documents, ordered }) => [insert, documents.length, ordered])).toEqual([['rows', 100, false]]);
      expect(ran[0]?.['writeConcern']).toEqual({ w: 'majority', j: true });
      expect((await stored(all)).size).toBe(100);
    });

    it('fail one by one', async () => {
      const earlier = row('earlier');
      await rows.insertOne(earlier);
      const all = [row(1), { ...row(2), _id: earlier._id }, row(3), earlier, row(4)];
      const outcomes = await insertAll(all);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
      for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DuplicateKey);
      expect((await stored(all)).size).toBe(4);
    });

    it('do not fail for a document that is too large', async () => {
      const all = [row(1), row('x'.repeat(17_000_000)), row(2)];
      expect((await insertAll(all)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect((await stored(all)).size).toBe(2);
    });
  });

  describe('concurrent updates of single rows', () => {
    const table = { appId: 'updates', entity: 'Note' };
    const inserted = async (count: number) => {
      const all = Array.from({ length: count }, (_, n) => ({
        _id: newId(),
        ...table,
        createdAt: null,
        creatorId: null,
        data: { n, text: 'a' },
      }));
      await rows.insertMany(all);
      return all.map(({ _id }) => _id);
    };
    const update = (_id: string, set: Document) => rows.findOneAndUpdate({ ...table, _id }, { $set: set }) as Promise<Document | null>;

    it('share a command, and each gets its own row', async () => {
      const ids = await inserted(20);
      let after: (Document | null)[] = [];
      const ran = await commands.of(async () => {
        after = await Promise.all(ids.map((id, n) => update(id, { 'data.n': 100 + n })));
      });
      expect(ran.map((command) => Object.keys(command)[0])).toEqual(['update', 'find']);
      expect(ran[0]?.['writeConcern']).toEqual({ w: 'majority', j: true });
      expect(after.map((row) => [row?.['_id'], row?.['data']])).toEqual(ids.map((id, n) => [id, { n: 100 + n, text: 'a' }]));
      expect(Object.keys(after[0] ?? {}).sort()).toEqual(['_id', 'appId', 'createdAt', 'creatorId', 'data', 'entity']);
    });

    it('find no row that is missing or of others, and convert one of another type', async () => {
      const [one = '', other = '', last = ''] = await inserted(3);
      const after = await Promise.all([
        update(one, { 'data.n': 7 }),
        update(newId(), { 'data.n': 7 }),
        rows.findOneAndUpdate({ ...table, creatorId: 'ann', _id: other }, { $set: { 'data.n': 7 } }) as Promise<Document | null>,
        update(last, { 'data.n': 'seven' }),
      ]);
      expect(after.map((row) => row?.['data'] ?? null)).toEqual([{ n: 7, text: 'a' }, null, null, { n: 'seven', text: 'a' }]);
      expect((await rows.find({ ...table, 'data.n': 7 })).map(({ _id }) => _id)).toEqual([one]);
      expect((await rows.find({ ...table, 'data.n': 'seven' })).map(({ _id }) => _id)).toEqual([last]);
    });

    it('store values as they are, whatever a pipeline would read into them', async () => {
      const ids = await inserted(6);
      const values = ['$data.text', '$$ROOT', { $literal: 1 }, ['$n', { $add: [1, 2] }], null, { 'a.b': '$c' }];
      const after = await Promise.all(values.map((value, n) => update(ids[n] ?? '', { 'data.text': value, creatorId: '$appId' })));
      expect(after.map((row) => [row?.['creatorId'], row?.['data'].text])).toEqual(values.map((value) => ['$appId', value]));
      const others = await Promise.all([
        update(ids[4] ?? '', { 'data.text': 'again' }),
        update(ids[5] ?? '', Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`data.f${n}`, n]))),
      ]);
      expect(others.map((row) => Object.keys(row?.['data'] ?? {}).length)).toEqual([2, 302]);
      expect((await rows.find({ ...table, 'data.text': 'again' })).map(({ _id }) => _id)).toEqual([ids[4]]);
    });

    it('of one row are all made', async () => {
      const [id = ''] = await inserted(1);
      const after = await Promise.all(
        Array.from({ length: 10 }, (_, n) => update(id, n % 2 === 0 ? { 'data.n': n } : { 'data.text': `${n}` })),
      );
      expect(after.every((row) => row?.['_id'] === id)).toBe(true);
      const [row] = await rows.find({ ...table, _id: id });
      expect((row as Document | undefined)?.['data']).toEqual({ n: 8, text: '9' });
    });

    it('fail one by one', async () => {
      const [one = '', other = ''] = await inserted(2);
      const outcomes = await Promise.allSettled([
        update(one, { 'data.text': 'x'.repeat(17_000_000) }),
        update(other, { 'data.text': 'b' }),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    });
  });

  it('keeps the order of a field that holds lists in another app', async () => {
    const row = (appId: string, n: unknown) => ({
      _id: newId(),
      appId,
      entity: 'Note',
      createdAt: null,
      creatorId: null,
      data: { shared: n },
    });
    await rows.insertMany([row('lists', [1, 2]), row('single', 'b'), row('single', 'a'), row('single', null)]);
    const found = await rows.find({ appId: 'single', entity: 'Note' }, { sort: { 'data.shared': -1, _id: -1 } });
    expect(found.map((each) => (each as Document)['data'].shared)).toEqual(['b', 'a', null]);
  });
});

// Write concerns and retries of a single mongod say nothing about those of a replica set.
it('the server is a replica set, unless its engine has none', async () => {
  const admin = client.db('admin');
  const { setName } = await admin.command({ hello: 1 });
  const status = await admin.command({ replSetGetStatus: 1 }).then(
    ({ set }) => set,
    ({ codeName }) => codeName,
  );
  expect(status, 'Start mongod with --replSet, and initiate the set.').toBe(setName ?? 'CommandNotFound');
});

it('partitions return the same results on SQLite and MongoDB', { timeout: 120_000 }, async () => {
  const sqlite = await openSqliteStore({ file: ':memory:' });
  const mongo = await openMongoStore({ uri, database });
  try {
    const left = await sqlite.openPartitioned<{ _id: string }>('random', partitionedSpec as never);
    const right = await mongo.openPartitioned<{ _id: string }>('random', partitionedSpec as never);
    await demandAgreement(inTable(left), inTable(right), { runs: 300 });
  } finally {
    await sqlite.close();
    await mongo.close();
  }
});

it('aggregations return the same results on SQLite and MongoDB', { timeout: 120_000 }, async () => {
  const sqlite = await openSqliteStore({ file: ':memory:' });
  const mongo = await openMongoStore({ uri, database });
  try {
    const [left, right] = [await sqlite.openPartitioned('totals', partitionedSpec), await mongo.openPartitioned('totals', partitionedSpec)];
    await demandSameAggregates(aggregating(left), aggregating(right), 300);
  } finally {
    await sqlite.close();
    await mongo.close();
  }
});

it('the rows of apps are addressed by the shard key in each command', async () => {
  const commands = new Commands();
  const store = await openMongoStore({ uri, database, monitor: (watched) => commands.watch(watched) });
  const note = table('all', 'all', { text: { type: 'string' }, n: { type: 'number' } });
  await using host = await testHost(entities, {
    provide: [fakeApps({ app: { isPublished: false, tables: { Note: note } } })],
    wrap: (engines) => ({
      ...engines,
      store: { ...store, close: () => Promise.all([store.close(), engines.store.close()]).then(() => undefined) },
    }),
  });
  const call = async (method: string, path = '', body?: unknown) => {
    const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await host.fetch(`/live_api/apps/app/entities/Note${path}`, init, owner);
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return (await answer.json()) as { id: string };
  };
  const ran = await commands.of(async () => {
    const { id } = await call('POST', '', { text: 'one', n: 1 });
    await call('POST', '/bulk', [{ text: 'two' }, { text: 'three', n: 3 }]);
    for (const sort of ['', 'text', '-n', 'createdAt', 'creatorId']) await call('GET', `?sort=${sort}&limit=2`);
    await call('GET', `?sort=-n&after=${id}`);
    await call('GET', `?q=${encodeURIComponent('{"n":null,"text":{"$regex":"o"}}')}`);
    await call('GET', `/${id}`);
    await call('PUT', `/${id}`, { n: 2 });
    await call('PUT', `/${id}`, { n: null });
    await call('PUT', `/${id}`, { text: 'x'.repeat(5000) });
    await call('DELETE', `/${id}`);
    await call('DELETE', `?q=${encodeURIComponent('{"n":3}')}`);
    await host.additions(appPurges)[0]?.remove('app');
  });
  const ofRows = ran.filter((command) =>
    ['find', 'aggregate', 'distinct', 'insert', 'update', 'delete', 'findAndModify'].some((name) => command[name] === 'entities_rows'),
  );
  expect(new Set(ofRows.map((command) => Object.keys(command)[0]))).toEqual(
    new Set(['find', 'aggregate', 'distinct', 'insert', 'update', 'delete', 'findAndModify']),
  );
  for (const command of ofRows) for (const part of addressesOf(command)) expect(JSON.stringify(part)).toContain('"appId":"app"');
});

/** What the server routes each part of a command by. */
function addressesOf({ filter, query, pipeline, documents, updates, deletes }: Document): unknown[] {
  const parts = [...(updates ?? []), ...(deletes ?? [])].map(({ q }: Document) => q);
  return [filter, query, pipeline?.[0].$match, ...(documents ?? []), ...parts].filter((part) => part !== undefined);
}
