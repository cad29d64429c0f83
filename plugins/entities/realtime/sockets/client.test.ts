import { EventEmitter } from 'node:events';
import { TooManyRequests } from '@sayso/core';
import { expect, it, vi } from 'vitest';
import type { StreamRequest } from '../../ref.ts';
import { Client } from './client.ts';

it('keeps a table that is followed again when the first attempt fails late', async () => {
  const sent: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (bytes: string) => sent.push(bytes),
    close: () => undefined,
    terminate: () => undefined,
  });
  const attempts: { readonly request: StreamRequest; readonly answer: PromiseWithResolvers<void> }[] = [];
  const open = (request: StreamRequest) => {
    const answer = Promise.withResolvers<void>();
    attempts.push({ request, answer });
    return answer.promise;
  };
  const upgrade = { address: 'a', identify: () => ({ kind: 'anonymous' }) };
  new Client(socket as never, { upgrade: upgrade as never, log: {} as never, open });
  const say = (message: object) => socket.emit('message', JSON.stringify(message), false);
  say({ app: 'app', token: null });
  await vi.waitFor(() => expect(sent).toEqual(['{}']), { timeout: 15_000 });
  for (const message of [{ follow: 'Note' }, { leave: 'Note' }, { follow: 'Note' }]) say(message);
  const [first, second] = attempts;
  const closed = vi.fn();
  second?.request.connect()?.onClose(closed);
  second?.answer.resolve();
  first?.answer.reject(new TooManyRequests('Too many live streams are open.'));
  await first?.answer.promise.catch(() => undefined);
  await new Promise(setImmediate);
  expect([closed.mock.calls.length, sent, first?.request.connect()]).toEqual([0, ['{}'], null]);
  socket.emit('close');
  expect(closed).toHaveBeenCalledOnce();
});
