import type { BaseRow, Entity, Row, RowEvent, RowFields } from '../../sdk/entity.ts';
import { ApiError } from '../../sdk/errors.ts';
import { compareBy, matches } from './query.ts';

/** A query of a table. */
export interface RowQuery {
  readonly filter: RowFields;
  /** `field` or `-field`. */
  readonly sort: string;
  /** Maximum number of rows; `Infinity` for all, up to `MAX_ALL`. */
  readonly limit: number;
  readonly skip: number;
}

/** `denied`: the user may not read the rows. */
export type RowsStatus = 'loading' | 'ready' | 'error' | 'denied';
export interface RowsSnapshot {
  readonly status: RowsStatus;
  readonly rows: readonly Row[];
  /** Whether the table has more rows of this query. */
  readonly hasMore: boolean;
  readonly error: Error | null;
}

const PAGE = 1000;
/** Maximum rows of one query. Aggregates mark results that are based on a part of the rows. */
export const MAX_ALL = 10_000;
const STALE_AFTER_MS = 10_000;
/** Between reloads because of single changes: many people may change a table at once. */
const RELOAD_EVERY_MS = 500;

const LOADING: RowsSnapshot = { status: 'loading', rows: [], hasMore: false, error: null };

/** An optimistic change, not yet confirmed by the server. */
interface PendingChange {
  readonly id: string;
  /** Null for a deleted row. */
  readonly after: Row | null;
}

interface Query {
  readonly query: RowQuery;
  readonly listeners: Set<() => void>;
  /** The latest response of the server. */
  loaded: RowsSnapshot;
  /** The result with pending changes applied. */
  shown: RowsSnapshot;
  loadedAt: number;
  loading: Promise<void> | null;
  /** Changes since the request that is under way: its response may be from before them. */
  since: RowEvent[];
  /** The last reload because of a change. */
  reloadedAt: number;
  reloading: ReturnType<typeof setTimeout> | undefined;
}

/** The cached queries of a table, shared by all components of the page. */
export class RowStore {
  readonly #entity: Entity;
  readonly #queries = new Map<string, Query>();
  readonly #outdated = new Set<Query>();
  #pending: readonly PendingChange[] = [];
  /** Calls under way that add a row. */
  #adding = 0;
  /** Rows that were added meanwhile, by id: one may be the row of such a call, which is shown already. */
  readonly #held = new Map<string, RowEvent>();
  #isFollowing = false;

  constructor(entity: Entity) {
    this.#entity = entity;
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.refresh(STALE_AFTER_MS);
    });
  }

  /** Calls `listener` on changes; loads the rows with the first one. Returns the unsubscribe function. */
  subscribe(key: string, query: RowQuery, listener: () => void): () => void {
    const entry = this.#open(key, query);
    entry.listeners.add(listener);
    this.#follow();
    if (entry.loading === null && Date.now() - entry.loadedAt > STALE_AFTER_MS) void this.#load(entry);
    return () => {
      entry.listeners.delete(listener);
    };
  }

  snapshot(key: string): RowsSnapshot {
    return this.#queries.get(key)?.shown ?? LOADING;
  }

  /** Reloads active queries older than this many milliseconds; evicts inactive ones. */
  refresh(olderThan = 0): void {
    for (const [key, entry] of this.#queries) {
      if (Date.now() - entry.loadedAt < olderThan) continue;
      if (entry.listeners.size > 0) void this.#load(entry);
      else this.#queries.delete(key);
    }
  }

  /** Retries a failed query and shows its loading state. */
  retry(key: string): void {
    const entry = this.#queries.get(key);
    if (entry === undefined) return;
    this.#settle(entry, LOADING);
    void this.#load(entry);
  }

  /** A cached row. */
  find(id: string): Row | undefined {
    for (const { shown } of this.#queries.values()) {
      const row = shown.rows.find((one) => one.id === id);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  /** Applies an optimistic change; returns the function that removes it. */
  show(id: string, after: Row | null): () => void {
    const change: PendingChange = { id, after };
    this.#pending = [...this.#pending, change];
    this.#redraw();
    return () => {
      this.#pending = this.#pending.filter((one) => one !== change);
      this.#redraw();
    };
  }

  /** Shows a row while a call adds it; the returned function ends that, with the row as the server made it. */
  showNew(row: Row): (made?: Row) => void {
    const hide = this.show(row.id, row);
    this.#adding += 1;
    return (made) => {
      this.#adding -= 1;
      for (const [id, event] of [...this.#held]) {
        if (this.#adding > 0 && id !== made?.id) continue;
        this.#held.delete(id);
        this.#receive(event);
      }
      hide();
    };
  }

  /** Begins with the first query: callers who may not read have none. */
  #follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    this.#entity.subscribe((event) => this.#receiveOrHold(event), {
      // Rows that are being read, or were, may be from before a change.
      onReady: () => {
        for (const entry of this.#queries.values()) this.#reloadSoon(entry);
      },
    });
  }

  #open(key: string, query: RowQuery): Query {
    const known = this.#queries.get(key);
    if (known !== undefined) return known;
    const entry: Query = {
      query,
      listeners: new Set(),
      loaded: LOADING,
      shown: LOADING,
      loadedAt: 0,
      loading: null,
      since: [],
      reloadedAt: 0,
      reloading: undefined,
    };
    this.#queries.set(key, entry);
    return entry;
  }

  #load(entry: Query): Promise<void> {
    // The response of the latest request wins.
    const loading = this.#read(entry.query).then((loaded) => {
      if (entry.loading !== loading) return;
      entry.loading = null;
      entry.loadedAt = Date.now();
      // Keep stale rows instead of an error.
      if (loaded.status === 'error' && entry.loaded.status === 'ready') return;
      entry.loaded = loaded;
      for (const event of entry.since) this.#apply(entry, event);
      this.#draw(entry);
    });
    entry.loading = loading;
    entry.since = [];
    return loading;
  }

  async #read({ filter, sort, limit, skip }: RowQuery): Promise<RowsSnapshot> {
    try {
      // By id: a row that another client creates between two responses moves the last row to the next response.
      const rows = new Map<string, Row>();
      const wanted = Math.min(limit, MAX_ALL) + 1;
      let read = 0;
      while (read < wanted) {
        const size = Math.min(PAGE, wanted - read);
        const page = await this.#entity.filter(filter, sort, size, skip + read);
        for (const row of page) rows.set(row.id, row);
        read += page.length;
        if (page.length < size) break;
      }
      return { status: 'ready', rows: [...rows.values()].slice(0, wanted - 1), hasMore: read >= wanted, error: null };
    } catch (error) {
      const isDenied = error instanceof ApiError && (error.status === 401 || error.status === 403);
      const failure = error instanceof Error ? error : new Error(String(error));
      return { status: isDenied ? 'denied' : 'error', rows: [], hasMore: false, error: failure };
    }
  }

  #settle(entry: Query, loaded: RowsSnapshot): void {
    entry.loaded = loaded;
    this.#draw(entry);
  }

  #redraw(): void {
    for (const entry of this.#queries.values()) this.#draw(entry);
  }

  #draw(entry: Query): void {
    entry.shown = this.#pending.reduce((shown, { id, after }) => placed(shown, entry.query, id, after) ?? shown, entry.loaded);
    for (const listener of entry.listeners) listener();
  }

  #receiveOrHold(event: RowEvent): void {
    const { type, id } = event;
    if (id !== null && (this.#held.has(id) || (type === 'create' && this.#adding > 0))) this.#held.set(id, event);
    else this.#receive(event);
  }

  /** Applies a change that the server has confirmed. */
  #receive(event: RowEvent): void {
    for (const entry of this.#queries.values()) {
      if (event.id === null) this.#reloadSoon(entry);
      else {
        if (entry.loading !== null) entry.since.push(event);
        this.#apply(entry, event);
        this.#draw(entry);
      }
    }
  }

  #apply(entry: Query, { id, data }: RowEvent): void {
    const next = id === null ? null : placed(entry.loaded, entry.query, id, data);
    if (next !== null) entry.loaded = next;
    if (next === null || id === null || isIncomplete(next, entry.query, id)) this.#reloadInTurn(entry);
  }

  #reloadInTurn(entry: Query): void {
    const wait = entry.reloadedAt + RELOAD_EVERY_MS - Date.now();
    if (wait <= 0) this.#reloadSoon(entry);
    else
      entry.reloading ??= setTimeout(() => {
        entry.reloading = undefined;
        this.#reloadSoon(entry);
      }, wait);
  }

  /** Reloads the query once after all changes of one call; without subscribers, with the next one. */
  #reloadSoon(entry: Query): void {
    entry.loading = null;
    entry.loadedAt = 0;
    entry.reloadedAt = Date.now();
    if (this.#outdated.size === 0) queueMicrotask(() => this.#reloadOutdated());
    this.#outdated.add(entry);
  }

  #reloadOutdated(): void {
    for (const entry of this.#outdated) if (entry.listeners.size > 0) void this.#load(entry);
    this.#outdated.clear();
  }
}

/** Whether only the server has the rows that a change moved to this page from an adjacent one. */
function isIncomplete({ status, rows, hasMore }: RowsSnapshot, { limit, skip }: RowQuery, id: string | null): boolean {
  if (status !== 'ready') return false;
  return skip > 0 || (hasMore && (rows.length < limit || rows.at(-1)?.id === id));
}

/** The rows after a change; null when only the server can tell. */
function placed(snapshot: RowsSnapshot, { filter, sort, limit, skip }: RowQuery, id: string, after: Row | null): RowsSnapshot | null {
  if (snapshot.status !== 'ready') return snapshot;
  const others = snapshot.rows.filter((row) => row.id !== id);
  const isListed = others.length < snapshot.rows.length;
  if (after === null) return isListed ? { ...snapshot, rows: others } : snapshot;
  const isMatch = matches(after, filter);
  if (isMatch === null) return null;
  if (!isMatch) return isListed ? { ...snapshot, rows: others } : snapshot;
  const compare = compareBy(sort);
  const index = others.findIndex((row) => compare(after, row) < 0);
  const isLast = index < 0;
  // The row belongs to another page of results, or its position is unknown.
  if (!isListed && ((isLast && snapshot.hasMore) || (index === 0 && skip > 0))) return snapshot;
  const rows = isLast ? [...others, after] : others.toSpliced(index, 0, after);
  return { ...snapshot, rows: rows.slice(0, limit), hasMore: snapshot.hasMore || rows.length > limit };
}

const stores = new Map<string, RowStore>();

/** The shared store of a table. */
export function storeOf(entity: { readonly name: string }): RowStore {
  const store = stores.get(entity.name) ?? new RowStore(entity as Entity);
  stores.set(entity.name, store);
  return store;
}

/** The row with these fields applied. */
export function withFields(row: BaseRow, fields: RowFields): Row {
  return { ...(row as Row), ...fields };
}
