import type { DatabaseSync, StatementSync } from 'node:sqlite';

const limit = 500;

/** Prepared statements by their text; the least recently used go first. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #cache = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(sql: string): StatementSync {
    const cached = this.#cache.get(sql);
    // A Map keeps the order of insertion: taking out and putting back marks the statement as just used.
    if (cached !== undefined) this.#cache.delete(sql);
    const statement = cached ?? this.#database.prepare(sql);
    this.#cache.set(sql, statement);
    if (this.#cache.size > limit) this.#cache.delete(this.#cache.keys().next().value as string);
    return statement;
  }
}
