import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from './contract/index.ts';
import { checkDataFolder } from './data-folder.ts';

/** Sets the umask so that files which this process creates are private to its user: SQLite and its WAL, blobs, temporary uploads. */
export function createPrivately(): void {
  process.umask(0o077);
}

/** Files of an earlier release, or of a copy, may be readable by others. Blobs need no chmod: the folder's mode denies access. */
const SECRETS = ['secret', 'secret.next', 'sayso.db', 'sayso.db-wal', 'sayso.db-shm'];

/** Creates the data folder, or checks it; removes other users' access to it and to the secrets in it. Throws `DataUnusable`. */
export function openDataDirectory(
  directory: string,
  { keepsDocuments, log }: { readonly keepsDocuments: boolean; readonly log: Logger },
): void {
  checkDataFolder(directory, keepsDocuments);
  tighten(directory, 0o700, log);
  for (const name of SECRETS) tighten(join(directory, name), 0o600, log);
}

function tighten(path: string, mode: number, log: Logger): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    // A mounted folder may belong to another user or have no modes. Sayso works there, so warn the operator only.
    log.warn({ err: error, path }, 'Other users of this machine may be able to read the data: the file mode could not be changed');
  }
}
