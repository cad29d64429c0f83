import { newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { MongoClient } from 'mongodb';
import { openMongoStore } from '../../core/store/index.ts';
import entities from '../../plugins/entities/index.ts';
import { type FakeApp, fakeApps, owner, ruledTable, user } from '../../plugins/entities/testing/apps.ts';
import { startLive } from '../../plugins/entities/testing/live.ts';
import type { Stream } from '../../plugins/entities/testing/stream.ts';
import { atMost, atMostTimes, median, type Options, type Result, time } from './measure.ts';

const SAMPLES = 31;
const PER_FAMILY = 100;
const PORTION = 5000;
const WRITES = 20;

const properties = { name: { type: 'string' }, family: { type: 'string' } } as const;
const table = ruledTable({ read: { 'data.family': '{{user.data.family}}' } }, properties);
const ann = { role: 'user', email: null, fields: { family: 'f1' } };
const app: FakeApp = { isPublished: true, persons: { ann }, tables: { Note: table } };

/** Rows that a rule leaves to a person by equality, and streams of people whose rows differ. */
export default async function* rowRules({ rows, subscribers }: Options): AsyncIterable<Result> {
  yield* await lists('SQLite', onSqlite, rows);
  const uri = process.env['MONGODB_URI'];
  if (uri !== undefined) yield* await onMongo(uri, rows);
  yield await streams(subscribers);
}

const onSqlite = () => testHost(entities, { provide: [fakeApps({ app })] });
type Host = Awaited<ReturnType<typeof onSqlite>>;

/** A page of the rows of one family: by the rule, and by the same filter of a person without rules. */
async function lists(engine: string, start: () => Promise<Host>, rows: number, plan?: () => Promise<Result>): Promise<Result[]> {
  const host = await start();
  try {
    await fill(host, rows);
    const list = async (actor: Parameters<Host['fetch']>[2], query = '') => {
      const answer = await host.fetch(`/live_api/apps/app/entities/Note?limit=50${query}`, {}, actor);
      const found = (await answer.json()) as { readonly family: string }[];
      if (answer.status !== 200) throw new Error(`The list is refused: ${JSON.stringify(found)}`);
      if (found.length !== 50 || found.some(({ family }) => family !== 'f1')) throw new Error('The list has other rows.');
    };
    const filter = `&q=${encodeURIComponent('{"family":"f1"}')}`;
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let sample = 0; sample < SAMPLES; sample++) {
      ours.push(await time(() => list(user('app', 'ann'))));
      theirs.push(await time(() => list(owner, filter)));
    }
    const name = `row rules: a page by an equality rule beside the same filter, ${rows} rows, ${engine}`;
    return [
      atMostTimes(2, { name, ours: median(ours), theirs: median(theirs), unit: 'ms' }),
      ...(plan === undefined ? [] : [await plan()]),
    ];
  } finally {
    await host.close();
  }
}

async function fill(host: Host, rows: number): Promise<void> {
  const now = new Date().toISOString();
  for (let start = 0; start < rows; start += PORTION) {
    const portion = Array.from({ length: Math.min(PORTION, rows - start) }, (_, at) => ({
      ...{ _id: newId(), appId: 'app', entity: 'Note', createdAt: now, updatedAt: now, creatorId: 'other' },
      data: { name: `n${start + at}`, family: `f${(start + at) % Math.ceil(rows / PER_FAMILY)}` },
    }));
    await host.context.collections.rows.insertMany(portion);
  }
}

async function onMongo(uri: string, rows: number): Promise<Result[]> {
  const database = `sayso-bench-rules-${process.pid}`;
  const client = await MongoClient.connect(uri);
  try {
    const store = await openMongoStore({ uri, database });
    const start = () =>
      testHost(entities, {
        provide: [fakeApps({ app })],
        wrap: (engines) => ({
          ...engines,
          store: { ...store, close: () => Promise.all([store.close(), engines.store.close()]).then(() => undefined) },
        }),
      });
    const plan = async (): Promise<Result> => {
      const [rowsOf] = (await client.db(database).listCollections().toArray()).filter(({ name }) => /rows/.test(name));
      const explained = await client
        .db(database)
        .collection(rowsOf?.name ?? '')
        .find({ appId: 'app', entity: 'Note', 'data.family': 'f1' })
        .sort({ createdAt: -1, _id: -1 })
        .limit(50)
        .explain('executionStats');
      return atMost(2 * PER_FAMILY, {
        name: `row rules: documents read for the page, ${rows} rows, MongoDB`,
        ours: explained['executionStats'].totalDocsExamined,
        unit: 'documents',
      });
    };
    return await lists('MongoDB', start, rows, plan);
  } finally {
    await client.db(database).dropDatabase();
    await client.close();
  }
}

/** From a write until its one reader has it, beside as many streams of people in other families, or of the same family. */
async function streams(subscribers: number): Promise<Result> {
  const [ours, theirs] = [await delivery(subscribers, (at) => `f${at}`), await delivery(subscribers, () => 'f0')];
  return atMostTimes(2, {
    name: `row rules: a write to streams of ${subscribers} people with different rows, beside the same rows`,
    ours,
    theirs,
    unit: 'ms',
  });
}

async function delivery(subscribers: number, familyOf: (at: number) => string): Promise<number> {
  await using live = await startLive({ Note: table }, { STREAMS_PER_CALLER: 0 });
  const open: Stream[] = [];
  for (let at = 0; at < subscribers; at++) {
    await live.changePerson(`p${at}`, { fields: { family: familyOf(at) } }, true);
    open.push(await live.follow(user('app', `p${at}`), 'Note'));
  }
  const readers = open.filter((_, at) => familyOf(at) === 'f0');
  const times: number[] = [];
  for (let write = -1; write < WRITES; write++) {
    const took = await time(async () => {
      await live.rows.create(owner, { appId: 'app', entity: 'Note' }, { name: `w${write}`, family: 'f0' });
      await Promise.all(readers.map((stream) => stream.until(write + 3)));
    });
    if (write >= 0) times.push(took);
  }
  return median(times);
}
