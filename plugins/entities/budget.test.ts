import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import entities from './index.ts';
import { fakeApps, owner, table } from './testing/apps.ts';

const note = table('all', 'all', { title: { type: 'string' }, text: { type: 'string' }, n: { type: 'number' }, tags: { type: 'array' } });
const path = '/live_api/apps/app/entities/Note';
const start = (config: Record<string, number>) =>
  testHost(entities, { provide: [fakeApps({ app: { isPublished: true, tables: { Note: note } } })], config });
const json = { 'content-type': 'application/json' };

describe('the cost of one list', () => {
  let host: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    host = await start({ LIST_MAX_BYTES: 100_000 });
    const rows = Array.from({ length: 20 }, (_, n) => ({ title: `Note ${n}`, text: 'x'.repeat(10_000), n }));
    expect((await host.fetch(`${path}/bulk`, { method: 'POST', headers: json, body: JSON.stringify(rows) }, owner)).status).toBe(200);
  });
  afterAll(() => host.close());
  const list = async (query: Record<string, string>) => {
    const answer = await host.fetch(`${path}?${new URLSearchParams(query)}`, {}, owner);
    return { status: answer.status, body: (await answer.json()) as { length: number; code: string; message: string } };
  };

  it.each<Record<string, string>>([
    {},
    { sort: 'n' },
    { q: '{"text":{"$regex":"x"}}' },
    { q: '{"text":{"$regex":"X","$options":"i"}}', sort: '-title' },
  ])('rejects a list above the byte limit: %j', async (query) => {
    const { status, body } = await list(query);
    expect([status, body.code]).toEqual([400, 'invalid-query']);
    expect(body.message).toBe(
      'These rows have more than 100000 bytes together. Ask for fewer with `limit`, or for some of their `fields`.',
    );
    expect((await list({ ...query, limit: '5' })).body).toHaveLength(5);
    expect((await list({ ...query, fields: 'title' })).body).toHaveLength(20);
  });

  it('allows 20 patterns in one filter', async () => {
    const q = (count: number) => JSON.stringify({ $or: Array.from({ length: count }, (_, n) => ({ title: { $regex: `e ${n}` } })) });
    expect((await list({ q: q(20), fields: 'title' })).body).toHaveLength(20);
    const { status, body } = await list({ q: q(21) });
    expect([status, body.message]).toEqual([400, 'A filter has at most 20 `$regex` patterns.']);
  });

  it('matches a hyphen literally', async () => {
    await host.fetch(path, { method: 'POST', headers: json, body: JSON.stringify({ title: 'Ärzte-Haus' }) }, owner);
    for (const $regex of ['e-h', 'ärzte-', '^ÄRZTE-HAUS$'])
      expect((await list({ q: JSON.stringify({ title: { $regex, $options: 'i' } }) })).body, $regex).toHaveLength(1);
  });
});

it('reports which part of a query takes too long', async () => {
  await using host = await start({ QUERY_MAX_MS: 1 });
  const rows = Array.from({ length: 1000 }, (_, n) => ({ title: `Note ${n}`, text: 'long '.repeat(100), n }));
  expect((await host.fetch(`${path}/bulk`, { method: 'POST', headers: json, body: JSON.stringify(rows) }, owner)).status).toBe(200);
  const list = async (query: Record<string, string>) =>
    ((await (await host.fetch(`${path}?${new URLSearchParams(query)}`, {}, owner)).json()) as { message: string }).message;
  const help = 'Filter by a value of a field that fewer rows have, or bound `createdAt` in the filter.';
  expect(await list({ q: '{"$or":[{"text":{"$regex":"b"}},{"title":{"$regex":"b"}}]}' })).toBe(
    `This query takes too long: the filter on \`text\`, \`title\` must look at every row. ${help}`,
  );
  expect(await list({ q: '{"n":{"$ne":1}}', sort: 'tags' })).toBe(
    `This query takes too long: the filter on \`n\` and the sort by \`tags\` must look at every row. ${help}`,
  );
  expect(await list({ sort: '-n' })).toBeUndefined();
});

it('queues large lists for the byte budget of the process, and answers all of them', async () => {
  await using host = await start({ LIST_MAX_BYTES: 3_000_000, LISTS_MAX_BYTES: 6_500_000, RATE_LIMIT: 0 });
  const rows = Array.from({ length: 6 }, (_, n) => ({ title: `Note ${n}`, text: 'x'.repeat(400_000), n }));
  for (const row of rows) await host.fetch(path, { method: 'POST', headers: json, body: JSON.stringify(row) }, owner);
  const answers = await Promise.all(Array.from({ length: 20 }, () => host.fetch(path, {}, owner)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  for (const answer of answers) expect(await answer.json()).toHaveLength(6);
  expect((await host.fetch(`${path}?limit=1`, {}, owner)).status).toBe(200);
});

it('sends a large list with each row as it was saved', async () => {
  await using host = await start({ RATE_LIMIT: 0 });
  const large = Array.from({ length: 4 }, (_, n) => ({ title: `"${n}" ä\u2028\\`, text: 'ü'.repeat(200_000), n }));
  const small = Array.from({ length: 900 }, (_, n) => ({ title: `Note ${n}`, n: n + 4 }));
  for (const rows of [large, small])
    expect((await host.fetch(`${path}/bulk`, { method: 'POST', headers: json, body: JSON.stringify(rows) }, owner)).status).toBe(200);
  const answer = await host.fetch(`${path}?sort=n&limit=1000`, {}, owner);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const rows = (await answer.json()) as object[];
  expect(rows).toHaveLength(904);
  expect(rows).toMatchObject([...large, ...small]);
});

it('removes nothing when the search for the rows to remove exceeds its budget', async () => {
  await using host = await start({ QUERY_MAX_MS: 60, RATE_LIMIT: 0 });
  const { rows } = host.context.collections;
  const about = { appId: 'app', entity: 'Note', createdAt: '1', updatedAt: '1', creatorId: null };
  const text = 'long '.repeat(2000);
  // The first thousand matches are found at once; scanning the rest of the table exceeds the budget.
  await rows.insertMany(Array.from({ length: 1000 }, (_, n) => ({ _id: `a${n}`, ...about, data: { title: 'e', text: 'b' } })));
  for (let part = 0; part < 10; part++)
    await rows.insertMany(Array.from({ length: 1000 }, (_, n) => ({ _id: `b${part}-${n}`, ...about, data: { text } })));
  const q = { $or: ['b', 'ä', 'ö'].map(($regex) => ({ text: { $regex, $options: 'i' } })) };
  const remove = async () => (await host.fetch(path, { method: 'DELETE', headers: json, body: JSON.stringify({ q }) }, owner)).json();
  expect(await remove()).toMatchObject({ code: 'invalid-query' });
  expect(await rows.count({ appId: 'app', entity: 'Note', 'data.title': 'e' })).toBe(1000);
});
