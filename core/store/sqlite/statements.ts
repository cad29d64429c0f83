import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';

const MAX_STATEMENTS = 500;

/** Prepared statements by their text; the least recently used are evicted. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new LRUCache<string, StatementSync>({ max: MAX_STATEMENTS });

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(sql: string): StatementSync {
    const cached = this.#prepared.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }

  /** Runs reads of several statements in one snapshot: without it other processes may write between them. */
  snapshot<T>(read: () => T): T {
    this.#database.exec('BEGIN');
    try {
      return read();
    } finally {
      if (this.#database.isTransaction) this.#database.exec('COMMIT');
    }
  }
}
