import { unzipSync } from 'fflate';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/universal';

const SAMPLE = 65_536;
/** One separator, in quotes or not; cells that follow it are empty. */
const DECLARED = /^\s*"?sep=([^\s"]|\t)"?\1*[ \t]*(?:\n|$)/i;
const MAX_UNPACKED = 64_000_000;

/** Why a file cannot be read; the wizard has the words. */
export class FileProblem extends Error {
  readonly key: 'empty' | 'noRows' | 'unreadable' | 'unreadableExcel' | 'tooLarge';
  constructor(key: FileProblem['key']) {
    super(key);
    this.key = key;
  }
}

interface Parsed {
  readonly data: readonly (readonly string[])[];
  readonly errors: readonly { readonly type: string }[];
  readonly meta: { readonly cursor: number };
}

/** The records of a file, the header included, without blank ones. */
export function recordsOf(file: File): AsyncGenerator<readonly string[]> {
  return file.name.toLowerCase().endsWith('.xlsx') ? excelRecords(file) : csvRecords(file);
}

async function* csvRecords(file: File): AsyncGenerator<readonly string[]> {
  let delimiter: string | null = null;
  let pending = '';
  let isEmpty = true;
  for await (const part of textOf(file)) {
    pending += part;
    if (delimiter === null && pending.length < SAMPLE) continue;
    if (delimiter === null) ({ delimiter, rest: pending } = begin(pending));
    const { records, end } = parse(pending, delimiter, true);
    pending = pending.slice(end);
    isEmpty &&= records.length === 0;
    yield* records;
  }
  if (delimiter === null) ({ delimiter, rest: pending } = begin(pending));
  if (isEmpty && pending.trim() === '') throw new FileProblem('empty');
  yield* parse(pending, delimiter, false).records;
}

/** The separator of a file, and the text after the line in which Excel declares one, as the server finds it. */
function begin(text: string): { readonly delimiter: string; readonly rest: string } {
  const declared = DECLARED.exec(text);
  const rest = declared === null ? text : text.slice(declared[0].length);
  return { delimiter: declared?.[1] ?? delimiterOf(rest.slice(0, SAMPLE)), rest };
}

function parse(text: string, delimiter: string, hasMore: boolean) {
  const Parser = Papa.Parser as unknown as new (config: object) => { parse(text: string, base: number, ignoreLast: boolean): Parsed };
  const { data, errors, meta } = new Parser({ delimiter, newline: '\n' }).parse(text, 0, hasMore);
  if (errors.some(({ type }) => type === 'Quotes')) throw new FileProblem('unreadable');
  return { records: data.filter((record) => record.some((cell) => cell.trim() !== '')), end: meta.cursor };
}

function delimiterOf(sample: string): string {
  return Papa.parse(sample, { preview: 20, newline: '\n', skipEmptyLines: 'greedy' }).meta.delimiter;
}

/** Text without its byte order mark, with line ends as `\n`. */
async function* textOf(file: File): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(file));
  let isAfterReturn = false;
  const unified = (text: string) => text.replace(/\r\n?/g, '\n');
  for await (const bytes of chunksOf(file)) {
    let text = decoder.decode(bytes, { stream: true });
    if (isAfterReturn) text = `\r${text}`;
    isAfterReturn = text.endsWith('\r');
    yield unified(isAfterReturn ? text.slice(0, -1) : text);
  }
  yield unified(`${isAfterReturn ? '\r' : ''}${decoder.decode()}`);
}

/** As the server finds it: by the mark, by the zero bytes of UTF-16, else UTF-8 if all of the file is valid as such. */
async function encodingOf(file: File): Promise<string> {
  const sample = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = (from: number) => sample.filter((byte, at) => byte === 0 && at % 2 === from).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (even !== odd && Math.max(even, odd) * 4 >= sample.length) return odd > even ? 'utf-16le' : 'utf-16be';
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of chunksOf(file)) strict.decode(bytes, { stream: true });
    strict.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  const size = 1 << 20;
  for (let at = 0; at < file.size; at += size) yield new Uint8Array(await file.slice(at, at + size).arrayBuffer());
}

async function* excelRecords(file: File): AsyncGenerator<readonly string[]> {
  const bytes = await file.arrayBuffer();
  const sheet = await excelSheet(bytes);
  let isEmpty = true;
  for (const row of sheet) {
    const record = row.map(cellText);
    if (record.every((cell) => cell.trim() === '')) continue;
    isEmpty = false;
    yield record;
  }
  if (isEmpty) throw new FileProblem('empty');
}

async function excelSheet(bytes: ArrayBuffer): Promise<readonly (readonly unknown[])[]> {
  let size = 0;
  try {
    unzipSync(new Uint8Array(bytes), {
      filter: ({ originalSize }) => {
        size += originalSize;
        return false;
      },
    });
    if (size <= MAX_UNPACKED) return (await readSheet(bytes)) as readonly (readonly unknown[])[];
  } catch {
    throw new FileProblem('unreadableExcel');
  }
  throw new FileProblem('tooLarge');
}

function cellText(value: unknown): string {
  if (!(value instanceof Date)) return value === null ? '' : String(value);
  if (Number.isNaN(value.getTime())) return '';
  const text = value.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, -1);
}
