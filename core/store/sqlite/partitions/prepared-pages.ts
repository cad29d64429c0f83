import type { DatabaseSync } from 'node:sqlite';
import type { PageOptions, Query } from '../../../contract/store.ts';
import type { Statements } from '../statements.ts';
import type { Asked } from './asked.ts';
import type { ListStatement } from './reader.ts';

/** A planned page. */
export interface PreparedPage extends ListStatement {
  /** The most that its rows can have, in JSON. */
  readonly bytes: number;
  /** That of the table, for which the plan is right. */
  readonly state: string;
}

/**
 * The plans of pages of one file, by the objects of their filters: planning takes as long as reading. The statement reads the state of the
 * table too, so that a page needs no transaction around several statements.
 */
export class PreparedPages {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #pages = new WeakMap<Query, PreparedPage & { readonly options: PageOptions }>();

  constructor(database: DatabaseSync, statements: Statements) {
    this.#database = database;
    this.#statements = statements;
  }

  keep({ raw, options }: Asked, page: PreparedPage): void {
    // What a transaction changes about tables is not in the file yet.
    if (!this.#database.isTransaction) this.#pages.set(raw, { ...page, options });
  }

  /** The page; null when it has no plan, or no longer. */
  read(filter: Query, options: PageOptions): string | null {
    const page = this.#pages.get(filter);
    if (page === undefined || !isSame(page.options, options) || this.#database.isTransaction) return null;
    if (options.budget !== undefined && page.bytes > options.budget.bytes) return null;
    const found = this.#run(page);
    if (found?.['state'] === page.state) return found['text'] as string;
    this.#pages.delete(filter);
    return null;
  }

  /** Fails when another process has dropped the index. */
  #run({ sql, parameters }: PreparedPage) {
    try {
      return this.#statements.get(sql).get(...parameters);
    } catch {
      return undefined;
    }
  }
}

function isSame(left: PageOptions, right: PageOptions): boolean {
  return (
    left.sort === right.sort &&
    left.projection === right.projection &&
    left.limit === right.limit &&
    left.skip === right.skip &&
    left.after === right.after &&
    right.signal === undefined
  );
}
