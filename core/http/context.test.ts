import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { requestContext } from './context.ts';

function call() {
  const raw = new ServerResponse(new IncomingMessage(new Socket()));
  const request = { id: 'r', raw: raw.req, headers: {} } as unknown as FastifyRequest;
  const context = requestContext(request, { raw } as unknown as FastifyReply, { kind: 'anonymous' }, () => undefined as never);
  return { raw, context };
}

test('the signal tells that the caller left', async () => {
  const { raw, context } = call();
  const { signal } = context;
  expect(signal.aborted).toBe(false);
  raw.destroy();
  await once(signal, 'abort');
});

test('also one who left before anybody asked for it', async () => {
  const { raw, context } = call();
  raw.destroy();
  await once(raw, 'close');
  expect(context.signal.aborted).toBe(true);
});
