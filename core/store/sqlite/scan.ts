import { BudgetExceeded } from '../../contract/errors.ts';
import type { ReadBudget } from '../../contract/store.ts';
import { compareRows, type SortKey, type SortValue, sortRow } from '../documents/shape.ts';
import type { Document } from '../documents/values.ts';
import type { Plan } from './plan.ts';
import type { Statements } from './statements.ts';
import type { Turns } from './turns.ts';

/** How long a read runs before it yields to the event loop, in milliseconds. */
const sliceMs = 8;
/** Documents per batch: they may be stale by the time the consumer has read the last. */
const sliceRows = 100;
/** Rows that a read examines before it materializes the ids of the rest. */
const firstRows = 256;

export interface ScanParts {
  /** In quotes. */
  readonly table: string;
  readonly statements: Statements;
  readonly turns: Turns;
}

/** A row that matches; `text` is its document, where that was asked for. */
export interface Found {
  readonly id: number;
  readonly text: string | null;
  readonly keys: readonly SortValue[] | null;
  /** Bytes that `keys` were read from. */
  readonly keyBytes: number;
}

/**
 * Reads row by row what no single statement answers: a filter with parts that SQL cannot say, a sort by a field without an index.
 * One document at a time is in memory. The numbers of the rows are read before others may write: an open cursor would see half of what
 * is written meanwhile.
 */
export class Scan {
  readonly #parts: ScanParts;
  readonly #plan: Plan;
  readonly #where: string;
  readonly #text: boolean;
  /** The page of a sort in memory is cut from what the sort keeps. */
  readonly #page: { readonly skip: number; readonly limit: number };
  /** Whether the walk over the numbers cuts the page already. */
  readonly #isPaged: boolean;

  /** `text` asks for the documents; `indexesOnly` finds the rows to look at by index alone, so that no statement takes long. */
  constructor(parts: ScanParts, plan: Plan, { text, indexesOnly }: { readonly text: boolean; readonly indexesOnly: boolean }) {
    this.#parts = parts;
    this.#plan = plan;
    this.#where = indexesOnly ? plan.condition.base : plan.condition.upper;
    this.#text = text;
    this.#isPaged = plan.sortInMemory === null && (indexesOnly ? plan.isIndexed : plan.isExact);
    this.#page = this.#isPaged || plan.sortInMemory !== null ? { skip: 0, limit: 0 } : plan;
  }

  /** The matching rows, synchronously: for reads within a transaction and internal ones. */
  *found(): Generator<Found> {
    const { skip, limit } = this.#page;
    let matched = 0;
    for (const id of this.#ids()) {
      const found = this.read(id);
      if (found === null || ++matched <= skip) continue;
      yield found;
      if (limit > 0 && matched === skip + limit) return;
    }
  }

  /** The matching rows in slices; yields to the event loop between them. */
  async *slices(options: { readonly budget?: ReadBudget; readonly signal?: AbortSignal }): AsyncGenerator<Found[]> {
    const { skip, limit } = this.#page;
    const turn = this.#parts.turns.begin();
    // Not awaited without need: reads that begin together would all begin before the first slice has taken any time.
    if (turn !== undefined) await turn;
    const ids = this.#ids();
    let matched = 0;
    let worked = 0;
    const isLast = (): boolean => limit > 0 && matched === skip + limit;
    for (let next = ids.next(); !next.done; ) {
      options.signal?.throwIfAborted();
      const began = performance.now();
      const slice: Found[] = [];
      let isFull = false;
      while (!next.done && !isFull && !isLast()) {
        const found = this.read(next.value);
        if (found !== null && ++matched > skip) slice.push(found);
        isFull = slice.length === sliceRows || performance.now() - began > sliceMs;
        // `true`: writes may happen from here on, so the remaining ids are read first.
        next = ids.next(isFull);
      }
      worked += performance.now() - began;
      checkTime(worked, options.budget);
      yield slice;
      if (next.done || isLast()) return;
      await this.#parts.turns.next();
    }
  }

  /** The numbers of the rows to look at, in order; sent `true`, it reads the rest of them before it goes on. */
  *#ids(): Generator<number, void, boolean | undefined> {
    const { skip, limit } = this.#plan;
    if (this.#isPaged) {
      yield* this.#select(limit > 0 ? limit : -1, skip);
      return;
    }
    const first = this.#select(firstRows, 0);
    let rest: readonly number[] | null = first.length < firstRows ? [] : null;
    for (const id of first) if ((yield id) === true) rest ??= this.#select(-1, firstRows);
    yield* rest ?? this.#select(-1, firstRows);
  }

  /** As one text: far cheaper than an object for each row. */
  #select(limit: number, offset: number): readonly number[] {
    const { parameters } = this.#plan.condition;
    const page = `LIMIT ?${parameters.length + 1} OFFSET ?${parameters.length + 2}`;
    const rows = `SELECT rowid AS id FROM ${this.#parts.table} WHERE ${this.#where}${this.#plan.order} ${page}`;
    const found = this.#parts.statements
      .get(`SELECT '[' || ifnull(group_concat(id), '') || ']' AS ids FROM (${rows})`)
      .get(...parameters, limit, offset);
    return JSON.parse(found?.ids as string) as number[];
  }

  /** Null when the row does not match, or no longer: SQLite gives the number of a deleted row to a new one. */
  read(id: number): Found | null {
    const { condition, isExact, matches, sortInMemory, sortValues, sortFields } = this.#plan;
    const { upper, lower, parameters } = condition;
    const number = `?${parameters.length + 1}`;
    // Null for a document that surely matches and was not asked for.
    const unsure = isExact ? 'NULL' : `CASE WHEN (${lower}) IS NOT TRUE THEN json(doc) END`;
    const row = this.#parts.statements
      .get(
        `SELECT ${unsure} AS unsure, ${this.#text ? 'json(doc)' : 'NULL'} AS text, ${sortValues} AS keys FROM ${this.#parts.table} WHERE rowid = ${number} AND (${upper})`,
      )
      .get(...parameters, id);
    if (row === undefined) return null;
    if (row.unsure !== null && !matches(JSON.parse(row.unsure as string) as Document)) return null;
    const text = row.text as string | null;
    const keys = row.keys as string | null;
    if (sortInMemory === null || keys !== null)
      return { id, text, keys: keys === null ? null : (JSON.parse(keys) as SortValue[]), keyBytes: keys?.length ?? 0 };
    const fields = this.#parts.statements.get(`SELECT ${sortFields} AS text FROM ${this.#parts.table} WHERE rowid = ?`).get(id)?.text;
    const values = sortRow(JSON.parse(fields as string) as Document, sortInMemory);
    return { id, text, keys: values, keyBytes: (fields as string).length };
  }
}

/** The page of a sort, without keeping the rows behind it. */
export class Sorted {
  readonly #keys: readonly SortKey[];
  readonly #skip: number;
  readonly #most: number;
  readonly #bytes: number;
  #kept: { readonly id: number; readonly keys: readonly SortValue[]; readonly keyBytes: number }[] = [];
  #keptBytes = 0;

  /** The keys of the rows up to the end of the page may have `bytes`. */
  constructor({ sortInMemory, skip, limit }: Plan, bytes: number) {
    this.#keys = sortInMemory ?? [];
    this.#skip = skip;
    this.#most = limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
    this.#bytes = bytes;
  }

  add({ id, keys, keyBytes }: Found): void {
    this.#kept.push({ id, keys: keys ?? [], keyBytes });
    this.#keptBytes += keyBytes;
    // Sorted now and then rather than each time: twice the rows are kept, and each is compared a few times.
    if (this.#kept.length > 2 * this.#most + 1000 || this.#keptBytes > this.#bytes) this.#prune();
    if (this.#keptBytes > this.#bytes) throw new BudgetExceeded('bytes');
  }

  ids(): number[] {
    this.#prune();
    return this.#kept.slice(this.#skip).map(({ id }) => id);
  }

  #prune(): void {
    this.#kept.sort((left, right) => compareRows(left.keys, right.keys, this.#keys));
    this.#kept = this.#kept.slice(0, this.#most);
    this.#keptBytes = this.#kept.reduce((bytes, { keyBytes }) => bytes + keyBytes, 0);
  }
}

function checkTime(worked: number, budget: ReadBudget | undefined): void {
  if (budget !== undefined && worked > budget.ms) throw new BudgetExceeded('time');
}
