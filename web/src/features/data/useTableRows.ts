import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { createTableApi, type Filter, type TableAddress } from './rows/api.ts';
import { followChanges } from './rows/live.ts';
import { RowPages } from './rows/pages.ts';
import { type Failure, TableRows } from './rows/table-rows.ts';
import { createTrashApi } from './trash/trash-api.ts';

interface Options {
  readonly address: TableAddress;
  readonly filter: Filter | null;
  readonly sort: string;
  readonly onFailure: (failure: Failure, error: unknown) => void;
}

/** The rows of a table in this order, kept current; a view as another user is read once. */
export function useTableRows({ address, filter, sort, onFailure }: Options) {
  const api = useMemo(() => createTableApi(address), [address]);
  const client = useApolloClient();
  const report = useEffectEvent(onFailure);
  const pages = useMemo(() => new RowPages(api, { filter, sort }), [api, filter, sort]);
  const [rows] = useState(() => new TableRows({ api, trash: createTrashApi(address), pages }));
  useEffect(() => {
    pages.open();
    rows.setPages(pages);
    const leave = rows.onFailure((failure, error) => report(failure, error));
    const stop = address.as == null ? followChanges(client, address, pages) : readOnce(pages);
    return () => {
      stop();
      leave();
      pages.close();
    };
  }, [client, address, pages, rows]);
  return { api, pages, rows };
}

/** The changes that the builder is notified of may be hidden from others. */
function readOnce(pages: RowPages): () => void {
  void pages.reload();
  return () => undefined;
}
