import { once } from 'node:events';
import { connect } from 'node:net';
import { startTestServer, type TestServer } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { allPlugins, bearer, type Data, type Person, signUp } from '../security/world.ts';

let server: TestServer;
let owner: Person;
let appId: string;
let machines = 1;
beforeAll(async () => {
  server = await startTestServer(await allPlugins(), { NODE_ENV: 'production', TRUST_PROXY: 'loopback' });
  await signUp(server, 'admin@example.org');
  owner = await signUp(server, 'owner@example.org');
  const body = JSON.stringify({ query: 'mutation { createApp(input: {}) { id } }' });
  const headers = { ...bearer(owner.token), 'content-type': 'application/json' };
  const made = await fetch(`${server.builderUrl}/graphql`, { method: 'POST', headers, body });
  appId = ((await made.json()) as Data).data.createApp.id;
}, 60_000);
afterAll(() => server.close());

/** Another address for each test, so that they do not share limits. */
const machine = () => `198.51.100.${machines++}`;
const open = (headers: Record<string, string>): Promise<WebSocket | string> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${server.builderUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
    socket.on('open', () => resolve(socket)).on('error', ({ message }) => resolve(message));
  });
/** Opens a socket and sends `connection_init`; returns the close reason when the server closes it instead. */
const greet = async (headers: Record<string, string>): Promise<WebSocket | string> => {
  const socket = await open(headers);
  if (typeof socket === 'string') return socket;
  const closed = new Promise<string>((resolve) => {
    socket.on('close', (code, reason) => resolve(`${code} ${String(reason)}`));
  });
  const greeted = once(socket, 'message').then(() => socket);
  socket.send(JSON.stringify({ type: 'connection_init' }));
  const first = await Promise.race([greeted, closed]);
  // A response may arrive just before the close.
  if (typeof first !== 'string' && first.readyState !== WebSocket.OPEN) return closed;
  return first;
};
const end = (sockets: readonly (WebSocket | string)[]) => {
  for (const socket of sockets) if (typeof socket !== 'string') socket.terminate();
};
/** Sends operations all at once; counts the responses by code, until all have arrived or the socket is closed. */
async function flood(socket: WebSocket, query: string, count: number): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  let seen = 0;
  const done = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Data;
      if (message.type !== 'next' && message.type !== 'error') return;
      const kind = message.type === 'next' ? 'ok' : message.payload[0].extensions.code;
      answers[kind] = (answers[kind] ?? 0) + 1;
      seen += 1;
      if (seen === count) resolve();
    });
  });
  for (let id = 0; id < count; id++)
    socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }), () => undefined);
  await done;
  return answers;
}

/** Sends a raw upgrade request; returns the response, or an empty text when the server only closes the connection. */
const upgrade = async (target: string, more: Record<string, string> = {}): Promise<string> =>
  (await wholeUpgrade(target, more)).split('\r\n')[0] ?? '';

/** The same with headers and body. */
const wholeUpgrade = (target: string, more: Record<string, string> = {}): Promise<string> => {
  const handshake = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const lines = Object.entries({ host: 'localhost', ...handshake, ...more }).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.builderUrl).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
      socket.end();
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
    socket.write([`GET ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  });
};

test('a refused upgrade says why in its body, and admins are told', async () => {
  const refused = await wholeUpgrade('/graphql', { origin: 'https://elsewhere.example' });
  expect(refused).toContain('403 Forbidden');
  const body = JSON.parse(refused.split('\r\n\r\n')[1] ?? '');
  expect(body).toMatchObject({ code: 'forbidden', message: expect.stringMatching(/another origin than BUILDER_URL/) });
  expect(refused).toContain(`content-length: ${Buffer.byteLength(JSON.stringify(body))}`);
  const { warnings } = await (await fetch(`${server.builderUrl}/readyz`)).json();
  expect(warnings).toEqual([expect.stringMatching(/^The server refuses WebSockets of pages .*: set BUILDER_URL to .*\.$/)]);
});

test.each(['//', '///', '//[', 'http://[', '/graphql/..', '*'])('rejects an upgrade of %s without crashing', async (target) => {
  const crashes: unknown[] = [];
  const crashed = (error: unknown) => crashes.push(error);
  process.on('uncaughtException', crashed);
  try {
    expect(await upgrade(target)).not.toContain('101');
    expect(await upgrade('/graphql', { 'x-forwarded-for': '::::, [', origin: 'http://[' })).toContain('403');
    expect(await upgrade('/graphql', { 'x-forwarded-for': machine() })).toContain('101');
  } finally {
    process.off('uncaughtException', crashed);
  }
  expect(crashes).toEqual([]);
});

test('limits 8,000 operations without an account', async () => {
  const socket = (await greet({ 'x-forwarded-for': machine() })) as WebSocket;
  const answers = await flood(socket, '{ me { id } }', 8000);
  // A tenth of an account's limit. None when the server reads the whole flood before its first response: it then closes the socket.
  expect(answers['ok'] ?? 0).toBeLessThanOrEqual(120);
  await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
}, 30_000);

test('a builder may run more, without delaying others', async () => {
  const address = machine();
  const noisy = (await greet({ 'x-forwarded-for': address })) as WebSocket;
  await flood(noisy, '{ me { id } }', 1000);
  const socket = (await greet({ ...bearer(owner.token), 'x-forwarded-for': address })) as WebSocket;
  const answers = await flood(socket, '{ me { id } }', 90);
  expect(answers).toEqual({ ok: 90 });
  end([socket, noisy]);
}, 30_000);

test('1,500 sockets of one address: accepts up to the limit, refuses the others, and each closed one frees a place', async () => {
  const headers = { 'x-forwarded-for': machine() };
  const all = await Promise.all(Array.from({ length: 1500 }, () => open(headers)));
  const opened = all.filter((one) => typeof one !== 'string');
  // Sockets without `connection_init` are closed after 3 s and free their places.
  expect(opened.filter(({ readyState }) => readyState === WebSocket.OPEN).length).toBeLessThanOrEqual(300);
  expect(all.find((one) => typeof one === 'string')).toBe('Unexpected server response: 429');
  end(opened);
  await expect
    .poll(async () => {
      const socket = await open(headers);
      end([socket]);
      return typeof socket;
    })
    .toBe('object');
}, 60_000);

test('has lower limits for anonymous callers and for one account', async () => {
  const anonymous = { 'x-forwarded-for': machine() };
  const strangers = await Promise.all(Array.from({ length: 40 }, () => greet(anonymous)));
  expect(strangers.filter((one) => typeof one !== 'string')).toHaveLength(30);
  expect(strangers.filter((one) => one === '1008 Too many connections')).toHaveLength(10);
  // The number of source addresses makes no difference.
  const own = await Promise.all(Array.from({ length: 60 }, () => greet({ ...bearer(owner.token), 'x-forwarded-for': machine() })));
  expect(own.filter((one) => typeof one !== 'string')).toHaveLength(50);
  end([...strangers, ...own]);
}, 60_000);

describe('subscriptions', () => {
  const query = () => `subscription { appChanged(appId: "${appId}") { id } }`;
  const tooMany = async (socket: WebSocket, count: number): Promise<number> => {
    let refused = 0;
    let seen: () => void = () => undefined;
    const all = new Promise<void>((resolve) => {
      seen = resolve;
    });
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Data;
      if (message.type === 'error' && message.payload[0].extensions.code === 'too-many-requests') refused += 1;
      if (message.type === 'pong') seen();
    });
    socket.on('close', () => seen());
    for (let id = 0; id < count; id++) {
      socket.send(JSON.stringify({ id: `s${id}`, type: 'subscribe', payload: { query: query() } }), () => undefined);
    }
    await expect.poll(() => refused).toBeGreaterThan(count - 101);
    socket.send(JSON.stringify({ type: 'ping' }));
    await all;
    return count - refused;
  };

  test('3,000 on one socket: accepts a hundred', async () => {
    const socket = (await greet({ ...bearer(owner.token), 'x-forwarded-for': machine() })) as WebSocket;
    expect(await tooMany(socket, 3000)).toBeLessThanOrEqual(100);
    end([socket]);
  }, 60_000);

  test('over HTTP count as well, and free their place when they end', async () => {
    const headers = { ...bearer(owner.token), accept: 'text/event-stream', 'content-type': 'application/json' };
    const listen = async () => {
      const controller = new AbortController();
      const body = JSON.stringify({ query: query() });
      const { signal } = controller;
      const { body: stream, headers: answer } = await fetch(`${server.builderUrl}/graphql`, { method: 'POST', headers, body, signal });
      if (answer.get('content-type')?.startsWith('text/event-stream') !== true) throw new Error('no stream');
      const reader = stream?.getReader();
      const first = await Promise.race([reader?.read(), new Promise<undefined>((resolve) => setTimeout(resolve, 200))]);
      return { controller, refused: first !== undefined && Buffer.from(first.value ?? []).includes('too-many-requests') };
    };
    const streams = await Promise.all(Array.from({ length: 520 }, listen));
    expect(streams.filter(({ refused }) => refused).length).toBeGreaterThanOrEqual(20);
    for (const { controller } of streams) controller.abort();
    await expect
      .poll(async () => {
        const { controller, refused } = await listen();
        controller.abort();
        return refused;
      })
      .toBe(false);
  }, 60_000);
});

test('errors reveal no names of the schema to strangers', async () => {
  const socket = (await greet({ 'x-forwarded-for': machine() })) as WebSocket;
  const messages: string[] = [];
  socket.on('message', (data) => messages.push(String(data)));
  const headers = { 'content-type': 'application/json' };
  for (const ask of [
    '{ app { id } }',
    '{ meh { id } }',
    '{ me { emial } }',
    '{ me { ... on Acount { id } } }',
    'mutation { createAp { id } }',
  ]) {
    const answer = await fetch(`${server.builderUrl}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: ask }) });
    expect(await answer.text()).not.toMatch(/did you mean/i);
    socket.send(JSON.stringify({ id: ask, type: 'subscribe', payload: { query: ask } }));
  }
  const variables = { input: { nam: 'x' } };
  const body = JSON.stringify({ query: 'mutation ($input: CreateAppInput!) { createApp(input: $input) { id } }', variables });
  expect(await (await fetch(`${server.builderUrl}/graphql`, { method: 'POST', headers, body })).text()).not.toMatch(/did you mean/i);
  await expect.poll(() => messages.length).toBe(5);
  expect(messages.join('\n')).not.toMatch(/did you mean/i);
  end([socket]);
});

test('refused calls count towards the limit', async () => {
  const limited = await startTestServer(await allPlugins(), { RATE_LIMIT: 50, TRUST_PROXY: 'loopback' });
  try {
    const statuses: number[] = [];
    for (let call = 0; call < 60; call++) {
      const headers = call % 2 ? bearer('guess') : {};
      statuses.push((await fetch(`${limited.builderUrl}/api/apps`, { headers })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.slice(50)).toEqual(Array.from({ length: 10 }, () => 429));
  } finally {
    await limited.close();
  }
}, 60_000);
