import { type Actor, newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import entities from './index.ts';
import { fakeApps, owner, ruledTable, user, visitor } from './testing/apps.ts';

const hr = { user_condition: { role: 'hr' } };
const mine = { created_by: '{{user.email}}' };
const properties = {
  name: { type: 'string' },
  team: { type: 'string' },
  salary: { type: 'number', rls: { read: hr, write: hr } },
  phone: { type: 'string', rls: { read: { $or: [mine, hr] } } },
  state: { type: 'string', default: 'new', rls: { write: { 'data.team': '{{user.data.team}}' } } },
  badge: { type: 'string', rls: { read: false } },
  address: { type: 'object', properties: { street: { type: 'string' }, zip: { type: 'string', rls: { read: hr } } } },
  file: { type: 'string', 'x-reference': 'Secret' },
} as const;
const all = { read: true, create: true, update: true, delete: true };
const tables = {
  Person: ruledTable(all, properties as never),
  Own: ruledTable({ ...all, read: mine }, properties as never),
  Told: ruledTable(all, {
    name: { type: 'string' },
    deep: { type: 'object' },
    secret: { type: 'string', rls: { read: { 'data.deep.closed': { $ne: 'yes' } } } },
    limit: { type: 'number', maximum: 100, rls: { read: hr } },
    items: { type: 'array', maxItems: 2, items: { type: 'string' }, rls: { read: hr } },
  } as never),
  Secret: ruledTable(all, { title: { type: 'string' }, code: { type: 'string', rls: hr } } as never),
};
const persons = {
  ann: { role: 'user', email: 'ann@example.org', fields: { team: 'a' } },
  eve: { role: 'hr', email: null, fields: { team: 'b' } },
};
const start = () => testHost(entities, { provide: [fakeApps({ live: { isPublished: true, tables, persons } })] });
let host: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  host = await start();
});
afterAll(() => host.close());

const [ann, eve] = [user('live', 'ann'), user('live', 'eve')];
async function call(actor: Actor, method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await host.fetch(`/live_api/apps/live/entities/${path}`, init, actor);
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as never) };
}
const statusOf = async (...asked: Parameters<typeof call>) => (await call(...asked)).status;
async function put(entity: string, data: Record<string, unknown>, creatorId: string | null = 'other'): Promise<string> {
  const _id = newId();
  const now = '2026-01-01T00:00:00.000Z';
  await host.context.collections.rows.insertOne({ _id, appId: 'live', entity, createdAt: now, updatedAt: now, creatorId, data });
  return _id;
}
const stored = async (entity: string, _id: string) => (await host.context.collections.rows.findOne({ appId: 'live', entity, _id }))?.data;
const json = encodeURIComponent;
const whole = { name: 'n', team: 'a', salary: 5, phone: '1', state: 'new', badge: 'b', address: { street: 's', zip: 'z' } };

describe('fields that a caller does not read', () => {
  let [theirs, own] = ['', ''];
  beforeAll(async () => {
    theirs = await put('Person', whole);
    own = await put('Person', whole, 'ann');
  });

  it('are left out of rows and lists, row by row', async () => {
    const seen = { name: 'n', team: 'a', state: 'new' };
    for (const [actor, id, fields] of [
      [visitor, theirs, seen],
      [ann, theirs, seen],
      [ann, own, { ...seen, phone: '1' }],
      [eve, theirs, { ...seen, salary: 5, phone: '1', address: whole.address }],
      [owner, theirs, whole],
    ] as const) {
      const about = { id, createdAt: expect.any(String), updatedAt: expect.any(String), creatorId: expect.any(String) };
      expect((await call(actor, 'GET', `Person/${id}`)).body).toEqual({ ...about, ...fields });
      expect((await call(actor, 'GET', `Person?q=${json(JSON.stringify({ id }))}`)).body).toEqual([{ ...about, ...fields }]);
      const some = Object.fromEntries(Object.entries(fields).filter(([name]) => ['name', 'phone', 'salary'].includes(name)));
      const path = `Person?q=${json(JSON.stringify({ id }))}&fields=name,phone,salary`;
      expect((await call(actor, 'GET', path)).body).toEqual([{ ...about, ...some }]);
    }
    expect((await call(owner, 'GET', 'Person?as=user:ann')).body).not.toContainEqual(expect.objectContaining({ salary: 5 }));
  });

  it('are no means to find, sort, count, group or delete rows', async () => {
    for (const field of ['salary', 'phone', 'badge', 'address', 'address.zip', 'address.street']) {
      const q = json(JSON.stringify({ [field]: 5 }));
      const nested = json(JSON.stringify({ $or: [{ name: 'x' }, { $and: [{ [field]: { $gt: 1 } }] }] }));
      for (const path of [
        `Person?q=${q}`,
        `Person?q=${nested}`,
        `Person?sort=${field}`,
        `Person?sort=name,-${field}`,
        `Person/count?q=${q}`,
      ])
        expect([path, await statusOf(ann, 'GET', path)]).toEqual([path, 400]);
      for (const options of [{ query: { [field]: 5 } }, { groupBy: field }, { min: field }, { countDistinct: field }])
        expect(await statusOf(ann, 'POST', 'Person/aggregate', options)).toBe(400);
      expect(await statusOf(ann, 'PATCH', 'Person/update-many', { query: { [field]: 5 }, data: { name: 'x' } })).toBe(400);
    }
    expect(await statusOf(ann, 'POST', 'Person/upsert', { records: [{ phone: '1', name: 'x' }], key: ['phone'] })).toBe(400);
    expect(await statusOf(eve, 'GET', `Person?q=${json('{"salary":5}')}&sort=salary`)).toBe(200);
    expect(await statusOf(owner, 'GET', `Person?q=${json('{"badge":"b"}')}`)).toBe(200);
    expect(await stored('Person', theirs)).toEqual(whole);
  });

  it('may be asked for where the rows that are read are those whose field is', async () => {
    const id = await put('Own', whole, 'ann');
    await put('Own', whole);
    expect((await call(ann, 'GET', `Own?q=${json('{"phone":"1"}')}`)).body).toEqual([expect.objectContaining({ id, phone: '1' })]);
    expect(await statusOf(ann, 'GET', `Own?q=${json('{"salary":5}')}`)).toBe(400);
  });

  it('are left out of referenced rows', async () => {
    const secret = await put('Secret', { title: 't', code: 'c' });
    const id = await put('Person', { name: 'r', file: secret });
    const path = `Person?q=${json(JSON.stringify({ id }))}&expand=file&fields=name`;
    for (const [actor, code] of [
      [ann, undefined],
      [eve, 'c'],
    ] as const) {
      const [row] = (await call(actor, 'GET', path)).body as unknown as [{ readonly file_row: Record<string, unknown> }];
      expect(row.file_row['title']).toBe('t');
      expect(row.file_row['code']).toBe(code);
    }
  });
});

describe('other ways to a field that a caller does not read', () => {
  it('are closed: deletes, referenced rows, cursors, keys of imports, conditions of totals', async () => {
    const id = await put('Person', { name: 'way', salary: 77, badge: 'b', phone: '9' });
    const before = await host.context.collections.rows.count({ appId: 'live', entity: 'Person' });
    for (const q of [{ salary: 77 }, { $or: [{ name: 'no' }, { badge: { $regex: '^b' } }] }, { $nor: [{ phone: { $ne: '9' } }] }])
      expect([q, await statusOf(ann, 'DELETE', 'Person', { q })]).toEqual([q, 400]);
    for (const path of ['Person?expand=badge', 'Person?fields=name&sort=-name,salary', `Person?sort=salary&after=${id}`])
      expect([path, await statusOf(ann, 'GET', path)]).toEqual([path, 400]);
    for (const options of [
      { groupBy: 'name', sum: 'salary', having: { salary: { $gt: 1 } } },
      { groupBy: 'name', sum: ['salary'] },
      { groupBy: ['name', 'salary'] },
      { average: 'salary', query: { name: 'way' } },
      { groupBy: 'name', sort: 'salary' },
      { countDistinct: ['salary'] },
    ])
      expect([options, await statusOf(ann, 'POST', 'Person/aggregate', options)]).toEqual([options, 400]);
    const form = new FormData();
    form.append('options', JSON.stringify({ key: 'salary' }));
    form.append('file', new Blob(['name,salary\nfound,77\n']), 'people.csv');
    const response = await host.fetch('/live_api/apps/live/entities/Person/import', { method: 'POST', body: form }, ann);
    expect(await response.text()).not.toContain('"updated":1');
    expect(await host.context.collections.rows.count({ appId: 'live', entity: 'Person' })).toBe(before);
    expect(await stored('Person', id)).toMatchObject({ name: 'way', salary: 77 });
  });
});

describe('what decides about a field', () => {
  const asked = [
    'secret',
    'secret,deep.other',
    'secret,deep',
    'secret,deep.closed',
    'deep.other,name',
    'deep.other,deep.closed,secret',
    'name,secret',
  ];
  it.each(asked)('is read whole, whatever parts of it a list asks for: %s', async (fields) => {
    const closed = await put('Told', { name: 'n', secret: 's', deep: { closed: 'yes', other: 'o', more: 'm' } });
    const open = await put('Told', { name: 'n', secret: 't', deep: { other: 'o', more: 'm' } });
    const path = (id: string) => `Told?q=${json(JSON.stringify({ id }))}&fields=${fields}`;
    const [hidden] = (await call(ann, 'GET', path(closed))).body as unknown as Record<string, unknown>[];
    expect(hidden).not.toHaveProperty('secret');
    const [shown] = (await call(ann, 'GET', path(open))).body as unknown as Record<string, unknown>[];
    const [whole] = (await call(owner, 'GET', path(open))).body as unknown as Record<string, unknown>[];
    expect(shown).toEqual(whole);
    const [most] = (await call(owner, 'GET', path(closed))).body as unknown as Record<string, unknown>[];
    const { secret: _, ...rest } = most ?? {};
    expect(hidden).toEqual(rest);
  });
});

describe('a field that a caller writes and does not read', () => {
  it('is no operand: errors of results would tell its value', async () => {
    const id = await put('Told', { name: 'n', limit: 40, items: ['a', 'b'] });
    const changes = [
      { $inc: { limit: 61 } },
      { $inc: { limit: 60 } },
      { $mul: { limit: 2 } },
      { $min: { limit: 3 } },
      { $max: { limit: 3 } },
      { $push: { items: 'c' } },
      { $addToSet: { items: 'a' } },
      { $pull: { items: 'a' } },
    ];
    for (const data of changes) {
      const { status, body } = await call(ann, 'PATCH', 'Told/update-many', { query: { id }, data });
      expect([data, status]).toEqual([data, 400]);
      expect(JSON.stringify(body)).not.toMatch(/40|100|holds/);
    }
    expect(await stored('Told', id)).toEqual({ name: 'n', limit: 40, items: ['a', 'b'] });
    // The same answer for a value that it has and for another one.
    for (const limit of [40, 41]) expect(await statusOf(ann, 'PATCH', 'Told/update-many', { query: { id }, data: { limit } })).toBe(200);
    expect(await statusOf(ann, 'PATCH', 'Told/update-many', { query: { id }, data: { $unset: { items: '' } } })).toBe(200);
    expect(await statusOf(eve, 'PATCH', 'Told/update-many', { query: { id }, data: { $inc: { limit: 1 } } })).toBe(200);
  });
});

describe('fields that a caller does not write', () => {
  it('are refused in new rows, by every way of adding them', async () => {
    expect(await statusOf(ann, 'POST', 'Person', { name: 'a', salary: 9 })).toBe(403);
    expect(await statusOf(visitor, 'POST', 'Person', { name: 'a', salary: 9 })).toBe(401);
    expect(await statusOf(ann, 'POST', 'Person/bulk', [{ name: 'a' }, { name: 'a', salary: 9 }])).toBe(403);
    expect(await statusOf(ann, 'POST', 'Person/upsert', { records: [{ name: 'fresh', salary: 9 }], key: ['name'] })).toBe(403);
    expect(await statusOf(ann, 'POST', 'Person', { name: 'a', team: 'b', state: 'done' })).toBe(403);
    const form = new FormData();
    form.append('file', new Blob(['name,salary\nok,\nbad,9\n']), 'people.csv');
    const response = await host.fetch('/live_api/apps/live/entities/Person/import', { method: 'POST', body: form }, ann);
    expect(await response.json()).toMatchObject({ imported: 1, failed: 1, errors: [{ row: 2 }] });
    const rows = await host.context.collections.rows.find({ appId: 'live', entity: 'Person' });
    expect(rows.filter(({ data }) => data['salary'] === 9 || data['state'] === 'done')).toEqual([]);
    // Defaults and empty values give nothing.
    expect((await call(ann, 'POST', 'Person', { name: 'a', salary: null, state: 'new' })).body).toMatchObject({ state: 'new' });
    expect(await statusOf(ann, 'POST', 'Person', { name: 'a', team: 'a', state: 'done' })).toBe(200);
    expect(await call(eve, 'POST', 'Person', { name: 'a', salary: 9 })).toMatchObject({ status: 200, body: { salary: 9 } });
  });

  it('stay as they are', async () => {
    const id = await put('Person', whole, 'ann');
    // The same value, and another one: the answer does not tell what the caller does not read.
    for (const salary of [5, 6, null]) expect(await statusOf(ann, 'PUT', `Person/${id}`, { salary })).toBe(403);
    for (const record of [
      { id, salary: 6 },
      { id, name: 'x', salary: 5 },
    ])
      expect(await statusOf(ann, 'PUT', 'Person/bulk', [record])).toBe(403);
    for (const data of [{ salary: 6 }, { $inc: { salary: 1 } }, { $unset: { salary: '' } }, { $min: { salary: 1 } }])
      expect(await statusOf(ann, 'PATCH', 'Person/update-many', { query: { id }, data })).toBe(403);
    expect(await statusOf(ann, 'POST', 'Person/upsert', { records: [{ name: 'n', salary: 6 }], key: ['name'] })).toBe(403);
    expect(await stored('Person', id)).toEqual(whole);
    expect(await statusOf(eve, 'PUT', `Person/${id}`, { salary: 6 })).toBe(200);
    expect((await stored('Person', id))?.['salary']).toBe(6);
  });

  it('are kept in whole rows that come back, and written where the row lets the caller', async () => {
    const other = await put('Person', { ...whole, team: 'b', state: 'open' }, 'ann');
    expect(await call(ann, 'PUT', `Person/${other}`, { name: 'm', state: 'open' })).toMatchObject({ status: 200, body: { name: 'm' } });
    expect(await statusOf(ann, 'PUT', `Person/${other}`, { state: 'done' })).toBe(403);
    // Neither before nor after a move to the own team.
    expect(await statusOf(ann, 'PUT', `Person/${other}`, { state: 'done', team: 'a' })).toBe(403);
    expect((await call(ann, 'PATCH', 'Person/update-many', { query: { id: other }, data: { state: 'done' } })).status).toBe(200);
    expect(await stored('Person', other)).toMatchObject({ name: 'm', state: 'open', team: 'b' });
    const own = await put('Person', whole);
    expect(await statusOf(ann, 'PUT', `Person/${own}`, { state: 'done' })).toBe(200);
    expect(await statusOf(ann, 'PUT', `Person/${own}`, { state: 'x', team: 'b' })).toBe(403);
    expect(await statusOf(ann, 'PATCH', `Person/update-many`, { query: { id: own }, data: { state: 'y', team: 'b' } })).toBe(403);
    expect(await stored('Person', own)).toMatchObject({ state: 'done', team: 'a' });
  });
});

it('tells no caller more of hidden fields than they read, by any filter or sort', async () => {
  const fields = ['name', 'salary', 'phone', 'badge', 'address', 'address.zip'];
  const condition = fc.oneof(
    fc
      .tuple(fc.constantFrom(...fields), fc.constantFrom<unknown>(5, { $gt: 0 }, { $ne: null }, { $exists: true }, { $in: ['1', 5] }))
      .map(([name, to]) => ({ [name]: to })),
    fc.constantFrom(...fields).map((name) => ({ $or: [{ name: 'n' }, { $nor: [{ [name]: '1' }] }] })),
  );
  const asked = fc.tuple(condition, fc.constantFrom('', ...fields), fc.constantFrom(ann, visitor));
  await fc.assert(
    fc.asyncProperty(asked, async ([filter, sort, actor]) => {
      const { status, body } = await call(actor, 'GET', `Person?q=${json(JSON.stringify(filter))}&sort=${sort}`);
      const names = `${JSON.stringify(filter)} ${sort}`;
      const isHidden = ['salary', 'phone', 'badge', 'address'].some((name) => names.includes(name));
      expect([names, status]).toEqual([names, isHidden ? 400 : 200]);
      for (const row of status === 200 ? (body as unknown as Record<string, unknown>[]) : []) {
        for (const name of ['salary', 'badge', 'address']) expect(row).not.toHaveProperty(name);
        if (row['creatorId'] !== 'ann' || actor !== ann) expect(row).not.toHaveProperty('phone');
      }
    }),
    { numRuns: 60 },
  );
});
