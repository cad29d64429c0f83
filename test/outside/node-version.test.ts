import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const OLDEST = '22.18';

/** Runs a command on this Node, which says that it is another version. */
async function runOn(version: string, command: string): Promise<{ readonly code: number; readonly out: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'node-version-'));
  const preload = join(folder, 'version.cjs');
  writeFileSync(preload, `Object.defineProperty(process.versions, 'node', { value: '${version}' });`);
  return new Promise((resolve) =>
    execFile(process.execPath, ['--require', preload, join(ROOT, command)], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), out: stdout + stderr }),
    ),
  );
}

test.each(['create-plugin/create.ts', 'create-integration/create.ts', 'create-integration/sayso-integration.ts'])(
  '%s says in one sentence that it needs a newer Node',
  async (command) => {
    for (const version of ['18.20.4', '20.19.0', '22.17.1']) {
      const { code, out } = await runOn(version, command);
      expect([code, out.trim().split('\n')]).toEqual([
        1,
        [expect.stringContaining(`needs Node ${OLDEST} or newer, and this is Node ${version}`)],
      ]);
    }
    const { out } = await runOn('22.18.0', command);
    expect(out).not.toContain('needs Node');
  },
);

test.each(['create-plugin', 'create-integration', 'create-plugin/frame'])('the package of %s states the Node that it needs', (folder) => {
  expect(read(`${folder}/package.json`).engines).toEqual({ node: `>=${OLDEST}` });
});
