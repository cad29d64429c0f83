import { StorageFull, StorageReadOnly } from '../contract/errors.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const READ_ONLY = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO']);

/** Maps errors of the file system that an administrator has to end. */
export function diskError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (FULL.has(code)) return new StorageFull({ cause: error });
  return READ_ONLY.has(code) ? new StorageReadOnly({ cause: error }) : error;
}
