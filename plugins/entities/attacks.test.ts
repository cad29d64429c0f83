import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import entities from './index.ts';
import { fakeApps, owner, table } from './testing/apps.ts';

const note = table('all', 'all', {
  name: { type: 'string' },
  n: { type: 'number' },
  any: { type: 'object' },
});
const open = (name: string) => ({ ...note(name), additionalProperties: true });
const apps = fakeApps({
  app: { isPublished: true, tables: { Note: note, Open: open } },
  other: { isPublished: true, tables: { Note: note } },
});
const start = () => testHost(entities, { provide: [apps], config: { RATE_LIMIT: 0, APP_RATE_LIMIT: 0 } });
let host: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  host = await start();
  for (const entity of ['Open', 'Note']) await call('POST', `/entities/${entity}`, { name: 'a', n: 1, any: { x: 1 } });
});
afterAll(() => host.close());

async function call(method: string, path: string, body?: unknown, actor: Actor = owner) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: text };
  const answer = await host.fetch(`/live_api/apps/app${path}`, init, actor);
  return { status: answer.status, text: await answer.text() };
}
const list = (entity: string, name: string, value: unknown) =>
  call('GET', `/entities/${entity}?${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`);

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const INHERITED = ['__proto__', 'constructor', 'toString', 'any.__proto__', 'any.constructor.name'];
const cases = INHERITED.flatMap((name) => [
  [name, 'Note'] as const,
  // Holds any field.
  [name, 'Open'] as const,
]);

describe.each(cases)('%s, a name that every object inherits, as a field of %s', (name, entity) => {
  const path = `/entities/${entity}`;
  const isField = (entity === 'Open' || name.includes('.')) && !name.includes('__proto__');
  const quoted = JSON.stringify(name);

  it('lists rows only by fields', async () => {
    const found = await list(entity, 'q', `{${quoted}:{"$exists":true}}`);
    expect(found.status).toBe(isField ? 200 : 400);
    if (isField) expect(found.text).toBe('[]');
    for (const option of ['sort', 'fields']) expect((await list(entity, option, name)).status, option).toBe(isField ? 200 : 400);
    expect((await list(entity, 'expand', name)).status).toBe(400);
  });

  it('groups rows only by fields', async () => {
    const groups = await call('POST', `${path}/aggregate`, { groupBy: name });
    expect(groups.status).toBe(isField ? 200 : 400);
    if (isField) expect(JSON.parse(groups.text)).toMatchObject({ rows: [{ count: 1 }] });
    expect((await call('POST', `${path}/aggregate`, `{"groupBy":"n","having":{${quoted}:1}}`)).status).toBe(400);
  });

  it('is no key, and no table', async () => {
    expect((await call('POST', `${path}/upsert`, { records: [{ name: 'b' }], key: name })).status).toBe(400);
    expect((await call('GET', `/entities/${name}`)).status).toBe(404);
  });

  it.each(['$inc', '$push', '$set', '$unset'])('%s', async (operator) => {
    const { status } = await call('PATCH', `${path}/update-many`, `{"query":{},"data":{"${operator}":{${quoted}:1}}}`);
    expect([200, 400]).toContain(status);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('deep and large values', () => {
  it.each<[string, string, string, string]>([
    ['a row', 'POST', '/entities/Note', `{"any":${deep(10_000)}}`],
    ['rows', 'POST', '/entities/Note/bulk', `[{"any":${deep(10_000)}}]`],
    ['an open field', 'POST', '/entities/Open', `{"free":${deep(10_000)}}`],
    ['an upsert', 'POST', '/entities/Open/upsert', `{"key":"name","records":[{"name":"a","free":${deep(10_000)}}]}`],
    ['having', 'POST', '/entities/Note/aggregate', `{"groupBy":"n","having":{"count":${deep(10_000)}}}`],
    ['a body', 'POST', '/entities/Note', deep(10_000)],
  ])('%s', async (_what, method, path, body) => {
    expect((await call(method, path, body)).status).toBe(400);
  });

  it('a filter', async () => {
    for (const q of [
      `{"any":${deep(3000)}}`,
      `${'{"$or":['.repeat(300)}{}${']}'.repeat(300)}`,
      `{"n":${'{"$not":'.repeat(300)}{"$eq":1}${'}'.repeat(300)}}`,
      `{"any":${'{"$elemMatch":'.repeat(300)}{"$eq":1}${'}'.repeat(300)}}`,
      JSON.stringify({ n: { $in: Array(2000).fill(1) } }),
    ])
      expect((await list('Note', 'q', q)).status).toBe(400);
  });

  it.each<[string, string, (query: unknown) => unknown]>([
    ['DELETE', '', (q) => ({ q })],
    ['PATCH', '/update-many', (query) => ({ query, data: { n: 2 } })],
    ['POST', '/aggregate', (query) => ({ query })],
    ['POST', '/aggregate', (having) => ({ groupBy: 'n', having })],
  ])('a long list in a filter of %s %s', async (method, path, bodyOf) => {
    const values = Array.from({ length: 100_000 }, (_, at) => at);
    for (const query of [{ n: { $in: values } }, { n: { $nin: values } }, { $or: values.map((n) => ({ n })) }])
      expect((await call(method, `/entities/Note${path}`, bodyOf(query))).status).toBe(400);
    expect(JSON.parse((await call('GET', '/entities/Note/count')).text)).toEqual({ count: 1 });
  });

  it('ids to delete', async () => {
    const ids = Array.from({ length: 20_000 }, (_, at) => `${at}`);
    expect((await call('DELETE', '/entities/Note', { ids })).status).toBe(400);
  });

  it('many records of 1 MB', async () => {
    const rows = Array.from({ length: 50 }, () => ({ name: 'x'.repeat(1_000_000) }));
    expect([400, 413]).toContain((await call('POST', '/entities/Note/bulk', rows)).status);
  });
});

describe('conditions on the results of an aggregation', () => {
  it.each<[string, unknown]>([
    ['an operator that runs code', { $where: 'true' }],
    ['an expression', { $expr: { $eq: [1, 1] } }],
    ['a function', { count: { $function: { body: 'x', args: [], lang: 'js' } } }],
    ['a field that is no result', { name: 'a' }],
    ['a field of the stored row', { 'data.name': 'a' }],
    ['the app', { appId: 'other' }],
    ['a short name of the store', { m1: 1 }],
    ['a part of a result', { 'count.x': 1 }],
    ['a pattern that backtracks', { n: { $regex: '(a+)+$' } }],
    ['an operator in a value', { count: { $eq: { $gt: 0 } } }],
  ])('%s', async (_what, having) => {
    expect((await call('POST', '/entities/Note/aggregate', { groupBy: 'n', having })).status).toBe(400);
  });
});

it('answers 1,000 calls at once', { timeout: 60_000 }, async () => {
  const calls: [string, string, unknown?][] = [
    ['GET', '/entities/Open?limit=1'],
    ['GET', '/entities/Open/count'],
    ['POST', '/entities/Open/aggregate', { groupBy: 'n' }],
    ['POST', '/entities/Open/upsert', { key: 'name', records: [{ name: 'one key' }] }],
    ['PATCH', '/entities/Open/update-many', { query: { name: 'a' }, data: { $inc: { n: 1 } } }],
  ];
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, at) => call(...(calls[at % calls.length] as (typeof calls)[0]))));
  const statuses = Map.groupBy(answers, ({ status }) => status);
  expect([...statuses.keys()].filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
  expect(JSON.parse((await list('Open', 'q', { name: 'one key' })).text)).toHaveLength(1);
  const increments = answers.filter(({ status }, at) => at % calls.length === 4 && status === 200).length;
  const [{ n }] = JSON.parse((await list('Open', 'q', { name: 'a' })).text);
  expect(n).toBeGreaterThan(increments);
});
