import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { definePlugin } from '../contract/index.ts';
import { openSqliteStore } from '../store/index.ts';
import { testHost } from '../testing/index.ts';
import { migrateNumbers } from './fixtures/numbers.ts';
import { checkPlugins } from './index.ts';
import { describeMigrations } from './migrations.suite.ts';

describeMigrations('migrations on SQLite', () => openSqliteStore({ file: ':memory:' }));

test('resume a step that was killed halfway, without skipping documents', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-migrations-'));
  const file = join(folder, 'sayso.db');
  try {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./fixtures/killed-migration.ts', import.meta.url)), file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    const store = await openSqliteStore({ file });
    const numbers = await store.open<{ _id: string; value: number }>('numbers_all', { document: z.any() });
    expect(await numbers.count({ value: { $gte: 1000 } })).toBe(50);
    await migrateNumbers(store, () => Promise.resolve());
    expect(await numbers.count({ value: { $gte: 1000 } })).toBe(100);
    expect(await numbers.count({ value: { $gte: 2000 } })).toBe(0);
    await store.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('run before any plugin starts', async () => {
  const seen: string[] = [];
  const make = (name: string) =>
    definePlugin({
      name,
      contract: 1,
      migrations: [{ name: 'first', run: async () => void seen.push(`${name} migrates`) }],
      start: () => void seen.push(`${name} starts`),
    });
  await using _host = await testHost(make('a'), { plugins: [make('b')] });
  expect(seen).toEqual(['a migrates', 'b migrates', 'a starts', 'b starts']);
});

test('need valid names that are unique within the plugin', () => {
  const run = async (): Promise<void> => undefined;
  const migrations = ['A b', 'one', 'one'].map((name) => ({ name, run }));
  const { problems } = checkPlugins([{ name: 'a', contract: 1, migrations, start: () => undefined }]);
  expect(problems.map(({ problem }) => problem)).toEqual([
    'The name of its migration "A b" is not allowed.',
    'Two of its migrations are named "one".',
  ]);
});
