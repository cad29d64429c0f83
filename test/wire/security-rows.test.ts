import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer, type Caller, openWorld, type World } from '../security/world.ts';

let world: World;
let draft: string;
let live: string;
beforeAll(async () => {
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0 });
  // The owner as a user of the published app.
  world.headers.appUser = bearer(await world.enter(world.people.owner.token, world.app));
  const add = async (caller: Caller, rest: string) =>
    (await world.json(caller, { host: 'builder', path: path(rest), body: { text: rest } })).id as string;
  draft = await add('owner', '?rows=draft');
  live = await add('owner', '?rows=live');
}, 60_000);
afterAll(() => world?.[Symbol.asyncDispose]());

const path = (rest: string) => `/live_api/apps/${world.app.id}/entities/Sign${rest}`;
const hosts = ['builder', 'runtime'] as const;

test.each(hosts)('a preview reaches draft rows only, and a published app live rows only, on the %s host', async (host) => {
  const status = async (caller: Caller, rest: string, more: object = {}) =>
    (await world.request(caller, { host, path: path(rest), ...more })).status;
  const changes = [{ method: 'PUT', body: { text: 'x' } }, { method: 'DELETE' }];
  for (const [caller, own, other, name] of [
    ['appOwner', draft, live, 'live'],
    ['appUser', live, draft, 'draft'],
  ] as const) {
    expect([caller, await status(caller, `/${own}`), await status(caller, `/${other}`)]).toEqual([caller, 200, 404]);
    const list = await world.json(caller, { host, path: path('') });
    expect(list.map(({ id }: { id: string }) => id)).toEqual([own]);
    for (const change of changes) expect([caller, await status(caller, `/${other}`, change)]).toEqual([caller, 404]);
    for (const rest of ['', `/${other}`, '/count', '/schema', '/events'])
      expect([caller, rest, await status(caller, `${rest}?rows=${name}`)]).toEqual([caller, rest, 403]);
    expect(await status(caller, `?rows=${name}`, { body: { text: 'x' } })).toBe(403);
  }
  for (const caller of ['nobody', 'visitor'] as const) {
    expect([await status(caller, `/${live}`), await status(caller, `/${draft}`)]).toEqual([200, 404]);
    expect([await status(caller, '?rows=draft'), await status(caller, '/events?rows=draft')]).toEqual([403, 403]);
  }
});

test('the streams of a preview send changes of draft rows, and those of others live ones', async () => {
  const streams = await Promise.all(
    (['appOwner', 'appUser'] as const).map(async (caller) => {
      const { body } = await world.request(caller, { host: 'runtime', path: path('/events') });
      const reader = (body as ReadableStream<Uint8Array>).getReader();
      const received = { text: '' };
      const decoder = new TextDecoder();
      void (async () => {
        for (let part = await reader.read(); !part.done; part = await reader.read()) received.text += decoder.decode(part.value);
      })().catch(() => undefined);
      return { received, close: () => reader.cancel() };
    }),
  );
  const [preview, published] = streams.map(({ received }) => received);
  await expect.poll(() => [preview?.text, published?.text].every((text) => text?.includes('ready'))).toBe(true);
  for (const set of ['draft', 'live']) await world.json('owner', { path: path(`?rows=${set}`), body: { text: `new ${set} row` } });
  await expect.poll(() => preview?.text).toContain('new draft row');
  await expect.poll(() => published?.text).toContain('new live row');
  expect(preview?.text).not.toContain('live row');
  expect(published?.text).not.toContain('draft row');
  for (const { close } of streams) await close();
});

test('no call of a published app renews or exchanges into a token of a preview', async () => {
  const refreshed = await world.json('appUser', { host: 'runtime', method: 'POST', path: `/live_api/apps/${world.app.id}/auth/refresh` });
  for (const token of [refreshed.token, world.headers.appUser['authorization']?.split(' ')[1]]) {
    const claims = JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as object;
    expect(claims).not.toHaveProperty('prv');
  }
  const preview = await world.request('appOwner', { host: 'runtime', method: 'POST', path: `/live_api/apps/${world.app.id}/auth/refresh` });
  expect(preview.status).toBe(401);
});
