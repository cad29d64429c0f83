import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { client } from '../base44/clients.ts';
import { type Caller, type Data, openWorld, type World } from '../security/world.ts';

const permissions = (read: string, write: string) => ({ 'x-accessControl': { permissions: { read, write } } });
const properties = {
  title: { type: 'string' },
  points: { type: 'number' },
  done: { type: 'boolean' },
  due: { type: 'string', format: 'date' },
  tags: { type: 'array', items: { type: 'string' } },
};
const entities = {
  Task: { properties, ...permissions('creator', 'creator') },
  Wall: { properties, ...permissions('all', 'creator') },
  Own: { properties: { created_by: { type: 'string' } }, ...permissions('all', 'creator') },
};

let world: World;
beforeAll(async () => {
  // The clients write to the console.
  for (const method of ['log', 'error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  world = await openWorld();
  await world.json('owner', { path: '/api/apps', body: { appId: world.app.id, genApp: { entities } } });
  await world.publish(world.app);
}, 60_000);
afterAll(async () => {
  await world?.server.close();
  vi.restoreAllMocks();
});

/** The newest client. */
function as(caller: Caller, host: 'builder' | 'runtime' = 'builder'): Data {
  const serverUrl = host === 'builder' ? world.server.builderUrl : world.server.runtimeUrl;
  const token = world.headers[caller]['authorization']?.replace('Bearer ', '');
  const made = client('0.8.50', { serverUrl, appId: world.app.id, token });
  made.cleanup?.();
  return made;
}
const refusal = (status: number) => ({ name: 'Base44Error', status });
const titles = (rows: Data[]) => rows.map(({ title }) => title);

test('the newest client pages, counts, groups, upserts and changes many rows', async () => {
  const { Task } = as('appUser', 'runtime').entities;
  await Task.deleteMany({});
  const [first] = await Task.bulkCreate([1, 2, 3].map((points) => ({ title: `t${points}`, points })));
  expect(await Task.count({ points: { $gt: 1 } })).toBe(2);
  const page = await Task.list({ limit: 2 });
  expect([titles(page.items), page.has_more]).toEqual([['t3', 't2'], true]);
  const rest = await Task.list({ limit: 2, cursor: page.next_cursor });
  expect([titles(rest.items), rest.has_more, rest.next_cursor]).toEqual([['t1'], false, null]);
  await expect(Task.list({ cursor: page.next_cursor, sort: 'title' })).rejects.toMatchObject(refusal(400));
  expect(await Task.aggregate({ sum: 'points' })).toMatchObject({ rows: [{ count: 3, sum_points: 6 }] });
  expect(await Task.upsert([{ title: 't1', points: 9 }, { title: 'new' }], { key: 'title' })).toMatchObject({ created: 1, updated: 1 });
  expect(await Task.updateMany({ points: 9 }, { $inc: { points: 1 } })).toMatchObject({ success: true, updated: 1, has_more: false });
  expect(await Task.bulkUpdate([{ id: first.id, title: 'renamed' }])).toMatchObject([{ id: first.id, title: 'renamed', points: 10 }]);
});

describe('with rows of two people', () => {
  beforeAll(async () => {
    await as('appUser').entities.Wall.bulkCreate([
      { title: 'a', points: 3, tags: ['x', 'y'], due: '2026-01-05' },
      { title: 'b', points: 1, tags: ['x'], due: '2026-01-06' },
      { title: null, points: 2, done: true },
    ]);
    await as('owner').entities.Wall.create({ title: 'b', points: 3, tags: ['z'], done: false });
  });

  const { user, owner } = { user: 'user@example.org', owner: 'owner@example.org' };
  test.each<[string, Caller, object, object[]]>([
    [
      'by the creator, for an admin',
      'owner',
      { groupBy: 'created_by', sort: '-count' },
      [
        { created_by: user, count: 3 },
        { created_by: owner, count: 1 },
      ],
    ],
    [
      'by the creator, for a user',
      'appUser',
      { groupBy: 'created_by', sort: '-count' },
      [
        { created_by: user, count: 3 },
        { created_by: null, count: 1 },
      ],
    ],
    [
      'by the creator, for a visitor',
      'nobody',
      { groupBy: 'created_by', sort: '-count' },
      [
        { created_by: null, count: 3 },
        { created_by: null, count: 1 },
      ],
    ],
    ['of the creator', 'appUser', { query: { created_by: user }, count: false, sum: 'points' }, [{ sum_points: 6 }]],
    [
      "by the year of creation, filtered and sorted by the client's names",
      'owner',
      {
        query: { created_date: { $gt: '2020-01-01' } },
        dateBucket: { field: 'created_date', unit: 'year' },
        max: ['updated_date', 'points'],
        countDistinct: 'created_by',
        having: { $or: [{ max_updated_date: { $gt: '2020-01-01' } }, { created_date: null }] },
        sort: 'created_date,-max_updated_date',
      },
      [
        {
          created_date: expect.stringMatching(/-01-01$/),
          count: 4,
          max_updated_date: expect.stringContaining('T'),
          max_points: 3,
          count_distinct_created_by: 2,
        },
      ],
    ],
    [
      'by our names',
      'owner',
      { groupBy: 'creatorId', count: false, max: 'points', limit: 1, sort: '-creatorId' },
      [{ creatorId: expect.any(String), max_points: 3 }],
    ],
  ])('groups %s', async (_case, caller, spec, rows) => {
    expect((await as(caller).entities.Wall.aggregate(spec)).rows).toEqual(rows);
  });

  test.each<[object]>([
    [{ min: 'created_by' }],
    [{ groupBy: 'created_by', sort: 'created_by' }],
    [{ groupBy: 'created_by', having: { created_by: owner } }],
    [{ groupBy: 'nothing' }],
    [{ groupBy: 'title', having: { toString: 1 } }],
    [{ query: { created_by: { $ne: owner } } }],
  ])('refuses to group by %j', async (spec) => {
    await expect(as('appUser').entities.Wall.aggregate(spec)).rejects.toMatchObject(refusal(400));
  });

  /** All pages of two values. */
  async function distinct(caller: Caller, field: string, query: object = {}): Promise<unknown[]> {
    const { Wall } = as(caller).entities;
    const values: unknown[] = [];
    let page = await Wall.filter(query, { distinct: field, limit: 2 });
    for (values.push(...page.items); page.has_more; values.push(...page.items)) {
      expect(page.items).toHaveLength(2);
      page = await Wall.list({ distinct: field, limit: 2, cursor: page.next_cursor });
    }
    expect(page.next_cursor).toBe(null);
    return values;
  }
  test.each<[string, Caller, object, unknown[]]>([
    ['title', 'appUser', {}, ['a', 'b']],
    ['points', 'nobody', {}, [1, 2, 3]],
    ['points', 'owner', { title: 'b' }, [1, 3]],
    ['done', 'owner', {}, [false, true]],
    ['due', 'owner', {}, ['2026-01-05', '2026-01-06']],
    ['tags', 'owner', {}, ['x', 'y', 'z']],
    ['created_by', 'owner', {}, [owner, user]],
    ['created_by', 'appUser', {}, [user]],
    ['created_by', 'nobody', {}, []],
    ['created_date', 'owner', { created_by: owner }, [expect.stringContaining('T')]],
  ])('lists the different values of %s for %s with %j', async (field, caller, query, values) => {
    expect(await distinct(caller, field, query)).toEqual(values);
  });

  test('refuses cursors of other lists, unknown fields and too many values', async () => {
    const { Wall } = as('owner').entities;
    const { next_cursor: cursor } = await Wall.list({ distinct: 'points', limit: 1 });
    for (const options of [
      { distinct: 'title', cursor },
      { sort: 'title', cursor },
      { distinct: 'nothing' },
      { distinct: 'title', limit: 1001 },
    ])
      await expect(Wall.list(options)).rejects.toMatchObject(refusal(400));
    await expect(as('nobody').entities.Task.list({ distinct: 'title' })).rejects.toMatchObject(refusal(401));
    await expect(as('otherApp').entities.Wall.list({ distinct: 'title' })).rejects.toMatchObject(refusal(404));
  });

  test('leaves a field of the table that has a name of the server to the table', async () => {
    const { Own } = as('appUser').entities;
    await Own.bulkCreate([{ created_by: 'b' }, { created_by: 'a' }, { created_by: 'a' }]);
    expect((await Own.list({ distinct: 'created_by' })).items).toEqual(['a', 'b']);
    expect((await Own.aggregate({ groupBy: 'created_by', having: { created_by: 'a' } })).rows).toEqual([{ created_by: 'a', count: 2 }]);
  });
});
