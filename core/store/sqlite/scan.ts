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
  /** The quoted table name. */
  readonly table: string;
  readonly statements: Statements;
  readonly turns: Turns;
}

/** A matching row; `text` is its document, if requested. */
export interface Found {
  readonly id: number;
  readonly text: string | null;
  readonly keys: readonly SortValue[] | null;
  /** Characters of the JSON from which `keys` were parsed. */
  readonly keyBytes: number;
}

/**
 * Reads row by row when one statement is not enough: for a filter that SQL cannot express, or a sort by a field without an index. Keeps one
 * document in memory at a time. Takes a snapshot of the rowids before it yields to writers, because an open cursor would see some
 * concurrent writes and miss others.
 */
export class Scan {
  readonly #parts: ScanParts;
  readonly #plan: Plan;
  readonly #where: string;
  readonly #text: boolean;
  /** The page to apply here; none when SQL or the sort in memory applies it. */
  readonly #page: { readonly skip: number; readonly limit: number };
  /** Whether the query for the rowids applies the page. */
  readonly #isPaged: boolean;

  /** `text` requests the documents; `indexesOnly` selects candidate rows by indexes alone, so that each statement is short. */
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

  /** The matching rows in slices, at least one; yields to the event loop between them. */
  async *slices(options: { readonly budget?: ReadBudget; readonly signal?: AbortSignal }): AsyncGenerator<Found[]> {
    const { skip, limit } = this.#page;
    const turn = this.#parts.turns.begin();
    // No unconditional await: concurrent reads would all pass `begin` before the first slice has used any time.
    if (turn !== undefined) await turn;
    const ids = this.#ids();
    let matched = 0;
    let worked = 0;
    let next: IteratorResult<number, void> | null = null;
    const isLast = (): boolean => next?.done === true || (limit > 0 && matched === skip + limit);
    const readSlice = (began: number): Found[] => {
      const slice: Found[] = [];
      let isFull = false;
      next ??= ids.next();
      while (!next.done && !isFull && !isLast()) {
        const found = this.read(next.value);
        if (found !== null && ++matched > skip) slice.push(found);
        isFull = slice.length === sliceRows || performance.now() - began > sliceMs;
        // `true`: writers may run after this slice, so take the remaining rowids from its snapshot.
        next = ids.next(isFull);
      }
      return slice;
    };
    for (;;) {
      options.signal?.throwIfAborted();
      const began = performance.now();
      const slice = this.#parts.statements.snapshot(() => readSlice(began));
      worked += performance.now() - began;
      checkTime(worked, options.budget);
      yield slice;
      if (isLast()) return;
      await this.#parts.turns.next();
    }
  }

  /** The rowids of the candidates, in order. `next(true)` makes it read all remaining ones at once. */
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

  /** Selects rowids as one JSON text: far cheaper than one object per row. */
  #select(limit: number, offset: number): readonly number[] {
    const { parameters } = this.#plan.condition;
    const page = `LIMIT ?${parameters.length + 1} OFFSET ?${parameters.length + 2}`;
    const rows = `SELECT rowid AS id FROM ${this.#parts.table} WHERE ${this.#where}${this.#plan.order} ${page}`;
    const found = this.#parts.statements
      .get(`SELECT '[' || ifnull(group_concat(id), '') || ']' AS ids FROM (${rows})`)
      .get(...parameters, limit, offset);
    return JSON.parse(found?.ids as string) as number[];
  }

  /** Null when the row does not match (any more). Checks the condition again, because SQLite reuses the rowids of deleted rows. */
  read(id: number): Found | null {
    const { condition, isExact, matches, sortInMemory, sortValues, sortFields } = this.#plan;
    const { upper, lower, parameters } = condition;
    const number = `?${parameters.length + 1}`;
    // The document for the exact matcher; NULL when the lower bound already proves the match.
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

/** Top-k sort: keeps only the rows up to the end of the page. */
export class Sorted {
  readonly #keys: readonly SortKey[];
  readonly #skip: number;
  readonly #most: number;
  readonly #bytes: number;
  #kept: { readonly id: number; readonly keys: readonly SortValue[]; readonly keyBytes: number }[] = [];
  #keptBytes = 0;

  /** `bytes` is the budget for the sort keys of the kept rows. */
  constructor({ sortInMemory, skip, limit }: Plan, bytes: number) {
    this.#keys = sortInMemory ?? [];
    this.#skip = skip;
    this.#most = limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
    this.#bytes = bytes;
  }

  add({ id, keys, keyBytes }: Found): void {
    this.#kept.push({ id, keys: keys ?? [], keyBytes });
    this.#keptBytes += keyBytes;
    // Amortized: prune only when twice the needed rows are kept.
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
