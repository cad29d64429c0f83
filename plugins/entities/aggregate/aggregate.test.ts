import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, table } from '../testing/apps.ts';

const sale = table('all', 'all', {
  agent: { type: 'string' },
  amount: { type: 'number' },
  due: { type: 'string', format: 'date' },
  note: { type: 'string' },
  tags: { type: 'array', items: { type: 'string' } },
  place: { type: 'object', properties: { city: { type: 'string' }, size: { type: 'integer' } } },
  lines: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } },
  count: { type: 'integer' },
});
const open = () => ({ ...table('all', 'all')('Any'), additionalProperties: true });
const base = '/live_api/apps/app/entities';
const headers = { 'content-type': 'application/json' };
const start = (config: Record<string, number> = {}) =>
  testHost(entities, { provide: [fakeApps({ app: { isPublished: true, tables: { Sale: sale, Any: open } } })], config });
type Host = Awaited<ReturnType<typeof start>>;

async function post(host: Host, path: string, body: unknown) {
  const answer = await host.fetch(`${base}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }, owner);
  return { status: answer.status, body: (await answer.json()) as { rows: object[]; truncated: boolean; message: string } };
}

describe('aggregate', () => {
  let host: Host;
  beforeAll(async () => {
    host = await start();
    const rows = [
      { agent: 'ann', amount: 10, due: '2026-01-30', tags: ['a', 'b'], place: { city: 'Bonn', size: 2 }, count: 1 },
      { agent: 'ann', amount: 5.5, due: '2026-02-02', tags: ['a', 'b'], place: { city: 'Köln' }, count: 2 },
      { agent: 'bob', amount: 1, due: '2026-01-26', tags: [], place: { city: 'Bonn', size: 4 } },
      { amount: null, note: 'x' },
    ];
    expect((await post(host, 'Sale/bulk', rows)).status).toBe(200);
  });
  afterAll(() => host.close());

  it.each<[string, object, object[]]>([
    ['nothing but the total', {}, [{ count: 4 }]],
    ['one total of several values', { count: false, sum: ['amount'], avg: 'amount' }, [{ sum_amount: 16.5, avg_amount: 5.5 }]],
    ['no rows', { query: { agent: 'eve' }, max: 'amount' }, [{ count: 0, max_amount: null }]],
    [
      'a field, nulls first',
      { groupBy: 'agent', sum: 'amount' },
      [
        { agent: null, count: 1, sum_amount: 0 },
        { agent: 'ann', count: 2, sum_amount: 15.5 },
        { agent: 'bob', count: 1, sum_amount: 1 },
      ],
    ],
    [
      'a part of an object, filtered and sorted',
      { query: { amount: { $gt: 0 } }, groupBy: ['place.city'], max: 'place.size', sort: '-count' },
      [
        { 'place.city': 'Bonn', count: 2, 'max_place.size': 4 },
        { 'place.city': 'Köln', count: 1, 'max_place.size': null },
      ],
    ],
    ['a list as a whole', { groupBy: 'tags', having: { count: { $gt: 1 } } }, [{ tags: ['a', 'b'], count: 2 }]],
    [
      'weeks',
      { query: { due: { $gt: '' } }, dateBucket: { field: 'due', unit: 'week' }, countDistinct: ['agent', 'amount'] },
      [
        { due: '2026-01-26', count: 2, count_distinct_agent: 2, count_distinct_amount: 2 },
        { due: '2026-02-02', count: 1, count_distinct_agent: 1, count_distinct_amount: 1 },
      ],
    ],
    [
      'a field with the name of a result',
      { groupBy: 'count', count: false, query: { count: { $gt: 0 } }, sort: '-count' },
      [{ count: 2 }, { count: 1 }],
    ],
    [
      'results by their names',
      { groupBy: 'agent', min: 'due', having: { $or: [{ agent: 'bob' }, { min_due: null }] }, sort: 'min_due,-agent' },
      [
        { agent: null, count: 1, min_due: null },
        { agent: 'bob', count: 1, min_due: '2026-01-26' },
      ],
    ],
  ])('computes %s', async (_name, options, rows) => {
    expect(await post(host, 'Sale/aggregate', options)).toEqual({ status: 200, body: { rows, truncated: false } });
  });

  it('says when there are more groups than the limit', async () => {
    const asked = (limit: number) => post(host, 'Sale/aggregate', { groupBy: 'agent', limit });
    expect([(await asked(2)).body.truncated, (await asked(3)).body.truncated]).toEqual([true, false]);
    expect((await asked(2)).body.rows).toHaveLength(2);
  });

  it('groups by the day of creation', async () => {
    const { body } = await post(host, 'Sale/aggregate', { dateBucket: { field: 'createdAt', unit: 'year' } });
    expect(body.rows).toEqual([{ createdAt: expect.stringMatching(/^\d{4}-01-01$/), count: 4 }]);
  });

  it('computes values of undeclared fields in an open table', async () => {
    await post(host, 'Any', { price: 3, at: '2026-05-05T10:00:00Z' });
    const { body } = await post(host, 'Any/aggregate', { sum: 'price', dateBucket: { field: 'at', unit: 'month' } });
    expect(body.rows).toEqual([{ at: '2026-05-01', count: 1, sum_price: 3 }]);
  });

  it.each<[unknown, string]>([
    [{ groupBy: 'color' }, '`color` is not a field of Sale.'],
    [{ groupBy: '__proto__' }, '`__proto__` is not a field of Sale.'],
    [{ groupBy: 'constructor' }, '`constructor` is not a field of Sale.'],
    [{ groupBy: 'agent.$x' }, '`agent.$x` is not a field of Sale.'],
    [{ groupBy: 'agent.name.first' }, '`agent.name.first` is not a field of Sale.'],
    [{ groupBy: 'place.color' }, '`place.color` is not a field of Sale.'],
    [{ sum: 'agent' }, '`agent` has no sum: it is not a number.'],
    [{ avg: ['amount', 'lines.price'] }, '`lines.price` has no average: it is not a number.'],
    [{ min: 'tags' }, '`tags` has no minimum: it is not a field of single values.'],
    [{ max: 'place' }, '`place` has no maximum: it is not a field of single values.'],
    [{ dateBucket: { field: 'note', unit: 'day' } }, '`note` cannot be grouped by day: its format is not date or date-time.'],
    [{ groupBy: ['agent', 'agent'] }, 'Two results of this aggregation have the name `agent`.'],
    [{ groupBy: 'count' }, 'Two results of this aggregation have the name `count`.'],
    [{ groupBy: ['agent', 'amount', 'due', 'note', 'tags'] }, 'Rows are grouped by at most 4 fields.'],
    [{ count: false }, 'An aggregation needs a field to group by, or a value to compute.'],
    [{ having: { sum_amount: 1 } }, '`sum_amount` is not a result of this aggregation.'],
    [{ having: { m0: 1 } }, '`m0` is not a result of this aggregation.'],
    [{ having: { $where: '1' } }, '`$where` cannot be used in a filter like this.'],
    [{ having: { count: { $expr: 1 } } }, '`$expr` cannot be used in a filter like this.'],
    [{ having: { count: { $regex: '(a+)+$' } } }, '`$regex` may only look for plain text, at the start with "^" or at the end with "$".'],
    [{ query: { color: 1 } }, '`color` is not a field of Sale.'],
    [{ sort: 'amount' }, '`amount` is not a result of this aggregation.'],
    [{ limit: 1001 }, '`limit` must be from 1 to 1000.'],
    [{ limit: 0.5 }, '`limit` must be from 1 to 1000.'],
  ])('refuses %j', async (options, message) => {
    expect(await post(host, 'Sale/aggregate', options)).toMatchObject({ status: 400, body: { message } });
  });

  it.each([[{ pipeline: [] }], [{ groupBy: 5 }], [{ dateBucket: { field: 'due', unit: 'hour' } }], [[]]])(
    'refuses the body %j',
    async (body) => {
      expect((await post(host, 'Sale/aggregate', body)).status).toBe(400);
    },
  );
});

it('ends an aggregation that takes too long, or has too much to tell', async () => {
  await using host = await start({ QUERY_MAX_MS: 1, RATE_LIMIT: 0 });
  const rows = Array.from({ length: 1000 }, (_, n) => ({ note: `${n} ${'x'.repeat(2000)}`, amount: n }));
  expect((await post(host, 'Sale/bulk', rows)).status).toBe(200);
  const slow = await post(host, 'Sale/aggregate', { groupBy: 'amount' });
  expect([slow.status, slow.body.message]).toEqual([
    400,
    expect.stringMatching(/^This aggregation takes too long: it reads too many rows\./),
  ]);
  await using patient = await start({ RATE_LIMIT: 0 });
  expect((await post(patient, 'Sale/bulk', rows)).status).toBe(200);
  const large = await post(patient, 'Sale/aggregate', { groupBy: 'note' });
  expect([large.status, large.body.message]).toEqual([400, expect.stringMatching(/^The results of this aggregation are too large\./)]);
  expect((await post(patient, 'Sale/aggregate', { groupBy: 'note', limit: 100 })).body).toMatchObject({ truncated: true });
});
