import { answerOf, cutUploadSentence, isPage, refusalSentence } from '../../../lib/refusals.ts';
import { type TableAddress, tableUrl } from '../rows/api.ts';
import type { FileRow } from './file.worker.ts';
import type { Existing } from './kept.ts';
import type { ColumnMapping, TableSchema } from './schema.ts';

/** Of section 9 of the specification. */
const BATCH = 10;
const PARALLEL = 3;
const RETRIES = 3;
const RETRY_MS = 1000;

/** A refusal by the server, with its sentence. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface FailedRow extends FileRow {
  readonly message: string;
}

async function call(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, { credentials: 'same-origin', ...init });
  const answer = (await answerOf(response)) as { readonly message?: string } | null;
  if (isPage(response)) throw new Refused(response.status, refusalSentence(response.status, null));
  if (!response.ok) throw new Refused(response.status, answer?.message ?? '');
  return answer;
}

const post = (url: string, body: unknown) =>
  call(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export interface Suggestion {
  readonly csvHeader: string;
  readonly schemaField: string | null;
}

/** Asks the language model for the fields of columns. */
export async function suggestMapping(file: {
  readonly headers: readonly string[];
  readonly previewData: readonly (readonly string[])[];
  readonly schema: TableSchema;
  readonly entityName: string;
}): Promise<readonly Suggestion[]> {
  return ((await post('/api/csv/generateMapping', file)) as { mappings: Suggestion[] }).mappings;
}

interface SendOptions {
  /** Updates the rows with the same value of this field, and adds the others; null: adds all. */
  readonly key: string | null;
  readonly onProgress: (done: number) => void;
}

/** Sends rows in batches. A refused batch is sent row by row, so that one bad row fails alone. Resolves with the failed rows. */
export async function sendRows(table: TableAddress, rows: readonly FileRow[], { key, onProgress }: SendOptions): Promise<FailedRow[]> {
  const send = (some: readonly FileRow[]) => (key === null ? add(table, some) : upsert(table, some, key));
  const batches = Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) => rows.slice(at * BATCH, (at + 1) * BATCH));
  const failed: FailedRow[] = [];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      failed.push(...(await sendBatch(send, batch)));
      done += batch.length;
      onProgress(done);
    }
  };
  // Of rows with one key the last counts.
  await Promise.all(Array.from({ length: key === null ? PARALLEL : 1 }, work));
  return failed.sort((a, b) => a.row - b.row);
}

type Send = (rows: readonly FileRow[]) => Promise<void>;

async function sendBatch(send: Send, batch: readonly FileRow[]): Promise<FailedRow[]> {
  const failure = await attempt(() => send(batch));
  if (failure === null) return [];
  if (!(failure instanceof Refused) || failure.status !== 400) return batch.map((row) => ({ ...row, message: failure.message }));
  const failed: FailedRow[] = [];
  for (const row of batch) {
    const refusal = await attempt(() => send([row]));
    if (refusal !== null) failed.push({ ...row, message: refusal.message.replace(/^Row 1: /, '') });
  }
  return failed;
}

/** A lost connection leaves open which rows are stored: sent again by the same name, they are added once. */
async function add(table: TableAddress, rows: readonly FileRow[]): Promise<void> {
  const batch = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const data = rows.map((row) => row.data);
  await again(() => post(tableUrl(table, '/bulk', { batch }), data));
}

/** Sent again after a lost connection, the rows are as they were. */
async function upsert(table: TableAddress, rows: readonly FileRow[], key: string): Promise<void> {
  const body = { key, records: rows.map((row) => row.data) };
  await again(() => post(tableUrl(table, '/upsert'), body));
}

async function again(work: () => Promise<unknown>): Promise<void> {
  for (let left = RETRIES; ; left--) {
    const failure = await attempt(work);
    if (failure === null) return;
    const isLost = !(failure instanceof Refused) || failure.status === 502 || failure.status === 504;
    if (!isLost || left === 0) throw failure;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function attempt(work: () => Promise<unknown>): Promise<Error | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return error as Error;
  }
}

export interface ImportOptions {
  readonly columns: readonly ColumnMapping[];
  readonly key: string | null;
  /** What happens to rows whose ids the table has; null when the file has no ids to keep. */
  readonly existing: Existing | null;
  /** Columns that the import makes; null without new ones. */
  readonly fields: TableSchema['properties'] | null;
}

/** Uploads a file and starts its import by a job; resolves with the id. */
export async function startImport(table: TableAddress, file: File, { columns, key, existing, fields }: ImportOptions): Promise<string> {
  const form = new FormData();
  const options = { columns, key: key === null ? undefined : [key], existing: existing ?? undefined, fields: fields ?? undefined };
  form.set('options', JSON.stringify(options));
  form.set('file', file);
  const answer = await call(tableUrl(table, '/imports'), { method: 'POST', body: form }).catch((error: unknown) => {
    const cut = error instanceof Refused ? null : cutUploadSentence(file.size);
    throw cut === null ? error : new Refused(0, cut);
  });
  return (answer as { id: string }).id;
}
