import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fromServer } from '../../../i18n/language.ts';
import { download } from '../../../lib/download.ts';
import { notifyDone, notifyError } from '../../../lib/notify.ts';
import { proxySentence } from '../../../lib/refusals.ts';
import type { Column } from '../columns.ts';
import { type TableAddress, tableUrl } from '../rows/api.ts';
import type { RowPages } from '../rows/pages.ts';
import type { ExportMessage, ExportOrder } from './export.worker.ts';
import type { ExportFormat } from './formats.ts';

export interface ExportOptions {
  readonly address: TableAddress;
  /** The list to export: its filter and its sort. */
  readonly pages: RowPages;
  /** From left to right. */
  readonly columns: readonly Column[];
}

/** Writes the rows that the grid lists into a file, in a worker. */
export function useExport({ address, pages, columns }: ExportOptions) {
  const t = useTranslations('export');
  const worker = useRef<Worker | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const stop = () => {
    worker.current?.terminate();
    worker.current = null;
    setDone(null);
  };
  useEffect(() => () => worker.current?.terminate(), []);
  const start = (format: ExportFormat) => {
    stop();
    const { filter, sort } = pages.query;
    const q = filter === null ? null : JSON.stringify(filter);
    const order: ExportOrder = {
      format,
      url: tableUrl(address, '', { q, sort }),
      columns: columns.map(({ id, label, type, isDay }) => ({ id, label, type, isDay })),
    };
    const started = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' });
    worker.current = started;
    setDone(0);
    const fail = (message: string | null, status = 0) => {
      stop();
      notifyError(message === null ? (proxySentence(status) ?? t('failed')) : fromServer(message));
    };
    let count = 0;
    started.addEventListener('error', () => fail(null));
    started.addEventListener('message', ({ data }: MessageEvent<ExportMessage>) => {
      if (data.kind === 'failed') return fail(data.message, data.status);
      if (data.kind === 'progress') {
        count = data.done;
        return setDone(count);
      }
      stop();
      download(data.file, `${address.entity}.${format}`);
      notifyDone(t('done', { count }));
    });
    started.postMessage(order);
  };
  return { done, start, stop };
}
