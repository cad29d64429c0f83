import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AttachmentInvalid } from '../errors.ts';

/** Characters of a document that are kept for the model. */
export const MAX_PDF_TEXT = 200_000;
/** Exit code for a document that needs a password. */
export const PROTECTED = 3;
/** Below the time-out of the worker, which could not end the process any more. */
const TIMEOUT_MS = 15_000;
const MAX_RESIDENT_BYTES = 600_000_000;
const WATCH_MS = 100;
const PAGE_BYTES = 4096;

/** The text of a PDF, read in a process with limits of time and memory. Throws `AttachmentInvalid`. */
export async function readPdf(path: string, name: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const program = fileURLToPath(new URL('./pdf.child.ts', import.meta.url));
  // The process inherits nothing of the environment of the server, which holds its secrets.
  const options = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_PDF_TEXT * 4, env: {} } as const;
  const child = execFile(process.execPath, ['--max-old-space-size=256', program, path], options, (error, text) => {
    if (error === null) return resolve(text);
    const isLarge = error.killed === true || error.signal != null;
    const why = error.code === PROTECTED ? 'it is protected by a password' : 'it is damaged';
    reject(new AttachmentInvalid(name, isLarge ? 'reading it takes too much time or memory' : why));
  });
  const watch = setInterval(async () => {
    if ((await residentBytes(child.pid)) > MAX_RESIDENT_BYTES) child.kill('SIGKILL');
  }, WATCH_MS);
  return promise.finally(() => clearInterval(watch));
}

/** Memory of a process; 0 where the system does not tell. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
}
