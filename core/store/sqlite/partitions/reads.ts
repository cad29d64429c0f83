import { setImmediate as immediate } from 'node:timers/promises';
import { BudgetExceeded } from '../../../contract/errors.ts';
import type { Aggregation, PartitionSpec, Query, ReadBudget, Sort } from '../../../contract/store.ts';
import { checkResult, Groups } from '../../documents/aggregation.ts';
import { type Filter, parseFilter } from '../../documents/filter.ts';
import { following, goneDocument, keysetPaths } from '../../documents/keyset.ts';
import { compileFilter } from '../../documents/match.ts';
import { parseSort, sortRow } from '../../documents/shape.ts';
import type { Document, Json } from '../../documents/values.ts';
import { aggregated, planOf } from './aggregates.ts';
import { type Asked, asked, questionOf, type TableAddress } from './asked.ts';
import type { PartitionFile } from './file.ts';
import type { PartitionFiles } from './files.ts';
import { documentSql } from './layout.ts';
import type { Position } from './order.ts';
import { boundsOf, Planner, type Question } from './plan.ts';
import type { PreparedPage } from './prepared-pages.ts';
import type { PartitionProcesses } from './processes.ts';
import { documentOf, Reader } from './reader.ts';
import type { Table } from './table.ts';
import { isIndexable } from './terms.ts';

/** Bytes of rows that are read between two turns of the event loop. */
const PIECE_BYTES = 1_000_000;
const MAX_PIECE = 1000;
/** Of a UTF-16 code unit in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;
/** The columns and the punctuation of a row. */
const ROW_BYTES = 300;
/** Rows that are aggregated on the event loop: about 2 ms. */
const MAX_AGGREGATED = 500;
/** For reads without a budget, which are the product's own. */
const OWN_QUERY_MS = 60_000;

interface Opened {
  readonly file: PartitionFile;
  readonly table: Table;
  readonly reader: Reader;
}

interface FoundPage {
  readonly text: string;
  /** Null when the plan is not worth keeping. */
  readonly page: PreparedPage | null;
}
const EMPTY: FoundPage = { text: '[]', page: null };

/** Reads of partitions: bounded work on the event loop, the rest in processes. */
export class PartitionReads {
  readonly #spec: PartitionSpec;
  readonly #files: PartitionFiles;
  readonly #processes: PartitionProcesses;

  constructor(spec: PartitionSpec, files: PartitionFiles, processes: PartitionProcesses) {
    this.#spec = spec;
    this.#files = files;
    this.#processes = processes;
  }

  /** Null when nothing was ever written to the table. */
  #open({ key, table }: TableAddress): Opened | null {
    const file = this.#files.find(key);
    const found = file?.table(table) ?? null;
    return file === null || found === null ? null : { file, table: found, reader: new Reader(found, file.statements) };
  }

  /** The JSON list of an expression by one statement; null when that takes too long, or may have too many bytes. */
  list(query: Asked, sql: string): string | null {
    const { budget, after } = query.options;
    if (after !== undefined) return null;
    const found = this.#inSnapshot(query.address, EMPTY, (opened) => this.#page(opened, query, sql));
    if (found === null) return null;
    checkBytes(found.text, budget);
    if (found.page !== null) this.#files.find(query.address.key)?.pages.keep(query, found.page);
    return found.text;
  }

  #page({ file, table, reader }: Opened, query: Asked, sql: string): FoundPage | null {
    const { limit = 0, budget } = query.options;
    const bytes = limit * (table.bytes + ROW_BYTES);
    if (!isOnlyId(query.filter) && (limit === 0 || bytes > Math.min(PIECE_BYTES, budget?.bytes ?? PIECE_BYTES))) return null;
    for (const plan of new Planner(table, file.statements, boundsOf(table, query.filter)).pages(questionOf(query))) {
      if (plan.selections.length === 0) return EMPTY;
      const statement = reader.listStatement(plan, sql);
      if (statement === null) continue;
      const found = file.statements.get(statement.sql).get(...statement.parameters);
      if (found === undefined || (plan.isWindow && (found['count'] as number) < limit)) continue;
      const page = plan.isLasting ? { ...statement, bytes, state: found['state'] as string } : null;
      return { text: found['text'] as string, page };
    }
    return null;
  }

  /** The ids of the matching documents, in order. */
  async ids(query: Asked): Promise<string[]> {
    if (query.options.after !== undefined) return this.#idsAfter(query, query.options.after);
    const found = this.#bounded(query.address, questionOf(query));
    if (found !== null) return found;
    const { raw, options, address } = query;
    const { sort, skip, limit, budget } = options;
    return this.#processes.ids(
      this.#task(address, { raw, sort: sort ?? {}, skip: skip ?? 0, limit: limit ?? 0 }),
      limitsOf(budget, options),
    );
  }

  /** Walks of an index continue after a row; other orders need a filter for the rows after it. */
  async #idsAfter(query: Asked, after: string): Promise<string[]> {
    const { after: _after, afterWithin: _within, ...options } = query.options;
    const keys = keysetPaths(options.sort ?? {});
    const opened = this.#open(query.address);
    if (opened === null) return [];
    const [first] = keys;
    const isById = keys.length === 1 || (keys.length === 2 && first?.path === this.#spec.time && opened.table.isOrdered);
    const last = this.#last(opened, query, after);
    if (last === null && !isById) throw goneDocument(after);
    const values = last === null ? [] : (sortRow(last, parseSort(options.sort ?? {})) as Json[]);
    const position = { id: after, value: values[0] ?? null };
    const isWalk = isPlace(position) && keys.length <= 2 && keys.every(({ direction }) => direction === first?.direction);
    const walked = isWalk ? this.#bounded(query.address, questionOf({ ...query, options }, position)) : null;
    if (walked !== null) return walked;
    const byId = [{ path: '_id', direction: first?.direction ?? 1, value: after }];
    const positions = last === null ? byId : keys.map((key, at) => ({ ...key, value: values[at] as Json }));
    return this.ids(asked(this.#spec, { $and: [query.raw, { $or: following(positions) }] }, options, query.address));
  }

  /** Null when the answer takes more than bounded work. */
  #bounded(address: TableAddress, question: Question): string[] | null {
    return this.#inSnapshot(address, [], ({ file, table, reader }) => {
      for (const plan of new Planner(table, file.statements, boundsOf(table, question.filter)).pages(question)) {
        const ids = reader.ids<string>(plan, '_id');
        if (ids !== null) return ids;
      }
      return null;
    });
  }

  #inSnapshot<T>(address: TableAddress, empty: T, read: (opened: Opened) => T): T {
    const file = this.#files.find(address.key);
    if (file === null) return empty;
    return file.snapshot(() => {
      const opened = this.#open(address);
      return opened === null ? empty : read(opened);
    });
  }

  async count(query: Asked): Promise<number> {
    const counted = this.#inSnapshot<number | null>(query.address, 0, ({ file, table, reader }) => {
      const planner = new Planner(table, file.statements, boundsOf(table, query.filter));
      const count = planner.count(query.filter);
      if (count !== null) return count;
      const [plan] = planner.pages(questionOf(query));
      return plan === undefined ? null : reader.count(plan);
    });
    if (counted !== null) return counted;
    return this.#processes.count(
      this.#task(query.address, { raw: query.raw, sort: {}, skip: 0, limit: 0 }),
      limitsOf(query.options.budget, {}),
    );
  }

  /** On the event loop for small tables only: each row is parsed. */
  async aggregate({ address, raw, filter, options: { budget } }: Asked, aggregation: Aggregation): Promise<Document[]> {
    const none = new Groups(aggregation).rows();
    const few = this.#inSnapshot<Document[] | null>(address, none, ({ file, table, reader }) => {
      const bounds = boundsOf(table, filter);
      if (table.rows > Math.min(MAX_AGGREGATED, bounds.rows)) return null;
      return aggregated(planOf(filter, new Planner(table, file.statements, { ...bounds, scans: true })), aggregation, reader);
    });
    if (few !== null) {
      checkResult(JSON.stringify(few), budget?.bytes);
      return few;
    }
    const { key, table } = address;
    const task = { file: this.#files.path(key), spec: this.#spec, key, table, raw, aggregation, bytes: budget?.bytes ?? null };
    return this.#processes.aggregate(task, limitsOf(budget, {}));
  }

  /** The JSON of an expression for these rows; in pieces, between which rows may change. */
  async texts({ address, filter, options }: Asked, ids: readonly string[], sql: string): Promise<string[]> {
    const texts: string[] = [];
    let bytes = 0;
    for (let start = 0; start < ids.length; ) {
      if (start > 0) await immediate();
      options.signal?.throwIfAborted();
      const piece = this.#inSnapshot(address, null, ({ table, reader }) => {
        const size = Math.max(1, Math.min(MAX_PIECE, Math.floor(PIECE_BYTES / (table.bytes + ROW_BYTES))));
        return { size, texts: reader.texts(ids.slice(start, start + size), filter, sql) };
      });
      if (piece === null) return texts;
      for (const text of piece.texts) {
        bytes += Buffer.byteLength(text);
        if (options.budget !== undefined && bytes > options.budget.bytes) throw new BudgetExceeded('bytes');
        texts.push(text);
      }
      start += piece.size;
    }
    return texts;
  }

  /** The document that a page follows; null when it is gone. */
  #last({ file, table }: Opened, { address, options }: Asked, id: string): Document | null {
    const row = file.statements.get(`SELECT ${documentSql(this.#spec)} AS text FROM ${table.sql} WHERE _id = ?`).get(id);
    if (row === undefined) return null;
    const document = documentOf(this.#spec, row.text as string, address);
    return compileFilter(parseFilter(options.afterWithin ?? {}))(document) ? document : null;
  }

  #task({ key, table }: TableAddress, query: { readonly raw: Query; readonly sort: Sort; readonly skip: number; readonly limit: number }) {
    return { file: this.#files.path(key), spec: this.#spec, key, table, ...query };
  }
}

/** Whether the filter is an equality on the id, and nothing else. */
function isOnlyId(filter: Filter): boolean {
  if (filter.kind !== 'field' || filter.path.join('.') !== '_id' || filter.test.kind !== 'compare' || filter.test.operator !== '$eq')
    return false;
  const { value } = filter.test;
  return typeof value === 'string' && isIndexable(value);
}

/** Throws `BudgetExceeded` for a text beyond the budget. */
export function checkBytes(text: string, budget: ReadBudget | undefined): void {
  if (budget === undefined || text.length * MAX_BYTES_PER_UNIT <= budget.bytes) return;
  if (Buffer.byteLength(text) > budget.bytes) throw new BudgetExceeded('bytes');
}

/** Whether an index has the position as one place. */
function isPlace({ id, value }: Position): boolean {
  return isIndexable(id) && (value === null || isIndexable(value));
}

function limitsOf(budget: ReadBudget | undefined, { signal }: { readonly signal?: AbortSignal }) {
  const { ms = OWN_QUERY_MS, tenant } = budget ?? {};
  return { ms, ...(tenant === undefined ? {} : { tenant }), ...(signal === undefined ? {} : { signal }) };
}
