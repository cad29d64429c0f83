import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CoreConfig } from './config/index.ts';
import { StorageFull } from './contract/errors.ts';
import { DataUnusable, remedyOf } from './data-folder.ts';
import { causesOf, isOfStorage } from './kernel/index.ts';

const PROBE = '.room-test';
/** More than one page of each file that a start creates. */
const PROBE_BYTES = 256 * 1024;
const OF_THE_DISK = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'];

/** Settings that say where data is kept. */
type Places = Pick<CoreConfig, 'DATA_DIR' | 'MONGODB_URI' | 'MINIO_ENDPOINT'>;

/**
 * What an operator can do about a start that failed because its data cannot be written; null for other failures. SQLite does not always name
 * a full disk as the reason (in its shared memory, for a file that it cannot create), so this tries the folder.
 */
export function storageSentence(error: unknown, { DATA_DIR, MONGODB_URI, MINIO_ENDPOINT }: Places): string | null {
  const isStorage = isOfStorage(error);
  if (!isStorage && !(error instanceof DataUnusable)) return null;
  const folder = resolve(DATA_DIR);
  const cannot = `The data folder ${folder} cannot be written`;
  const code = reasonIn(folder);
  if (code !== null) return `${cannot} (${code}): ${remedyOf({ code }, folder)}`;
  // Another server may be the one that is full.
  if (!isStorage || MONGODB_URI !== undefined || MINIO_ENDPOINT !== undefined) return null;
  if (causesOf(error).some((cause) => cause instanceof StorageFull)) return `${cannot}: ${remedyOf({ code: 'ENOSPC' }, folder)}`;
  return `${cannot}: check its disk, and the limit for the size of files (ulimit -f), or set DATA_DIR to another folder.`;
}

function reasonIn(folder: string): string | null {
  const probe = join(folder, PROBE);
  try {
    try {
      writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
    } finally {
      rmSync(probe, { force: true });
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return OF_THE_DISK.includes(code) ? code : null;
  }
  return null;
}
