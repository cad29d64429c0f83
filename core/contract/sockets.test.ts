import { afterEach, expect, test, vi } from 'vitest';
import { MessageLimit, OpenSockets } from './sockets.ts';

afterEach(() => vi.useRealTimers());

/** A connection, what it was answered, and whether it was destroyed. */
function connection(address: string) {
  const listeners: (() => void)[] = [];
  const close = () => {
    for (const listener of listeners.splice(0)) listener();
  };
  const seen = { answer: '', isDestroyed: false };
  const socket = {
    on: () => undefined,
    once: (_event: 'close', listener: () => void) => listeners.push(listener),
    end(text: string) {
      seen.answer = text.split('\r\n')[0] ?? '';
    },
    destroy() {
      seen.isDestroyed = true;
      close();
    },
  };
  return { address, socket: socket as never, seen, close };
}

test('admits connections within the limits; a closed one frees its place', () => {
  const open = new OpenSockets({ all: 3, perAddress: 2 });
  const [first, second, third, other, late] = ['a', 'a', 'a', 'b', 'c'].map(connection);
  const admitted = [first, second, third, other, late].map((each) => each && open.admits(each));
  expect(admitted).toEqual([true, true, false, true, false]);
  expect([third?.seen.answer, late?.seen.answer]).toEqual(['HTTP/1.1 429 Too Many Requests', 'HTTP/1.1 503 Service Unavailable']);
  first?.close();
  expect([open.admits(connection('a')), open.admits(connection('c'))]).toEqual([true, false]);
});

test('asks clients to close, destroys those that do not, and refuses further ones', async () => {
  vi.useFakeTimers();
  const open = new OpenSockets({ all: 3, perAddress: 3 });
  const [polite, deaf, late] = ['a', 'a', 'a'].map(connection);
  for (const each of [polite, deaf]) if (each) open.admits(each);
  let isClosed = false;
  const closing = open
    .close(() => polite?.close())
    .then(() => {
      isClosed = true;
    });
  expect(late && open.admits(late)).toBe(false);
  await vi.advanceTimersByTimeAsync(999);
  expect([isClosed, deaf?.seen.isDestroyed]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1);
  await closing;
  expect([polite?.seen.isDestroyed, deaf?.seen.isDestroyed, late?.seen.answer]).toEqual([false, true, 'HTTP/1.1 503 Service Unavailable']);
});

test('closes at once without connections', async () => {
  const open = new OpenSockets({ all: 1, perAddress: 1 });
  await open.close(() => undefined);
  expect(open.admits(connection('a'))).toBe(false);
});

test('limits messages within a minute', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const limit = new MessageLimit(2);
  expect([limit.take(), limit.take(), limit.take()]).toEqual([true, true, false]);
  vi.advanceTimersByTime(60_000);
  expect([limit.take(), limit.take(), limit.take()]).toEqual([true, true, false]);
});
