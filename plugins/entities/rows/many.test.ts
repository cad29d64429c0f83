import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, table } from '../testing/apps.ts';

const item = table(
  'all',
  'all',
  {
    sku: { type: 'string' },
    place: { type: 'string' },
    n: { type: 'integer', maximum: 1000 },
    size: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' } },
    more: { type: 'object' },
    kind: { type: 'string', default: 'new' },
  },
  ['sku'],
);
const base = '/live_api/apps/app/entities/Item';
const start = (config: Record<string, number> = {}) =>
  testHost(entities, { provide: [fakeApps({ app: { isPublished: true, tables: { Item: item } } })], config: { RATE_LIMIT: 0, ...config } });
let host: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  host = await start();
});
afterAll(() => host.close());
const where = { appId: 'app', entity: 'Item' };
beforeEach(() => host.context.collections.rows.deleteMany(where).then(() => undefined));

type Row = Record<string, unknown> & { id: string };
async function call(method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await host.fetch(`${base}${path}`, init, owner);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & { message: string; records: Row[] } };
}
const upsert = (records: unknown, key: unknown = 'sku') => call('POST', '/upsert', { records, key });
const list = async () => (await call('GET', '?sort=sku,n&limit=1000')).body as unknown as Row[];
const add = async (...rows: object[]) => (await call('POST', '/bulk', rows)).body as unknown as Row[];

describe('upsert', () => {
  it('adds new rows, and updates those with the key', async () => {
    const first = await upsert([{ sku: 'a', n: 1 }, { sku: 'b' }]);
    expect(first).toMatchObject({ status: 200, body: { created: 2, updated: 0 } });
    expect(first.body.records).toMatchObject([{ sku: 'a', n: 1, kind: 'new', creatorId: 'owner' }, { sku: 'b' }]);
    const second = await upsert([{ sku: 'c' }, { sku: 'a', size: 2 }, { sku: 'c', n: 3 }]);
    expect(second.body).toMatchObject({
      created: 1,
      updated: 1,
      records: [
        { sku: 'c', n: 3 },
        { id: first.body.records[0]?.id, n: 1, size: 2 },
      ],
    });
    expect((await list()).map(({ sku, n }) => [sku, n ?? null])).toEqual([
      ['a', 1],
      ['b', null],
      ['c', 3],
    ]);
  });

  it('finds rows by several fields, of which it updates the oldest', async () => {
    const [old] = await add({ sku: 'a', place: 'x', n: 1 }, { sku: 'a', place: 'x', n: 2 }, { sku: 'a', place: 'y', n: 3 });
    const { body } = await upsert(
      [
        { sku: 'a', place: 'x', n: 9 },
        { sku: 'b', place: 'y' },
      ],
      ['sku', 'place'],
    );
    expect(body).toMatchObject({ created: 1, updated: 1, records: [{ id: old?.id, n: 9 }, { sku: 'b' }] });
    expect((await list()).map(({ n }) => n ?? null)).toEqual([2, 3, 9, null]);
  });

  it('makes one row of concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => upsert([{ sku: 'same', n }, { sku: `own ${n}` }])));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await host.context.collections.rows.count({ ...where, 'data.sku': 'same' })).toBe(1);
    expect(answers.reduce((sum, { body }) => sum + (body['created'] as number), 0)).toBe(21);
  });

  it('adds a row again after its key was changed or it was removed', async () => {
    const { body } = await upsert([{ sku: 'a' }]);
    await call('PUT', `/${body.records[0]?.id}`, { sku: 'other' });
    expect((await upsert([{ sku: 'a' }])).body).toMatchObject({ created: 1 });
    expect((await list()).map(({ sku }) => sku)).toEqual(['a', 'other']);
    await call('DELETE', '', { q: { sku: 'a' } });
    expect((await upsert([{ sku: 'a' }])).body).toMatchObject({ created: 1 });
  });

  it.each<[unknown, unknown, string]>([
    [[{ n: 1 }], 'sku', 'Row 1: `sku` is required, because it is the key.'],
    [[{ sku: 'a' }, { sku: '' }], 'sku', 'Row 2: `sku` is required, because it is the key.'],
    [[{ sku: ['a'] }], 'sku', 'Row 1: `sku` is the key, and cannot hold a list or an object.'],
    [[{ sku: 'a' }, { sku: 'b', n: 'x' }], 'sku', 'Row 2: `n` must be a whole number.'],
    [[{ sku: 'a', tags: [] }], 'tags', '`tags` cannot be a key: it is not a field of single values.'],
    [[{ sku: 'a' }], 'id', '`id` cannot be a key: it is not a field of single values.'],
    [[{ sku: 'a' }], '__proto__', '`__proto__` is not a field of Item.'],
    [[{ sku: 'a' }], [], 'A key is one field, or up to 4 different ones.'],
    [[{ sku: 'a' }], ['sku', 'sku'], 'A key is one field, or up to 4 different ones.'],
    [Array.from({ length: 501 }, (_, n) => ({ sku: `${n}` })), 'sku', 'At most 500 rows can be written at once.'],
  ])('refuses %j by %j, and writes nothing', async (records, key, message) => {
    expect(await upsert(records, key)).toMatchObject({ status: 400, body: { message } });
    expect(await list()).toEqual([]);
  });

  it('respects the quotas', async () => {
    await using small = await start({ MAX_ROWS_PER_TABLE: 2 });
    const body = JSON.stringify({ records: [{ sku: 'a' }, { sku: 'b' }, { sku: 'c' }], key: 'sku' });
    const answer = await small.fetch(`${base}/upsert`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }, owner);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'quota-reached']);
  });
});

describe('update-many', () => {
  const change = (data: unknown, query: unknown = {}) => call('PATCH', '/update-many', { query, data });

  it.each<[object, object]>([
    [{ n: 5 }, { n: 5 }],
    [{ $set: { n: 5, place: 'x' } }, { n: 5, place: 'x' }],
    [{ $inc: { n: 2, size: -0.5 } }, { n: 3, size: -0.5 }],
    [{ $mul: { n: 4 } }, { n: 4 }],
    [
      { $min: { n: 0 }, $max: { place: 'z' } },
      { n: 0, place: 'z' },
    ],
    [{ $push: { tags: 'c' } }, { tags: ['a', 'b', 'c'] }],
    [{ $push: { tags: { $each: ['c', 'd'] } } }, { tags: ['a', 'b', 'c', 'd'] }],
    [{ $addToSet: { tags: { $each: ['b', 'c'] } } }, { tags: ['a', 'b', 'c'] }],
    [{ $pull: { tags: 'a' } }, { tags: ['b'] }],
    [
      { $pull: { tags: { $in: ['a', 'b'] } }, $inc: { n: 1 } },
      { tags: [], n: 2 },
    ],
    [{ $unset: { tags: '' } }, { tags: undefined }],
  ])('applies %j', async (data, after) => {
    await add({ sku: 'a', n: 1, tags: ['a', 'b'] }, { sku: 'b', n: 1, tags: ['a', 'b'] });
    expect(await change(data, { sku: 'a' })).toEqual({ status: 200, body: { success: true, updated: 1 } });
    const [first, second] = await list();
    expect({ ...first, ...Object.fromEntries(Object.keys(after).map((name) => [name, first?.[name]])) }).toMatchObject({
      sku: 'a',
      ...after,
    });
    expect(second).toMatchObject({ n: 1, tags: ['a', 'b'] });
  });

  it('adds up concurrent changes of many rows', async () => {
    await add(...Array.from({ length: 30 }, (_, n) => ({ sku: `s${n}`, n: 0 })));
    const answers = await Promise.all(Array.from({ length: 8 }, () => change({ $inc: { n: 1 } })));
    expect(answers.map(({ body }) => body['updated'])).toEqual(answers.map(() => 30));
    expect(new Set((await list()).map(({ n }) => n))).toEqual(new Set([8]));
  });

  it.each<[unknown, string]>([
    [{}, 'Say which fields to change: {"done": true}, or {"$inc": {"votes": 1}}.'],
    [{ $rename: { n: 'm' } }, '`$rename` is not a change of rows. Use $set, $unset, $inc, $mul, $min, $max, $push, $addToSet, $pull.'],
    [{ $set: { n: 1 }, sku: 'x' }, '`sku` is not a change of rows. Use $set, $unset, $inc, $mul, $min, $max, $push, $addToSet, $pull.'],
    [{ $set: { n: 1 }, $inc: { n: 1 } }, '`n` is changed twice.'],
    [{ $set: 5 }, '`$set` needs an object of fields.'],
    [{ $inc: { sku: 1 } }, '`$inc` needs a number, and `sku` is none.'],
    [{ $inc: { n: 'x' } }, '`$inc` of `n` needs a number.'],
    [{ $inc: { n: 5000 } }, '`n` must be at most 1000.'],
    [{ $push: { n: 1 } }, '`$push` needs a list, and `n` is none.'],
    [{ $push: { tags: 5 } }, '`tags.2` must be text.'],
    [{ $pull: { tags: { $where: '1' } } }, '`$pull` takes a value, or {"$in": […]}.'],
    [{ $unset: { sku: '' } }, '`sku` is required.'],
    [{ $set: { creatorId: 'x' } }, '`creatorId` is set by the server.'],
    [{ creatorId: 'x' }, '`creatorId` is set by the server.'],
    [{ 'more.x': 1 }, '`more.x` is a part of a field. Change the whole field.'],
    [{ color: 1 }, '`color` is not a field of Item.'],
    [{ n: 'x' }, '`n` must be a whole number.'],
  ])('refuses %j', async (data, message) => {
    await add({ sku: 'a', n: 1, tags: ['a', 'b'] });
    expect(await change(data)).toMatchObject({ status: 400, body: { message } });
    expect(await list()).toMatchObject([{ sku: 'a', n: 1, tags: ['a', 'b'], creatorId: 'owner' }]);
  });
});

describe('PUT bulk', () => {
  it('changes rows by their ids', async () => {
    const [a, b] = await add({ sku: 'a', n: 1 }, { sku: 'b', n: 2 });
    const { status, body } = await call('PUT', '/bulk', [
      { id: b?.id, n: 20 },
      { id: a?.id, size: 1 },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: b?.id, n: 20 },
      { id: a?.id, n: 1, size: 1 },
    ]);
    expect(await list()).toMatchObject([{ n: 1, size: 1 }, { n: 20 }]);
  });

  it.each<[string, (id: string) => unknown[], number, string]>([
    [
      'a missing row',
      (id) => [
        { id, n: 9 },
        { id: 'gone', n: 9 },
      ],
      404,
      'The row was not found.',
    ],
    ['no id', (id) => [{ id, n: 9 }, { n: 9 }], 400, 'Row 2: `id` is required.'],
    [
      'one id twice',
      (id) => [
        { id, n: 9 },
        { id, n: 8 },
      ],
      400,
      'Row 2: An earlier row has the same `id`.',
    ],
    ['an invalid value', (id) => [{ id, n: 'x' }], 400, 'Row 1: `n` must be a whole number.'],
    ['too many rows', (id) => Array.from({ length: 501 }, () => ({ id })), 400, 'At most 500 rows can be changed at once.'],
  ])('refuses %s, and changes nothing', async (_name, records, status, message) => {
    const [row] = await add({ sku: 'a', n: 1 });
    expect(await call('PUT', '/bulk', records(row?.id ?? ''))).toMatchObject({ status, body: { message } });
    expect(await list()).toMatchObject([{ n: 1 }]);
  });
});
