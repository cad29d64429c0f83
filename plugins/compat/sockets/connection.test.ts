import { EventEmitter } from 'node:events';
import { TooManyRequests } from '@sayso/core';
import type { StreamRequest } from '@sayso/entities/ref';
import { expect, it, vi } from 'vitest';
import { Connection } from './connection.ts';

it('ends a room that is joined again with its connection, also when the first attempt fails late', async () => {
  const emitted: unknown[] = [];
  const incoming = new EventEmitter();
  const socket = { conn: new EventEmitter(), on: incoming.on.bind(incoming), emit: (...event: unknown[]) => emitted.push(event) };
  const attempts: { readonly request: StreamRequest; readonly answer: PromiseWithResolvers<void> }[] = [];
  const open = (request: StreamRequest) => {
    const answer = Promise.withResolvers<void>();
    attempts.push({ request, answer });
    return answer.promise;
  };
  const entities = { schema: async () => ({ name: 'Note', type: 'object', properties: {} }), realtime: { open } };
  const handshake = { actor: { kind: 'anonymous' }, authorization: null, upgrade: { address: 'a', socket: {} } };
  new Connection(socket as never, handshake as never, { entities: entities as never, emailOf: async () => null });
  for (const event of ['join', 'leave', 'join']) incoming.emit(event, 'entities:app:Note');
  await vi.waitFor(() => expect(attempts).toHaveLength(2), { timeout: 15_000 });
  const [first, second] = attempts;
  const closed = vi.fn();
  second?.request.connect()?.onClose(closed);
  second?.answer.resolve();
  first?.answer.reject(new TooManyRequests('Too many live streams are open.'));
  await first?.answer.promise.catch(() => undefined);
  await new Promise(setImmediate);
  expect([closed.mock.calls.length, emitted]).toEqual([0, []]);
  incoming.emit('disconnect');
  expect(closed).toHaveBeenCalledOnce();
});
