// The process that waits for the server; plain JavaScript like run.mjs.
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const scripts = dirname(fileURLToPath(import.meta.url));
const SHELL = '/bin/sh';

/** Whether this process can become another program: Node 22.15 and newer, not on Windows. */
export const canBecome = process.platform !== 'win32' && process.execve !== undefined && existsSync(SHELL);

/**
 * Makes this process the shell that starts the server and waits for it: a shell holds 0.3 MB, Node 30. Never returns. `crashes`: how often
 * the server has ended soon after its start. `parent`: the process with which the server ends.
 */
export function becomeSupervisor(parameters, { crashes = 0, parent = process.ppid } = {}) {
  const PATH = `${join(dirname(scripts), 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`;
  process.execve(SHELL, ['sh', join(scripts, 'supervise.sh'), `${parent}`, `${crashes}`, ...parameters], { ...process.env, PATH });
}

/** Whether a process of this id runs. 0 is the parent of the first process of a container. */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Any other error (EPERM) is that of a process that exists.
    return error.code !== 'ESRCH';
  }
}
