import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { definePlugin, type Http } from '../contract/index.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { HeldBodies } from './held-bodies.ts';

/** More than the buffers of a connection take. */
const BIG = 20_000_000;
const SHARED = Buffer.alloc(BIG, 'x');
const gate = Promise.withResolvers<void>();
const doors = definePlugin({ name: 'doors', contract: 1, start: () => undefined, routes: declare, runtimeRoutes: declare });
function declare(http: Http): void {
  const config = { access: 'public', does: 'look' } as const;
  http.post('/json', { config }, async ({ body }) => ({ size: JSON.stringify(body).length }));
  http.get('/big', { config }, async () => ({ text: 'x'.repeat(BIG) }));
  http.get('/shared', { config }, async (_request, reply) => reply.type('text/plain').send(SHARED));
  http.post('/held', { config }, async () => {
    await gate.promise;
    return {};
  });
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer([doors], { BODY_MEMORY: 1, MIN_BODY_RATE: 0, REQUEST_TIMEOUT: 1 });
});
afterAll(() => server.close());

const post = (path: string, bytes: number, host: 'builderUrl' | 'runtimeUrl' = 'builderUrl') =>
  fetch(server[host] + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify('x'.repeat(bytes - 2)),
  });

test('refuses large bodies beyond the memory for them, on both hosts, until others have ended', async () => {
  const { port } = new URL(server.runtimeUrl);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('POST /json HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
  // Never finished.
  socket.write(`${(900_000).toString(16)}\r\n${'x'.repeat(900_000)}\r\n`);
  for (const host of ['builderUrl', 'runtimeUrl'] as const) {
    const refused = await vi.waitFor(
      async () => {
        const answer = await post('/json', 300_000, host);
        expect(answer.status).toBe(503);
        return answer;
      },
      { timeout: 15_000 },
    );
    expect(await refused.json()).toMatchObject({ code: 'server-busy', message: expect.stringContaining('transfers too much at once') });
    expect((await post('/json', 60_000, host)).status).toBe(200);
  }
  socket.destroy();
  await once(socket, 'close');
  await vi.waitFor(async () => expect((await post('/json', 300_000)).status).toBe(200), { timeout: 15_000 });
});

test('counts a body until the response', async () => {
  const held = post('/held', 900_000);
  await vi.waitFor(async () => expect((await post('/json', 300_000)).status).toBe(503), { timeout: 15_000 });
  gate.resolve();
  expect((await held).status).toBe(200);
  await vi.waitFor(async () => expect((await post('/json', 300_000)).status).toBe(200), { timeout: 15_000 });
});

/** A client that reads no more than the beginning of an answer. */
function unread(path: string): Promise<Socket> {
  const { port } = new URL(server.builderUrl);
  return vi.waitFor(
    async () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
      const [start] = await once(socket, 'data');
      socket.pause();
      expect(String(start).slice(0, 12)).toBe('HTTP/1.1 200');
      return socket;
    },
    { timeout: 15_000 },
  );
}
const status = async (path: string) => {
  const answer = await fetch(server.builderUrl + path);
  await answer.arrayBuffer();
  return answer.status;
};

test('counts an answer until it is sent, and disconnects a client that does not read it', async () => {
  const socket = await unread('/big');
  await vi.waitFor(async () => expect(await status('/big')).toBe(503), { timeout: 15_000, interval: 5 });
  await vi.waitFor(async () => expect(await status('/big')).toBe(200), { timeout: 15_000 });
  socket.destroy();
});

test('counts bytes that several answers share once', async () => {
  const sockets = await Promise.all([unread('/shared'), unread('/shared')]);
  await vi.waitFor(async () => expect(await status('/big')).toBe(503), { timeout: 15_000, interval: 5 });
  expect(await status('/shared')).toBe(200);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect(await status('/big')).toBe(200), { timeout: 15_000 });
});

test('apps share the memory evenly, and one that is alone has all of it', () => {
  const bodies = new HeldBodies(100);
  expect(bodies.take('a', 300)).toBe(true);
  bodies.release('a', 200);
  expect(bodies.take('a', 1)).toBe(false);
  expect(bodies.take('b', 50)).toBe(true);
  expect(bodies.take('b', 1)).toBe(false);
  bodies.release('a', 60);
  expect(bodies.take('a', 11)).toBe(false);
  expect(bodies.take('a', 10)).toBe(true);
  bodies.release('a', 50);
  expect(bodies.take('b', 50)).toBe(true);
});
