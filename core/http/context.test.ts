import { once } from 'node:events';
import { get, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { definePlugin } from '../contract/index.ts';
import { startTestServer } from '../testing/index.ts';
import { Call } from './context.ts';

function call() {
  const raw = new ServerResponse(new IncomingMessage(new Socket()));
  const request = { id: 'r', raw: raw.req, headers: {} } as unknown as FastifyRequest;
  const host = { name: 'runtime' as const, identify: () => ({ kind: 'anonymous' }) as const, get: () => undefined as never };
  const context = new Call(request, { raw } as unknown as FastifyReply, host);
  return { raw, context };
}

test('aborts the signal when the client disconnects', async () => {
  const { raw, context } = call();
  const { signal } = context;
  expect(signal.aborted).toBe(false);
  raw.destroy();
  await once(signal, 'abort');
});

test('returns an aborted signal when the client disconnected before its first use', async () => {
  const { raw, context } = call();
  raw.destroy();
  await once(raw, 'close');
  expect(context.signal.aborted).toBe(true);
});

test.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
  ['waits for the signal', (signal) => once(signal, 'abort').then(() => Promise.reject(signal.reason))],
  ['reads a stream until the signal', (signal) => pipeline(new PassThrough(), new PassThrough(), { signal })],
])('logs no error for a handler that %s when its client disconnects', async (_what, wait) => {
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const doors = definePlugin({
    name: 'doors',
    contract: 1,
    start: () => undefined,
    routes: (http) => {
      http.get('/waits', { config: { access: 'public', does: 'look' } }, async ({ sayso: { signal } }) => {
        started.resolve();
        return wait(signal).finally(ended.resolve);
      });
      http.get('/fails', { config: { access: 'public', does: 'look' } }, async () => {
        throw new DOMException('Of the handler itself.', 'AbortError');
      });
    },
  });
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const server = await startTestServer([doors], {}, { log });
  const request = get(`${server.builderUrl}/waits`).on('error', () => undefined);
  await started.promise;
  request.destroy();
  await ended.promise;
  await fetch(`${server.builderUrl}/fails`);
  await server.close();
  expect(log.error.mock.calls).toEqual([[expect.objectContaining({ route: '/fails' }), 'Unexpected error']]);
});
