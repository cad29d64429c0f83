import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useUser } from '../../sdk/auth.ts';
import type { BaseRow, Entity, RowFields } from '../../sdk/entity.ts';
import { type Access, useAccess } from './access.ts';
import { changesOf, type RowChanges } from './changes.ts';
import { type RowQuery, type RowsSnapshot, type RowsStatus, storeOf } from './store.ts';

export interface RowsOptions {
  /** MongoDB-style: `{ done: false, priority: { $gte: 2 } }`. */
  readonly filter?: RowFields | undefined;
  /** `field` or `-field`; default `-createdAt`. */
  readonly sort?: string | undefined;
  /** Default 100; `Infinity` for all, at most 10,000. */
  readonly limit?: number | undefined;
  readonly skip?: number | undefined;
  /** Seconds after which the rows are loaded again while the page is visible. Default: only when the page is come back to. */
  readonly refresh?: number | undefined;
}

export interface Rows<R> extends RowChanges<R> {
  readonly status: RowsStatus;
  readonly rows: readonly R[];
  readonly hasMore: boolean;
  readonly error: Error | null;
  readonly access: Access;
  retry(): void;
}

/** The live rows of a table: they change with every change made on this page, and when the page is come back to. */
export function useRows<R extends BaseRow>(entity: Entity<R>, options: RowsOptions = {}): Rows<R> {
  const { filter = {}, sort = '-createdAt', limit = 100, skip = 0, refresh } = options;
  const changes = useRowChanges(entity);
  const access = useAccess(entity);
  const { isLoading } = useUser();
  const { isVisitor } = access;
  // Rows belong to whoever they were loaded for.
  const key = JSON.stringify([filter, sort, limit === Number.POSITIVE_INFINITY ? null : limit, skip, isVisitor]);
  const store = storeOf(entity);
  // Someone who is logged in may be an admin, which is known a moment later; a call that must fail is not made.
  const isUnknown = access.see === 'none' && !access.isVisitor && isLoading;
  const isDenied = access.see === 'none' && !isUnknown;
  const isIdle = isUnknown || isDenied;
  const subscribe = useCallback(
    (listener: () => void) => (isIdle ? () => {} : store.subscribe(key, queryOf(key), listener)),
    [store, key, isIdle],
  );
  const snapshot = useSyncExternalStore(subscribe, () => store.snapshot(key));
  const { status, rows, hasMore, error } = useLastReady(snapshot, `${entity.name} ${isVisitor}`, options.filter?.['id'] === undefined);
  useEffect(() => {
    if (refresh === undefined) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && store.refresh(), refresh * 1000);
    return () => clearInterval(timer);
  }, [store, refresh]);
  return {
    ...changes,
    status: isDenied ? 'denied' : status,
    rows: rows as unknown as readonly R[],
    hasMore,
    error,
    access,
    retry: () => store.retry(key),
  };
}

/** The rows shown before stay until those of another page, order or filter are there. `owner` says whose rows of which table they are. */
function useLastReady(snapshot: RowsSnapshot, owner: string, isKept: boolean): RowsSnapshot {
  const last = useRef<{ readonly owner: string; readonly snapshot: RowsSnapshot } | null>(null);
  useEffect(() => {
    if (snapshot.status === 'ready') last.current = { owner, snapshot };
  }, [owner, snapshot]);
  return isKept && snapshot.status === 'loading' && last.current?.owner === owner ? last.current.snapshot : snapshot;
}

/** Changes of a table without its rows. */
export function useRowChanges<R extends BaseRow>(entity: Entity<R>): RowChanges<R> {
  const { user } = useUser();
  const userId = user?.id ?? null;
  return useMemo(() => changesOf(entity as unknown as Entity, userId) as unknown as RowChanges<R>, [entity, userId]);
}

function queryOf(key: string): RowQuery {
  const [filter, sort, limit, skip] = JSON.parse(key) as [RowFields, string, number | null, number];
  return { filter, sort, limit: limit ?? Number.POSITIVE_INFINITY, skip };
}

/** One row by its id. */
export function useRow<R extends BaseRow>(entity: Entity<R>, id: string | null | undefined): Rows<R> & { readonly row: R | undefined } {
  const rows = useRows(entity, { filter: { id: id ?? '' }, limit: 1 });
  return { ...rows, row: rows.rows[0] };
}

/** How many rows are shown, and how to show as many again. */
export function useLimit(size: number): readonly [number, () => void] {
  const [pages, setPages] = useState(1);
  return [size * pages, () => setPages(pages + 1)];
}
