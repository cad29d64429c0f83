import { ApiError, type Filter, type Row, type TableApi } from './api.ts';

/** Rows of one request. */
const BLOCK = 100;
/** The most rows that are kept; those farthest from the window are evicted. */
const MAX_ROWS = 3_000;
/** The most rows that the server skips from the row of `after`. */
const MAX_SKIP = 10_000;
/** Every so many positions, the id of the row is kept after its eviction. */
const ANCHOR_EVERY = 1_000;
const MAX_IN_FLIGHT = 2;
/** Of events that change positions, before they are read again. */
const SETTLE_MS = 250;

interface Slot {
  readonly row: Row;
  /** The reading that the row is of; an older one is shown until it is read again. */
  readonly epoch: number;
}

/** A position with the id of its row; null at the edges of the table. */
interface Known {
  readonly index: number;
  readonly id: string | null;
}

export interface RowsQuery {
  readonly filter: Filter | null;
  /** `field` or `-field`, several with commas. */
  readonly sort: string;
}

/**
 * Rows of a table by position: a sparse, bounded cache of what the window shows. A block is read by keyset from the nearest row with a
 * known id, from either side, so that both ends of a table are equally near; what lies between is skipped by at most 10,000 rows a request.
 */
export class RowPages {
  readonly #api: Pick<TableApi, 'list' | 'count'>;
  readonly #query: RowsQuery;
  readonly #listeners = new Set<() => void>();
  readonly #loading = new Map<number, AbortController>();
  #slots = new Map<number, Slot>();
  #anchors = new Map<number, string>();
  #window = { start: 0, end: 0 };
  #epoch = 0;
  #version = 0;
  #count: number | null = null;
  #arrivals: Row[] | null = null;
  #error: Error | null = null;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** A failed page is requested once more, from the ends of the table: the row that it was to follow may be gone. */
  #isRetrying = false;

  constructor(api: Pick<TableApi, 'list' | 'count'>, query: RowsQuery) {
    this.#api = api;
    this.#query = query;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  /** Changes with every change of what is shown. */
  readonly version = (): number => this.#version;

  get query(): RowsQuery {
    return this.#query;
  }
  /** Changes when all rows are read again. */
  get reading(): number {
    return this.#epoch;
  }
  /** Null until known. */
  get count(): number | null {
    return this.#count;
  }
  get error(): Error | null {
    return this.#error;
  }
  /** Rows in memory. */
  get size(): number {
    return this.#slots.size;
  }

  row(index: number): Row | undefined {
    return this.#slots.get(index)?.row;
  }

  indexOf(id: string): number {
    for (const [index, { row }] of this.#slots) if (row.id === id) return index;
    return -1;
  }

  /** The rows of the window are read, and kept longest. */
  show(start: number, end: number): void {
    if (this.#window.start === start && this.#window.end === end && this.#count !== null) return;
    this.#window = { start, end };
    this.#pump();
  }

  /** Reads everything again; what is shown stays until then. */
  async reload(): Promise<void> {
    this.#epoch += 1;
    this.#anchors = new Map();
    for (const [block, abort] of this.#loading) {
      abort.abort();
      this.#loading.delete(block);
    }
    const epoch = this.#epoch;
    try {
      const count = await this.#api.count(this.#query.filter);
      if (epoch !== this.#epoch || this.#isClosed) return;
      this.#error = null;
      this.#setCount(count);
    } catch (error) {
      if (epoch !== this.#epoch || this.#isClosed) return;
      this.#error = error as Error;
    }
    this.#changed();
    this.#pump();
  }

  /** Reads again once a burst of changes has ended. */
  reloadSoon(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => void this.reload(), SETTLE_MS);
  }

  /** Replaces a row that is in memory; its position stays until the next reading. */
  replace(row: Row): void {
    const index = this.indexOf(row.id);
    if (index < 0) return;
    this.#slots.set(index, { row, epoch: this.#epoch });
    this.#changed();
  }

  /** A new row at the top, as the sort by newest first places it. */
  prepend(row: Row): void {
    if (this.indexOf(row.id) >= 0) {
      this.replace(row);
      return;
    }
    this.#shift(0, 1);
    this.#slots.set(0, { row, epoch: this.#epoch });
    this.#count = (this.#count ?? 0) + 1;
    this.#changed();
  }

  /** Adds a new row of another client. */
  arrive(row: Row): void {
    if (this.#arrivals === null) this.prepend(row);
    else this.#arrivals.push(row);
  }

  /** Adds what arrives during a call after it: a row of this browser may arrive before the call that made it has its answer. */
  async keepArrivals<T>(call: () => Promise<T>): Promise<T> {
    const kept: Row[] = [];
    this.#arrivals = kept;
    try {
      return await call();
    } finally {
      this.#arrivals = null;
      for (const row of kept) this.prepend(row);
    }
  }

  /** Removes rows; true when all of them were in memory, so that every position is still right. */
  remove(ids: ReadonlySet<string>): boolean {
    const found = [...this.#slots].filter(([, { row }]) => ids.has(row.id)).map(([index]) => index);
    for (const index of found.sort((a, b) => b - a)) this.#shift(index, -1);
    this.#count = Math.max(0, (this.#count ?? 0) - found.length);
    this.#changed();
    this.#pump();
    return found.length === ids.size;
  }

  /** Undoes `close`: effects may run twice. */
  open(): void {
    this.#isClosed = false;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#settling);
    for (const abort of this.#loading.values()) abort.abort();
  }

  #shift(from: number, by: 1 | -1): void {
    const move = <T>(map: Map<number, T>) =>
      new Map(
        [...map].flatMap(([index, value]): [number, T][] => {
          if (index < from) return [[index, value]];
          return by === -1 && index === from ? [] : [[index + by, value]];
        }),
      );
    this.#slots = move(this.#slots);
    this.#anchors = move(this.#anchors);
  }

  #setCount(count: number): void {
    this.#count = count;
    for (const index of this.#slots.keys()) if (index >= count) this.#slots.delete(index);
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of [...this.#listeners]) listener();
  }

  #pump(): void {
    if (this.#count === null || this.#isClosed) return;
    for (const block of this.#missing()) {
      if (this.#loading.size >= MAX_IN_FLIGHT) return;
      if (!this.#loading.has(block)) void this.#load(block);
    }
  }

  /** Blocks of the window that are to be read, the visible ones first. */
  #missing(): number[] {
    const count = this.#count ?? 0;
    const first = Math.floor(Math.max(0, this.#window.start) / BLOCK);
    const last = Math.floor(Math.min(count - 1, this.#window.end) / BLOCK);
    const blocks: number[] = [];
    for (let block = first; block <= last; block += 1) if (this.#isMissing(block, count)) blocks.push(block);
    return blocks;
  }

  #isMissing(block: number, count: number): boolean {
    const end = Math.min(count, (block + 1) * BLOCK);
    for (let index = block * BLOCK; index < end; index += 1) if (this.#slots.get(index)?.epoch !== this.#epoch) return true;
    return false;
  }

  async #load(block: number): Promise<void> {
    const abort = new AbortController();
    const epoch = this.#epoch;
    this.#loading.set(block, abort);
    try {
      const rows = await this.#read(block * BLOCK, abort.signal);
      if (epoch === this.#epoch && !this.#isClosed) this.#keep(block, rows);
    } catch (error) {
      if (abort.signal.aborted || epoch !== this.#epoch) return;
      if (error instanceof ApiError && error.status === 400 && !this.#isRetrying) {
        this.#isRetrying = true;
        this.reloadSoon();
        return;
      }
      this.#error = error as Error;
      this.#changed();
      return;
    } finally {
      if (this.#loading.get(block) === abort) this.#loading.delete(block);
    }
    this.#pump();
  }

  #keep(block: number, rows: readonly Row[]): void {
    const start = block * BLOCK;
    for (const [offset, row] of rows.entries()) {
      const index = start + offset;
      this.#slots.set(index, { row, epoch: this.#epoch });
      if (index % ANCHOR_EVERY === 0) this.#anchors.set(index, row.id);
    }
    const expected = Math.min(BLOCK, (this.#count ?? 0) - start);
    if (rows.length < expected) this.reloadSoon();
    this.#error = null;
    this.#isRetrying = false;
    this.#evict();
    this.#changed();
  }

  #evict(): void {
    if (this.#slots.size <= MAX_ROWS) return;
    const middle = (this.#window.start + this.#window.end) / 2;
    const byDistance = [...this.#slots.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
    for (const index of byDistance.slice(0, this.#slots.size - MAX_ROWS)) this.#slots.delete(index);
  }

  /** The rows from this position on, by keyset from the nearest known row. */
  async #read(start: number, signal: AbortSignal): Promise<readonly Row[]> {
    const end = Math.min(this.#count ?? 0, start + BLOCK);
    for (;;) {
      const { gap, at, ...page } = this.#approach(start, end);
      if (gap <= MAX_SKIP) {
        const rows = await this.#api.list({ ...page, limit: end - start, skip: gap }, signal);
        return page.sort === this.#query.sort ? rows : rows.toReversed();
      }
      const [row] = await this.#api.list({ ...page, limit: 1, skip: MAX_SKIP, fields: ['id'] }, signal);
      if (row === undefined) return [];
      this.#anchors.set(at, row.id);
    }
  }

  /** From which side these rows are reached, how many lie between, and the position that a skip of the most rows reaches. */
  #approach(start: number, end: number) {
    const { filter, sort } = this.#query;
    const left = this.#before(start);
    const right = this.#from(end, this.#count ?? 0);
    if (start - left.index <= right.index - end + 1)
      return { filter, sort, after: left.id, gap: start - left.index - 1, at: left.index + MAX_SKIP + 1 };
    return { filter, sort: reversed(sort), after: right.id, gap: right.index - end, at: right.index - MAX_SKIP - 1 };
  }

  /** The last known row before `end`, or the edge of the table. */
  #before(end: number): Known {
    return this.#known().reduce((best, each) => (each.index < end && each.index > best.index ? each : best), { index: -1, id: null });
  }

  /** The first known row from `start` on, or the edge of the table. */
  #from(start: number, count: number): Known {
    return this.#known().reduce((best, each) => (each.index >= start && each.index < best.index ? each : best), { index: count, id: null });
  }

  #known(): Known[] {
    const anchors = [...this.#anchors].map(([index, id]) => ({ index, id }));
    const rows = [...this.#slots].filter(([, { epoch }]) => epoch === this.#epoch);
    return [...anchors, ...rows.map(([index, { row }]) => ({ index, id: row.id }))];
  }
}

/** The same order from the end: the server breaks ties by id in the direction of the last field. */
export const reversed = (sort: string): string =>
  sort
    .split(',')
    .map((field) => (field.startsWith('-') ? field.slice(1) : `-${field}`))
    .join(',');
