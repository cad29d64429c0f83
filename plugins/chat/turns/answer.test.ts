import { setImmediate as immediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ModelEvent } from '@sayso/models/ref';
import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';

/** Runs the garbage collector until `count` is at most `enough`; returns the last count. */
async function collected(count: () => number, enough: number): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let tries = 0; tries < 10 && count() > enough; tries++) {
    await immediate();
    collect();
  }
  return count();
}

test('does not retain the events of an answer that have been read', async () => {
  const emitted: WeakRef<ModelEvent>[] = [];
  async function* streamChat(): AsyncGenerator<ModelEvent> {
    for (;;) {
      const event: ModelEvent = { type: 'text', text: 'word ' };
      emitted.push(new WeakRef(event));
      yield event;
    }
  }
  const reading = readAnswer({ streamChat }, { messages: [] }, new AbortController().signal);
  for (let read = 0; read < 500; read++) await reading.next();
  expect(await collected(() => emitted.filter((event) => event.deref() !== undefined).length, 10)).toBeLessThanOrEqual(10);
  await reading.return(undefined);
});
