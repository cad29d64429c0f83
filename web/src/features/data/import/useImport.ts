import { useApolloClient } from '@apollo/client/react';
import Papa from 'papaparse';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  CancelRowImportDocument,
  RowImportChangedDocument,
  type RowImportProgressFragment,
  UndoRowImportDocument,
} from '../../../gen/rowImport.ts';
import { sentence } from '../../../lib/errors.ts';
import { notifyError } from '../../../lib/notify.ts';
import { type TableAddress, tableUrl } from '../rows/api.ts';
import type { FileRow } from './file.worker.ts';
import { type FailedRow, type ImportOptions, Refused, sendRows, startImport } from './send.ts';

export interface ImportRun {
  readonly state: 'idle' | 'working' | 'done' | 'stopped' | 'failed' | 'undoing' | 'undone';
  readonly isUploading: boolean;
  readonly done: number;
  readonly total: number;
  readonly stored: number;
  readonly failed: number;
  /** Rows whose ids the table had: left out, or replaced. */
  readonly skipped: number;
  readonly replaced: number;
  /** Rows without an owner. */
  readonly withoutCreator: number;
  readonly undone: RowImportProgressFragment['undone'];
  readonly errors: readonly { readonly row: number; readonly text: string }[];
  /** The server's reason. */
  readonly error: string | null;
  /** The failed rows as CSV. */
  readonly reportUrl: string | null;
  /** Ends an import by a job; null for others. */
  readonly stop: (() => void) | null;
  /** Undoes an import by a job that has ended; null for others. */
  readonly undo: (() => void) | null;
}

const IDLE: ImportRun = {
  ...{ state: 'idle', isUploading: false, done: 0, total: 0, stored: 0, failed: 0, skipped: 0, replaced: 0, withoutCreator: 0 },
  ...{ undone: null, errors: [], error: null, reportUrl: null, stop: null, undo: null },
};

interface SmallFile {
  readonly headers: readonly string[];
  readonly rows: readonly FileRow[];
  readonly key: string | null;
}

interface LargeFile extends ImportOptions {
  readonly file: File;
  readonly total: number;
}

/** Runs an import: of a small file by batches, of a large one, or one that makes columns, by a job. */
export function useImport({ onUndone }: { readonly onUndone: () => void }) {
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
    if (failed.length === total) {
      setRun({ ...IDLE, state: 'failed', total, failed: total, error: failed[0]?.message ?? '' });
      return;
    }
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

  const large = async (table: TableAddress, { file, total, ...options }: LargeFile): Promise<void> => {
    setRun({ ...IDLE, state: 'working', isUploading: true, total });
    try {
      await follow(table, await startImport(table, file, options));
    } catch (error) {
      setRun({ ...IDLE, state: 'failed', total, error: error instanceof Refused ? error.message : null });
    }
  };

  /** Shows an import by a job until it ends. */
  const follow = async (table: TableAddress, id: string): Promise<void> => {
    const variables = { appId: table.appId, id };
    const stop = () => void client.mutate({ mutation: CancelRowImportDocument, variables }).catch(() => undefined);
    const undo = () => void undoing(table, id);
    const show = (progress: RowImportProgressFragment) => {
      setRun(runOf(progress, { stop, undo, reportUrl: tableUrl(table, `/imports/${id}/report`) }));
    };
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const following = client.subscribe({ query: RowImportChangedDocument, variables }).subscribe({
      next: ({ data, error }) => (error ? reject(error) : data && show(data.rowImportChanged)),
      error: reject,
      complete: resolve,
    });
    ending.current = new AbortController();
    ending.current.signal.addEventListener('abort', () => following.unsubscribe());
    await promise;
  };

  const undoing = async (table: TableAddress, id: string): Promise<void> => {
    setRun((before) => ({ ...before, state: 'undoing', undo: null }));
    try {
      await client.mutate({ mutation: UndoRowImportDocument, variables: { appId: table.appId, id } });
      await follow(table, id);
      onUndone();
    } catch (error) {
      notifyError(sentence(error));
      await follow(table, id).catch(() => undefined);
    }
  };

  const runOf = (
    progress: RowImportProgressFragment,
    { stop, undo, reportUrl }: { readonly stop: () => void; readonly undo: () => void; readonly reportUrl: string },
  ): ImportRun => {
    const { state, done, total, stored, failed, skipped, replaced, withoutCreator, undone, canUndo, error } = progress;
    const errors = progress.errors.map(({ row, column, expected, found }) => ({
      row,
      text: `${column === '' ? '' : `${column}: `}${t('import.expected', { expected, found })}`,
    }));
    const common = {
      ...IDLE,
      done,
      total,
      stored,
      failed,
      skipped,
      replaced,
      withoutCreator,
      undone: undone ?? null,
      errors,
      error: error ?? null,
      reportUrl,
    };
    if (state === 'queued' || state === 'running') return { ...common, state: 'working', stop };
    return { ...common, state: state === 'cancelled' ? 'stopped' : state, undo: canUndo ? undo : null };
  };

  return { run, small, large };
}

/** As the server writes it, to be corrected and imported again. */
function failedRows(headers: readonly string[], failed: readonly FailedRow[]): Blob {
  const lines = failed.map(({ cells, message }) => [...headers.map((_header, at) => cells[at] ?? ''), message]);
  return new Blob([`\uFEFF${Papa.unparse([[...headers, 'Problem'], ...lines], { newline: '\r\n' })}`], { type: 'text/csv' });
}
