import { useEffect, useMemo, useState } from 'react';
import { type Column, columnsOf, type TableSchema } from '../columns.ts';
import { call, createTableApi, type Row, type TableAddress, tableUrl } from '../rows/api.ts';
import { searchFilter } from '../search-filter.ts';
import { rowTitle, titleColumn } from './row-title.ts';

const OFFERED = 20;
const SETTLE_MS = 250;

interface ReferencedQuery {
  readonly address: TableAddress;
  /** The table whose rows are referenced. */
  readonly table: string;
  /** Of the referenced row. */
  readonly id: string | null;
  readonly search: string;
}

/** The rows that a reference may choose: the current one and those whose title the search finds. */
export function useReferenced({ address, table, id, search }: ReferencedQuery) {
  const { appId, rows } = address;
  const there = useMemo(() => ({ appId, entity: table, rows }), [appId, table, rows]);
  const api = useMemo(() => createTableApi(there), [there]);
  const [columns, setColumns] = useState<readonly Column[]>([]);
  const [current, setCurrent] = useState<Row | null>(null);
  const [{ found, answered }, setAnswer] = useState<{ readonly found: readonly Row[]; readonly answered: string | null }>({
    found: [],
    answered: null,
  });
  useEffect(() => {
    const abort = new AbortController();
    // Without its schema, rows are shown by their ids.
    call<TableSchema>('GET', tableUrl(there, '/schema'), { signal: abort.signal }).then(
      (schema) => setColumns(columnsOf(schema, { createdAt: '', creatorId: '' })),
      () => undefined,
    );
    return () => abort.abort();
  }, [there]);
  useEffect(() => {
    const abort = new AbortController();
    if (id !== null) api.get(id, abort.signal).then(setCurrent, () => abort.signal.aborted || setCurrent(null));
    return () => abort.abort();
  }, [api, id]);
  const titles = titleColumn(columns);
  // The field shows the title of the current row, which is no search.
  const text = current !== null && search === rowTitle(current, columns) ? '' : search;
  useEffect(() => {
    const abort = new AbortController();
    const filter = titles === undefined ? null : searchFilter(text, [titles]);
    const wait = setTimeout(() => {
      api
        .list({ filter, sort: '-createdAt', limit: OFFERED }, abort.signal)
        .then((rows) => setAnswer({ found: rows, answered: text }))
        .catch(() => undefined);
    }, SETTLE_MS);
    return () => {
      clearTimeout(wait);
      abort.abort();
    };
  }, [api, titles, text]);
  const offered = current === null || current.id !== id || found.some((row) => row.id === id) ? found : [current, ...found];
  return {
    offered,
    /** The current row stays offered for its title; a search finds it or not. */
    isFound: (other: string) => text === '' || found.some((row) => row.id === other),
    isSearching: answered !== text,
    titleOf: (row: Row) => rowTitle(row, columns),
  };
}
