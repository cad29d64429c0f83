import type { Permission } from '@sayso/apps/ref';
import { type Actor, serviceRef } from '@sayso/core';

/** A row as clients see it: the app's own fields, then `id`, `createdAt`, `updatedAt`, `creatorId`. */
export type Row = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly createdAt: string;
  readonly creatorId: string | null;
};

export interface ListRows {
  /** MongoDB-style filter on the row's fields; a safe subset. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** `field` or `-field`, at most 4 with commas; default `-createdAt`. */
  readonly sort?: string;
  /** At most 1000; default 50. */
  readonly limit?: number;
  /** At most 10,000; `after` reaches further. */
  readonly skip?: number;
  /** The id of the last row of the page before, for the next page of the same filter and sort. */
  readonly after?: string;
  readonly fields?: readonly string[];
}

/** All rows, only the caller's own, or none. */
export type RowScope = 'all' | 'own' | 'none';

/** What a kind of caller may do with the rows of a table. */
export interface Effect {
  readonly see: RowScope;
  readonly add: boolean;
  readonly change: RowScope;
}

/** By kind of caller: not logged in, logged in, admin of the app. */
export type Effects = Readonly<Record<'visitor' | 'user' | 'admin', Effect>>;

/** A table of an app. */
export interface TableAddress {
  readonly appId: string;
  readonly entity: string;
}

/** Every call checks the table's permissions for the actor. Hidden rows, tables and apps are `NotFound`. */
export interface EntitiesApi {
  list(actor: Actor, table: TableAddress, options?: ListRows): Promise<Row[]>;
  get(actor: Actor, table: TableAddress, id: string): Promise<Row>;
  create(actor: Actor, table: TableAddress, row: Readonly<Record<string, unknown>>): Promise<Row>;
  /**
   * Not atomic: rows are validated first, then written in order. At most 1000. `key` begins with an id of `newId` and makes the call
   * idempotent: calls with the same key and as many rows add them once.
   */
  createMany(
    actor: Actor,
    table: TableAddress,
    rows: readonly Readonly<Record<string, unknown>>[],
    options?: { readonly key?: string },
  ): Promise<Row[]>;
  update(actor: Actor, table: TableAddress, id: string, changes: Readonly<Record<string, unknown>>): Promise<Row>;
  remove(actor: Actor, table: TableAddress, id: string): Promise<void>;
  /** Number of rows removed. */
  removeMany(actor: Actor, table: TableAddress, filter: Readonly<Record<string, unknown>>): Promise<number>;
  /** Unchecked, for other plugins. */
  count(appId: string, entity: string): Promise<number>;
  /** The effects of permissions, by the rules that every call is checked with. */
  effectsOf(permissions: { readonly read: Permission; readonly write: Permission }): Effects;
}

export const entitiesRef = serviceRef<EntitiesApi>('entities');

declare module '@sayso/core' {
  interface EventMap {
    /**
     * `id` is `*` after a call that changed more than 20 rows: subscribers read the table again. `creatorId` is the account that made the
     * row, null for a visitor; absent for rows of several creators.
     */
    'entities.rowChanged': {
      appId: string;
      entity: string;
      id: string;
      change: 'created' | 'updated' | 'deleted';
      creatorId?: string | null;
    };
  }
}
