import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..', '..');

/** The last line that Sayso prints when it starts. */
export const SAYSO_READY = /Run apps:.*\n/;

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Answers the first request once the server is up. */
  readonly isUp: () => Promise<boolean>;
  /** Output of a server that has started completely, which may be after its first response. */
  readonly complete?: RegExp;
}

export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  /** Milliseconds from the start of the process to the first successful response. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** Starts a server in a process group of its own, polls it until it answers, and waits until it has started completely. */
export async function startServer({ command, args, env, isUp, complete }: ServerCommand): Promise<ServerProcess> {
  const { PATH = '', HOME = '' } = process.env;
  const begun = performance.now();
  const child = spawn(command, args, { cwd: ROOT, env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const exited = once(child, 'exit');
  const ended = once(child.stdout, 'close');
  let output = '';
  const completed = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    if (complete?.test(output)) completed.resolve();
  });
  // npm's shell does not forward signals: the whole group gets them. Its other processes may outlive the first one, and hold the pipe.
  const signal = (name: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {}
  };
  const stop = async (): Promise<void> => {
    signal('SIGTERM');
    const cut = setTimeout(() => signal('SIGKILL'), 30_000);
    await Promise.all([exited, ended]);
    clearTimeout(cut);
  };
  while (!(await isUp().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${command} ${args.join(' ')} ended before it was up:\n${output}`);
    await pause(1);
  }
  const startMs = performance.now() - begun;
  if (complete) await Promise.race([completed.promise, exited]);
  return { pid: child.pid ?? 0, startMs, stop, [Symbol.asyncDispose]: stop };
}
