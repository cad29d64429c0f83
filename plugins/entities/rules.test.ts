import { type Actor, newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import entities from './index.ts';
import { fakeApps, owner, ruledTable, user, visitor } from './testing/apps.ts';

const team = { 'data.team': '{{user.data.team}}' };
const editor = { user_condition: { role: { $in: ['editor', 'chief'] } } };
const properties = { text: { type: 'string' }, team: { type: 'string' }, state: { type: 'string' } } as const;
const tables = {
  Note: ruledTable({ read: team, create: team, update: team, delete: { $and: [team, editor] } }, properties),
  Post: ruledTable({ read: { $or: [{ state: 'public' }, editor] }, create: editor, update: editor, delete: false }, properties),
  Odd: ruledTable({ read: { 'data.team': { $regex: '.*' } }, create: { $where: '1' } }, properties),
};
const persons = {
  ann: { role: 'user', email: 'ann@example.org', fields: { team: 'a' } },
  eve: { role: 'editor', email: null, fields: { team: 'a' } },
  ben: { role: 'user', email: 'ben@example.org', fields: { team: 'b' } },
  zoe: { role: 'user', email: null, fields: {} },
};
const start = () => testHost(entities, { provide: [fakeApps({ live: { isPublished: true, tables, persons } })] });
let host: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  host = await start();
});
afterAll(() => host.close());

const [ann, ben, eve, zoe] = [user('live', 'ann'), user('live', 'ben'), user('live', 'eve'), user('live', 'zoe')];
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
const stored = async (_id: string) => (await host.context.collections.rows.findOne({ appId: 'live', entity: 'Note', _id }))?.data;

describe('rows of a team', () => {
  let ofA = '';
  let ofB = '';
  beforeAll(async () => {
    ofA = await put('Note', { text: 'ours', team: 'a' });
    ofB = await put('Note', { text: 'theirs', team: 'b' });
    await put('Note', { text: 'of none' });
    await put('Note', { text: 'null', team: null });
  });

  it('reads those of the team by every call that reads', async () => {
    for (const [actor, ids] of [
      [ann, [ofA]],
      [eve, [ofA]],
      [ben, [ofB]],
      [zoe, []],
    ] as const) {
      expect((await call(actor, 'GET', 'Note')).body).toEqual(ids.map((id) => expect.objectContaining({ id })));
      expect(
        (await call(actor, 'GET', `Note?q=${encodeURIComponent(JSON.stringify({ $or: [{ team: 'a' }, { team: 'b' }] }))}`)).body,
      ).toHaveLength(ids.length);
      expect((await call(actor, 'GET', 'Note/count')).body).toEqual({ count: ids.length });
      const counted = await call(actor, 'POST', 'Note/aggregate', { groupBy: 'text' });
      expect(counted.body).toMatchObject({ rows: ids.map((id) => ({ text: id === ofA ? 'ours' : 'theirs', count: 1 })) });
      for (const id of [ofA, ofB])
        expect(await statusOf(actor, 'GET', `Note/${id}`)).toBe((ids as readonly string[]).includes(id) ? 200 : 404);
    }
    expect(await statusOf(visitor, 'GET', 'Note')).toBe(401);
    expect((await call(owner, 'GET', 'Note')).body).toHaveLength(4);
    expect((await call(owner, 'GET', 'Note?as=user:ben')).body).toEqual([expect.objectContaining({ id: ofB })]);
  });

  it('adds rows of the team only, one by one, in bulk, by key and by a file', async () => {
    expect(await statusOf(ann, 'POST', 'Note', { text: 'x', team: 'a' })).toBe(200);
    for (const row of [{ text: 'x', team: 'b' }, { text: 'x' }, { text: 'x', team: ['a', 'b'] }]) {
      expect(await statusOf(ann, 'POST', 'Note', row)).not.toBe(200);
      expect(await statusOf(ann, 'POST', 'Note/bulk', [{ text: 'y', team: 'a' }, row])).not.toBe(200);
      expect(await statusOf(ann, 'POST', 'Note/upsert', { records: [{ ...row, text: 'z' }], key: ['text'] })).not.toBe(200);
    }
    expect(await statusOf(visitor, 'POST', 'Note', { text: 'x', team: 'a' })).toBe(401);
    const form = new FormData();
    form.append('file', new Blob(['text,team\nmine,a\nforged,b\n']), 'notes.csv');
    const response = await host.fetch('/live_api/apps/live/entities/Note/import', { method: 'POST', body: form }, ann);
    expect(await response.json()).toMatchObject({ imported: 1, failed: 1, errors: [{ row: 2 }] });
    const rows = await host.context.collections.rows.find({ appId: 'live', entity: 'Note' });
    expect(rows.filter(({ data }) => data['text'] === 'y' || data['text'] === 'forged')).toEqual([]);
  });

  it('changes rows of the team, and leaves them in it', async () => {
    const mine = await put('Note', { text: 'm', team: 'a' });
    expect(await statusOf(ann, 'PUT', `Note/${mine}`, { text: 'n' })).toBe(200);
    expect(await statusOf(ann, 'PUT', `Note/${mine}`, { team: 'b' })).toBe(403);
    expect(await statusOf(ann, 'PUT', `Note/${mine}`, { team: null })).toBe(403);
    expect(await statusOf(ben, 'PUT', `Note/${mine}`, { text: 'stolen' })).toBe(404);
    expect(await statusOf(ann, 'PUT', 'Note/bulk', [{ id: mine, team: 'b' }])).toBe(403);
    expect(
      await statusOf(ann, 'PUT', 'Note/bulk', [
        { id: mine, text: 'o' },
        { id: ofB, text: 'stolen' },
      ]),
    ).toBe(404);
    expect((await call(ben, 'PATCH', 'Note/update-many', { query: { text: 'n' }, data: { $set: { text: 'stolen' } } })).body).toMatchObject(
      {},
    );
    expect(await statusOf(ann, 'PATCH', 'Note/update-many', { query: { text: 'n' }, data: { $set: { team: 'b' } } })).not.toBe(200);
    expect(await stored(mine)).toEqual({ text: 'n', team: 'a' });
    expect(await stored(ofB)).toEqual({ text: 'theirs', team: 'b' });
  });

  it('removes rows of the team as a role may', async () => {
    const mine = await put('Note', { text: 'gone', team: 'a' });
    expect(await statusOf(ann, 'DELETE', `Note/${mine}`)).toBe(403);
    expect(await statusOf(ben, 'DELETE', `Note/${mine}`)).toBe(404);
    expect(await statusOf(eve, 'DELETE', `Note/${ofB}`)).toBe(404);
    expect(await stored(mine)).toBeDefined();
    expect(await statusOf(eve, 'DELETE', `Note/${mine}`)).toBe(200);
    expect(await stored(mine)).toBeUndefined();
  });
});

it('opens rows by their fields to everyone, and writing by a role', async () => {
  const shown = await put('Post', { text: 's', state: 'public' });
  const draft = await put('Post', { text: 'd', state: 'draft' });
  for (const actor of [visitor, ann]) expect((await call(actor, 'GET', 'Post')).body).toEqual([expect.objectContaining({ id: shown })]);
  expect((await call(eve, 'GET', 'Post')).body).toHaveLength(2);
  expect(await statusOf(ann, 'PUT', `Post/${shown}`, { text: 'x' })).toBe(403);
  expect(await statusOf(eve, 'PUT', `Post/${draft}`, { state: 'public' })).toBe(200);
  // `false` binds admins of the app, too.
  for (const actor of [eve, owner]) expect(await statusOf(actor, 'DELETE', `Post/${draft}`)).toBe(403);
});

it('leaves what it does not understand to admins of the app', async () => {
  const id = await put('Odd', { team: 'a' });
  for (const actor of [ann, eve]) {
    expect(await statusOf(actor, 'GET', 'Odd')).toBe(403);
    expect(await statusOf(actor, 'GET', `Odd/${id}`)).toBe(404);
    expect(await statusOf(actor, 'POST', 'Odd', { team: 'a' })).toBe(403);
    expect(await statusOf(actor, 'PUT', `Odd/${id}`, { team: 'a' })).toBe(404);
  }
  expect((await call(owner, 'GET', 'Odd')).body).toHaveLength(1);
});

it('gives people whom a rule leaves nothing an empty list, and refuses visitors', async () => {
  expect(await call(zoe, 'GET', 'Note')).toEqual({ status: 200, body: [] });
  expect(await statusOf(zoe, 'POST', 'Note', { text: 'x', team: 'a' })).toBe(403);
  expect(await statusOf(visitor, 'GET', 'Note')).toBe(401);
});
