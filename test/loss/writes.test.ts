import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProduct } from '../product.ts';
import { between, chance, rounds, seed } from './chance.ts';
import { addNotes, clientOf, makeApp, readNotes, signUp } from './client.ts';
import { findLosses, killWriter } from './killed-writer.ts';

const kills = rounds(20, 200);

test(`a process killed during 1,000 writes loses no acknowledged one, ${kills} times`, {
  timeout: kills * 5000,
}, async () => {
  const random = chance(seed);
  const directory = await mkdtemp(join(tmpdir(), 'sayso-loss-'));
  try {
    for (let round = 1; round <= kills; round++) {
      // Twenty kills on the same data; each round reads all of it, so more would take ever longer.
      const place = { kind: 'files', directory: join(directory, `${Math.floor(round / 20)}`) } as const;
      const count = between(random, 1, 1000);
      const acknowledged = await killWriter(place, `r${round}`, count);
      expect(acknowledged.length).toBeGreaterThanOrEqual(count);
      expect(await findLosses(place, acknowledged), `seed ${seed}, round ${round}, after ${count} writes`).toEqual([]);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test('the product killed while adding rows keeps every acknowledged one', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-loss-'));
  const env = { DATA_DIR: folder, RATE_LIMIT: '0' };
  const killAt = between(chance(seed), 200, 900);
  let product = await startProduct(env);
  try {
    const client = await signUp(product);
    const appId = await makeApp(client, 'Notes');
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const notes = addNotes(client, appId, { prefix: 'n', count: 1000, onRow: (total) => total === killAt && resolve() });
    await reached;
    await product.kill();
    const acknowledged = await notes;
    expect(acknowledged.length).toBeGreaterThanOrEqual(killAt);

    product = await startProduct(env);
    const kept = await readNotes(clientOf(product, client.token), appId);
    expect(acknowledged.filter((text) => !kept.has(text))).toEqual([]);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
