import { startTestServer, type TestServer } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyone, type Member } from '../security/callers.ts';
import { allPlugins, bearer, type Call, type Caller, type Data, files, openWorld, signUp, type World } from '../security/world.ts';

const team = { 'data.team': '{{user.data.team}}' };
const rules = { read: team, create: team, update: team, delete: { $and: [team, { user_condition: { role: 'keeper' } }] } };
/** Rows of a team, which its keepers remove. */
const TASK = JSON.stringify({
  name: 'Task',
  type: 'object',
  properties: { text: { type: 'string' }, team: { type: 'string' }, number: { type: 'number' } },
  'x-accessControl': { permissions: { read: 'admin', write: 'admin' }, rules },
});
const SECRET = { text: 'what the team alone knows', team: 'ours', number: 42 };
/** Who see the live rows of the app: people who build it. All others are outside of the team. */
const INSIDE: ReadonlySet<Caller | Member> = new Set(['owner', 'ownerCookie', 'admin', 'editor', 'viewer', 'demoted']);
/** Whose previews write draft rows of their own. */
const DRAFTS: ReadonlySet<Caller | Member> = new Set(['appOwner', 'editorFrame']);
const SETTINGS = { RATE_LIMIT: 0, APP_RATE_LIMIT: 0, PROCESSES: 1 };

let world: World;
/** A node that misses all events. */
let deaf: TestServer;
let hidden: string;
/** A row of the user who is outside. */
let own: string;
const live = (rest = ''): string => `/live_api/apps/${world.app.id}/entities/Task${rest}`;
const compat = (rest = ''): string => `/api/apps/${world.app.id}/entities/Task${rest}`;

/** What the app says of a person. */
const say = (id: string, fields: object): Promise<Data> =>
  world.json('owner', { method: 'PUT', path: `/api/apps/${world.app.id}/entities/User/${id}`, body: fields });
/** Signs up in the app, in the team. */
async function mate(name: string): Promise<{ readonly id: string; readonly token: string }> {
  const { id, token } = await signUp(world.server, `${name}@example.org`, { appId: world.app.id });
  const entered = await world.enter(token, world.app);
  await say(id, { team: 'ours' });
  return { id, token: entered };
}

beforeAll(async () => {
  Object.assign(files.entities, { Task: TASK });
  world = await openWorld(SETTINGS);
  const apart = { ...SETTINGS, TRUST_PROXY: 'loopback', ROLE: 'builder,runtime' };
  deaf = await startTestServer(await allPlugins(), apart, { dataDir: world.server.dataDir, isDeaf: true });
  await say(world.people.user.id, { team: 'theirs' });
  hidden = (await world.json('owner', { path: live('?rows=live'), body: SECRET })).id;
  own = (await world.json('appUser', { host: 'runtime', path: live(), body: { text: 'own', team: 'theirs', number: 1 } })).id;
}, 120_000);
afterAll(async () => {
  await deaf?.close();
  await world?.server.close();
});

const q = (filter: object): string => `q=${encodeURIComponent(JSON.stringify(filter))}`;
const taken = { team: 'ours', number: 43 };
/** Every call that reads or writes rows, aimed at the hidden row; also those that may tell of it by order, page, group or number. */
const operations: Readonly<Record<string, (path: (rest?: string) => string) => Omit<Call, 'host'>>> = {
  list: (path) => ({ path: path() }),
  'list by a value': (path) => ({ path: path(`?${q({ number: 42 })}`) }),
  'list by an order': (path) => ({ path: path(`?${q({ number: { $gt: 0 } })}&sort=-number`) }),
  'list after it': (path) => ({ path: path(`?after=${hidden}`) }),
  'list by rules': (path) => ({ path: path(`?${q({ $or: [{ team: 'ours' }, { id: hidden }] })}`) }),
  count: (path) => ({ path: path('/count') }),
  'count by a value': (path) => ({ path: path(`/count?${q({ number: 42 })}`) }),
  get: (path) => ({ path: path(`/${hidden}`) }),
  'pages of the other client': () => ({ path: compat(`/v2/list?distinct=number`) }),
  aggregate: (path) => ({ path: path('/aggregate'), body: { groupBy: 'team', max: 'number', countDistinct: 'text' } }),
  'groups of the other client': () => ({
    path: compat('/aggregate'),
    body: { groupBy: ['team'], aggregations: { most: { max: 'number' } } },
  }),
  create: (path) => ({ path: path(), body: { text: 'in', team: 'ours' } }),
  'create many': (path) => ({ path: path('/bulk'), body: [{ text: 'in', team: 'ours' }] }),
  update: (path) => ({ method: 'PUT', path: path(`/${hidden}`), body: taken }),
  'update each': (path) => ({ method: 'PUT', path: path('/bulk'), body: [{ id: hidden, ...taken }] }),
  'update many': (path) => ({ method: 'PATCH', path: path('/update-many'), body: { query: { number: 42 }, data: { $set: taken } } }),
  upsert: (path) => ({ path: path('/upsert'), body: { records: [{ ...taken, number: 42, text: 'in' }], key: 'number' } }),
  delete: (path) => ({ method: 'DELETE', path: path(`/${hidden}`) }),
  'delete many': (path) => ({ method: 'DELETE', path: path(`?${q({ number: 42 })}`) }),
  'move an own row': (path) => ({ method: 'PUT', path: path(`/${own}`), body: { team: 'ours' } }),
  'move own rows': (path) => ({ method: 'PUT', path: path('/bulk'), body: [{ id: own, team: 'ours' }] }),
  'move all rows': (path) => ({ method: 'PATCH', path: path('/update-many'), body: { query: {}, data: { $set: { team: 'ours' } } } }),
  'move by a key': (path) => ({ path: path('/upsert'), body: { records: [{ number: 1, team: 'ours' }], key: ['number'] } }),
};

const outside = everyone.filter((caller) => !INSIDE.has(caller));
describe.each(Object.entries(operations))('outside of the team: %s', (_name, make) => {
  test.each(outside)('%s neither learns of its rows nor changes them', async (caller) => {
    for (const host of ['builder', 'runtime'] as const)
      for (const path of [live, compat]) {
        const response = await world.request(caller, { host, ...make(path) });
        const text = await response.text();
        const isTold = text.includes(SECRET.text) || text.includes(hidden) || (!DRAFTS.has(caller) && /\b42\b/.test(text));
        expect([host, response.status < 500, isTold]).toEqual([host, true, false]);
        const { count } = response.ok ? (JSON.parse(text) as Data) : {};
        if (typeof count === 'number') expect(count).toBeLessThan(2);
      }
    const rows = (await world.json('owner', { path: live(`?rows=live&${q({ team: 'ours' })}`) })) as Data[];
    expect(rows.map(({ id, text, number }) => ({ id, text, number }))).toEqual([{ id: hidden, text: SECRET.text, number: 42 }]);
  });
});

test('a person of the team reads its row by the same calls', async () => {
  const { token } = await mate('inside');
  for (const name of ['list', 'list by a value', 'list by an order', 'count by a value', 'get', 'pages of the other client', 'aggregate']) {
    const call = operations[name]?.(live) as Call;
    const text = await (await world.request('nobody', { host: 'runtime', ...call, headers: bearer(token) })).text();
    expect([name, text.includes(SECRET.text) || text.includes('42') || text === '{"count":1}']).toEqual([name, true]);
  }
});

test('no one says of themselves what the rules read', async () => {
  const { id } = world.people.user;
  const places = [
    `/live_api/apps/${world.app.id}/auth/me`,
    `/api/apps/${world.app.id}/entities/User/me`,
    `/api/apps/${world.app.id}/entities/User/${id}`,
  ];
  const said = [
    { team: 'ours' },
    { data: { team: 'ours' } },
    { Team: 'ours' },
    { role: 'keeper', _app_role: 'keeper' },
    { given: { team: 'ours' } },
  ];
  for (const path of places)
    for (const body of said)
      for (const host of ['builder', 'runtime'] as const) {
        expect((await world.request('appUser', { method: 'PUT', host, path, body })).status).toBeLessThan(500);
        expect((await world.json('appUser', { host: 'runtime', path: live() })).map((row: Data) => row.id)).toEqual([own]);
      }
  expect((await world.request('appUser', { method: 'DELETE', host: 'runtime', path: live(`/${own}`) })).status).toBe(403);
});

describe.each<[event: string, happen: (id: string) => Promise<unknown>, statuses: readonly number[]]>([
  ['the role is changed', (id) => say(id, { role: 'user' }), [200, 403]],
  ['the team is changed', (id) => say(id, { team: 'theirs' }), [404, 404]],
  [
    'the person is removed',
    (id) => world.json('owner', { method: 'DELETE', path: `/api/apps/${world.app.id}/entities/User/${id}` }),
    [401, 401],
  ],
])('after: %s', (event, happen, [reads, removes]) => {
  test('rights by rules end within 5000 ms, also where the event was missed', { timeout: 60_000 }, async () => {
    const { id, token } = await mate(event.replaceAll(' ', '-'));
    await say(id, { role: 'keeper' });
    const nodes = [world.server, deaf];
    const ask = async (node: Pick<TestServer, 'runtimeUrl'>, method: string, row: string) =>
      (await fetch(`${node.runtimeUrl}${live(`/${row}`)}`, { method, headers: bearer(token) })).status;
    for (const node of nodes) {
      const row = (await world.json('owner', { path: live('?rows=live'), body: { team: 'ours', text: 'a' } })).id;
      await expect.poll(() => ask(node, 'GET', row)).toBe(200);
      await expect.poll(() => ask(node, 'DELETE', row)).toBe(200);
    }
    await happen(id);
    const row = (await world.json('owner', { path: live('?rows=live'), body: { team: 'ours', text: 'b' } })).id;
    await new Promise((resolve) => setTimeout(resolve, 5000));
    for (const node of nodes) expect([await ask(node, 'GET', row), await ask(node, 'DELETE', row)]).toEqual([reads, removes]);
    await world.json('owner', { method: 'DELETE', path: live(`/${row}?rows=live`) });
  });
});
