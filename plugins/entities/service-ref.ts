import type { EntitySchema } from '@sayso/apps/ref';
import type { Actor } from '@sayso/core';
import type { ImportFile } from './import/upload.ts';
import type { Delivery } from './lists.ts';
import type { EntitiesApi, ListRows, Row } from './ref.ts';

export interface ImportResult {
  readonly imported: number;
  readonly failed: number;
  readonly total: number;
  /** Rows count from 1, without the header; at most the first 100. */
  readonly errors: readonly { readonly row: number; readonly message: string }[];
  /** Columns that are no fields of the table. */
  readonly ignoredColumns: readonly string[];
}

export interface RowList {
  readonly rows: Row[];
  /** Too large to serialize at once. */
  readonly isLarge: boolean;
}

/** The service behind `entitiesRef` with what only this plugin's own routes call. */
export interface EntitiesService extends EntitiesApi {
  /** As `list`; reserves the bytes until they are sent. Throws `ServerBusy` when there is no room for them. */
  read(actor: Actor, appId: string, entity: string, options: ListRows, delivery: Delivery): Promise<RowList>;
  /** For callers that may read or write the table. */
  schema(actor: Actor, appId: string, entity: string): Promise<EntitySchema>;
  /** Adds the valid rows of a file; reports what is wrong with the others. */
  import(actor: Actor, appId: string, entity: string, file: ImportFile): Promise<ImportResult>;
  removeApp(appId: string): Promise<void>;
}
