import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePorts } from '../core/free-ports.ts';
import { supervise } from './supervise.mjs';

/** Simulates runs with these durations and exit codes; returns the output, the pauses and the last code. */
async function live(lives: readonly (readonly [ms: number, code: number])[], isStopping = () => false) {
  const said: string[] = [];
  const pauses: number[] = [];
  let clock = 0;
  let next = 0;
  const code = await supervise(
    async () => {
      const [ms, ended] = lives[next++] ?? [0, 0];
      clock += ms;
      return ended;
    },
    { isStopping, say: (text: string) => said.push(text), wait: async (ms: number) => void pauses.push(ms), now: () => clock },
  );
  return { code, said, pauses, starts: next };
}

describe('a server', () => {
  test.each([0, 1, 130, 143])('that exits with code %i is not restarted', async (code) => {
    expect(await live([[5000, code]])).toEqual({ code, said: [], pauses: [], starts: 1 });
  });

  test('that crashes is restarted with backoff, which a long run resets', async () => {
    const { code, pauses, said } = await live([
      [100, 134],
      [100, 137],
      [90_000, 137],
      [100, 70],
      [100, 0],
    ]);
    expect([code, pauses]).toEqual([0, [1000, 2000, 1000, 2000]]);
    expect(said[0]).toBe('Sayso ended unexpectedly, by signal 6. It starts again in 1 s.');
    expect(said[3]).toBe('Sayso ended unexpectedly, with exit code 70. It starts again in 2 s.');
  });

  test('that keeps crashing early is given up', async () => {
    const { code, starts, said } = await live(Array.from({ length: 9 }, () => [100, 134] as const));
    expect([code, starts]).toEqual([134, 5]);
    expect(said.at(-1)).toMatch(/ended 5 times soon after its start, last by signal 6, and is not started again/);
  });

  test('that crashes during a stop is not restarted', async () => {
    expect((await live([[100, 137]], () => true)).starts).toBe(1);
  });
});

/** A server started by this command, with what it has printed. */
async function startSupervised(command: string, parameters: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-supervised-'));
  const [port = 0, runtimePort = 0] = await freePorts(2);
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, HOST: '127.0.0.1', PORT: String(port), RUNTIME_PORT: String(runtimePort), DATA_DIR: folder };
  const runner = spawn(command, parameters, { env });
  let said = '';
  for (const stream of [runner.stdout, runner.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status);
  return {
    runner,
    said: () => said,
    ready,
    isReady: (times: number) => expect.poll(() => said.split('Sayso is ready').length - 1, { timeout: 60_000 }).toBe(times),
    async [Symbol.asyncDispose]() {
      runner.kill('SIGTERM');
      await expect.poll(() => ready().catch(() => null), { timeout: 30_000 }).toBe(null);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
const RUN = join(import.meta.dirname, 'run.mjs');

test('npm start restarts a killed server, and exits with it on SIGTERM', async () => {
  await using server = await startSupervised(process.execPath, [RUN, 'start']);
  await server.isReady(1);
  process.kill(childOf(server.runner.pid), 'SIGKILL');
  await server.isReady(2);
  expect(server.said()).toContain('Sayso ended unexpectedly, by signal 9. It starts again in 1 s.');
  expect(await server.ready()).toBe(200);
  const ended = once(server.runner, 'exit');
  server.runner.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await expect(server.ready()).rejects.toThrow();
}, 180_000);

test('npm start ends when the shell of npm does', async () => {
  // Two commands, so that the shell does not become the first.
  await using server = await startSupervised('sh', ['-c', `"${process.execPath}" "${RUN}" start; exit 0`]);
  await server.isReady(1);
  server.runner.kill('SIGKILL');
  await expect.poll(() => server.ready().catch(() => null), { timeout: 30_000 }).toBe(null);
  await expect.poll(server.said).toContain('Stopping.');
}, 120_000);

/** The child of a process. */
function childOf(parent: number | undefined): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const child = lines.map((line) => line.trim().split(/\s+/).map(Number)).find(([, of]) => of === parent);
  if (child?.[0] === undefined) throw new Error(`The process ${parent} has no child.`);
  return child[0];
}
