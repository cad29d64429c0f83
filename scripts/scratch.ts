import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Free memory that a whole run may need at once, in bytes. */
const NEEDED = 4 * 2 ** 30;

/**
 * Moves the temporary files of a test run to memory, if the machine has room for them. SQLite flushes every commit to the disk, which takes
 * milliseconds, and a test server commits hundreds of times. A killed process loses nothing in memory either, and no test cuts the power.
 * The folder is deleted when the run ends.
 */
export function keepFilesInMemory(): void {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < NEEDED) return;
  } catch {
    // This system has no such file system: files stay on the disk.
    return;
  }
  const folder = mkdtempSync(join(MEMORY, 'sayso-tests-'));
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
