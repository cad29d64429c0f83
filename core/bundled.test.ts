import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BUNDLES, CURRENT, currentBundle, digestOf, stateOf } from './bundled.mjs';

const sources = ['main.ts', 'config.ts'];

/** A repository with a current bundle. */
function bundledFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'sayso-bundled-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const source of sources) writeFileSync(join(root, source), source);
  mkdirSync(join(root, BUNDLES), { recursive: true });
  const current = { root, folder: 'one', sources, state: stateOf(root, sources), digest: digestOf(root, sources) };
  writeFileSync(join(root, BUNDLES, CURRENT), JSON.stringify(current));
  return root;
}

test('without changes the bundle is current', () => {
  const root = bundledFolder();
  expect(currentBundle(root)).toBe(join(root, BUNDLES, 'one'));
});

test('other times of the same sources leave the bundle current, and are remembered', () => {
  const root = bundledFolder();
  utimesSync(join(root, 'main.ts'), 1, 1);
  expect(currentBundle(root)).toBe(join(root, BUNDLES, 'one'));
  const { state } = JSON.parse(readFileSync(join(root, BUNDLES, CURRENT), 'utf8')) as { state: string };
  expect(state).toBe(stateOf(root, sources));
});

test.each<[change: string, (root: string) => void]>([
  ['a removed source', (root) => rmSync(join(root, 'main.ts'))],
  ['no note of a bundle', (root) => rmSync(join(root, BUNDLES, CURRENT))],
  ['a damaged note', (root) => writeFileSync(join(root, BUNDLES, CURRENT), '{')],
  [
    'a source of the same length and time of modification',
    (root) => {
      const path = join(root, 'main.ts');
      const { atime, mtime } = statSync(path);
      writeFileSync(path, 'niam.ts');
      utimesSync(path, atime, mtime);
    },
  ],
])('%s: no bundle is current', (_change, change) => {
  const root = bundledFolder();
  change(root);
  expect(currentBundle(root)).toBeNull();
});

test('a bundle of another folder is not current', () => {
  const [root, other] = [bundledFolder(), bundledFolder()];
  writeFileSync(join(root, BUNDLES, CURRENT), readFileSync(join(other, BUNDLES, CURRENT), 'utf8'));
  expect(currentBundle(root)).toBeNull();
});
