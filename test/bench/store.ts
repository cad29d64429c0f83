import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Collection } from '@sayso/core';
import { MongoClient } from 'mongodb';
import type { Store } from '../../core/ports/store.ts';
import { openMongoStore, openSqliteStore } from '../../core/store/index.ts';
import { atLeastTimes, median, type Result, time } from './measure.ts';

const ROWS = 5000;
const PAGE = 50;
const ROUNDS = 7;
const LIMIT = 0.7;

interface Row {
  readonly _id: string;
  readonly appId: string;
  readonly createdAt: string;
  readonly data: { readonly title: string; readonly done: boolean; readonly count: number };
}

/** The same operations on the bare engine and through the store. */
interface Engine {
  insert(row: Row): Promise<void>;
  insertMany(rows: readonly Row[]): Promise<void>;
  get(id: string): Promise<Row | null>;
  /** The newest rows of an app. */
  page(appId: string): Promise<readonly Row[]>;
  increase(id: string): Promise<void>;
}

/** Operations per second, through the store and on the bare engine, alternately. */
export default async function store(): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-bench-'));
  try {
    const opened = await openSqliteStore({ file: join(folder, 'ours.db') });
    const database = bareSqlite(join(folder, 'theirs.db'));
    const results = await compare('node:sqlite', await openRows(opened), database.engine);
    await opened.close();
    database.close();
    const uri = process.env['MONGODB_URI'];
    return uri === undefined ? results : [...results, ...(await mongo(uri))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function mongo(uri: string): Promise<Result[]> {
  const name = `sayso-bench-${process.pid}`;
  const client = await MongoClient.connect(uri, { writeConcern: { w: 'majority', journal: true } });
  const opened = await openMongoStore({ uri, database: name });
  try {
    const bare = client.db(name).collection<Row>('bare');
    await bare.createIndex({ appId: 1, createdAt: -1 });
    return await compare('mongodb driver', await openRows(opened), {
      insert: async (row) => void (await bare.insertOne({ ...row })),
      insertMany: async (rows) => void (await bare.insertMany(rows.map((row) => ({ ...row })))),
      get: (id) => bare.findOne({ _id: id }),
      page: (appId) => bare.find({ appId }).sort({ createdAt: -1 }).limit(PAGE).toArray(),
      increase: async (id) => void (await bare.updateOne({ _id: id }, { $inc: { 'data.count': 1 } })),
    });
  } finally {
    await opened.close();
    await client.db(name).dropDatabase();
    await client.close();
  }
}

async function openRows(opened: Store): Promise<Engine> {
  const rows: Collection<Row> = await opened.open<Row>('rows', {
    document: undefined as never,
    indexes: [{ keys: { appId: 1, createdAt: -1 } }],
  });
  return {
    insert: (row) => rows.insertOne(row),
    insertMany: (many) => rows.insertMany(many),
    get: (id) => rows.findOne({ _id: id }),
    page: (appId) => rows.find({ appId }, { sort: { createdAt: -1 }, limit: PAGE }),
    increase: async (id) => void (await rows.updateOne({ _id: id }, { $inc: { 'data.count': 1 } })),
  };
}

/** A minimal implementation on SQLite: same durability, same index. */
function bareSqlite(file: string): { readonly engine: Engine; close(): void } {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536');
  database.exec('CREATE TABLE rows (_id TEXT NOT NULL UNIQUE, doc BLOB NOT NULL)');
  database.exec("CREATE INDEX newest ON rows (doc ->> '$.appId', doc ->> '$.createdAt' DESC)");
  const add = database.prepare('INSERT INTO rows VALUES (?, jsonb(?))');
  const one = database.prepare('SELECT json(doc) AS doc FROM rows WHERE _id = ?');
  const newest = database.prepare(
    `SELECT json(doc) AS doc FROM rows WHERE doc ->> '$.appId' = ? ORDER BY doc ->> '$.createdAt' DESC LIMIT ${PAGE}`,
  );
  const more = database.prepare("UPDATE rows SET doc = jsonb_set(doc, '$.data.count', (doc ->> '$.data.count') + 1) WHERE _id = ?");
  const insert = (row: Row): void => void add.run(row._id, JSON.stringify(row));
  const parse = (found: Record<string, unknown>): Row => JSON.parse(String(found['doc'])) as Row;
  return {
    engine: {
      insert: async (row) => insert(row),
      async insertMany(rows) {
        database.exec('BEGIN');
        rows.forEach(insert);
        database.exec('COMMIT');
      },
      async get(id) {
        const found = one.get(id);
        return found === undefined ? null : parse(found);
      },
      page: async (appId) => newest.all(appId).map(parse),
      increase: async (id) => void more.run(id),
    },
    close: () => database.close(),
  };
}

async function compare(bare: string, ours: Engine, theirs: Engine): Promise<Result[]> {
  const rows = Array.from({ length: ROWS }, (_, index) => rowOf(index));
  for (const engine of [ours, theirs]) await engine.insertMany(rows);
  let fresh = ROWS;
  const idAt = (turn: number): string => rowOf((turn * 37) % ROWS)._id;
  const each = (count: number, work: (engine: Engine, turn: number) => Promise<unknown>) => async (engine: Engine) => {
    for (let turn = 0; turn < count; turn += 1) await work(engine, turn);
    return count;
  };
  const operations: Readonly<Record<string, (engine: Engine) => Promise<number>>> = {
    'insert one': each(200, (engine) => engine.insert(rowOf(fresh++))),
    'insert 100 at once': async (engine) => {
      // A hundred concurrent writers, each waiting for its own row.
      await Promise.all(Array.from({ length: 100 }, () => engine.insert(rowOf(fresh++))));
      return 100;
    },
    'insert 1000 together': async (engine) => {
      await engine.insertMany(Array.from({ length: 1000 }, () => rowOf(fresh++)));
      return 1000;
    },
    'get by id': each(2000, (engine, turn) => engine.get(idAt(turn))),
    'page of 50': each(200, (engine, turn) => engine.page(`app${turn % 10}`)),
    'change one': each(200, (engine, turn) => engine.increase(idAt(turn))),
  };
  const results: Result[] = [];
  for (const [name, run] of Object.entries(operations)) {
    const rates = { ours: [] as number[], theirs: [] as number[] };
    for (let round = -1; round < ROUNDS; round += 1) {
      // The second run finds warmer caches, or a disk that is still writing: the order alternates.
      const order = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
      for (const who of order) {
        let count = 0;
        const taken = await time(async () => {
          count = await run(who === 'ours' ? ours : theirs);
        });
        if (round >= 0) rates[who].push((count / taken) * 1000);
      }
    }
    const medians = { ours: median(rates.ours), theirs: median(rates.theirs) };
    results.push(atLeastTimes(LIMIT, { name: `store: ${name} (${bare})`, ...medians, unit: '/s' }));
  }
  return results;
}

function rowOf(index: number): Row {
  const createdAt = new Date(1_700_000_000_000 + index * 1000).toISOString();
  const data = { title: `Row number ${index} of all`, done: index % 3 === 0, count: index };
  return { _id: `row-${String(index).padStart(9, '0')}`, appId: `app${index % 10}`, createdAt, data };
}
