import { setImmediate as immediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { until } from './routes.ts';

test('does not retain the chunks of an endless stream', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const sent: WeakRef<Uint8Array>[] = [];
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = new Uint8Array(16);
      sent.push(new WeakRef(chunk));
      controller.enqueue(chunk);
    },
  });
  const reading = until(new AbortController().signal, source);
  for (let read = 0; read < 500; read++) await reading.next();
  const left = () => sent.filter((chunk) => chunk.deref() !== undefined).length;
  for (let tries = 0; tries < 10 && left() > 10; tries++) {
    await immediate();
    collect();
  }
  expect(left()).toBeLessThanOrEqual(10);
  await reading.return(undefined);
});

test('ends on abort, also while a read is pending', async () => {
  const ending = new AbortController();
  const reading = until(ending.signal, new ReadableStream<Uint8Array>());
  const next = reading.next();
  ending.abort();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(await until(ending.signal, new ReadableStream<Uint8Array>()).next()).toEqual({ done: true, value: undefined });
});
