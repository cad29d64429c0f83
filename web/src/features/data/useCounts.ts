import { useCallback, useEffect, useRef, useState } from 'react';
import { usePanel } from '../../lib/workspace/workspace.ts';
import { createTableApi, type RowSet } from './rows/api.ts';

/**
 * Numbers of rows by table; a table whose count failed is left out. Read again whenever the panel opens, and with each `round`. `note` takes
 * the count of the table that is shown, null when that is not known and has to be read.
 */
export function useCounts(appId: string, set: RowSet, names: readonly string[], round: number) {
  const { isOpen } = usePanel();
  /** Tables with a later count than the one that is being read. */
  const noted = useRef(new Set<string>());
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again
  useEffect(() => {
    if (!isOpen) return;
    setCounts({});
    noted.current.clear();
    const abort = new AbortController();
    const read = async () => {
      for (const name of names) {
        const count = await createTableApi({ appId, entity: name, rows: set })
          .count(null, abort.signal)
          .catch(() => null);
        if (abort.signal.aborted) return;
        if (count !== null && !noted.current.has(name)) setCounts((current) => ({ ...current, [name]: count }));
      }
    };
    void read();
    return () => abort.abort();
  }, [appId, set, names, isOpen, round]);
  const note = useCallback(
    (name: string, count: number | null) => {
      noted.current.add(name);
      const show = (known: number) => setCounts((current) => (current[name] === known ? current : { ...current, [name]: known }));
      if (count !== null) show(count);
      else
        void createTableApi({ appId, entity: name, rows: set })
          .count(null)
          .then(show, () => undefined);
    },
    [appId, set],
  );
  return { counts, note };
}
