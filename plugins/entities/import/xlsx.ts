import { fileURLToPath } from 'node:url';
import { ConfinedFailure, confinedOutput } from '@sayso/core/confined';
import { InvalidImport } from '../errors.ts';
import { UNREADABLE } from './sheet-bounds.ts';

/** What the process prints on a line. */
export type SheetLine = readonly string[] | { readonly fault: string };

const PROGRAM = fileURLToPath(new URL('./sheet.child.ts', import.meta.url));
const LIBRARIES = ['fflate', 'read-excel-file/universal', 'saxen'];
const LIMITS = { heapMb: 512, residentMb: 1000 };
const MAX_FAULT = 200;
/** Of one row: more than the cells of the largest workbook. */
const MAX_LINE = 100_000_000;

/** The records of the first sheet of a workbook, the header included, without blank ones: read in a confined process. */
export async function* xlsxRecords(path: string, timeoutMs: number): AsyncGenerator<readonly string[]> {
  try {
    for await (const line of lines(confinedOutput({ program: PROGRAM, libraries: LIBRARIES, file: path, timeoutMs, ...LIMITS })))
      yield recordOf(line);
  } catch (error) {
    if (!(error instanceof ConfinedFailure)) throw error;
    throw error.isLimit
      ? new InvalidImport('The workbook takes too much time or memory to read. Please save it as CSV and import that.')
      : unreadable();
  }
}

async function* lines(output: AsyncIterable<string>): AsyncGenerator<string> {
  let pending: string[] = [];
  let length = 0;
  for await (const part of output) {
    pending.push(part);
    length += part.length;
    if (length > MAX_LINE) throw unreadable();
    if (!part.includes('\n')) continue;
    const complete = pending.join('').split('\n');
    const rest = complete.pop() ?? '';
    yield* complete;
    pending = [rest];
    length = rest.length;
  }
}

/** Code that a workbook takes over prints what it likes. */
function recordOf(line: string): readonly string[] {
  const value = parsed(line);
  if (Array.isArray(value) && value.every((cell) => typeof cell === 'string')) return value;
  if (typeof value === 'object' && value !== null && 'fault' in value) throw new InvalidImport(String(value.fault).slice(0, MAX_FAULT));
  throw unreadable();
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function unreadable(): InvalidImport {
  return new InvalidImport(UNREADABLE);
}
