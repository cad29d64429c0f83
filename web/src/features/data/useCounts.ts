import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { TablesChangedDocument } from '../../gen/rowsChanged.ts';
import { usePanel } from '../../lib/workspace/workspace.ts';
import { createTableApi, type RowSet } from './rows/api.ts';

/** Counts are read after this time, whether changes are received by then or not. */
const FIRST_READ_MS = 300;
const AGAIN_MS = 2000;

/**
 * Numbers of rows by table; a table whose count failed is left out. Read whenever the panel opens and with each `round`, and again of tables
 * that anyone changes. `note` takes the count of the table that is shown, null when that is not known and has to be read.
 */
export function useCounts(appId: string, set: RowSet, names: readonly string[], round: number) {
  const client = useApolloClient();
  const { isOpen } = usePanel();
  /** Numbers the last count of each table that was asked for or noted: an earlier answer that arrives later is dropped. */
  const asked = useRef(new Map<string, number>());
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const show = useCallback((name: string, count: number) => {
    setCounts((current) => (current[name] === count ? current : { ...current, [name]: count }));
  }, []);
  const next = useCallback((name: string): number => {
    const number = (asked.current.get(name) ?? 0) + 1;
    asked.current.set(name, number);
    return number;
  }, []);
  const read = useCallback(
    async (name: string, signal?: AbortSignal) => {
      const number = next(name);
      const count = await createTableApi({ appId, entity: name, rows: set })
        .count(null, signal)
        .catch(() => null);
      if (count !== null && signal?.aborted !== true && asked.current.get(name) === number) show(name, count);
    },
    [appId, set, next, show],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again
  useEffect(() => {
    if (!isOpen) return;
    setCounts({});
    const abort = new AbortController();
    const { signal } = abort;
    const readAll = async (some: readonly string[]) => {
      for (const name of some) {
        if (signal.aborted) return;
        await read(name, signal);
      }
    };
    let timer = setTimeout(() => void readAll(names), FIRST_READ_MS);
    const open = () =>
      client.subscribe({ query: TablesChangedDocument, variables: { appId, rows: set } }).subscribe({
        next: ({ data }) => {
          if (data === undefined || data === null) return;
          clearTimeout(timer);
          // Null: any of them, before this moment.
          const changed = data.tablesChanged ?? names;
          void readAll(names.filter((name) => changed.includes(name)));
        },
        error: again,
        complete: again,
      });
    const again = () => {
      if (signal.aborted) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        void readAll(names);
        following = open();
      }, AGAIN_MS);
    };
    let following = open();
    return () => {
      abort.abort();
      clearTimeout(timer);
      following.unsubscribe();
    };
  }, [appId, set, names, isOpen, round, client, read]);
  const note = useCallback(
    (name: string, count: number | null) => {
      if (count === null) return void read(name);
      next(name);
      show(name, count);
    },
    [read, next, show],
  );
  return { counts, note };
}
