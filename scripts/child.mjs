// Runs programs for the npm scripts; plain JavaScript like run.mjs.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const bin = join(root, 'node_modules', '.bin');
const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
const parent = process.ppid;
let stopRequested = false;
/** Whether the parent process has sent a stop signal or has exited. */
export const isStopping = () => stopRequested || process.ppid !== parent;
export const say = (text) => process.stdout.write(`${text}\n`);

/** Runs a program; resolves with its exit code, or 128 plus the signal number. */
export function run(command, parameters, { env = {}, cwd = root, signal } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, parameters, {
      cwd,
      stdio: 'inherit',
      signal,
      env: { ...environment, ...env },
      shell: process.platform === 'win32',
    });
    const pass = (signal) => {
      stopRequested = true;
      // The terminal sends Ctrl-C to the child as well.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    process.on('SIGINT', pass).on('SIGTERM', pass);
    // npm starts this process in a shell, which does not forward signals: stop the child when the shell has exited.
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      child.kill('SIGTERM');
    }, 300);
    child.once('error', (error) => {
      // An abort by `signal`: the `exit` event follows.
      if (error.name !== 'AbortError') fail(error);
    });
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      process.off('SIGINT', pass).off('SIGTERM', pass);
      done(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1));
    });
  });
}

export async function must(command, parameters, settings) {
  const code = await run(command, parameters, settings);
  if (code !== 0) process.exit(code);
}
