import { connection, createEntity, type RowEvent } from '@sayso/runtime/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPlainProxy, type PlainProxy, type ProxyBehaviour, proxies } from '../plain-proxy.ts';
import { openWorld, type World } from '../security/world.ts';

// The client of apps, and subscriptions, behind proxies that lack the lines of docs/operating.md.

const browserWindow = new EventTarget();
vi.stubGlobal('addEventListener', browserWindow.addEventListener.bind(browserWindow));
const Note = createEntity('Note', { read: false, write: false });
let world: World;
let proxy: PlainProxy;
let behind: PlainProxy;
beforeAll(async () => {
  world = await openWorld();
  const portOf = (url: string) => Number(new URL(url).port);
  proxy = await openPlainProxy(() => portOf(world.server.runtimeUrl), proxies.caddy);
  behind = await openPlainProxy(() => portOf(world.server.builderUrl), proxies.caddy);
}, 60_000);
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await behind[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const tokenOf = (caller: 'appUser') => world.headers[caller]['authorization']?.replace('Bearer ', '') ?? null;
const posted = (text: string) =>
  world.json('appUser', { host: 'runtime', path: `/live_api/apps/${world.app.id}/entities/Note`, body: { text } });

async function follow() {
  Object.assign(connection, { appId: world.app.id, apiUrl: proxy.url, token: tokenOf('appUser'), renew: null });
  const events: RowEvent[] = [];
  let ready = 0;
  const stop = Note.subscribe((event) => events.push(event), { onReady: () => (ready += 1) });
  await expect.poll(() => ready, { timeout: 30_000 }).toBeGreaterThan(0);
  return { stop, texts: () => events.map(({ data }) => data?.['text']), ready: () => ready };
}

const behaviours: readonly (readonly [string, ProxyBehaviour])[] = [
  ['Caddy or Traefik', proxies.caddy],
  ['nginx', proxies.nginx],
  ['one that never answers a WebSocket', proxies.silent],
  ['one that closes a WebSocket at once', proxies.closing],
  ['one that ends idle answers after 15 s', { sockets: 'refuse', idleMs: 15_000 }],
];

describe.each(behaviours)('behind %s', (_name, behaviour) => {
  test('rows that others change arrive', { timeout: 60_000 }, async () => {
    proxy.behave(behaviour);
    // As a laptop in another network.
    browserWindow.dispatchEvent(new Event('online'));
    const followed = await follow();
    // A change during an interruption is not told by itself.
    const changed = async () => {
      await posted('now');
      return followed.texts();
    };
    await expect.poll(changed, { interval: 500 }).toContain('now');
    if (behaviour.sockets !== 'pass') expect(proxy.seen.streams).toBeGreaterThan(0);
    followed.stop();
  });
});

test('rows are read again and again behind one that holds answers back', { timeout: 60_000 }, async () => {
  proxy.behave(proxies.company);
  browserWindow.dispatchEvent(new Event('online'));
  const followed = await follow();
  const before = followed.ready();
  await expect.poll(followed.ready, { timeout: 30_000 }).toBeGreaterThan(before + 1);
  followed.stop();
});

test('the operator reads of a dropped upgrade in /readyz, until a WebSocket arrives', async () => {
  proxy.behave(proxies.nginx);
  browserWindow.dispatchEvent(new Event('online'));
  (await follow()).stop();
  const warnings = async () => ((await (await fetch(`${world.server.builderUrl}/readyz`)).json()) as { warnings?: string[] }).warnings;
  expect(await warnings()).toEqual([expect.stringContaining(`in front of ${world.server.runtimeUrl} (RUNTIME_URL) passes no WebSockets`)]);
  proxy.behave(proxies.caddy);
  browserWindow.dispatchEvent(new Event('online'));
  (await follow()).stop();
  expect(await warnings()).toBeUndefined();
});

describe('subscriptions of the graph on one stream', () => {
  const PRESENCE = 'subscription ($appId: ID!) { presence(appId: $appId) { accountId } }';
  const stream = (body: unknown, headers = world.headers.owner, url = behind.url) =>
    fetch(`${url}/graphql/streams`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const presence = () => ({ query: PRESENCE, variables: { appId: world.app.id } });

  test.each(behaviours)('arrive behind %s', async (_name, behaviour) => {
    behind.behave(behaviour);
    const answer = await stream({ operations: { a: presence(), b: presence() } });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!(text.includes('"id":"a"') && text.includes('"id":"b"') && text.includes('event: ready')))
      text += (await reader?.read())?.value ?? '';
    await reader?.cancel();
  });

  test('ends after the time that it is asked for, and as errors for operations that are none', async () => {
    behind.behave(proxies.caddy);
    const operations = {
      bad: { query: '{' },
      query: { query: '{ __typename }' },
      nobody: { query: PRESENCE, variables: { appId: 'none' } },
    };
    const text = await (await stream({ operations, endAfter: 300 })).text();
    for (const id of Object.keys(operations)) {
      expect(text).toMatch(new RegExp(`event: next\ndata: \\{"id":"${id}","payload":\\{.*errors`));
      expect(text).toContain(`event: complete\ndata: {"id":"${id}"}`);
    }
    expect((await stream({ operations: 1 })).status).toBe(400);
    const foreign = { ...world.headers.ownerCookie, origin: 'https://evil.example' };
    expect((await stream({ operations: {} }, foreign)).status).toBe(403);
  });
});
