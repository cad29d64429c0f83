import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { between, chance, rounds, seed } from './chance.ts';
import { findLosses, killWriter } from './killed-writer.ts';

const kills = rounds(20, 200);

test(`a process killed in the middle of 1,000 writes loses none that it acknowledged, ${kills} times`, {
  timeout: kills * 5000,
}, async () => {
  const random = chance(seed);
  const directory = await mkdtemp(join(tmpdir(), 'sayso-loss-'));
  const place = { kind: 'files', directory } as const;
  try {
    for (let round = 1; round <= kills; round++) {
      const count = between(random, 1, 1000);
      const said = await killWriter(place, `r${round}`, count);
      expect(said.length).toBeGreaterThanOrEqual(count);
      expect(await findLosses(place, said), `seed ${seed}, round ${round}, after ${count} writes`).toEqual([]);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
