import { setImmediate as immediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

const slice = (): void => {
  for (const since = performance.now(); performance.now() - since < 3; );
};

it('starts a bounded number of reads per turn of the event loop, and completes all', async () => {
  const turns = new Turns();
  let begun = 0;
  const reads = Array.from({ length: 30 }, async () => {
    const turn = turns.begin();
    if (turn !== undefined) await turn;
    slice();
    begun += 1;
    await turns.next();
  });
  const counts: number[] = [];
  while (begun < reads.length) {
    const before = begun;
    await immediate();
    counts.push(begun - before);
  }
  await Promise.all(reads);
  expect(Math.max(...counts)).toBeLessThanOrEqual(5);
});

it('lets a read start at once while another one continues', async () => {
  const turns = new Turns();
  let isDone = false;
  const long = (async () => {
    while (!isDone) await turns.next();
  })();
  await immediate();
  expect(turns.begin()).toBeUndefined();
  isDone = true;
  await long;
});
