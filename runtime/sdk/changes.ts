import { followRows, type LiveChange } from './live.ts';
import { noteRow } from './loaded-rows.ts';
import type { Row, RowEvent } from './row.ts';

export interface Subscription {
  readonly listener: (event: RowEvent) => void;
  readonly onReady: () => void;
}

/** Rows whose latest state is remembered. */
const MAX_KNOWN = 1000;
const TYPES = { created: 'create', updated: 'update', deleted: 'delete' } as const;
/** Spread over the clients, who would read the table all at once. */
const RESET_MS = 1000;

/** The latest state of a row that listeners were told; null: deleted. */
interface Known {
  readonly at: string;
  readonly json: string | null;
}

/** The changes of a table: by this page, at once, and by others, from the server. Each is told once, and none after a later one of its row. */
export class TableChanges {
  readonly #name: string;
  readonly #subscriptions = new Set<Subscription>();
  readonly #known = new Map<string, Known>();
  #unfollow: (() => void) | null = null;
  #reset: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  subscribe(subscription: Subscription): () => void {
    this.#subscriptions.add(subscription);
    this.#unfollow ??= followRows(this.#name, {
      onReady: () => {
        for (const { onReady } of [...this.#subscriptions]) onReady();
      },
      onChange: (change) => this.#receive(change),
    });
    return () => {
      this.#subscriptions.delete(subscription);
      if (this.#subscriptions.size > 0) return;
      this.#unfollow?.();
      this.#unfollow = null;
      this.#known.clear();
      clearTimeout(this.#reset);
      this.#reset = undefined;
    };
  }

  /** A change that a call of this page has made. */
  notify(event: RowEvent): void {
    if (this.#subscriptions.size > 0 && this.#isNews(event)) this.#tell(event);
  }

  #receive({ event, row }: LiveChange): void {
    if (event === 'reset' || row === undefined) {
      this.#reset ??= setTimeout(() => {
        this.#reset = undefined;
        this.#tell({ type: 'update', id: null, data: null });
      }, Math.random() * RESET_MS);
      return;
    }
    // A row that was restored begins anew.
    if (event === 'created' && this.#known.get(row.id)?.json === null) this.#known.delete(row.id);
    const news: RowEvent = { type: TYPES[event], id: row.id, data: event === 'deleted' ? null : (row as Row) };
    if (!this.#isNews(news)) return;
    if (news.data !== null) noteRow(this.#name, news.data);
    this.#tell(news);
  }

  #isNews({ id, data }: RowEvent): boolean {
    if (id === null) return true;
    const known = this.#known.get(id);
    const next: Known = { at: data?.updatedAt ?? data?.createdAt ?? '', json: data === null ? null : JSON.stringify(data) };
    if (known !== undefined && (known.json === null || (next.json !== null && (next.json === known.json || next.at < known.at))))
      return false;
    this.#known.delete(id);
    this.#known.set(id, next);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return true;
  }

  #tell(event: RowEvent): void {
    for (const { listener } of [...this.#subscriptions]) listener(event);
  }
}

const tables = new Map<string, TableChanges>();

/** The changes of the table with this name, shared by all its uses on the page. */
export function changesOf(name: string): TableChanges {
  const known = tables.get(name) ?? new TableChanges(name);
  tables.set(name, known);
  return known;
}
