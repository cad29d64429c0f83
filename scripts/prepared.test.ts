import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inputState, isPrepared, notePrepared } from './prepared.mjs';

/** A folder in which all is built. */
function preparedFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'sayso-prepared-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['web/src/app', 'web/dist', 'node_modules']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'package-lock.json'), '{}');
  writeFileSync(join(root, 'web/src/app/page.tsx'), 'one');
  writeFileSync(join(root, 'web/dist/.inputs'), 'digest');
  mkdirSync(join(root, '.cache/server'), { recursive: true });
  writeFileSync(join(root, '.cache/server/current.json'), JSON.stringify({ root, folder: 'one', sources: [], state: '' }));
  notePrepared(root, inputState(root));
  return root;
}

test('a folder without changes is prepared', () => {
  expect(isPrepared(preparedFolder())).toBe(true);
});

test.each<[change: string, (root: string) => void]>([
  ['an added source', (root) => writeFileSync(join(root, 'web/src/new.tsx'), '')],
  ['a removed source', (root) => rmSync(join(root, 'web/src/app/page.tsx'))],
  ['a changed lock file', (root) => writeFileSync(join(root, 'package-lock.json'), '{ }')],
  ['a removed build', (root) => rmSync(join(root, 'web/dist'), { recursive: true })],
  ["npm's record of another installation", (root) => writeFileSync(join(root, 'node_modules/.package-lock.json'), '{}')],
  ['a removed note', (root) => rmSync(join(root, '.cache/prepared'))],
  ['a removed bundle of the server', (root) => rmSync(join(root, '.cache/server'), { recursive: true })],
  [
    'a source of the same length and time of modification',
    (root) => {
      const path = join(root, 'web/src/app/page.tsx');
      const { atime, mtime } = statSync(path);
      writeFileSync(path, 'two');
      utimesSync(path, atime, mtime);
    },
  ],
])('%s is noticed', (_change, change) => {
  const root = preparedFolder();
  change(root);
  expect(isPrepared(root)).toBe(false);
});

test('a change during the build is noticed', () => {
  const root = preparedFolder();
  const before = inputState(root);
  writeFileSync(join(root, 'web/src/app/page.tsx'), 'changed during the build');
  notePrepared(root, before);
  expect(isPrepared(root)).toBe(false);
});
