// Plain JavaScript: a TypeScript file would load Node's type stripper into the thread.
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

/** How long a checkpoint waits for the write lock, and with it for readers of earlier snapshots; then it copies what it can. */
const WAIT_MS = 20;

parentPort.on('message', (file) => {
  try {
    checkpoint(file);
  } catch {
    // A later commit requests it again. A disk that fails refuses that commit as well.
  }
  parentPort.postMessage(file);
});

function checkpoint(file) {
  const address = pathToFileURL(file);
  // A file that was removed meanwhile is not created.
  address.searchParams.set('mode', 'rw');
  const database = new DatabaseSync(address, { timeout: WAIT_MS });
  try {
    database.exec('PRAGMA synchronous = NORMAL');
    // Holds the write lock, so that the whole log is copied and the next commit starts it anew.
    database.prepare('PRAGMA wal_checkpoint(FULL)').get();
  } finally {
    database.close();
  }
}
