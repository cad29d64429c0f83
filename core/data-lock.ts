import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { DataUnusable } from './data-folder.ts';
import { lockFile } from './file-lock.ts';

const LOCK = 'server.lock';
/** Names the holder of the lock; a clean stop removes it. */
const HOLDER = 'server.pid';

/** Another server uses the data folder. */
export class DataInUse extends Error {
  override readonly name = 'DataInUse';
}

export interface DataLock {
  /** Whether the previous server of this folder was killed: processes of it may still be ending. */
  readonly wasKilled: boolean;
  release(): void;
}

/** Reserves a data folder with SQLite files for one server and its processes. Throws `DataInUse`. */
export function lockData(directory: string): DataLock {
  const lock = take(join(directory, LOCK));
  const path = join(directory, HOLDER);
  const holder = read(path);
  if (lock === null) {
    const who = holder === null ? '' : ` (process ${holder})`;
    throw new DataInUse(
      `The data folder ${resolve(directory)} is in use by another Sayso server${who}: stop that one, or set DATA_DIR to another folder, and PORT and RUNTIME_PORT to free ports.`,
    );
  }
  writeFileSync(path, `${process.pid} on ${hostname()}\n`);
  return {
    wasKilled: holder !== null,
    release() {
      rmSync(path, { force: true });
      lock[Symbol.dispose]();
    },
  };
}

function take(path: string): Disposable | null {
  try {
    return lockFile(path);
  } catch (error) {
    throw new DataUnusable(`${path} cannot be locked (${(error as Error).message}): delete it, and check its disk.`, { cause: error });
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
