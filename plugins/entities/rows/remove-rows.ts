import { Conflict, type PartitionedCollection, type Query } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { Scope } from '../permissions/scope.ts';
import type { ChangedRow } from '../realtime/changes.ts';
import type { Trash } from '../trash/trash.ts';
import type { Quotas } from './quotas.ts';

/** Rows of one delete, unless they are large. */
const MAX_ROWS = 1000;
/** Characters of rows of one delete: each is in memory, since the trash keeps it. */
const MAX_CHARACTERS = 8_000_000;
const ATTEMPTS = 20;

export interface RowRemoverParts {
  readonly trash: Trash;
  readonly rowsOf: (scope: Scope) => PartitionedCollection<RowDocument>;
  readonly quotasOf: (scope: Scope) => Quotas;
  removed(scope: Scope, rows: readonly ChangedRow[]): Promise<void>;
}

/** Moves rows to the trash. It checks no permissions. */
export class RowRemover {
  readonly #parts: RowRemoverParts;

  constructor(parts: RowRemoverParts) {
    this.#parts = parts;
  }

  /** Whether there was such a row. The trash gets the row as it was when it was removed. */
  async remove(scope: Scope, where: Query): Promise<boolean> {
    const rows = this.#parts.rowsOf(scope);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const row = await rows.findOne(where);
      if (row === null) return false;
      const entries = await this.#parts.trash.store(scope, [row]);
      if ((await rows.deleteOne({ ...where, updatedAt: row.updatedAt })) > 0) {
        await this.#removed(scope, [row], 1);
        return true;
      }
      await this.#parts.trash.withdraw(scope, entries);
    }
    throw new Conflict('This row is being changed by others. Please try again.');
  }

  /** The number of rows removed. A row that changes at the same moment may be in the trash as it was before. */
  async removeAll(scope: Scope, within: Query, ids: readonly string[]): Promise<number> {
    let removed = 0;
    for (let start = 0; start < ids.length; start += MAX_ROWS) {
      const filter = { ...within, _id: { $in: ids.slice(start, start + MAX_ROWS) } };
      let portion: RowDocument[] = [];
      let characters = 0;
      for await (const row of this.#parts.rowsOf(scope).stream(filter)) {
        portion.push(row);
        characters += JSON.stringify(row.data).length;
        if (characters < MAX_CHARACTERS) continue;
        removed += await this.#removePortion(scope, within, portion);
        portion = [];
        characters = 0;
      }
      removed += await this.#removePortion(scope, within, portion);
    }
    return removed;
  }

  async #removePortion(scope: Scope, within: Query, portion: readonly RowDocument[]): Promise<number> {
    if (portion.length === 0) return 0;
    await this.#parts.trash.store(scope, portion);
    const removed = await this.#parts.rowsOf(scope).deleteMany({ ...within, _id: { $in: portion.map(({ _id }) => _id) } });
    await this.#removed(scope, portion, removed);
    return removed;
  }

  async #removed(scope: Scope, rows: readonly RowDocument[], removed: number): Promise<void> {
    await this.#parts.quotasOf(scope).removed(scope.appId, scope.schema.name, removed);
    await this.#parts.removed(scope, rows);
  }
}
