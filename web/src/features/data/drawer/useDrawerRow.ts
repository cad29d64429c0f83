import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Fields, Row, TableApi } from '../rows/api.ts';
import type { TableRows } from '../rows/table-rows.ts';

interface DrawerRow {
  /** Undefined while it is read, null when it is gone. */
  readonly row: Row | null | undefined;
  /** Position in the grid; -1 for a row that the grid has not loaded. */
  readonly index: number;
  readonly save: (fields: Fields) => Promise<void>;
}

/** A row by its id: that of the grid, with its optimistic changes and its undo, or one that is read for the drawer. */
export function useDrawerRow(id: string, { api, rows }: { readonly api: TableApi; readonly rows: TableRows }): DrawerRow {
  useSyncExternalStore(rows.subscribe, rows.version);
  const [read, setRead] = useState<{ readonly id: string; readonly row: Row | null } | null>(null);
  const index = rows.indexOf(id);
  const isLoaded = index >= 0;
  useEffect(() => {
    if (isLoaded) return;
    const abort = new AbortController();
    api.get(id, abort.signal).then(
      (row) => setRead({ id, row }),
      () => abort.signal.aborted || setRead({ id, row: null }),
    );
    return () => abort.abort();
  }, [api, id, isLoaded]);
  const row = isLoaded ? rows.at(index) : read?.id === id ? read.row : undefined;
  const save = async (fields: Fields) => {
    if (isLoaded) await rows.change([{ id, fields }]);
    else setRead({ id, row: await api.update(id, fields) });
  };
  return { row, index, save };
}
