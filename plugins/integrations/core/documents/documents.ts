import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidFile } from '../../errors.ts';

/** What the process prints. */
export type DocumentAnswer = { readonly text: string } | { readonly fault: 'protected' | 'damaged' };

/** Characters of a document that are read. */
const MAX_TEXT = 200_000;
const TIMEOUT_MS = 15_000;
const MAX_RESIDENT_BYTES = 600_000_000;
const WATCH_MS = 100;
const PAGE_BYTES = 4096;
const require = createRequire(import.meta.url);
const PROGRAM = fileURLToPath(new URL('./document.child.ts', import.meta.url));
const FOLDERS = [dirname(PROGRAM), ...new Set(['unpdf', 'mammoth'].map(librariesOf))];

/** The `node_modules` with a library, and those that it imports. */
function librariesOf(name: string): string {
  const path = require.resolve(name);
  const folder = `${sep}node_modules`;
  return path.slice(0, path.lastIndexOf(folder + sep) + folder.length);
}

/** Flags of Node for a process that reads the document at `path` and the libraries, writes nothing, and starts no process or thread. */
export function isolation(path: string): string[] {
  return [
    '--permission',
    ...FOLDERS.map((folder) => `--allow-fs-read=${folder}${sep}*`),
    `--allow-fs-read=${path}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    '--max-old-space-size=256',
  ];
}

/** The text of a PDF or Word file, read in an isolated process with limits of time and memory. Throws `InvalidFile`. */
export async function readDocument(path: string, kind: 'pdf' | 'docx'): Promise<string> {
  const answer = await run([...isolation(path), PROGRAM, kind, path, String(MAX_TEXT)]);
  if ('text' in answer) return answer.text;
  throw new InvalidFile(`The file ${FAULTS[answer.fault]}.`);
}

const FAULTS = {
  protected: 'is protected by a password',
  damaged: 'cannot be read. It may be damaged',
  large: 'takes too much time or memory to read',
} as const;

async function run(args: readonly string[]): Promise<DocumentAnswer | { readonly fault: 'large' }> {
  const { promise, resolve } = Promise.withResolvers<DocumentAnswer | { readonly fault: 'large' }>();
  // The process inherits nothing of the environment of the server, which holds its secrets.
  const options = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_TEXT * 8, env: {} } as const;
  const child = execFile(process.execPath, args, options, (error, text) => {
    if (error === null) resolve(JSON.parse(text) as DocumentAnswer);
    else resolve({ fault: error.killed === true || error.signal != null ? 'large' : 'damaged' });
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
