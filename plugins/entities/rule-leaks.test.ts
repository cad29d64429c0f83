import { createHash } from 'node:crypto';
import { type Actor, newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from './index.ts';
import { fakeApps, owner, ruledTable, user, visitor } from './testing/apps.ts';

/** Ways by which an answer told of rows and fields that its caller may not read. */

const hr = { user_condition: { role: 'hr' } };
const all = { read: true, create: true, update: true, delete: true };
const tables = {
  Person: ruledTable(all, {
    name: { type: 'string' },
    email: { type: 'string', rls: { read: hr } },
    notes: { type: 'string', rls: { read: hr } },
    boss: { type: 'string', 'x-reference': 'Person', rls: { read: hr } },
  } as never),
  Form: ruledTable({ ...all, read: { user_condition: { email: 'boss@example.org' } } }, { text: { type: 'string' } }),
};
const persons = { ann: { role: 'user', email: 'ann@example.org', fields: {} }, eve: { role: 'hr', email: null, fields: {} } };
const start = (config: Record<string, number | string> = {}) =>
  testHost(entities, { provide: [fakeApps({ live: { isPublished: true, tables, persons } })], config });
type Host = Awaited<ReturnType<typeof start>>;
const [ann, eve] = [user('live', 'ann'), user('live', 'eve')];

async function call(host: Host, actor: Actor, method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await host.fetch(`/live_api/apps/live/entities/${path}`, init, actor);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
async function put(host: Host, entity: string, data: Record<string, unknown>): Promise<string> {
  const [_id, now] = [newId(), '2026-01-01T00:00:00.000Z'];
  await host.context.collections.rows.insertOne({ _id, appId: 'live', entity, createdAt: now, updatedAt: now, creatorId: 'eve', data });
  return _id;
}

it('makes ids of upserted rows that no one finds by trying values of a hidden key', async () => {
  const ids: string[] = [];
  for (const SECRET of ['a'.repeat(40), 'b'.repeat(40)]) {
    await using host = await start({ SECRET });
    const upsert = { records: [{ email: 'bob@example.org', name: 'Bob' }], key: ['email'] };
    const { body } = await call(host, eve, 'POST', 'Person/upsert', upsert);
    const [{ id = '' } = {}] = body['records'] as { id?: string }[];
    ids.push(id);
    const hash = createHash('sha256')
      .update(JSON.stringify(['live', 'Person', null, JSON.stringify(['bob@example.org']), 0]))
      .digest('hex');
    expect(id.slice(0, 13)).not.toBe(`${hash.slice(0, 8)}-${hash.slice(8, 12)}`);
    // The same key finds its row again.
    expect((await call(host, eve, 'POST', 'Person/upsert', upsert)).body).toMatchObject({ created: 0, updated: 1, records: [{ id }] });
  }
  expect(ids[0]).not.toBe(ids[1]);
});

it('shows the schema of a table without its rules, which name people, to callers who do not build the app', async () => {
  await using host = await start();
  for (const [actor, entity] of [
    [ann, 'Person'],
    [ann, 'Form'],
    [visitor, 'Person'],
  ] as const) {
    const { status, body } = await call(host, actor, 'GET', `${entity}/schema`);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringMatching(/rls|rules|boss@example.org|"hr"/)]);
  }
  const { body } = await call(host, ann, 'GET', 'Person/schema');
  expect(body).toMatchObject({ name: 'Person', properties: { boss: { 'x-reference': 'Person' } } });
  expect(JSON.stringify((await call(host, owner, 'GET', 'Form/schema')).body)).toContain('boss@example.org');
});

it('tells the length of a hidden value by no limit of a row', async () => {
  await using host = await start();
  const statuses = async (notes: string) => {
    const id = await put(host, 'Person', { name: 'n', notes });
    const lengths = [100_000, 300_000, 499_900];
    return Promise.all(lengths.map(async (length) => (await call(host, ann, 'PUT', `Person/${id}`, { name: 'x'.repeat(length) })).status));
  };
  expect(await statuses('')).toEqual([200, 200, 200]);
  expect(await statuses('y'.repeat(400_000))).toEqual([200, 200, 200]);
  const id = await put(host, 'Person', { name: 'n', notes: 'y'.repeat(400_000) });
  expect((await call(host, eve, 'PUT', `Person/${id}`, { name: 'x'.repeat(300_000) })).status).toBe(400);
});

it('tells by no answer what a hidden field references', async () => {
  await using host = await start();
  const [gone, other] = [newId(), newId()];
  const id = await put(host, 'Person', { name: 'n', boss: gone });
  const given = (boss: string) => call(host, ann, 'PUT', `Person/${id}`, { boss });
  expect(await given(gone)).toEqual(await given(other));
  expect((await call(host, eve, 'PUT', `Person/${id}`, { boss: gone })).status).toBe(200);
});

it('tells how many rows there are to those who see them all', async () => {
  await using host = await start({ MAX_ROWS_PER_TABLE: 5 });
  for (let at = 0; at < 3; at++) await put(host, 'Form', { text: `${at}` });
  const rows = Array.from({ length: 4 }, () => ({ text: 'new' }));
  const message = async (actor: Actor) => (await call(host, actor, 'POST', 'Form/bulk', rows)).body['message'];
  expect(await message(owner)).toBe('The table Form has room for 5 rows, and has 3. Remove some first.');
  expect(await message(ann)).toBe('The table Form has room for 5 rows. Remove some first.');
  const form = new FormData();
  form.append('file', new Blob(['text\na\nb\nc\nd\n']), 'forms.csv');
  const answer = await host.fetch('/live_api/apps/live/entities/Form/import', { method: 'POST', body: form }, ann);
  expect(await answer.text()).not.toMatch(/has 3/);
});
