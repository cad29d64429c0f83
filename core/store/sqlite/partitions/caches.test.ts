import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

test('caches more of the last three files that got many rows at a time', async () => {
  await add('small', 10);
  for (const appId of ['a', 'b', 'c', 'd']) await add(appId, 1000);
  expect(['small', 'a', 'b', 'c', 'd'].map(cacheOf)).toEqual([2048, 2048, 16_384, 16_384, 16_384]);
});

test('frees the large cache of a file without a use since the last two checks', async () => {
  await add('a', 1000);
  const file = files.get('a');
  file.shrinkWhenIdle();
  expect(cacheOf('a')).toBe(16_384);
  file.shrinkWhenIdle();
  file.shrinkWhenIdle();
  expect(-(file.database.prepare('PRAGMA cache_size').get()?.['cache_size'] as number)).toBe(2048);
  await add('a', 1000);
  expect(cacheOf('a')).toBe(16_384);
});
