import type { Row } from './row.ts';

type Listener = (entity: string, rows: readonly Row[]) => void;
let listener: Listener | null = null;

/** Calls back with the rows that the app receives; for the preview, which finds the row of a text. */
export function onLoadedRows(listen: Listener): void {
  listener = listen;
}

/** Passes rows on as they are. */
export function noteRows<R extends readonly Row[]>(entity: string, rows: R): R {
  // A server of another release may answer with something else.
  if (listener !== null && Array.isArray(rows)) listener(entity, rows);
  return rows;
}

export function noteRow<R extends Row>(entity: string, row: R): R {
  noteRows(entity, [row]);
  return row;
}
