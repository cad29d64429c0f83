import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/contract/index.ts';
import { dropDatabase } from '../../core/store/mongo/database.suite.ts';
import { type Client, clientOf, type Data, signUp } from '../loss/client.ts';
import { type Product, startProduct } from '../product.ts';

const { MONGODB_URI } = process.env;
if (!MONGODB_URI) throw new Error('Set MONGODB_URI to run the services tests.');
const database = `sayso_rows_${newId()}`;
afterAll(() => dropDatabase(MONGODB_URI, database));

const text = { type: 'string' } as const;
const Team = { name: 'Team', type: 'object', properties: { name: text } };
const Task = {
  name: 'Task',
  type: 'object',
  properties: {
    title: text,
    status: text,
    points: { type: 'number' },
    amount: text,
    due: { type: 'string', format: 'date-time' },
    team: { type: 'string', 'x-reference': 'Team' },
  },
};
const LIMITS = { RATE_LIMIT: '0', APP_RATE_LIMIT: '0' };

const onMongo = () => {
  const address = new URL(MONGODB_URI);
  address.pathname = `/${database}`;
  return { MONGODB_URI: address.href };
};

async function makeApp(client: Client): Promise<string> {
  const genApp = {
    name: 'Tasks',
    pages: { Home: 'export default function Home() {\n  return <p>Tasks</p>;\n}\n' },
    entities: { Team: JSON.stringify(Team), Task: JSON.stringify(Task) },
  };
  const answer = await client.call('POST', '/api/apps', { appType: 'generated', genApp });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as Data).id;
}

/** Calls of one app that succeed. */
const callsOf =
  (client: Client, appId: string) =>
  async (method: string, path: string, body?: unknown): Promise<Data> => {
    const answer = await client.call(method, `/live_api/apps/${appId}/${path}`, body);
    const json = (await answer.json()) as Data;
    expect(answer.status, `${method} ${path}: ${JSON.stringify(json)}`).toBeLessThan(300);
    return json;
  };

describe.each(['SQLite', 'MongoDB'] as const)('rows on %s', (engine) => {
  let product: Product;
  let call: ReturnType<typeof callsOf>;
  let first: string;
  beforeAll(async () => {
    product = await startProduct({ ...LIMITS, ...(engine === 'MongoDB' ? onMongo() : {}) });
    const client = await signUp(product);
    const appId = await makeApp(client);
    call = callsOf(client, appId);
    const { versions } = (await (await client.call('GET', `/api/apps/${appId}/versions`)).json()) as Data;
    first = versions[0].id;
    const blue = await call('POST', 'entities/Team', { name: 'Blue' });
    const red = await call('POST', 'entities/Team', { name: 'Red' });
    await call('POST', 'entities/Task/bulk', [
      { title: 'a', status: 'open', points: 1, amount: '10', due: '2026-03-01T08:00:00Z', team: blue.id },
      { title: 'b', status: 'open', points: 2.5, amount: '7.5', due: '2026-03-01T23:30:00Z', team: red.id },
      { title: 'c', status: 'done', points: 4, amount: 'many', due: '2026-03-02T00:00:00Z', team: blue.id },
      { title: 'd', status: 'done', points: null, due: '2026-04-05T12:00:00Z' },
      { title: 'e' },
    ]);
  }, 60_000);
  afterAll(() => product?.stop());

  const list = (query: string) => call('GET', `entities/Task?sort=title&${query}`);

  it('expands references', async () => {
    const names = async () => (await list('expand=team')).map(({ title, team_row }: Data) => [title, team_row?.name ?? null]);
    expect(await names()).toEqual([
      ['a', 'Blue'],
      ['b', 'Red'],
      ['c', 'Blue'],
      ['d', null],
      ['e', null],
    ]);
    const [red] = await call('GET', `entities/Team?q=${encodeURIComponent('{"name":"Red"}')}`);
    await call('PUT', `entities/Team/${red.id}`, { name: 'Crimson' });
    expect((await names())[1]).toEqual(['b', 'Crimson']);
  });

  it.each<[string, object, object[]]>([
    [
      'groups with sums and averages',
      { groupBy: 'status', sum: 'points', avg: 'points' },
      [
        { status: null, count: 1, sum_points: 0, avg_points: null },
        { status: 'done', count: 2, sum_points: 4, avg_points: 4 },
        { status: 'open', count: 2, sum_points: 3.5, avg_points: 1.75 },
      ],
    ],
    [
      'counts by day',
      { query: { due: { $gt: '' } }, dateBucket: { field: 'due', unit: 'day' } },
      [
        { due: '2026-03-01', count: 2 },
        { due: '2026-03-02', count: 1 },
        { due: '2026-04-05', count: 1 },
      ],
    ],
    [
      'counts different values by month',
      { query: { due: { $gt: '' } }, dateBucket: { field: 'due', unit: 'month' }, countDistinct: ['status', 'team'], sort: '-count' },
      [
        { due: '2026-03-01', count: 3, count_distinct_status: 2, count_distinct_team: 2 },
        { due: '2026-04-01', count: 1, count_distinct_status: 1, count_distinct_team: 0 },
      ],
    ],
    ['filters groups', { groupBy: 'status', having: { count: { $gt: 1 } }, sort: '-status', limit: 1 }, [{ status: 'open', count: 2 }]],
    ['computes over no rows', { query: { title: 'none' }, sum: 'points', max: 'due' }, [{ count: 0, sum_points: 0, max_due: null }]],
  ])('%s', async (_name, options, rows) => {
    expect((await call('POST', 'entities/Task/aggregate', options)).rows).toEqual(rows);
  });

  it('changes many rows by operators, and some each in its own way', async () => {
    const many = (query: object, data: object) => call('PATCH', 'entities/Task/update-many', { query, data });
    expect(await many({ status: 'open' }, { $inc: { points: 1 } })).toMatchObject({ updated: 2 });
    expect(await many({ points: { $gte: 4 } }, { $set: { status: 'late' } })).toMatchObject({ updated: 1 });
    expect(await many({ title: 'none' }, { $set: { status: 'late' } })).toMatchObject({ updated: 0 });
    const [a, b] = await list('limit=2');
    const changed = await call('PUT', 'entities/Task/bulk', [
      { id: b.id, points: 20 },
      { id: a.id, status: 'first', points: 10 },
    ]);
    expect(changed.map(({ title, points }: Data) => [title, points])).toEqual([
      ['b', 20],
      ['a', 10],
    ]);
    expect((await list('')).map(({ title, status, points }: Data) => [title, status ?? null, points ?? null])).toEqual([
      ['a', 'first', 10],
      ['b', 'open', 20],
      ['c', 'late', 4],
      ['d', 'done', null],
      ['e', null, null],
    ]);
  });

  it('updates rows by a key, adds the others, and takes the last record of a key', async () => {
    const records = [
      { title: 'a', points: 11 },
      { title: 'f', points: 6 },
      { title: 'f', points: 7 },
    ];
    const { created, updated } = await call('POST', 'entities/Task/upsert', { records, key: 'title' });
    expect([created, updated]).toEqual([1, 1]);
    expect((await list('')).map(({ title, points }: Data) => [title, points ?? null])).toEqual([
      ['a', 11],
      ['b', 20],
      ['c', 4],
      ['d', null],
      ['e', null],
      ['f', 7],
    ]);
  });

  it('restores a row from the trash as it was, with its id', async () => {
    const [row] = await list(`q=${encodeURIComponent('{"title":"f"}')}`);
    await call('DELETE', `entities/Task/${row.id}`);
    expect((await list('')).map(({ title }: Data) => title)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect((await call('GET', 'trash?entity=Task')).rows).toMatchObject([{ id: row.id, data: { title: 'f', points: 7 } }]);
    expect(await call('POST', 'trash/restore', { ids: [row.id] })).toEqual({ restored: 1, problems: [], unconverted: [] });
    expect(await call('GET', `entities/Task/${row.id}`)).toEqual(row);
    await call('DELETE', `entities/Task/${row.id}`);
    expect((await call('GET', 'trash?entity=Task')).rows).toHaveLength(1);
  });

  const copy = async (from: string, to: string) => {
    const { id } = await call('POST', 'rows/copy', { from, to });
    await expect.poll(async () => (await call('GET', `rows/copy/${id}`)).state).toBe('done');
  };
  const titles = async (set: string) => (await list(`rows=${set}`)).map(({ title }: Data) => title);

  it('restores draft rows from the snapshot before a change of columns', async () => {
    const { id } = await call('POST', 'entities/Team?rows=draft', { name: 'Green' });
    const effects = async () => (await call('GET', `versions/${first}/effects`)).snapshots;
    expect(await effects()).toEqual([]);
    await call('POST', 'entities/Team/columns', { action: 'add', name: 'size', property: { type: 'number' } });
    await expect.poll(effects).toEqual([{ name: 'Team', rows: 1, at: expect.any(String), snapshotId: expect.any(String) }]);
    await call('DELETE', `entities/Team/${id}?rows=draft`);
    const restored = async (snapshotId: string) => {
      const copy = await call('POST', 'rows/restore', { tables: [{ name: 'Team', snapshotId }] });
      await expect.poll(async () => (await call('GET', `rows/copy/${copy.id}`)).state).toBe('done');
      return (await call('GET', 'entities/Team?rows=draft')).map(({ name }: Data) => name);
    };
    expect(await restored((await effects())[0].snapshotId)).toEqual(['Green']);
  });

  it('keeps draft and live rows apart, and copies one set to the other', async () => {
    expect(await titles('draft')).toEqual([]);
    await copy('live', 'draft');
    expect(await titles('draft')).toEqual(['a', 'b', 'c', 'd', 'e']);
    await call('POST', 'entities/Task?rows=draft', { title: 'draft' });
    await call('DELETE', `entities/Task?rows=draft&q=${encodeURIComponent('{"title":{"$in":["d","e"]}}')}`);
    expect([await titles('draft'), await titles('live')]).toEqual([
      ['a', 'b', 'c', 'draft'],
      ['a', 'b', 'c', 'd', 'e'],
    ]);
    const [draft] = await list('rows=draft');
    await call('PUT', `entities/Task/${draft.id}?rows=draft`, { points: 99 });
    expect((await list('limit=1'))[0].points).toBe(11);
    await copy('draft', 'live');
    expect(await titles('live')).toEqual(['a', 'b', 'c', 'draft']);
    expect((await list('limit=1'))[0].points).toBe(99);
  });

  it('converts rows after a column is renamed and retyped, keeps what does not convert, and converts back', async () => {
    const edit = (body: object) => call('POST', 'entities/Task/columns', body);
    const settled = async () => {
      const { progress, report } = await call('GET', 'conversion?rows=draft');
      return progress === null ? report : null;
    };
    const amounts = async (name: string) => (await list('rows=draft')).map((row: Data) => row[name] ?? null);
    await edit({ action: 'rename', name: 'amount', to: 'price' });
    await expect.poll(() => amounts('price')).toEqual(['10', '7.5', 'many', null]);
    expect(await amounts('amount')).toEqual([null, null, null, null]);
    const { versionId } = await edit({ action: 'retype', name: 'price', property: { type: 'number' } });
    await expect.poll(async () => (await settled())?.versionId).toBe(versionId);
    expect(await settled()).toMatchObject({ failed: 1, unconverted: [{ entity: 'Task', column: 'price', value: '"many"' }] });
    expect(await amounts('price')).toEqual([10, 7.5, 'many', null]);
    expect((await call('POST', 'entities/Task/aggregate?rows=draft', { sum: 'price' })).rows).toEqual([{ count: 4, sum_price: 17.5 }]);
    await call('POST', 'entities/Task/columns/undo', { versionId });
    await expect.poll(() => amounts('price')).toEqual(['10', '7.5', 'many', null]);
  });
});

it('two processes that update the same keys at once make each row once', { timeout: 90_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-rows-'));
  const env = { ...LIMITS, ...onMongo(), DATA_DIR: folder, SECRET: newId() };
  const [a, b] = [await startProduct(env), await startProduct(env)];
  try {
    const answer = await clientOf(a, '').call('POST', '/api/auth/sign-up/email', {
      name: 'Bob',
      email: 'bob@example.org',
      password: 'correct horse battery',
    });
    const { token } = (await answer.json()) as Data;
    const appId = await makeApp(clientOf(a, token));
    const calls = [a, b].map((product) => callsOf(clientOf(product, token), appId));
    const keys = Array.from({ length: 40 }, (_, n) => `key ${n}`);
    const rounds = Array.from({ length: 5 }, (_, round) =>
      calls.map((call, node) => {
        // Each call has the keys in another order.
        const records = keys.map((_key, n) => ({
          title: keys[(n * 7 + round + node) % keys.length],
          points: round,
          status: `node ${node}`,
        }));
        return call('POST', 'entities/Task/upsert', { records, key: 'title' });
      }),
    ).flat();
    const answers = await Promise.all(rounds);
    const total = (of: (each: Data) => number) => answers.reduce((sum, each) => sum + of(each), 0);
    expect([total(({ created }) => created), total(({ updated }) => updated)]).toEqual([40, 9 * 40]);
    for (const call of calls) {
      const { rows } = await call('POST', 'entities/Task/aggregate', { groupBy: 'title', limit: 1000 });
      expect(rows).toEqual(keys.toSorted().map((title) => ({ title, count: 1 })));
    }
    expect(await Promise.all([a.stop(), b.stop()])).toEqual([0, 0]);
  } finally {
    await Promise.all([a.kill(), b.kill()]);
    await rm(folder, { recursive: true, force: true });
  }
});
