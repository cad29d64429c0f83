import { compareRows, type SortKey, type SortValue, sortRow } from '../documents/shape.ts';
import type { Document } from '../documents/values.ts';
import type { Plan } from './plan.ts';
import type { Statements } from './statements.ts';

/** Rows that a read examines before it materializes the ids of the rest. */
const firstRows = 256;

export interface ScanParts {
  /** The quoted table name. */
  readonly table: string;
  readonly statements: Statements;
}

/** A matching row; `text` is its document, if requested. */
export interface Found {
  readonly id: number;
  readonly text: string | null;
  readonly keys: readonly SortValue[] | null;
}

/**
 * Reads row by row when one statement is not enough: for a filter that SQL cannot express, or a sort by a field without an index. Keeps one
 * document in memory at a time.
 */
export class Scan {
  readonly #parts: ScanParts;
  readonly #plan: Plan;
  readonly #text: boolean;
  /** The page to apply here; none when SQL or the sort in memory applies it. */
  readonly #page: { readonly skip: number; readonly limit: number };
  /** Whether the query for the rowids applies the page. */
  readonly #isPaged: boolean;

  /** `text` requests the documents. */
  constructor(parts: ScanParts, plan: Plan, { text }: { readonly text: boolean }) {
    this.#parts = parts;
    this.#plan = plan;
    this.#text = text;
    this.#isPaged = plan.sortInMemory === null && plan.isExact;
    this.#page = this.#isPaged || plan.sortInMemory !== null ? { skip: 0, limit: 0 } : plan;
  }

  /** The matching rows; call it within a transaction. */
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

  /** The rowids of all rows that may match, by indexes alone, in order: no document is read. `read` checks them. */
  candidates(): readonly number[] {
    return this.#select(this.#plan.condition.base, -1, 0);
  }

  *#ids(): Generator<number, void> {
    const { skip, limit, condition } = this.#plan;
    if (this.#isPaged) {
      yield* this.#select(condition.upper, limit > 0 ? limit : -1, skip);
      return;
    }
    const first = this.#select(condition.upper, firstRows, 0);
    yield* first;
    if (first.length === firstRows) yield* this.#select(condition.upper, -1, firstRows);
  }

  /** Selects rowids as one JSON text: far cheaper than one object per row. */
  #select(where: string, limit: number, offset: number): readonly number[] {
    const { parameters } = this.#plan.condition;
    const page = `LIMIT ?${parameters.length + 1} OFFSET ?${parameters.length + 2}`;
    const rows = `SELECT rowid AS id FROM ${this.#parts.table} WHERE ${where}${this.#plan.order} ${page}`;
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
    if (sortInMemory === null || keys !== null) return { id, text, keys: keys === null ? null : (JSON.parse(keys) as SortValue[]) };
    const fields = this.#parts.statements.get(`SELECT ${sortFields} AS text FROM ${this.#parts.table} WHERE rowid = ?`).get(id)?.text;
    return { id, text, keys: sortRow(JSON.parse(fields as string) as Document, sortInMemory) };
  }
}

/** Top-k sort: keeps only the rows up to the end of the page. */
export class Sorted {
  readonly #keys: readonly SortKey[];
  readonly #skip: number;
  readonly #most: number;
  #kept: { readonly id: number; readonly keys: readonly SortValue[] }[] = [];

  constructor({ sortInMemory, skip, limit }: Plan) {
    this.#keys = sortInMemory ?? [];
    this.#skip = skip;
    this.#most = limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  }

  add({ id, keys }: Found): void {
    this.#kept.push({ id, keys: keys ?? [] });
    // Amortized: prune only when twice the needed rows are kept.
    if (this.#kept.length > 2 * this.#most + 1000) this.#prune();
  }

  ids(): number[] {
    this.#prune();
    return this.#kept.slice(this.#skip).map(({ id }) => id);
  }

  #prune(): void {
    this.#kept.sort((left, right) => compareRows(left.keys, right.keys, this.#keys));
    this.#kept = this.#kept.slice(0, this.#most);
  }
}
