import { useEffect, useState } from 'react';
import { usePanel } from '../../lib/workspace/workspace.ts';
import { createTableApi, type RowSet } from './rows/api.ts';

/** Numbers of rows by table; a table whose count failed is left out. Read again whenever the panel opens, and with each `round`. */
export function useCounts(appId: string, set: RowSet, names: readonly string[], round: number): Readonly<Record<string, number>> {
  const { isOpen } = usePanel();
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again
  useEffect(() => {
    if (!isOpen) return;
    setCounts({});
    const abort = new AbortController();
    const read = async () => {
      for (const name of names) {
        const count = await createTableApi({ appId, entity: name, rows: set })
          .count(null, abort.signal)
          .catch(() => null);
        if (abort.signal.aborted) return;
        if (count !== null) setCounts((current) => ({ ...current, [name]: count }));
      }
    };
    void read();
    return () => abort.abort();
  }, [appId, set, names, isOpen, round]);
  return counts;
}
