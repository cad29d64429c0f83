import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Filter } from './rows/api.ts';
import { createTableApi } from './rows/api.ts';
import { followChanges } from './rows/live.ts';
import { RowPages } from './rows/pages.ts';
import { type Failure, TableRows } from './rows/table-rows.ts';

interface Options {
  readonly appId: string;
  readonly entity: string;
  readonly filter: Filter | null;
  readonly sort: string;
  readonly onFailure: (failure: Failure, error: unknown) => void;
}

/** The rows of a table in this order, kept current. */
export function useTableRows({ appId, entity, filter, sort, onFailure }: Options) {
  const api = useMemo(() => createTableApi(appId, entity), [appId, entity]);
  const report = useEffectEvent(onFailure);
  const pages = useMemo(() => new RowPages(api, { filter, sort }), [api, filter, sort]);
  const [rows] = useState(() => new TableRows({ api, pages }));
  useEffect(() => {
    pages.open();
    rows.setPages(pages);
    const leave = rows.onFailure((failure, error) => report(failure, error));
    void pages.reload();
    const stop = followChanges(api.eventsUrl, pages);
    return () => {
      stop();
      leave();
      pages.close();
    };
  }, [api, pages, rows]);
  return { api, pages, rows };
}
