import { storeNow } from '@sayso/core';
import type { RowTrigger } from '../collections.ts';

/** A changed row, as the event of its table names it. `id` is `*` after a call that changed many. */
export interface ChangedRow {
  readonly appId: string;
  readonly entity: string;
  readonly id: string;
  readonly change: RowTrigger['change'];
  /** When it changed, in ms since 1970 by the store's time; absent in events of earlier releases. */
  readonly at?: number;
}

/** What a function is given that a changed row starts. */
export function inputOf({ entity, id, change }: ChangedRow): Record<string, unknown> {
  return { event: `${entity}.${change}`, entity, change, id: id === '*' ? null : id };
}

export function isTriggered(on: readonly RowTrigger[], { entity, change }: ChangedRow): boolean {
  return on.some((one) => one.entity === entity && one.change === change);
}

const WINDOW_MS = 2_000;

/**
 * The key of the run that a change starts. All processes of all nodes see the change and use the same key, which its own time decides and not
 * that of the process that sees it: it starts once. A row that is changed again within the same two seconds starts no further run, and one
 * that is restored and removed later starts another.
 */
export function runKey(name: string, { appId, entity, id, change, at = storeNow() }: ChangedRow): string {
  return `${appId} ${name} ${entity} ${id} ${change} ${Math.floor(at / WINDOW_MS)}`;
}
