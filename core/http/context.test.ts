import { once } from 'node:events';
import { get, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
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

test('logs no error for a handler that ends because its client disconnected', async () => {
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const doors = definePlugin({
    name: 'doors',
    contract: 1,
    start: () => undefined,
    routes: (http) => {
      http.get('/waits', { config: { access: 'public' } }, async ({ sayso: { signal } }) => {
        started.resolve();
        await once(signal, 'abort');
        ended.resolve();
        throw signal.reason;
      });
      http.get('/fails', { config: { access: 'public' } }, async () => {
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
