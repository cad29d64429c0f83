import { type Problem, Problems, toRow } from './check.ts';
import { FileProblem, recordsOf } from './records.ts';
import type { ColumnMapping, TableSchema } from './schema.ts';

/** From here on the server imports the file by a job. */
const LARGE_ROWS = 2000;
const LARGE_BYTES = 2_000_000;
const PREVIEW = 100;

export interface OpenedFile {
  readonly headers: readonly string[];
  /** The first rows. */
  readonly sample: readonly (readonly string[])[];
  readonly total: number;
  readonly isLarge: boolean;
}

export interface CheckedFile {
  readonly problems: readonly Problem[];
  /** Rows with at least one problem. */
  readonly badRows: number;
}

export interface FileRow {
  /** From 1, without the header. */
  readonly row: number;
  readonly cells: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

interface Mapped {
  readonly schema: TableSchema;
  readonly columns: readonly ColumnMapping[];
}

export type FileCall =
  | { readonly kind: 'open'; readonly file: File }
  | ({ readonly kind: 'check' } & Mapped)
  | ({ readonly kind: 'rows' } & Mapped);

let file: File | null = null;
let headers: readonly string[] = [];

/** The rows after the header: read again each time, since large files do not fit in memory. */
async function eachRow(visit: (cells: readonly string[], row: number) => void): Promise<number> {
  let row = -1;
  for await (const record of recordsOf(file as File)) {
    row += 1;
    if (row === 0) headers = record.map((name) => name.trim());
    else visit(record, row);
  }
  return Math.max(0, row);
}

async function open(): Promise<OpenedFile> {
  const sample: (readonly string[])[] = [];
  const total = await eachRow((cells) => {
    if (sample.length < PREVIEW) sample.push(cells.map((cell) => cell.trim()));
  });
  if (total === 0) throw new FileProblem('noRows');
  return { headers, sample, total, isLarge: total > LARGE_ROWS || (file as File).size > LARGE_BYTES };
}

async function check({ schema, columns }: Mapped): Promise<CheckedFile> {
  const problems = new Problems(schema, columns, headers.length);
  await eachRow((cells, row) => problems.add(cells, row));
  return { problems: problems.list(), badRows: problems.rows };
}

async function rows({ schema, columns }: Mapped): Promise<FileRow[]> {
  const found: FileRow[] = [];
  await eachRow((cells, row) => found.push({ row, cells, data: toRow(cells, schema, columns) }));
  return found;
}

function answer(call: FileCall): Promise<unknown> {
  if (call.kind === 'open') {
    file = call.file;
    return open();
  }
  return call.kind === 'check' ? check(call) : rows(call);
}

self.addEventListener('message', ({ data: { id, call } }: MessageEvent<{ id: number; call: FileCall }>) => {
  answer(call).then(
    (value) => self.postMessage({ id, value }),
    (error: unknown) => self.postMessage({ id, problem: error instanceof FileProblem ? error.key : 'unreadable' }),
  );
});
