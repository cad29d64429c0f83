import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { processorMs, whenSpent } from '../ports/processor-time.ts';
import { IGNORES_SIGNALS } from '../ports/signals.ts';

export { processorMs, whenSpent } from '../ports/processor-time.ts';
export { IGNORES_SIGNALS } from '../ports/signals.ts';

/** A process that reads a hostile file, and prints what is in it. */
export interface Confined {
  /** The path of its module, whose folder it may read. */
  readonly program: string;
  /** The packages that it imports. */
  readonly libraries: readonly string[];
  /** The path of the file, its first argument. */
  readonly file: string;
  /** Further arguments. */
  readonly args?: readonly string[];
  /** It is ended after so many milliseconds of processor time, or four times as many by the clock. */
  readonly timeoutMs: number;
  /** Of its heap. */
  readonly heapMb: number;
  /** Of all of its memory; decompressed streams are outside of the heap. Limited on Linux alone. */
  readonly residentMb: number;
}

/** The process ended without success. */
export class ConfinedFailure extends Error {
  override readonly name = 'ConfinedFailure';
  /** It was ended for its time or memory. */
  readonly isLimit: boolean;
  constructor(isLimit: boolean) {
    super(isLimit ? 'The file takes too much time or memory to read.' : 'The file cannot be read.');
    this.isLimit = isLimit;
  }
}

const WATCH_MS = 100;
const PAGE_BYTES = 4096;

/** Flags of Node for a process that reads the file, its program and libraries, writes nothing, and starts no process or thread. */
function confinement({ program, libraries, file, heapMb }: Pick<Confined, 'program' | 'libraries' | 'file' | 'heapMb'>): string[] {
  return [
    IGNORES_SIGNALS,
    '--permission',
    ...new Set(
      [dirname(program), ...libraries.map((library) => modulesWith(library, program))].map((folder) => `--allow-fs-read=${folder}${sep}*`),
    ),
    `--allow-fs-read=${file}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    `--max-old-space-size=${heapMb}`,
  ];
}

/** What the process prints, in parts. Ends the process when the consumer stops early. Throws `ConfinedFailure`. */
export async function* confinedOutput(confined: Confined): AsyncGenerator<string> {
  const { program, file, args = [], timeoutMs, residentMb } = confined;
  const child = spawn(process.execPath, [...confinement(confined), program, file, ...args], {
    // The process inherits nothing of the environment of the server, which holds its secrets.
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const cancelLimit = whenSpent(
    () => processorMs(child.pid ?? 0),
    timeoutMs,
    () => child.kill('SIGKILL'),
  );
  const watch = setInterval(async () => {
    if ((await residentBytes(child.pid)) > residentMb * 1_000_000) child.kill('SIGKILL');
  }, WATCH_MS);
  try {
    for await (const part of child.stdout.setEncoding('utf8')) yield part as string;
    const { code, signal } = await ended;
    if (code !== 0) throw new ConfinedFailure(signal !== null);
  } finally {
    cancelLimit();
    clearInterval(watch);
    child.kill('SIGKILL');
  }
}

/** All that the process prints. Throws `ConfinedFailure`, also for more than `most` characters. */
export async function confinedText(confined: Confined, most: number): Promise<string> {
  let text = '';
  for await (const part of confinedOutput(confined)) {
    text += part;
    if (text.length > most) throw new ConfinedFailure(true);
  }
  return text;
}

/** The `node_modules` with a library of the program, and those that it imports. */
function modulesWith(library: string, program: string): string {
  const path = createRequire(program).resolve(library);
  const folder = `${sep}node_modules`;
  return path.slice(0, path.lastIndexOf(folder + sep) + folder.length);
}

/** Memory of a process; 0 where the system does not tell. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
}
