import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8');
/** Every threat, its mitigation, and the tests that it names. */
const threats = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, threat = '', , tests = '']) => [threat, [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)] as const);

test('lists the threats', () => {
  expect(threats.length).toBeGreaterThan(20);
});

// A file, a folder that contains tests, or the name of a test in this folder.
test.each(threats)('%s: its tests exist', (_threat, names) => {
  expect(names).not.toEqual([]);
  for (const name of names) {
    if (/\.test\.ts$/.test(name)) expect(existsSync(join(root, name)), name).toBe(true);
    else if (name.includes('/')) expect(globSync('**/*.test.{ts,tsx}', { cwd: join(root, name) }), name).not.toEqual([]);
    else expect(existsSync(join(import.meta.dirname, `${name}.test.ts`)), name).toBe(true);
  }
});
