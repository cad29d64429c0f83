import { type Actor, serviceRef } from '@sayso/core';
import type { AggregatedRows, AggregateRows, Delivery, ListParameters, Row, TableAddress } from '@sayso/entities/ref';

type Fields = Readonly<Record<string, unknown>>;

/** Rows by the words of `@base44/sdk`: `created_date`, `created_by`, lists of at most 5000 rows, which is also the default. Permissions are those of the entity API. */
export interface CompatRowsApi {
  list(actor: Actor, table: TableAddress, asked: ListParameters, delivery: Delivery): Promise<Row[]>;
  /** `q`: JSON of a filter. */
  count(actor: Actor, table: TableAddress, q: string | undefined): Promise<number>;
  get(actor: Actor, table: TableAddress, id: string): Promise<Row>;
  /** Fields of the server, which clients send back with a row, are left out of writes. */
  create(actor: Actor, table: TableAddress, row: Fields): Promise<Row>;
  createMany(actor: Actor, table: TableAddress, rows: readonly Fields[]): Promise<Row[]>;
  update(actor: Actor, table: TableAddress, id: string, changes: Fields): Promise<Row>;
  updateMany(actor: Actor, table: TableAddress, query: Fields, data: Fields): Promise<number>;
  aggregate(actor: Actor, table: TableAddress, options: AggregateRows): Promise<AggregatedRows>;
  remove(actor: Actor, table: TableAddress, id: string): Promise<void>;
  removeMany(actor: Actor, table: TableAddress, query: unknown): Promise<number>;
}

/** The people who use an app, as its table `User`. All but `me` and `updateMe` are for admins of the app; a preview gets its builder alone. */
export interface CompatPeopleApi {
  me(actor: Actor, appId: string): Promise<Fields>;
  updateMe(actor: Actor, appId: string, changes: Fields): Promise<Fields>;
  /** At most 5000, which is also the default; last joined first unless sorted. */
  list(actor: Actor, appId: string, asked: Pick<ListParameters, 'q' | 'sort' | 'skip' | 'limit' | 'fields'>): Promise<readonly Fields[]>;
  count(actor: Actor, appId: string, q: string | undefined): Promise<number>;
  get(actor: Actor, appId: string, id: string): Promise<Fields>;
  /** What the app keeps about a person; roles are refused. */
  update(actor: Actor, appId: string, id: string, changes: Fields): Promise<Fields>;
}

/** The wire of `@base44/sdk` for other plugins whose callers are written for it. */
export interface CompatApi {
  readonly rows: CompatRowsApi;
  readonly people: CompatPeopleApi;
}

export const compatRef = serviceRef<CompatApi>('compat');
