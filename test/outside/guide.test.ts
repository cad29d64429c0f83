// docs/plugins.md: a reader who follows it gets a plugin that type-checks, passes its test and builds.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Author, openAuthor, useInstalledPackages } from './author.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const GUIDE = join(import.meta.dirname, '..', '..', 'docs', 'plugins.md');

let author: Author;
beforeAll(async () => {
  author = await openAuthor({ npm_config_offline: 'true', npm_config_loglevel: 'error', NO_COLOR: '1' });
});
afterAll(() => author?.[Symbol.asyncDispose]());

interface Snippet {
  readonly language: string;
  /** Path of the file; null for commands. */
  readonly file: string | null;
  readonly text: string;
}

async function snippets(): Promise<Snippet[]> {
  const found = (await readFile(GUIDE, 'utf8')).matchAll(/^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$/gms);
  return [...found].map(([, language = '', file, text = '']) => ({ language, file: file ?? null, text }));
}

/** Like `npm install --save-peer @sayso/accounts`, with the packed file. */
async function savePeer(folder: string): Promise<void> {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  manifest.peerDependencies['@sayso/accounts'] = manifest.peerDependencies['@sayso/core'];
  manifest.devDependencies['@sayso/accounts'] = `file:${await author.packed('@sayso/accounts')}`;
  await writeFile(file, JSON.stringify(manifest));
}

test('the plugin of the guide type-checks, passes its test and builds', async () => {
  const all = await snippets();
  const files = all.flatMap(({ file, text }) => (file === null ? [] : [{ file, text }]));
  const commands = all.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.trim().split('\n'));
  expect(all.filter(({ language, file }) => language !== 'sh' && file === null)).toEqual([]);
  expect(files).toHaveLength(new Set(files.map(({ file }) => file)).size);
  expect(commands.slice(0, 4)).toEqual(['npm create sayso-plugin notes', 'cd notes', 'npm install', 'npm test']);

  const folder = await author.create('notes');
  await rm(join(folder, 'src'), { recursive: true });
  for (const { file, text } of files) {
    await mkdir(join(folder, file, '..'), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  await useInstalledPackages(folder);
  expect(commands).toContain('npm install --save-peer @sayso/accounts');
  await savePeer(folder);
  await author.must('npm', ['install', '--ignore-scripts'], folder);
  const own = commands.filter((command) => /^npm (run (check|build)|test)$/.test(command)).slice(1);
  expect(own).toEqual(['npm run check', 'npm test', 'npm run build']);
  for (const command of own) await author.must('npm', command.split(' ').slice(1), folder);
  expect(await author.plugin('add', folder)).toMatchObject({ code: 0 });
  const { output } = await author.plugin('list');
  expect(output).toContain('notes  0.1.0');
});
