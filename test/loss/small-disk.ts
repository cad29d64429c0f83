import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A data folder whose disk can be filled, without any rights on the machine. */
export interface SmallDisk {
  /** Starts the product on it; `DATA_DIR` is its mount point. */
  readonly command: readonly [string, ...string[]];
  /** Whether the program sees a full disk, not only a limit of the size of a file. Then temporary files are on it as well. */
  readonly isFileSystem: boolean;
  fill(pid: number): void;
  makeRoom(pid: number): void;
}

const PRODUCT = [process.execPath, 'core/start.mjs'] as const;

/**
 * A file system in memory in a mount namespace of its own; where the machine allows none, a limit of the size of each file, which SQLite
 * reports as an I/O error.
 */
export function smallDisk(directory: string, megabytes: number): SmallDisk {
  const isolated = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c'] as const;
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_DIR"`;
  const env = { ...process.env, DATA_DIR: directory };
  const [program, ...options] = isolated;
  if (spawnSync(program, [...options, mount], { env }).status === 0)
    return fileSystem(directory, [
      ...isolated,
      `${mount} && mkdir "$DATA_DIR/temporary" && TMPDIR="$DATA_DIR/temporary" exec "$@"`,
      'sh',
      ...PRODUCT,
    ]);
  return {
    command: PRODUCT,
    isFileSystem: false,
    fill: (pid) => void execFileSync('prlimit', ['--pid', String(pid), '--fsize=4096:unlimited']),
    makeRoom: (pid) => void execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:unlimited']),
  };
}

function fileSystem(directory: string, command: readonly [string, ...string[]]): SmallDisk {
  const ballast = (pid: number): string => join(`/proc/${pid}/root`, directory, 'ballast');
  return {
    command,
    isFileSystem: true,
    fill(pid) {
      // Down to the last page: a write of a large chunk leaves less than a chunk free.
      for (const size of [1_000_000, 4096]) {
        try {
          for (;;) appendFileSync(ballast(pid), Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    },
    makeRoom: (pid) => rmSync(ballast(pid)),
  };
}
