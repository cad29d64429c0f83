import { createHash } from 'node:crypto';
import { timeOf } from '../rows/row.ts';

const LAST_ROW = 0xffffff;

/**
 * The ids of the rows of an import, in the format of `newId`: the timestamp of the import, 48 bits of a hash of it, and the number of the
 * row, so that a row that is stored again after a crash has the same id, and that the rows of an import are one range.
 */
export class ImportIds {
  readonly #prefix: string;
  /** When the rows were created by their ids, as ISO text. */
  readonly time: string;

  /** `importId` is a `newId`. */
  constructor(importId: string, table: string) {
    this.time = timeOf(importId);
    const hash = createHash('sha256').update(`${importId}\n${table}`).digest('hex');
    this.#prefix = `${importId.slice(0, 13)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 12)}`;
  }

  of(row: number): string {
    return this.#prefix + row.toString(16).padStart(6, '0');
  }

  get range(): { readonly $gte: string; readonly $lte: string } {
    return { $gte: this.of(0), $lte: this.of(LAST_ROW) };
  }
}
