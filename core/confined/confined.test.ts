import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfinedFailure, confinedOutput, confinedText } from './index.ts';

const limits = { libraries: [], timeoutMs: 30_000, heapMb: 64, residentMb: 400 };
let folder: string;
let files: string;
beforeAll(async () => {
  [folder, files] = (await Promise.all(['program', 'files'].map((name) => mkdtemp(join(tmpdir(), `sayso-${name}-`))))) as [string, string];
  for (const name of ['given.pdf', 'other.pdf']) await writeFile(join(files, name), name);
});
afterAll(() => Promise.all([folder, files].map((path) => rm(path, { recursive: true }))));

/** A program that a file has taken over. */
async function taken(name: string, code: string) {
  const program = join(folder, `${name}.cjs`);
  await writeFile(program, code);
  return { ...limits, program, file: join(files, 'given.pdf') };
}

test.each([
  ["fs.readFileSync(process.argv[2], 'utf8')", 'given.pdf'],
  ["fs.readFileSync(process.argv[2].replace('given', 'other'), 'utf8')", 'ERR_ACCESS_DENIED'],
  [`fs.readFileSync(${JSON.stringify(join(import.meta.dirname, 'index.ts'))}, 'utf8')`, 'ERR_ACCESS_DENIED'],
  ["fs.writeFileSync(process.argv[2], '')", 'ERR_ACCESS_DENIED'],
  ["require('node:child_process').execFileSync(process.execPath, ['--version'])", 'ERR_ACCESS_DENIED'],
  ["new (require('node:worker_threads').Worker)('', { eval: true })", 'ERR_ACCESS_DENIED'],
  ["Function('return 1')()", 'EvalError'],
  ['Object.keys(process.env).length', '0'],
])('code that a file takes over gets of %s: %s', async (attempt, answer) => {
  const code = `const fs = require('node:fs'); let answer;
    try { answer = ${attempt}; } catch (error) { answer = error.code ?? error.name; }
    process.stdout.write(String(answer));`;
  expect(await confinedText(await taken('attempt', code), 100)).toBe(answer);
});

test.each([
  ['loops', 'for (;;);', { timeoutMs: 500 }, true],
  ['fills its heap', 'const all = []; for (;;) all.push([all.length, {}]);', {}, true],
  ['prints without end', "for (;;) require('node:fs').writeSync(1, 'x'.repeat(1000))", {}, true],
  ['throws', "throw new Error('x')", {}, false],
])('a process that %s ends', async (name, code, more, isLimit) => {
  const ended = confinedText({ ...(await taken(name.replaceAll(' ', '-'), code)), ...more }, 1000);
  await expect(ended).rejects.toSatisfy((error) => error instanceof ConfinedFailure && error.isLimit === isLimit);
});

test('a process ends with the consumer of its output', async () => {
  const program = await taken('pid', 'process.stdout.write(String(process.pid)); setInterval(() => {}, 1000);');
  let pid = 0;
  for await (const part of confinedOutput(program)) {
    pid = Number(part);
    break;
  }
  const isRunning = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(pid).toBeGreaterThan(0);
  await expect.poll(isRunning).toBe(false);
});
