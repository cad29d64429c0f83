import type { PartitionSpec } from '../../../contract/store.ts';
import type { Filter } from '../../documents/filter.ts';
import { compileFilter } from '../../documents/match.ts';
import { compareRows, type SortValue, sortRow } from '../../documents/shape.ts';
import type { Document } from '../../documents/values.ts';
import { Builder, type Parameter } from '../condition.ts';
import type { Statements } from '../statements.ts';
import { documentSql, membersSql, partitionPaths, sortValuesSql } from './layout.ts';
import type { Plan, Selection } from './plan.ts';
import { indexSql, type Table } from './table.ts';

interface Found {
  readonly id: string | number;
  readonly keys: readonly SortValue[];
}

/** Runs the selections of plans on one table. `id` is the column that names a row: `_rowid_` within a transaction, `_id` beyond. */
export class Reader {
  readonly #table: Table;
  readonly #statements: Statements;

  constructor(table: Table, statements: Statements) {
    this.#table = table;
    this.#statements = statements;
  }

  /** The rows of a plan, in order; null when its window does not have the whole page. */
  ids<Id extends string | number>({ selections, isWindow }: Plan, id: Id extends string ? '_id' : '_rowid_'): Id[] | null {
    const [first] = selections;
    if (first === undefined) return [];
    const { skip, limit } = first;
    if (selections.length === 1) {
      const found = this.#select(first, id) as Id[];
      return isWindow && found.length < limit ? null : found;
    }
    const found: Id[] = [];
    for (const selection of selections) {
      const left = limit === 0 ? 0 : skip + limit - found.length;
      if (limit > 0 && left <= 0) break;
      found.push(...(this.#select({ ...selection, skip: 0, limit: left }, id) as Id[]));
    }
    return found.slice(skip);
  }

  /** The statement for the JSON list of an expression for each row of a plan; null when one cannot tell. */
  listStatement({ selections }: Plan, sql: string): ListStatement | null {
    const [selection] = selections;
    if (selection === undefined || selections.length !== 1 || selection.order.sql === null) return null;
    const { upper, lower, from, parameters } = this.#build(selection);
    if (upper !== lower) return null;
    const rows = `SELECT ${sql} AS text FROM ${from} WHERE ${upper}${selection.order.sql}${pageOf(selection)}`;
    const state = `(SELECT version || ' ' || bytes FROM "_tables" WHERE id = ${this.#table.id})`;
    const list = `'[' || ifnull(group_concat(text, ','), '') || ']'`;
    return { sql: `SELECT ${state} AS state, count(*) AS count, ${list} AS text FROM (${rows})`, parameters };
  }

  /** How many rows a plan has. */
  count({ selections }: Plan): number {
    let count = 0;
    for (const selection of selections) {
      const { from, upper, lower, parameters } = this.#build(selection);
      if (upper !== lower) count += this.#select(selection, '_rowid_').length;
      else count += this.#statements.get(`SELECT count(*) AS count FROM ${from} WHERE ${upper}`).get(...parameters)?.count as number;
    }
    return count;
  }

  /**
   * The JSON of an expression for each of these rows that satisfies the filter, in order. By the index on ids: SQLite would search an index
   * on a field for each value of an `$in` and each row.
   */
  texts(ids: readonly string[], filter: Filter, sql: string): string[] {
    const { upper, lower, parameters } = this.#build({ from: () => '', filter });
    const unsure = upper === lower ? 'NULL' : `CASE WHEN (${lower}) IS NOT TRUE THEN ${documentSql(this.#table.spec)} END`;
    const list = `?${parameters.length + 1}`;
    const rows = this.#statements
      .get(
        `SELECT ${sql} AS text, ${unsure} AS unsure FROM json_each(${list}) AS listed CROSS JOIN ${this.#table.sql} INDEXED BY ${indexSql(this.#table, '_id')} ON _id = listed.value WHERE ${upper}`,
      )
      .all(...parameters, JSON.stringify(ids));
    const matches = compileFilter(filter);
    return rows.flatMap(({ text, unsure }) =>
      unsure === null || matches(JSON.parse(unsure as string) as Document) ? [text as string] : [],
    );
  }

  /** The rows of a plan as documents with the members that these paths begin with, at least. */
  *members({ selections }: Plan, paths: readonly string[]): Generator<Document> {
    for (const selection of selections) {
      const { upper, lower, from, parameters } = this.#build(selection);
      const unsure = upper === lower ? 'NULL' : `CASE WHEN (${lower}) IS NOT TRUE THEN ${documentSql(this.#table.spec)} END`;
      const sql = `SELECT ${membersSql(this.#table.spec, paths)} AS members, ${unsure} AS unsure FROM ${from} WHERE ${upper}`;
      const matches = compileFilter(selection.filter);
      for (const { members, unsure: document } of this.#statements.get(sql).iterate(...parameters))
        if (document === null || matches(JSON.parse(document as string) as Document)) yield JSON.parse(members as string) as Document;
    }
  }

  #select(selection: Selection, id: '_id' | '_rowid_'): (string | number)[] {
    const { order } = selection;
    const built = this.#build(selection);
    if (built.upper !== built.lower || order.sql === null) return this.#tested(selection, built, id);
    const rows = `SELECT ${id} AS id FROM ${built.from} WHERE ${built.upper}${order.sql}${pageOf(selection)}`;
    const found = this.#statements.get(`SELECT json_group_array(id) AS ids FROM (${rows})`).get(...built.parameters);
    return JSON.parse(found?.ids as string) as (string | number)[];
  }

  /** Tests and sorts rows that SQL cannot, one at a time. */
  #tested({ filter, order, skip, limit }: Selection, built: Built, id: '_id' | '_rowid_'): (string | number)[] {
    const { spec } = this.#table;
    const { from, upper, lower, parameters } = built;
    const isSorted = order.sql !== null;
    const document = documentSql(spec);
    const unsure = upper === lower ? 'NULL' : `CASE WHEN (${lower}) IS NOT TRUE THEN ${document} END`;
    const keys = isSorted
      ? `'[]'`
      : sortValuesSql(
          spec,
          order.keys.map(({ segments }) => segments),
        );
    const matches = compileFilter(filter);
    const most = limit === 0 ? Number.POSITIVE_INFINITY : skip + limit;
    const top = new Top(order.keys, most);
    const statement = this.#statements.get(
      `SELECT ${id} AS id, ${unsure} AS unsure, ${keys} AS keys, CASE WHEN ${keys} IS NULL THEN ${document} END AS unsorted FROM ${from} WHERE ${upper}${order.sql ?? ''}`,
    );
    for (const row of statement.iterate(...parameters)) {
      if (row.unsure !== null && !matches(JSON.parse(row.unsure as string) as Document)) continue;
      const values =
        row.keys === null ? sortRow(JSON.parse(row.unsorted as string) as Document, order.keys) : JSON.parse(row.keys as string);
      top.add({ id: row.id as string | number, keys: values as SortValue[] });
      if (isSorted && top.size === most) break;
    }
    return top.rows(isSorted).slice(skip);
  }

  #build({ from, filter }: Pick<Selection, 'from' | 'filter'>): Built {
    const builder = new Builder(filter, this.#table.pathKinds, partitionPaths(this.#table.spec));
    const source = from(builder);
    return { from: source, ...builder.build(filter), parameters: builder.parameters };
  }
}

/** Its result has the members `text`, `count` of rows, and the `state` of the table, which changes with its version and its largest row. */
export interface ListStatement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

interface Built {
  readonly from: string;
  readonly upper: string;
  readonly lower: string;
  readonly parameters: readonly Parameter[];
}

/** The first rows in an order. */
class Top {
  readonly #order: Selection['order']['keys'];
  readonly #most: number;
  #rows: Found[] = [];

  constructor(order: Selection['order']['keys'], most: number) {
    this.#order = order;
    this.#most = most;
  }

  get size(): number {
    return this.#rows.length;
  }

  add(row: Found): void {
    this.#rows.push(row);
    // Amortized: prunes only when far more rows than needed are kept.
    if (this.#rows.length > 2 * this.#most + 1000) this.#prune();
  }

  rows(isSorted: boolean): (string | number)[] {
    if (!isSorted) this.#prune();
    return this.#rows.map(({ id }) => id);
  }

  #prune(): void {
    this.#rows.sort((left, right) => compareRows(left.keys, right.keys, this.#order));
    this.#rows.length = Math.min(this.#rows.length, this.#most);
  }
}

function pageOf({ skip, limit }: Selection): string {
  return limit > 0 || skip > 0 ? ` LIMIT ${limit > 0 ? limit : -1} OFFSET ${skip}` : '';
}

/** The document of a row, as `documentSql` has it, in its place. */
export function documentOf(spec: PartitionSpec, text: string, { key, table }: { readonly key: string; readonly table: string }): Document {
  const { _id, ...members } = JSON.parse(text) as Document;
  return { _id: _id as string, [spec.key]: key, [spec.table]: table, ...members };
}
