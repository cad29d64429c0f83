import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../../contract/id.ts';
import { partitionedSpec } from '../../partitions.suite.ts';
import { Checkpoints } from '../checkpoints.ts';
import { Writability } from '../writability.ts';
import { PartitionFiles } from './files.ts';
import { PartitionWrites } from './writes.ts';

const spec = partitionedSpec.partition;
let folder = '';
let files: PartitionFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-caches-'));
  const declared = () => [];
  files = new PartitionFiles({
    ...{ spec, folder: join(folder, 'apps'), durable: false, writability: new Writability(), checkpoints: new Checkpoints(), declared },
  });
});
afterEach(async () => {
  await files.close();
  await rm(folder, { recursive: true });
});

async function add(appId: string, count: number): Promise<void> {
  const row = () => ({ _id: newId(), appId, entity: 'Note', createdAt: null, creatorId: null, data: {} });
  await new PartitionWrites(spec, files).insert(Array.from({ length: count }, row));
}

/** In KiB. */
const cacheOf = (appId: string) => -(files.get(appId).database.prepare('PRAGMA cache_size').get()?.['cache_size'] as number);

test('caches more of the last two files that got many rows at a time, for two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await add('small', 10);
    for (const appId of ['a', 'b', 'c']) await add(appId, 1000);
    expect(['small', 'a', 'b', 'c'].map(cacheOf)).toEqual([2048, 2048, 16_384, 16_384]);
    vi.advanceTimersByTime(1500);
    await add('c', 1000);
    vi.advanceTimersByTime(1500);
    expect(['b', 'c'].map(cacheOf)).toEqual([2048, 16_384]);
    vi.advanceTimersByTime(500);
    expect(cacheOf('c')).toBe(2048);
  } finally {
    vi.useRealTimers();
  }
});
