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
  /** Interval in seconds of reloading the rows while the page is visible. Changes of other people arrive without it. Default: none. */
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

/** The live rows of a table: updated by changes of this page and of other people, and reloaded when the page becomes visible again. */
export function useRows<R extends BaseRow>(entity: Entity<R>, options: RowsOptions = {}): Rows<R> {
  const { filter = {}, sort = '-createdAt', limit = 100, skip = 0, refresh } = options;
  const changes = useRowChanges(entity);
  const access = useAccess(entity);
  const { isLoading } = useUser();
  const { isVisitor } = access;
  // Visitors and users may see different rows.
  const key = JSON.stringify([filter, sort, limit === Number.POSITIVE_INFINITY ? null : limit, skip, isVisitor]);
  const store = storeOf(entity);
  // Wait until the user has loaded, who may be an admin: do not send a call that must fail.
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

/** Keeps the previous rows until those of another page, order or filter have loaded. `owner` identifies user and table. */
function useLastReady(snapshot: RowsSnapshot, owner: string, isKept: boolean): RowsSnapshot {
  const last = useRef<{ readonly owner: string; readonly snapshot: RowsSnapshot } | null>(null);
  useEffect(() => {
    if (snapshot.status === 'ready') last.current = { owner, snapshot };
  }, [owner, snapshot]);
  return isKept && snapshot.status === 'loading' && last.current?.owner === owner ? last.current.snapshot : snapshot;
}

/** The mutations of a table, without its rows. */
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

/** The number of rows shown, and a function that shows another page. */
export function useLimit(size: number): readonly [number, () => void] {
  const [pages, setPages] = useState(1);
  return [size * pages, () => setPages(pages + 1)];
}
