import { useApolloClient } from '@apollo/client/react';
import Papa from 'papaparse';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CancelRowImportDocument, RowImportChangedDocument, type RowImportProgressFragment } from '../../../gen/rowImport.ts';
import { type TableAddress, tableUrl } from '../rows/api.ts';
import type { FileRow } from './file.worker.ts';
import type { ColumnMapping } from './schema.ts';
import { type FailedRow, Refused, sendRows, startImport } from './send.ts';

export interface ImportRun {
  readonly state: 'idle' | 'working' | 'done' | 'stopped' | 'failed';
  readonly isUploading: boolean;
  readonly done: number;
  readonly total: number;
  readonly stored: number;
  readonly failed: number;
  readonly errors: readonly { readonly row: number; readonly text: string }[];
  /** The server's reason. */
  readonly error: string | null;
  /** The failed rows as CSV. */
  readonly reportUrl: string | null;
  /** Ends an import by a job; null for others. */
  readonly stop: (() => void) | null;
}

const IDLE: ImportRun = {
  ...{ state: 'idle', isUploading: false, done: 0, total: 0, stored: 0, failed: 0, errors: [], error: null, reportUrl: null, stop: null },
};

interface SmallFile {
  readonly headers: readonly string[];
  readonly rows: readonly FileRow[];
  readonly key: string | null;
}

interface LargeFile {
  readonly file: File;
  readonly total: number;
  readonly columns: readonly ColumnMapping[];
  readonly key: string | null;
}

/** Runs an import: of a small file by batches, of a large one by a job. */
export function useImport() {
  const t = useTranslations();
  const client = useApolloClient();
  const [run, setRun] = useState(IDLE);
  const ending = useRef<AbortController | null>(null);
  const report = useRef<string | null>(null);
  useEffect(
    () => () => {
      ending.current?.abort();
      if (report.current !== null) URL.revokeObjectURL(report.current);
    },
    [],
  );

  const small = async (table: TableAddress, { headers, rows, key }: SmallFile): Promise<void> => {
    const total = rows.length;
    setRun({ ...IDLE, state: 'working', total });
    const onProgress = (done: number) => setRun((before) => ({ ...before, done }));
    const failed = await sendRows(table, rows, { key, onProgress });
    if (failed.length === total) return setRun({ ...IDLE, state: 'failed', total, failed: total, error: failed[0]?.message ?? '' });
    if (failed.length > 0) report.current = URL.createObjectURL(failedRows(headers, failed));
    const errors = failed.map(({ row, message }) => ({ row, text: message }));
    setRun({
      ...IDLE,
      state: 'done',
      done: total,
      total,
      stored: total - failed.length,
      failed: failed.length,
      errors,
      reportUrl: report.current,
    });
  };

  const large = async (table: TableAddress, { file, total, columns, key }: LargeFile): Promise<void> => {
    setRun({ ...IDLE, state: 'working', isUploading: true, total });
    try {
      const id = await startImport(table, file, { columns, key });
      const variables = { appId: table.appId, id };
      const stop = () => void client.mutate({ mutation: CancelRowImportDocument, variables }).catch(() => undefined);
      const show = (progress: RowImportProgressFragment) =>
        setRun(runOf(progress, { stop, reportUrl: tableUrl(table, `/imports/${id}/report`) }));
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const following = client.subscribe({ query: RowImportChangedDocument, variables }).subscribe({
        next: ({ data, error }) => (error ? reject(error) : data && show(data.rowImportChanged)),
        error: reject,
        complete: resolve,
      });
      ending.current = new AbortController();
      ending.current.signal.addEventListener('abort', () => following.unsubscribe());
      await promise;
    } catch (error) {
      setRun({ ...IDLE, state: 'failed', total, error: error instanceof Refused ? error.message : null });
    }
  };

  const runOf = (progress: RowImportProgressFragment, { stop, reportUrl }: { stop: () => void; reportUrl: string }): ImportRun => {
    const { state, done, total, stored, failed, error } = progress;
    const errors = progress.errors.map(({ row, column, expected, found }) => ({
      row,
      text: `${column === '' ? '' : `${column}: `}${t('import.expected', { expected, found })}`,
    }));
    const common = { ...IDLE, done, total, stored, failed, errors, error, reportUrl };
    if (state === 'queued' || state === 'running') return { ...common, state: 'working', stop };
    return { ...common, state: state === 'cancelled' ? 'stopped' : state };
  };

  return { run, small, large };
}

/** As the server writes it, to be corrected and imported again. */
function failedRows(headers: readonly string[], failed: readonly FailedRow[]): Blob {
  const lines = failed.map(({ cells, message }) => [...headers.map((_header, at) => cells[at] ?? ''), message]);
  return new Blob([`\uFEFF${Papa.unparse([[...headers, 'Problem'], ...lines], { newline: '\r\n' })}`], { type: 'text/csv' });
}
