import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from './contract/index.ts';

/** What the process creates from now on belongs to its user alone: SQLite and its logs, blobs, temporary uploads. For a process that serves. */
export function createPrivately(): void {
  process.umask(0o077);
}

/** Files of an earlier release, or of a copy, that may be readable by others. Blobs need no walk: the folder's mode denies access. */
const SECRETS = ['secret', 'sayso.db', 'sayso.db-wal', 'sayso.db-shm'];

/** Makes the data folder, and takes it and what is secret in it away from other users of the machine. */
export function openDataDirectory(directory: string, log: Logger): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  tighten(directory, 0o700, log);
  for (const name of SECRETS) tighten(join(directory, name), 0o600, log);
}

function tighten(path: string, mode: number, log: Logger): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    // A mounted folder may belong to another user, or have no modes: Sayso works there, and its operator should know.
    log.warn({ err: error, path }, 'Other users of this machine may be able to read the data: the file mode could not be changed');
  }
}
