import type { EntitySchema } from '@sayso/apps/ref';
import type { Query } from '@sayso/core';
import type { ListParameters } from '../ref.ts';
import type { RowQuery } from './read-rows.ts';

const MAX_KEPT = 1000;
const MAX_TEXT = 500;

/**
 * The queries of short lists, which all users of an app send. The same objects each time: the store keeps the plan of a page by its filter.
 */
export class PreparedLists {
  readonly #kept = new Map<string, RowQuery>();

  /** The query of these parameters among the rows that the caller reads; `make` makes a new one. */
  of(schema: EntitySchema, within: Query, parameters: ListParameters, make: () => RowQuery): RowQuery {
    const key = JSON.stringify([within, parameters]);
    const kept = this.#kept.get(key);
    if (kept?.schema === schema) return kept;
    const query = make();
    if (key.length <= MAX_TEXT) this.#keep(key, query);
    return query;
  }

  #keep(key: string, query: RowQuery): void {
    this.#kept.delete(key);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, query);
  }
}
