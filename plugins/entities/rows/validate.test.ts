import type { PropertySchema } from '@sayso/apps/ref';
import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, table } from '../testing/apps.ts';

const part: PropertySchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    unit: { type: 'string', enum: ['kg', 'm'], default: 'kg' },
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    mail: { type: 'string', format: 'email' },
    link: { type: 'string', format: 'uri' },
    count: { type: 'integer', minimum: 0 },
    isOk: { type: 'boolean' },
    size: { type: 'object', properties: { x: { type: 'number', default: 1 }, y: { type: 'number' } }, required: ['y'] },
  },
  required: ['name', 'unit'],
};
const order = table('all', 'all', {
  part,
  parts: { type: 'array', items: part },
  grid: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
  open: { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: true },
  closed: { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: false },
  preset: { type: 'object', properties: { a: { type: 'number', default: 1 }, b: { type: 'number' } }, default: { b: 2 } },
});
const odd = table(
  'all',
  'all',
  {
    toString: { type: 'string' as const },
    valueOf: { type: 'string' as const, default: 'v' },
    n: { format: 'constructor', type: 'string' },
  },
  ['toString'],
);
const wide = table('all', 'all', {
  list: { type: 'array', items: { type: 'object', properties: { text: { type: 'string', default: 'x'.repeat(10_000) } } } },
});
const apps = fakeApps({ app: { isPublished: true, tables: { Order: order, Odd: odd, Wide: wide } } });
const start = () => testHost(entities, { provide: [apps], config: { RATE_LIMIT: 0 } });
let host: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  host = await start();
});
afterAll(() => host.close());

type Row = Record<string, unknown> & { id: string; message?: string };
async function call(method: string, path: string, body: unknown) {
  const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await host.fetch(`/live_api/apps/app/entities/${path}`, init, owner);
  return { status: answer.status, body: (await answer.json()) as Row };
}

const DATE_TIME = 'a date and time such as 2026-01-31T12:00:00Z';
describe('fields of objects and of lists of objects', () => {
  it.each<[string, unknown, string | null]>([
    ['name', 'Bolt', null],
    ['name', undefined, '`@.name` is required.'],
    ['name', null, '`@.name` is required.'],
    ['name', '', '`@.name` is required.'],
    ['name', 1, '`@.name` must be text.'],
    ['unit', null, '`@.unit` is required.'],
    ['unit', 'm', null],
    ['unit', 'mile', '`@.unit` must be one of: kg, m.'],
    ['unit', ['m'], '`@.unit` must be one of: kg, m.'],
    ['day', '2024-02-29', null],
    ['day', '2026-02-29', '`@.day` must be a date such as 2026-01-31.'],
    ['day', '2026-01-31T12:00:00', null],
    ['day', '2026-01-31T00:00:00.000Z', null],
    ['day', '2026-01-31T', '`@.day` must be a date such as 2026-01-31.'],
    ['day', '2026-02-30T12:00:00Z', '`@.day` must be a date such as 2026-01-31.'],
    ['day', 20_260_101, '`@.day` must be text.'],
    ['day', null, null],
    ['at', '2026-01-31T12:00:00.5+02:00', null],
    ['at', '2026-01-31T25:00:00Z', `\`@.at\` must be ${DATE_TIME}.`],
    ['at', '2026-02-30T12:00:00Z', `\`@.at\` must be ${DATE_TIME}.`],
    ['mail', 'a@b.example', null],
    ['mail', 'a@b@c.example', '`@.mail` must be an email address.'],
    ['link', '/files/a.pdf', null],
    ['link', '//evil.example', '`@.link` must be an address such as https://example.com.'],
    ['link', 'data:text/html,x', '`@.link` must be an address such as https://example.com.'],
    ['count', -1, '`@.count` must be at least 0.'],
    ['count', '1', '`@.count` must be a whole number.'],
    ['isOk', 0, '`@.isOk` must be true or false.'],
    ['size', [], '`@.size` must be an object.'],
    ['size', {}, '`@.size.y` is required.'],
    ['size', { y: 1, z: 1 }, '`@.size.z` is not a field of `@.size`.'],
    ['constructor', 1, '`@.constructor` is not a field of `@`.'],
  ])('%s: %j', async (name, value, message) => {
    const given = { name: 'Nut', [name]: value };
    for (const [path, row] of [
      ['part', { part: given }],
      ['parts.1', { parts: [{ name: 'First' }, given] }],
    ] as const) {
      const { status, body } = await call('POST', 'Order', row);
      expect([status, body.message ?? null]).toEqual([message === null ? 200 : 400, message?.replaceAll('@', path) ?? null]);
    }
  });

  it.each<[object, string | null]>([
    [{ part: 'x' }, '`part` must be an object.'],
    [{ part: null, parts: null }, null],
    [{ parts: {} }, '`parts` must be a list.'],
    [{ parts: ['x'] }, '`parts.0` must be an object.'],
    [{ grid: [[1], [2, 3]] }, null],
    [{ grid: [[1], ['2']] }, '`grid.1.0` must be a number.'],
    [{ open: { n: 1, more: [{}] } }, null],
    [{ open: { n: 'x' } }, '`open.n` must be a number.'],
    [{ closed: { m: 1 } }, '`closed.m` is not a field of `closed`.'],
  ])('%j', async (row, message) => {
    const { status, body } = await call('POST', 'Order', row);
    expect([status, body.message ?? null]).toEqual([message === null ? 200 : 400, message]);
  });
});

describe('defaults', () => {
  it.each<[object, object]>([
    [{}, { preset: { a: 1, b: 2 } }],
    [{ preset: {} }, { preset: { a: 1 } }],
    [{ preset: { a: null } }, { preset: { a: null } }],
    [{ part: { name: 'Nut', size: { y: 2 } } }, { part: { name: 'Nut', unit: 'kg', size: { x: 1, y: 2 } } }],
    [{ parts: [{ name: 'a' }, { name: 'b', unit: 'm' }, null] }, { parts: [{ name: 'a', unit: 'kg' }, { name: 'b', unit: 'm' }, null] }],
  ])('of %j', async (row, expected) => {
    const { body } = await call('POST', 'Order', row);
    expect(body).toMatchObject(expected);
    expect(body).not.toHaveProperty(Object.hasOwn(row, 'part') ? 'parts' : 'part');
  });

  it('are for new rows only', async () => {
    const { body } = await call('POST', 'Order', {});
    expect((await call('PUT', `Order/${body.id}`, { preset: { b: 3 } })).body['preset']).toEqual({ b: 3 });
  });

  it('cannot blow up a short row', async () => {
    const { status, body } = await call('POST', 'Wide', { list: Array.from({ length: 100_000 }, () => ({})) });
    expect([status, body.message]).toEqual([400, 'A row has at most 500000 characters.']);
  });
});

it('takes names that every object inherits for fields and formats', async () => {
  expect((await call('POST', 'Odd', {})).body.message).toBe('`toString` is required.');
  const { status, body } = await call('POST', 'Odd', { toString: 'a', n: 'b' });
  expect([status, body]).toEqual([200, expect.objectContaining({ toString: 'a', valueOf: 'v', n: 'b' })]);
});
