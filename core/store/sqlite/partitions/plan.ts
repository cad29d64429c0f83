import type { Filter } from '../../documents/filter.ts';
import type { SortKey } from '../../documents/shape.ts';
import { Builder } from '../condition.ts';
import type { Statements } from '../statements.ts';
import { all, always, isAlways, isNever } from './fold.ts';
import { partitionPaths } from './layout.ts';
import { byId, following, type Order, orderOf, type Position } from './order.ts';
import { indexSql, type Table } from './table.ts';
import { compare, type Term, type Terms, termsOf } from './terms.ts';
import { countByValues } from './value-counts.ts';

/** What is asked of one table. */
export interface Question {
  readonly filter: Filter;
  readonly sort: readonly SortKey[];
  readonly skip: number;
  /** 0 means no limit. */
  readonly limit: number;
  /** The row that the answer follows. */
  readonly after: Position | null;
}

/** A FROM clause; its parameters go to the builder. */
export type Source = (builder: Builder) => string;

/** Rows by one statement: those of a source that satisfy a filter, in an order. */
export interface Selection {
  readonly from: Source;
  readonly filter: Filter;
  readonly order: Order;
  readonly skip: number;
  readonly limit: number;
}

export interface Plan {
  readonly selections: readonly Selection[];
  /** Whether the answer is complete only if the page is full. */
  readonly isWindow: boolean;
  /** Whether the plan is right, and bounded, as long as the table keeps its version. */
  readonly isLasting: boolean;
}

export interface Bounds {
  /** Candidates of an index that are read and tested, or sorted. */
  readonly candidates: number;
  /** Entries of an index that are counted. */
  readonly entries: number;
  /** Rows of a table, or the first ones in an order, that are tested. */
  readonly rows: number;
  /** Whether to scan the table when no index helps. */
  readonly scans: boolean;
}

/** Bytes of rows that the event loop may read in one piece: about 5 ms. */
const PIECE_BYTES = 4_000_000;
/** Conditions that a row is tested for in the time in which it is read. */
const FREE_CONDITIONS = 4;
const FEW_ROWS = 500;
const FEW_CANDIDATES = 256;
/** Values of an `$in` that are walked one by one, and the rows of all walks. */
const MAX_WALKS = 100;
const MAX_WALKED = 20_000;
/** Rows of a table whose entries of an index are counted on the event loop: at most 5 ms. */
const MAX_COUNTED = 100_000;

/** The bounds of the event loop: about 5 ms of work. */
export function boundsOf(table: Table, filter: Filter): Bounds {
  const rows = Math.floor(PIECE_BYTES / (table.bytes + 200) / Math.max(1, conditionsOf(filter) / FREE_CONDITIONS));
  return { candidates: Math.min(5000, rows), entries: 50_000, rows: Math.min(1000, rows), scans: false };
}

/** For a process that can be killed. An index that leaves more than a quarter of the rows is slower than a scan. */
export function unboundedFor(table: Table): Bounds {
  return { candidates: Math.ceil(table.rows / 4), entries: Number.MAX_SAFE_INTEGER - 1, rows: 1000, scans: true };
}

function conditionsOf(filter: Filter): number {
  if (filter.kind === 'field') return filter.test.kind === 'in' ? Math.max(1, filter.test.values.length / 10) : 1;
  return (filter.kind === 'not' ? [filter.part] : filter.parts).reduce((sum, part) => sum + conditionsOf(part), 0);
}

/** Plans the reads of one table in one snapshot. */
export class Planner {
  readonly #table: Table;
  readonly #statements: Statements;
  readonly #bounds: Bounds;

  constructor(table: Table, statements: Statements, bounds: Bounds) {
    this.#table = table;
    this.#statements = statements;
    this.#bounds = bounds;
  }

  /** The plans to try, cheapest first. When none has the answer, the query is beyond the bounds. */
  *pages(question: Question): Generator<Plan> {
    const { filter, sort, after } = question;
    if (isNever(filter)) return yield { selections: [], isWindow: false, isLasting: false };
    const terms = termsOf(this.#table, filter);
    const order = orderOf(this.#table, sort, terms.terms);
    const direct = this.#direct(question, terms, order);
    const isBounded = question.limit > 0 || this.#table.rows <= MAX_WALKED || this.#bounds.scans;
    if (direct !== null && isBounded) return yield { selections: direct, isWindow: false, isLasting: question.limit > 0 };
    // Only walks continue after a row by themselves; callers ask others with a filter.
    if (after !== null) return;
    // As ranges of indexes where the caller's condition is none: a prefix, a time.
    const whole = { ...question, filter: all([...terms.terms.map((term) => term.filter), ...terms.rest]), order };
    if (this.#table.rows <= Math.min(FEW_ROWS, this.#bounds.rows)) return yield this.#from(whole, this.#scan());
    yield* this.#bounded(whole, terms);
  }

  /** How many rows match, by kept counts or an index alone; null when that takes too long. */
  count(filter: Filter): number | null {
    if (isNever(filter)) return 0;
    if (isAlways(filter)) return this.#table.rows;
    const { spec, counts } = this.#table;
    const counted = counts && countByValues(counts, spec.fields, filter);
    if (counted !== null) return counted;
    const { terms, rest } = termsOf(this.#table, filter);
    const paths = new Set(terms.map(({ path }) => path));
    const [path] = paths;
    if (rest.length > 0 || paths.size !== 1 || path === undefined) return null;
    const { entries } = this.#bounds;
    // Twice as fast as with a limit, which a table of few rows does not need.
    if (this.#table.rows <= Math.max(entries, MAX_COUNTED))
      return this.#entries(terms, path, ({ from, where }) => `${from} WHERE ${where}`);
    const count = this.#estimate(terms, path, entries);
    return count > entries ? null : count;
  }

  *#bounded(whole: Ordered, { terms }: Terms): Generator<Plan> {
    const { order, limit } = whole;
    const { candidates, rows, scans } = this.#bounds;
    const few = this.#best(terms, Math.min(FEW_CANDIDATES, candidates));
    if (few !== null) return yield this.#from(whole, this.#by(few));
    const window = limit > 0 && order.walk !== null ? this.#windows(whole, order.walk, terms) : null;
    if (window !== null) yield window(Math.min(FEW_CANDIDATES, rows));
    const some = this.#best(terms, candidates);
    if (some !== null) return yield this.#from(whole, this.#by(some));
    if (window !== null && !scans) yield window(rows);
    if (scans) yield this.#from(whole, order.walk === null ? this.#scan() : this.#by(order.walk.path));
  }

  #from({ filter, order, skip, limit }: Ordered, from: Source): Plan {
    return { selections: [{ from, filter, order, skip, limit }], isWindow: false, isLasting: false };
  }

  /** The selections of a query that an index answers by itself: its entries in order are the answer. */
  #direct({ skip, limit, after }: Question, { terms, rest }: Terms, order: Order): Selection[] | null {
    const { walk } = order;
    const onIds = terms.filter(({ path }) => path === '_id');
    const others = terms.filter(({ path }) => path !== '_id');
    const paths = new Set(others.map(({ path }) => path));
    if (rest.length > 0 || paths.size > 1) return null;
    const [path] = paths;
    const page = { order, skip, limit };
    const parts = terms.map(({ filter }) => filter);
    if (order.keys.length === 0 && after === null) return [{ ...page, from: this.#by(path ?? '_id'), filter: all(parts) }];
    if (walk === null) return null;
    if (!isWalked(walk.path, others, onIds)) return after === null && walk.path === '_id' ? this.#merged(page, others, onIds) : null;
    const from = this.#by(path ?? walk.path);
    if (after === null) return [{ ...page, from, filter: all(parts) }];
    return following(this.#table, walk, after).map((later) => {
      // SQLite sorts the rows of one value by it again, unless they are ordered by id alone.
      const isOneValue = termsOf(this.#table, later).terms.some(({ kind, path: each }) => kind === 'equal' && each === walk.path);
      return { ...page, from, filter: all([...parts, later]), order: isOneValue ? byId(walk.direction) : order };
    });
  }

  /** The first rows of each value of an `$in`, merged by id. */
  #merged(page: Omit<Selection, 'from' | 'filter'>, others: readonly Term[], onIds: readonly Term[]): Selection[] | null {
    const [term] = others;
    if (others.length !== 1 || term?.filter.kind !== 'field' || term.filter.test.kind !== 'in') return null;
    const { path } = term;
    const values = [...new Set(term.filter.test.values)];
    const needed = page.skip + page.limit;
    if (page.limit === 0 || values.length > MAX_WALKS || values.length * needed > MAX_WALKED) return null;
    const from: Source = (builder) => {
      const walks = values.map((value) => {
        const { upper } = builder.build(all([compare(path, '$eq', value), ...onIds.map(({ filter }) => filter)]));
        return `SELECT * FROM (SELECT _rowid_ AS _rowid_, * FROM ${this.#by(path)(builder)} WHERE ${upper}${page.order.sql} LIMIT ${needed})`;
      });
      return `(${walks.join(' UNION ALL ')})`;
    };
    return [{ ...page, from, filter: always }];
  }

  /** Plans for the first rows in the order, among those that are equal in an index. */
  #windows(whole: Ordered, walk: NonNullable<Order['walk']>, terms: readonly Term[]): (rows: number) => Plan {
    const equal = walk.path === '_id' ? terms.find(({ kind, path }) => kind === 'equal' && path !== '_id') : undefined;
    const onWalk = terms.filter(({ path }) => path === walk.path || path === equal?.path).map(({ filter }) => filter);
    return (rows) => {
      const from: Source = (builder) => {
        const { upper } = builder.build(all(onWalk));
        return `(SELECT _rowid_ AS _rowid_, * FROM ${this.#by(equal?.path ?? walk.path)(builder)} WHERE ${upper}${whole.order.sql} LIMIT ${rows})`;
      };
      return { ...this.#from(whole, from), isWindow: true };
    };
  }

  /** The index that leaves the fewest candidates, unless they are too many. */
  #best(terms: readonly Term[], most: number): string | null {
    let best: { readonly path: string; readonly count: number } | null = null;
    for (const path of new Set(terms.map((term) => term.path))) {
      const count = this.#estimate(terms, path, best?.count ?? most);
      if (count <= (best === null ? most : best.count - 1)) best = { path, count };
    }
    return best?.path ?? null;
  }

  /** The entries of an index that satisfy its terms, counted up to one above the most. */
  #estimate(terms: readonly Term[], path: string, most: number): number {
    return this.#entries(terms, path, ({ from, where }) => `(SELECT 1 FROM ${from} WHERE ${where} LIMIT ${most + 1})`);
  }

  #entries(terms: readonly Term[], path: string, rowsOf: (parts: { readonly from: string; readonly where: string }) => string): number {
    const filter = all(terms.filter((term) => term.path === path).map((term) => term.filter));
    const builder = new Builder(filter, this.#table.pathKinds, partitionPaths(this.#table.spec));
    const { upper: where } = builder.build(filter);
    const rows = rowsOf({ from: this.#by(path)(builder), where });
    return this.#statements.get(`SELECT count(*) AS count FROM ${rows}`).get(...builder.parameters)?.count as number;
  }

  #by(path: string): Source {
    return () => `${this.#table.sql} INDEXED BY ${indexSql(this.#table, path)}`;
  }

  #scan(): Source {
    return () => `${this.#table.sql} NOT INDEXED`;
  }
}

type Ordered = Question & { readonly order: Order };

/** Whether the entries of one index that satisfy the terms are in the order of another path. */
function isWalked(walk: string, others: readonly Term[], onIds: readonly Term[]): boolean {
  const path = others[0]?.path;
  if (walk === '_id') return others.every(({ kind }) => kind === 'equal');
  return onIds.length === 0 && (path === undefined || path === walk);
}
