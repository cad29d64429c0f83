import type { Actor } from '@sayso/core';
import type { Scope } from '../permissions/scope.ts';
import type { TableAddress } from '../ref.ts';
import type { UpsertBy } from '../rows/upsert.ts';
import type { TrashChoice } from '../trash/trashed-rows.ts';
import type { ImportRowsParts } from './import-rows.ts';

/** What imports need of the rows of apps. */
export interface ImportParts extends ImportRowsParts {
  /** The table for a caller; throws for hidden ones. */
  readonly open: (actor: Actor, table: TableAddress) => Scope | Promise<Scope>;
  /** The table for a caller that may add rows to it; throws for others. */
  readonly openForCreate: (actor: Actor, table: TableAddress) => Promise<Scope>;
  /** The table for a caller that may change all of its rows; throws for others. */
  readonly openForChange: (actor: Actor, table: TableAddress) => Promise<Scope>;
  /** Updates the rows with the key of a record, and adds the others. */
  readonly upsert: (actor: Actor, table: TableAddress, records: readonly Record<string, unknown>[], by: UpsertBy) => Promise<unknown>;
  /** Moves rows to the trash; the number of rows. */
  readonly remove: (scope: Scope, ids: readonly string[]) => Promise<number>;
  /** Gives rows the states of entries of the trash. */
  readonly restore: (actor: Actor, appId: string, choice: TrashChoice) => Promise<{ readonly restored: number }>;
  /** Reads the tables of the app again, which has another version since. */
  readonly appChanged: (appId: string) => void;
  /** Emits that many rows changed. */
  readonly tableChanged: (scope: Scope) => Promise<void>;
}
