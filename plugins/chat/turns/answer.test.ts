import { setImmediate as immediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ModelEvent } from '@sayso/models/ref';
import { expect, test } from 'vitest';
import { Answer } from './answer.ts';

/** Runs the garbage collector until `count` says that enough is gone; answers what is left. */
async function collected(count: () => number, enough: number): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let tries = 0; tries < 10 && count() > enough; tries++) {
    await immediate();
    collect();
  }
  return count();
}

test('what of an answer is read is let go while more of it comes', async () => {
  const told: WeakRef<ModelEvent>[] = [];
  async function* streamChat(): AsyncGenerator<ModelEvent> {
    for (;;) {
      const event: ModelEvent = { type: 'text', text: 'word ' };
      told.push(new WeakRef(event));
      yield event;
    }
  }
  const reading = new Answer({ streamChat }, { messages: [] }).read(new AbortController().signal);
  for (let read = 0; read < 500; read++) await reading.next();
  expect(await collected(() => told.filter((event) => event.deref() !== undefined).length, 10)).toBeLessThanOrEqual(10);
  await reading.return(undefined);
});
