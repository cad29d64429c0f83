import { expect, test } from 'vitest';
import { type Actor, definePlugin } from '../contract/index.ts';
import { testHost } from '../testing/index.ts';

const ann: Actor = { kind: 'app', id: 'ann', appId: 'one', admin: false };
const ben: Actor = { kind: 'app', id: 'ben', appId: 'one', admin: false };
const builder: Actor = { kind: 'account', id: 'ann', admin: false, builder: true };

const doors = definePlugin({
  name: 'doors',
  contract: 1,
  findApp: ({ appId }) => (['one', 'two'].includes(appId ?? '') ? appId : null),
  start: () => undefined,
  routes(http) {
    http.get('/api/mine', { config: { access: 'account', does: 'look' } }, async () => ({}));
    http.get('/api/apps/:appId', { config: { access: 'app', does: 'look' } }, async () => ({}));
  },
  runtimeRoutes(http) {
    http.get('/live_api/apps/:appId', { config: { access: 'app', does: 'look' } }, async () => ({}));
  },
});

/** The statuses of calls by these actors to these paths, in order, and how many of each are made. */
type Calls = readonly (readonly [actor: Actor | undefined, path: string, statuses: Readonly<Record<number, number>>])[];

const cases: readonly (readonly [string, Record<string, number>, Calls])[] = [
  [
    'an app and an account',
    { APP_RATE_LIMIT: 3 },
    [
      [ann, '/live_api/apps/one', { 200: 3, 429: 2 }],
      [ann, '/live_api/apps/two', { 429: 1 }],
      [ben, '/live_api/apps/one', { 200: 3, 429: 1 }],
      [builder, '/live_api/apps/two', { 200: 3, 429: 1 }],
      [undefined, '/live_api/apps/one', { 200: 3, 429: 1 }],
      [undefined, '/live_api/apps/two', { 200: 1 }],
    ],
  ],
  [
    'an account at all apps that do not exist together',
    { APP_RATE_LIMIT: 3 },
    [
      [builder, '/live_api/apps/one', { 200: 3, 429: 1 }],
      [builder, '/live_api/apps/made-up', { 200: 2 }],
      [builder, '/api/apps/also-made-up', { 200: 3 }],
      [builder, '/live_api/apps/made-up-too', { 200: 1, 429: 1 }],
      [builder, '/live_api/apps/two', { 200: 1 }],
    ],
  ],
  [
    'an address, its refused requests and unknown paths included, but not its known accounts',
    { RATE_LIMIT: 4, APP_RATE_LIMIT: 0 },
    [
      [undefined, '/api/mine', { 401: 2 }],
      [undefined, '/api/unknown', { 404: 2, 429: 2 }],
      [undefined, '/api/mine', { 429: 1 }],
      [ann, '/api/apps/one', { 200: 9 }],
      [builder, '/api/mine', { 200: 4, 429: 1 }],
      [undefined, '/healthz', { 200: 9 }],
    ],
  ],
  ['half of an address by default', { RATE_LIMIT: 5 }, [[ann, '/live_api/apps/one', { 200: 3, 429: 1 }]]],
  ['nothing without limits', { RATE_LIMIT: 0 }, [[undefined, '/live_api/apps/one', { 200: 50 }]]],
];

test.each(cases)('limits %s', async (_name, config, calls) => {
  await using host = await testHost(doors, { config });
  for (const [actor, path, statuses] of calls) {
    const on = path.startsWith('/live_api') ? 'runtime' : 'builder';
    for (const [status, times] of Object.entries(statuses)) {
      for (let call = 0; call < times; call++) expect((await host.fetch(path, { host: on }, actor)).status, path).toBe(Number(status));
    }
  }
});

test.each([
  ['one app by id', '', (app: string) => `/live_api/apps/${app}`],
  ['one app on its own origin', '', (app: string) => `http://${app}.localhost:4001/page`],
  ['made-up app ids', 'made-up', (app: string) => `/live_api/apps/${app}`],
  ['made-up origins', 'made-up', (app: string) => `http://${app}.localhost:4001/page`],
])('calls to %s do not delay another app', async (_name, madeUp, address) => {
  const started: string[] = [];
  const apps = definePlugin({
    name: 'apps',
    contract: 1,
    findApp: async ({ appId, host }) => ['quiet', 'loud'].find((app) => app === appId || host === `${app}.localhost:4001`) ?? null,
    start: () => undefined,
    runtimeRoutes(http) {
      http.get('/live_api/apps/:appId', { config: { access: 'app', does: 'look' } }, async ({ url }) => void started.push(url));
      http.get('/page', { config: { access: 'public', does: 'look' } }, async ({ headers }) => void started.push(headers.host ?? ''));
    },
  });
  await using host = await testHost(apps);
  const call = (app: string) => host.fetch(address(app), { host: 'runtime' });
  for (const app of ['quiet', 'loud']) await call(app);
  started.length = 0;
  const flood = Array.from({ length: 20 }, (_, index) => call(madeUp === '' ? 'loud' : madeUp + index));
  await Promise.all([...flood, call('quiet')]);
  expect(started).toHaveLength(21);
  expect(started.findIndex((target) => target.includes('quiet'))).toBeLessThan(10);
});

test('says when to try again', async () => {
  await using host = await testHost(doors, { config: { APP_RATE_LIMIT: 1 } });
  await host.fetch('/api/apps/one', {}, ann);
  const refused = await host.fetch('/api/apps/one', {}, ann);
  const message = 'Rate limit exceeded. Please try again later.';
  const code = 'too-many-requests';
  expect([refused.status, await refused.json()]).toEqual([429, { message, code, error: { message, code } }]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
});

test('looks up no more made-up apps for an address than it may call', async () => {
  const lookedUp: unknown[] = [];
  const apps = definePlugin({
    name: 'apps',
    contract: 1,
    findApp({ appId }) {
      lookedUp.push(appId);
      return null;
    },
    start: () => undefined,
    runtimeRoutes(http) {
      http.get('/live_api/apps/:appId', { config: { access: 'app', does: 'look' } }, async () => ({}));
    },
  });
  await using host = await testHost(apps, { config: { RATE_LIMIT: 5 } });
  for (let index = 0; index < 20; index++) await host.fetch(`/live_api/apps/made-up-${index}`, { host: 'runtime' }, builder);
  expect(lookedUp).toHaveLength(5);
});
