import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
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
