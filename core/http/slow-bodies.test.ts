import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definePlugin, type Http } from '../contract/index.ts';
import { startTestServer, type TestServer, testHost } from '../testing/index.ts';

const BIG = 400_000;

const doors = definePlugin({
  name: 'doors',
  contract: 1,
  start: () => undefined,
  routes: declare,
  runtimeRoutes: declare,
});
function declare(http: Http): void {
  const config = { access: 'public', does: 'look' } as const;
  http.post('/json', { config }, async ({ body }) => ({ size: JSON.stringify(body ?? null).length }));
  http.post('/file', { config }, async (request) => {
    const file = await request.file();
    // A slow reader on the server is not the client's fault.
    await pause(2500);
    return { size: (await file?.toBuffer())?.length };
  });
  http.get('/stream', { config }, async (_request, reply) => {
    const answer = new ReadableStream({
      async start(controller) {
        for (const part of ['a', 'b', 'c', 'd']) {
          controller.enqueue(new TextEncoder().encode(part));
          await pause(700);
        }
        controller.close();
      },
    });
    return reply.send(answer);
  });
}

const settings = { REQUEST_TIMEOUT: 1, MIN_BODY_RATE: 2000 };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer([doors], settings);
});
afterAll(() => server.close());

/** Sends the text, then the pieces with a pause before each; resolves with the response when the socket closes. */
async function talk(url: string, text: string, pieces: readonly string[] = [], pauseMs = 0): Promise<string> {
  const { port } = new URL(url);
  const socket: Socket = connect(Number(port), '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += String(data);
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(text);
  for (const piece of pieces) {
    await pause(pauseMs);
    if (socket.destroyed) break;
    socket.write(piece);
  }
  await closed;
  return answer;
}
const post = (path: string, length: number, type = 'application/json') =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;

describe.concurrent.each(['builderUrl', 'runtimeUrl'] as const)('%s', (host) => {
  test('times out incomplete headers', async () => {
    const answer = await talk(server[host], 'POST /json HTTP/1.1\r\nhost: localhost\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('"code":"request-timeout"');
  });

  test('times out a missing body and a trickling body', async () => {
    for (const pieces of [[], Array.from({ length: 40 }, () => ' ')]) {
      const answer = await talk(server[host], post('/json', 1000), pieces, 250);
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
    }
  });

  test('accepts a slow body that keeps the minimum rate', async () => {
    const pieces = ['"', ...Array.from({ length: 12 }, () => 'x'.repeat(1000)), '"'];
    const answer = await talk(server[host], post('/json', 12_002), pieces, 200);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain('{"size":12002}');
  });
});

test.concurrent('does not time out a body under backpressure, nor a slow response', async () => {
  const form = new FormData();
  form.set('file', new File(['x'.repeat(BIG)], 'big.txt'));
  const sent = await fetch(`${server.builderUrl}/file`, { method: 'POST', body: form });
  expect(await sent.json()).toEqual({ size: BIG });
  expect(await (await fetch(`${server.builderUrl}/stream`)).text()).toBe('abcd');
});

test.concurrent('does not time an injected request, which has no connection', async () => {
  const uncaught: unknown[] = [];
  const keep = (error: unknown) => void uncaught.push(error);
  process.prependListener('uncaughtException', keep);
  try {
    await using host = await testHost(doors, { config: settings });
    const headers = { 'content-type': 'application/json' };
    const answer = await host.fetch('/json', { method: 'POST', headers, body: '"abc"' });
    expect(await answer.json()).toEqual({ size: 5 });
    await pause(2000);
    expect(uncaught).toEqual([]);
  } finally {
    process.removeListener('uncaughtException', keep);
  }
});
