import { appPurges } from '@sayso/apps/ref';
import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, stranger, table, visitor } from '../testing/apps.ts';

const item = table('all', 'admin', {
  name: { type: 'string' },
  count: { type: 'number' },
  done: { type: 'boolean' },
  at: { type: 'string', format: 'date' },
});
const base = '/live_api/apps/app/entities/Item';

async function start(config: Record<string, unknown> = {}, runJobs = false) {
  const provide = [fakeApps({ app: { isPublished: true, tables: { Item: item } } })];
  const host = await testHost(entities, { provide, config, runJobs });
  const count = () => host.context.collections.rows.count({ appId: 'app' });
  return {
    host,
    count,
    [Symbol.asyncDispose]: host.close,
    async begin(text: string, options: object = {}, as: Actor = owner) {
      const form = new FormData();
      form.set('options', JSON.stringify(options));
      form.set('file', new File([text], 'Größe & Gewicht.csv'));
      const answer = await host.fetch(`${base}/imports`, { method: 'POST', body: form }, as);
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    },
    async state(id = '', as: Actor = owner) {
      const answer = await host.fetch(`${base}/imports/${id}`, {}, as);
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    run: (importId = '') => host.runJob('import', { importId }),
  };
}
const blobs = async (host: Awaited<ReturnType<typeof start>>['host']) => {
  const keys: string[] = [];
  for await (const key of host.context.blobs.list('imports/')) keys.push(key);
  return keys;
};
const many = (rows: number) => `name,count\n${Array.from({ length: rows }, (_, n) => `row ${n + 1},${n + 1}`).join('\n')}`;

it('stores all rows once, in the order of the file, and says so when they are in the table', async () => {
  await using world = await start();
  const { body } = await world.begin(many(20_000));
  expect(body).toMatchObject({ state: 'queued', total: 20_000, done: 0, stored: 0 });
  await world.run(body['id']);
  expect(await world.state(body['id'])).toMatchObject({ body: { state: 'done', done: 20_000, stored: 20_000, failed: 0, error: null } });
  const { rows } = world.host.context.collections;
  const last = await rows.find({ appId: 'app', entity: 'Item' }, { sort: { _id: -1 }, limit: 2 });
  expect([await world.count(), last.map(({ data }) => data['count'])]).toEqual([20_000, [20_000, 19_999]]);
  expect(await blobs(world.host)).toEqual([]);
  await world.run(body['id']);
  expect(await world.count()).toBe(20_000);
});

it('continues after each interruption without a missing or a doubled row', async () => {
  await using world = await start();
  const { body } = await world.begin(`${many(20_000)}\nbad,one`);
  const { rows } = world.host.context.collections;
  const insert = rows.insertLines.bind(rows);
  for (const batches of [1, 3, 20]) {
    let left = batches;
    rows.insertLines = async (documents) => {
      await insert(documents);
      left -= 1;
      if (left === 0) throw new Error('The store is gone.');
    };
    await expect(world.run(body['id'])).rejects.toThrow('The store is gone.');
    expect(await world.state(body['id'])).toMatchObject({ body: { state: 'running' } });
  }
  rows.insertLines = insert;
  await world.run(body['id']);
  expect(await world.state(body['id'])).toMatchObject({ body: { state: 'done', stored: 20_000, failed: 1, done: 20_001 } });
  expect(await world.count()).toBe(20_000);
  expect((await rows.distinct('data.count', { appId: 'app', entity: 'Item' })).length).toBe(20_000);
});

it('converts by the mapping of each column, corrects cells, and reports what failed by row and column', async () => {
  await using world = await start();
  const text = [
    'Wer;Zahl;Fertig;Wann',
    'a;1.234,5;ja;31/01/2026',
    'b;viel;nein;31.02.2026',
    'c;x;Ja;1/2/26',
    'e;1;nein;never',
    'd;"=1;2";nein;',
  ].join('\n');
  const columns = [
    { index: 0, field: 'name' },
    { index: 1, field: 'count', decimalComma: true },
    { index: 2, field: 'done', trueWords: ['ja'] },
    { index: 3, field: 'at', dateOrder: 'dmy', replace: { never: '' } },
  ];
  const { body } = await world.begin(text, { columns, edits: [{ row: 3, index: 1, value: '3' }] });
  await world.run(body['id']);
  const { rows } = world.host.context.collections;
  expect((await rows.find({ appId: 'app', entity: 'Item' }, { sort: { _id: 1 } })).map(({ data }) => data)).toEqual([
    { name: 'a', count: 1234.5, done: true, at: '2026-01-31' },
    { name: 'c', count: 3, done: true, at: '2026-02-01' },
    { name: 'e', count: 1, done: false },
  ]);
  const error = (row: number, column: string, field: string, expected: string, found: string) => ({
    ...{ row, column, expected, found },
    message: `\`${field}\` must be ${expected}.`,
  });
  expect((await world.state(body['id'])).body).toMatchObject({
    ...{ state: 'done', stored: 3, failed: 2 },
    errors: [
      error(2, 'Zahl', 'count', 'a number', 'viel'),
      error(2, 'Wann', 'at', 'a date such as 2026-01-31', '31.02.2026'),
      error(5, 'Zahl', 'count', 'a number', '=1;2'),
    ],
  });
  const report = await world.host.fetch(`${base}/imports/${body['id']}/report`, {}, owner);
  expect(report.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20_%20Gewicht%20-%20failed%20rows.csv",
  );
  expect(Buffer.from(await report.arrayBuffer()).toString()).toBe(
    [
      '\uFEFFWer,Zahl,Fertig,Wann,Problem',
      'b,viel,nein,31.02.2026,`count` must be a number. `at` must be a date such as 2026-01-31.',
      'd,"\'=1;2",nein,,`count` must be a number.',
      '',
    ].join('\r\n'),
  );
});

it('stops when it is cancelled, and keeps the rows that are stored', async () => {
  await using world = await start();
  const { body } = await world.begin(many(30_000));
  const { rows } = world.host.context.collections;
  const insert = rows.insertLines.bind(rows);
  const cancel = `mutation { cancelRowImport(appId: "app", id: "${body['id']}") { state } }`;
  let isCancelled = false;
  rows.insertLines = async (documents) => {
    await insert(documents);
    if (!isCancelled) expect(await world.host.graphql(cancel, {}, owner)).toEqual({ data: { cancelRowImport: { state: 'cancelled' } } });
    isCancelled = true;
  };
  await world.run(body['id']);
  const stored = await world.count();
  expect([stored > 0, stored < 30_000]).toEqual([true, true]);
  expect((await world.state(body['id'])).body).toMatchObject({ state: 'cancelled' });
  expect(await blobs(world.host)).toEqual([]);
  await world.run(body['id']);
  expect(await world.count()).toBe(stored);
});

it('publishes its progress until it is done', async () => {
  await using world = await start({}, true);
  const { body } = await world.begin(many(30_000));
  const query = `subscription { rowImportChanged(appId: "app", id: "${body['id']}") { state done stored } }`;
  const states: { state: string; done: number; stored: number }[] = [];
  for await (const { data } of await world.host.subscribe(query, {}, owner)) states.push(data?.['rowImportChanged']);
  expect(states.at(-1)).toEqual({ state: 'done', done: 30_000, stored: 30_000 });
  expect(states.length).toBeGreaterThan(2);
  expect(states.map(({ done }) => done)).toEqual(states.map(({ done }) => done).sort((a, b) => a - b));
});

it.each([
  ['rows that do not fit', { MAX_ROWS_PER_TABLE: 2 }, 409, 'The table Item has room for 2 rows, and has 0. Remove some first.'],
  ['more bytes than allowed', { IMPORT_MAX_BYTES: 10 }, 413, 'The file is too large: at most 0.00001 MB can be imported at once.'],
])('refuses a file with %s, and stores nothing', async (_what, config, status, message) => {
  await using world = await start(config);
  expect(await world.begin(many(3))).toMatchObject({ status, body: { message } });
  expect([await blobs(world.host), await world.host.context.collections.imports.count({})]).toEqual([[], 0]);
});

it('fails with the reason when the quota is reached meanwhile', async () => {
  await using world = await start({ MAX_ROWS_PER_TABLE: 3 });
  const { body } = await world.begin(many(3));
  await world.host.fetch(base, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }, owner);
  await world.run(body['id']);
  const error = 'The table Item has room for 3 rows, and has 1. Remove some first.';
  expect((await world.state(body['id'])).body).toMatchObject({ state: 'failed', stored: 0, error });
});

it('fails rather than claims rows that others have removed', async () => {
  await using world = await start();
  const { body } = await world.begin(many(10));
  const { rows } = world.host.context.collections;
  const count = rows.count.bind(rows);
  rows.count = async (filter, options) => {
    if ('_id' in filter) await rows.deleteOne({ appId: 'app', entity: 'Item', 'data.count': 5 });
    return count(filter, options);
  };
  await world.run(body['id']);
  const error = 'Only 9 of 10 rows are in the table: others were removed meanwhile.';
  expect((await world.state(body['id'])).body).toMatchObject({ state: 'failed', stored: 9, error });
});

it('is hidden from others, and goes with its app', async () => {
  await using world = await start();
  const { body } = await world.begin('name,count\na,one');
  expect((await world.begin(many(1), {}, stranger)).status).toBe(401);
  expect((await world.begin(many(1), {}, visitor)).status).toBe(401);
  expect((await world.state(body['id'], stranger)).status).toBe(404);
  expect((await world.begin(many(1), { columns: [{ index: 0, field: '__proto__' }] })).body).toMatchObject({
    message: '`__proto__` is not a field of Item.',
  });
  await world.run(body['id']);
  expect(await blobs(world.host)).toHaveLength(1);
  const [purge] = world.host.additions(appPurges);
  await purge?.remove('app');
  expect([await blobs(world.host), (await world.state(body['id'])).status]).toEqual([[], 404]);
});
