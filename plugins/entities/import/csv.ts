import Papa from 'papaparse';
import { InvalidImport } from '../errors.ts';
import { textOf } from './text.ts';

/** More than a valid row needs: quotes and columns that are no fields count here. */
export const MAX_LINE = 1_000_000;
export const MAX_COLUMNS = 500;
export const MAX_COLUMN_NAME = 200;
const SAMPLE = 65_536;
/** One separator, in quotes or not; cells that follow it are empty, since other programs pad lines to the width of the table. */
const DECLARED = /^\s*"?sep=([^\s"]|\t)"?\1*[ \t]*(?:\n|$)/i;

/** The parser of papaparse for text in parts: `cursor` is the end of the last complete record. */
interface Parsed {
  readonly data: readonly (readonly string[])[];
  readonly errors: readonly { readonly type: string }[];
  readonly meta: { readonly cursor: number };
}

/** The records of a CSV file, the header included, without blank ones. */
export async function* csvRecords(path: string): AsyncGenerator<readonly string[]> {
  let delimiter: string | null = null;
  let pending = '';
  let isHeader = true;
  for await (const part of textOf(path)) {
    pending += part;
    if (delimiter === null && pending.length < SAMPLE) continue;
    if (delimiter === null) ({ delimiter, rest: pending } = begin(pending));
    const { records, end } = parse(pending, delimiter, true);
    pending = pending.slice(end);
    if (pending.length > MAX_LINE && records.length === 0) throw isHeader ? badHeader() : longLine();
    isHeader &&= records.length === 0;
    yield* records;
  }
  if (delimiter === null) ({ delimiter, rest: pending } = begin(pending));
  if (isHeader && pending.trim() === '') throw new InvalidImport('CSV file appears to be empty');
  yield* parse(pending, delimiter, false).records;
}

/** The separator of a file, and the text after the line in which Excel declares one: `sep=;`. */
function begin(text: string): { readonly delimiter: string; readonly rest: string } {
  const declared = DECLARED.exec(text);
  const rest = declared === null ? text : text.slice(declared[0].length);
  return { delimiter: declared?.[1] ?? delimiterOf(rest.slice(0, SAMPLE)), rest };
}

/** The records of a text, without the last one if it may go on, and where they end. */
function parse(text: string, delimiter: string, hasMore: boolean) {
  const Parser = Papa.Parser as unknown as new (config: object) => { parse(text: string, base: number, ignoreLast: boolean): Parsed };
  const { data, errors, meta } = new Parser({ delimiter, newline: '\n' }).parse(text, 0, hasMore);
  if (errors.some(({ type }) => type === 'Quotes')) throw new InvalidImport('Failed to parse CSV file. Please check the format.');
  return { records: data.filter((record) => record.some((cell) => cell.trim() !== '')), end: meta.cursor };
}

/** The separator that splits the first lines alike; a comma when there is none, as in files of one column. */
function delimiterOf(sample: string): string {
  return Papa.parse(sample, { preview: 20, newline: '\n', skipEmptyLines: 'greedy' }).meta.delimiter;
}

export function badHeader(): InvalidImport {
  return new InvalidImport(
    `The first line of a CSV file names its columns: at most ${MAX_COLUMNS}, with at most ${MAX_COLUMN_NAME} characters each.`,
  );
}

export function longLine(): InvalidImport {
  return new InvalidImport(`A row of a CSV file has at most ${MAX_LINE} characters. Is a quote missing?`);
}
