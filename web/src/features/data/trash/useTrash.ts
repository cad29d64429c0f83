import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fromServer } from '../../../i18n/language.ts';
import { notify, notifyDone, notifyError } from '../../../lib/notify.ts';
import type { TableAddress } from '../rows/api.ts';
import { createTrashApi, type DeletedRow } from './trash-api.ts';

interface Page {
  readonly rows: readonly DeletedRow[];
  readonly next: string | null;
}

/** The deleted rows of a table, page by page, and those that are selected. */
export function useTrash(table: TableAddress, onRestored: () => void) {
  const t = useTranslations('trash');
  const api = useMemo(() => createTrashApi(table), [table]);
  const [page, setPage] = useState<Page | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isFailed, setIsFailed] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  const read = useCallback(
    async (before: Page | null, signal?: AbortSignal) => {
      setIsFailed(false);
      try {
        const { rows, next } = await api.list(before?.next ?? null, signal);
        setPage({ rows: [...(before?.rows ?? []), ...rows], next });
      } catch {
        if (signal?.aborted !== true) setIsFailed(true);
      }
    },
    [api],
  );
  useEffect(() => {
    const abort = new AbortController();
    void read(null, abort.signal);
    return () => abort.abort();
  }, [read]);

  const during = async (work: () => Promise<void>) => {
    setIsBusy(true);
    await work().catch((error: unknown) => notifyError(error instanceof Error ? error.message : ''));
    setIsBusy(false);
  };
  const ids = [...selected];
  const restore = async () => {
    const { restored, problems, unconverted } = await api.restore(ids);
    if (problems.length > 0)
      void notify({
        title: t('notRestored', { count: problems.length }),
        message: fromServer(problems[0]?.message ?? ''),
        color: 'red',
        role: 'alert',
      });
    else if (unconverted.length === 0) notifyDone(t('restored', { count: restored }));
    if (unconverted.length > 0) {
      const columns = [...new Set(unconverted.map(({ column }) => column))].join(', ');
      void notify({ title: t('restored', { count: restored }), message: t('unconverted', { columns }), color: 'yellow', role: 'alert' });
    }
    if (restored > 0) onRestored();
    setSelected(new Set(problems.map(({ id }) => id)));
    await read(null);
  };
  const purge = async () => {
    await api.purge(ids);
    setSelected(new Set());
    await read(null);
  };
  return {
    rows: page?.rows ?? null,
    next: page?.next ?? null,
    selected,
    isFailed,
    isBusy,
    select: (id: string, isOn: boolean) =>
      setSelected((current) => new Set(isOn ? [...current, id] : [...current].filter((each) => each !== id))),
    selectAll: (isOn: boolean) => setSelected(new Set(isOn ? page?.rows.map(({ id }) => id) : [])),
    more: () => void during(() => read(page)),
    reload: () => void read(null),
    restore: () => void during(restore),
    purge: () => void during(purge),
  };
}
