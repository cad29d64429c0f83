import { createContext } from 'react';
import { columnsOf, type TableSchema } from '../columns.ts';
import { createTableApi, type TableAddress } from '../rows/api.ts';
import { rowTitle, titleColumn } from './row-title.ts';

/** Ids of one request: their text fits into an address. */
const BATCH = 50;

/** The referenced tables of an app, by name. */
export type Schemas = ReadonlyMap<string, TableSchema>;

/** Titles of the rows that shown cells reference, read in batches. */
export class ReferencedTitles {
  readonly address: TableAddress;
  readonly #schemas: Schemas;
  /** By table and id; null for rows that have none or cannot be read. */
  readonly #titles = new Map<string, string | null>();
  /** Of the cells that are shown, by table and id. */
  readonly #listeners = new Map<string, Set<() => void>>();
  #wanted = new Map<string, Set<string>>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(address: TableAddress, schemas: Schemas) {
    this.address = address;
    this.#schemas = schemas;
  }

  /** Undefined until it is read. */
  title(table: string, id: string): string | null | undefined {
    return this.#titles.get(keyOf(table, id));
  }

  /** Reads the title while the cell is shown; `listener` is called when it is known. */
  subscribe(table: string, id: string, listener: () => void): () => void {
    const key = keyOf(table, id);
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    if (!this.#titles.has(key)) this.#want(table, id);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#listeners.delete(key);
      // Cells that were scrolled past are not read.
      this.#wanted.get(table)?.delete(id);
    };
  }

  /** Reads the shown titles again, and forgets the others. */
  reload(): void {
    for (const key of [...this.#titles.keys()]) if (!this.#listeners.has(key)) this.#titles.delete(key);
    for (const key of this.#listeners.keys()) this.#want(...partsOf(key));
  }

  #want(table: string, id: string): void {
    const ids = this.#wanted.get(table) ?? new Set();
    this.#wanted.set(table, ids.add(id));
    this.#timer ??= setTimeout(() => this.#read());
  }

  #read(): void {
    this.#timer = null;
    const wanted = this.#wanted;
    this.#wanted = new Map();
    for (const [table, ids] of wanted) {
      const all = [...ids];
      for (let start = 0; start < all.length; start += BATCH) void this.#readBatch(table, all.slice(start, start + BATCH));
    }
  }

  async #readBatch(table: string, ids: readonly string[]): Promise<void> {
    const columns = columnsOf(this.#schemas.get(table) ?? {}, { createdAt: '', creatorId: '' });
    const named = titleColumn(columns);
    const request = { filter: { id: { $in: ids } }, sort: '-createdAt', limit: ids.length, fields: ['id', named?.id ?? 'id'] };
    // What cannot be read is shown by its id.
    const rows =
      named === undefined
        ? []
        : await createTableApi({ ...this.address, entity: table })
            .list(request)
            .catch(() => []);
    const titles = new Map(rows.map((row) => [row.id, rowTitle(row, columns)]));
    for (const id of ids) {
      const key = keyOf(table, id);
      this.#titles.set(key, titles.get(id) ?? null);
      for (const listener of this.#listeners.get(key) ?? []) listener();
    }
  }
}

// Names of tables have no space.
const keyOf = (table: string, id: string): string => `${table} ${id}`;
const partsOf = (key: string): [table: string, id: string] => [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];

/** The titles for the cells of a grid; without them, references are shown by their ids. */
export const TitlesContext = createContext<ReferencedTitles | null>(null);
