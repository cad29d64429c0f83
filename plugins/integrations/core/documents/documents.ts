import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { InvalidFile } from '../../errors.ts';

/** Characters of a document that are read. */
export const MAX_TEXT = 200_000;
/** Exit code for a document that needs a password. */
export const PROTECTED = 3;
const TIMEOUT_MS = 15_000;
const MAX_RESIDENT_BYTES = 600_000_000;
const WATCH_MS = 100;
const PAGE_BYTES = 4096;

/** The text of a PDF or Word file, read in a process with limits of time and memory. Throws `InvalidFile`. */
export async function readDocument(path: string, kind: 'pdf' | 'docx'): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const program = fileURLToPath(new URL('./document.child.ts', import.meta.url));
  // The process inherits nothing of the environment of the server, which holds its secrets.
  const options = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_TEXT * 4, env: {} } as const;
  const child = execFile(process.execPath, ['--max-old-space-size=256', program, kind, path], options, (error, text) => {
    if (error === null) return resolve(text);
    const isLarge = error.killed === true || error.signal != null;
    const why = error.code === PROTECTED ? 'is protected by a password' : 'cannot be read. It may be damaged';
    reject(new InvalidFile(`The file ${isLarge ? 'takes too much time or memory to read' : why}.`));
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
