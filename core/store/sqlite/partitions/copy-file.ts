import { open } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { BUSY_TIMEOUT_MS } from '../commits.ts';

/** All pages in one step, which is one read: in several, a write in between would begin the copy again. */
const ALL_PAGES = 2 ** 31 - 1;

/** Copies the file of a partition as it is at one moment, for another key. A thread copies, with a connection of its own. */
export async function copyFile(
  from: string,
  to: string,
  { key, durable }: { readonly key: string; readonly durable: boolean },
): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    copy.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'}`);
    copy.prepare('UPDATE "_partition" SET key = ?').run(key);
  } finally {
    copy.close();
  }
}

/** So that a new name in the folder survives a failure of the machine. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
