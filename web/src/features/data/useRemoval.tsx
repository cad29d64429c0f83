import { Button, Group, Modal, Text } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Filter, Row, TableApi } from './rows/api.ts';
import { idsOf, removeInChunks } from './rows/bulk-removal.ts';
import type { RowPages } from './rows/pages.ts';
import { isPending, type TableRows } from './rows/table-rows.ts';

interface RemovalOptions {
  readonly api: TableApi;
  readonly pages: RowPages;
  readonly rows: TableRows;
  readonly filter: Filter | null;
  readonly onFailure: () => void;
}

export type RemovalState = ReturnType<typeof useRemoval>;

/** Selected rows, and their deletion. */
export function useRemoval({ api, pages, rows, filter, onFailure }: RemovalOptions) {
  const t = useTranslations();
  const [checked, setChecked] = useState<ReadonlyMap<string, Row>>(new Map());
  const [isAll, setIsAll] = useState(false);
  const [asked, setAsked] = useState<readonly Row[] | 'all' | null>(null);
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const running = useRef<AbortController | null>(null);

  const check = useCallback((changed: readonly Row[], isOn: boolean) => {
    setIsAll(false);
    setChecked((current) => {
      const next = new Map(current);
      for (const row of changed) {
        if (!isOn) next.delete(row.id);
        else if (!isPending(row)) next.set(row.id, row);
      }
      return next;
    });
  }, []);
  const checkAll = useCallback((isOn: boolean) => {
    setChecked(new Map());
    setIsAll(isOn);
  }, []);
  const clear = () => {
    setChecked(new Map());
    setIsAll(false);
  };
  const ask = useCallback(
    (targets: readonly Row[]) => {
      const pending = targets.filter(isPending);
      for (const { id } of pending) rows.discard(id);
      if (pending.length < targets.length) setAsked(targets.filter((row) => !isPending(row)));
    },
    [rows],
  );
  const total = isAll ? (pages.count ?? 0) : checked.size;

  /** `expected` rows, whose ids are read first: what is added meanwhile stays. */
  const removeMany = async (expected: number, readIds: (signal: AbortSignal) => Promise<readonly string[]>) => {
    const abort = new AbortController();
    running.current = abort;
    setProgress({ done: 0, total: expected });
    let gone: readonly string[] = [];
    try {
      const ids = await readIds(abort.signal);
      await removeInChunks({
        api,
        ids,
        signal: abort.signal,
        onProgress: (count) => {
          gone = ids.slice(0, count);
          setProgress({ done: count, total: ids.length });
        },
      });
    } catch {
      if (!abort.signal.aborted) onFailure();
    }
    if (gone.length > 0) rows.noteRemoved(gone);
    running.current = null;
    setProgress(null);
    const removed = new Set(gone);
    setChecked((current) => new Map([...current].filter(([id]) => !removed.has(id))));
    await pages.reload();
  };
  const remove = (targets: readonly Row[]) =>
    targets.length === 1 ? rows.remove(targets) : removeMany(targets.length, async () => targets.map(({ id }) => id));
  const removeAll = () => removeMany(pages.count ?? 0, (signal) => idsOf(api, filter, signal));
  const confirm = () => {
    const targets = asked;
    setAsked(null);
    if (targets === 'all') void removeAll().then(clear);
    else if (targets !== null) void remove(targets).then(() => check(targets, false));
  };

  const count = asked === 'all' ? (pages.count ?? 0) : (asked?.length ?? 0);
  const dialog = (
    <Modal opened={asked !== null} onClose={() => setAsked(null)} title={t('data.remove.title', { count })}>
      <Text fz="sm">{t('data.remove.why')}</Text>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={() => setAsked(null)}>
          {t('common.cancel')}
        </Button>
        <Button color="red" data-autofocus onClick={confirm}>
          {t('common.delete')}
        </Button>
      </Group>
    </Modal>
  );
  return {
    checked,
    check,
    isAll,
    checkAll,
    clear,
    total,
    ask,
    askSelected: () => setAsked(isAll ? 'all' : [...checked.values()]),
    progress,
    cancel: () => running.current?.abort(),
    dialog,
  };
}
