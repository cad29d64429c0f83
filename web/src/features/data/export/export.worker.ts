import { csvWriter, type ExportColumn, type ExportFormat, jsonWriter } from './formats.ts';
import { ExportRefused, readPages } from './read-pages.ts';
import { xlsxWriter } from './xlsx.ts';

export interface ExportOrder {
  /** The list, without `limit` and `after`. */
  readonly url: string;
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
}

export type ExportMessage =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'done'; readonly file: Blob }
  /** `status` of the answer; 0 without one. */
  | { readonly kind: 'failed'; readonly message: string | null; readonly status: number };

const post = (message: ExportMessage): void => self.postMessage(message);

async function run({ url, format, columns }: ExportOrder): Promise<void> {
  const writer = { csv: csvWriter, xlsx: xlsxWriter, json: jsonWriter }[format](columns);
  let done = 0;
  for await (const rows of readPages(url)) {
    writer.add(rows);
    done += rows.length;
    post({ kind: 'progress', done });
  }
  post({ kind: 'done', file: writer.end() });
}

self.addEventListener('message', ({ data }: MessageEvent<ExportOrder>) => {
  run(data).catch((error: unknown) =>
    post({
      kind: 'failed',
      ...(error instanceof ExportRefused ? { message: error.sentence, status: error.status } : { message: null, status: 0 }),
    }),
  );
});
