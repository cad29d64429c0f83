import { StorageFull, StorageReadOnly } from '../contract/errors.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** Wrapped errors, such as those of streams. */
const MAX_CAUSES = 5;
const READ_ONLY = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO']);

/** Maps errors of the file system that an administrator has to end. */
export function diskError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (FULL.has(code)) return new StorageFull({ cause: error });
  return READ_ONLY.has(code) ? new StorageReadOnly({ cause: error }) : error;
}

/** `StorageFull` for an error that a full disk caused anywhere, such as in a folder of temporary files; null for other errors. */
export function fullDiskIn(error: unknown): StorageFull | null {
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < MAX_CAUSES; depth += 1) {
    if (FULL.has((cause as NodeJS.ErrnoException).code ?? '')) return new StorageFull({ cause: error });
    cause = cause.cause;
  }
  return null;
}
