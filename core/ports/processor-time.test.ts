import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, test } from 'vitest';
import { processorMs, threadMs, whenSpent } from './processor-time.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that is ready, then computes or waits. */
async function start(work: 'computes' | 'waits'): Promise<number> {
  const code = work === 'computes' ? 'for (;;);' : 'setInterval(() => {}, 1000);';
  const child = spawn(process.execPath, ['--eval', `require('node:fs').writeSync(1, 'ready'); ${code}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  if (child.stdout) await once(child.stdout, 'data');
  return child.pid ?? 0;
}

/** Milliseconds until the limit ends the process. */
function ended(pid: number, limitMs: number): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve) =>
    whenSpent(
      () => processorMs(pid),
      limitMs,
      () => resolve(performance.now() - begun),
    ),
  );
}

const onLinux = process.platform === 'linux';

test.runIf(onLinux)('a process that gets no processor is ended after four times the limit', async () => {
  const took = await ended(await start('waits'), 300);
  expect(took).toBeGreaterThanOrEqual(1190);
});

test.runIf(onLinux)('a process that computes is ended when it has taken the time', async () => {
  const pid = await start('computes');
  const before = processorMs(pid) ?? 0;
  await ended(pid, 400);
  expect((processorMs(pid) ?? 0) - before).toBeGreaterThanOrEqual(300);
});

test.runIf(onLinux)('a process that was stopped for longer than the limit is not ended for it', async () => {
  const pid = await start('computes');
  process.kill(pid, 'SIGSTOP');
  const taken = ended(pid, 400);
  const first = await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, 800, 'goes on'))]);
  expect(first).toBe('goes on');
  process.kill(pid, 'SIGCONT');
  expect(await taken).toBeGreaterThanOrEqual(800);
});

it('is cancelled', async () => {
  let isEnded = false;
  whenSpent(
    () => processorMs(process.pid),
    1,
    () => {
      isEnded = true;
    },
  )();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isEnded).toBe(false);
});

it('knows no time of a process that is not there', () => {
  expect(processorMs(2 ** 30)).toBeNull();
});

test('a thread that computes is ended when it has taken the time, and one that waits after four times the limit', async () => {
  const computing = new Worker('for (;;);', { eval: true });
  const waiting = new Worker('setInterval(() => {}, 1000);', { eval: true });
  await Promise.all([once(computing, 'online'), once(waiting, 'online')]);
  const took = (thread: Worker) => {
    const begun = performance.now();
    return new Promise<number>((resolve) =>
      whenSpent(
        () => threadMs(thread),
        300,
        () => resolve(performance.now() - begun),
      ),
    );
  };
  try {
    const [, waited] = await Promise.all([took(computing), took(waiting)]);
    expect((await threadMs(computing)) ?? 0).toBeGreaterThanOrEqual(290);
    expect(waited).toBeGreaterThanOrEqual(1190);
  } finally {
    await Promise.all([computing.terminate(), waiting.terminate()]);
  }
  expect(await threadMs(waiting)).toBeNull();
});
