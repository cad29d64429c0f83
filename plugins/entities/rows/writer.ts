import type { PartitionedCollection, Query, Sort } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { EntitiesConfig } from '../config.ts';
import { budgetOf, withinBudget } from '../lists/read-rows.ts';
import { among, both, type Reach } from '../permissions/reach.ts';
import type { Scope } from '../permissions/scope.ts';
import type { ChangedRow, RowChange } from '../realtime/changes.ts';
import { sizeOf } from './json.ts';
import { type Quotas, reserveFor } from './quotas.ts';
import type { ChangeOptions } from './row-store.ts';

/** Changes of one call that run at the same time; concurrent writes share a commit. */
const AT_ONCE = 100;

export interface WriterParts {
  readonly rowsOf: (scope: Scope) => PartitionedCollection<RowDocument>;
  readonly config: EntitiesConfig;
  readonly quotasOf: (scope: Scope) => Quotas;
  /** Sets fields of the row that matches; null when none does. Checks its size and the quota of its growth. */
  change(scope: Scope, filter: Query, data: Record<string, unknown>, options: ChangeOptions): Promise<(RowDocument & ChangedRow) | null>;
  changed(scope: Scope, rows: readonly ChangedRow[], change: RowChange['change']): Promise<void>;
}

/** What a caller may change: rows as they are, and as they become. */
export interface ChangeBounds {
  readonly within: Query;
  readonly becomes: Reach;
}

/** A change of a row whose permission is checked. */
export interface PlannedChange<K> {
  readonly each: K;
  readonly _id: string;
  readonly data: Record<string, unknown>;
  /** Fields to remove. */
  readonly removed?: readonly string[];
  /** What must still hold of the row. */
  readonly before?: Query;
  /** What the row must be afterwards, besides the bounds of all changes. */
  readonly becomes?: Reach;
}

/** Writes many rows, each on its own, with quotas and one round of events. It checks no permissions. */
export class RowWriter {
  readonly #parts: WriterParts;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  find(scope: Scope, filter: Query, sort: Sort = {}): Promise<RowDocument[]> {
    const { config } = this.#parts;
    const rows = this.#parts.rowsOf(scope);
    const budget = budgetOf(scope, config);
    return withinBudget({ schema: scope.schema, filter, options: { sort } }, budget, (...asked) => rows.find(...asked));
  }

  /** The changed rows; those that are gone, or differ from what must hold, are left out. */
  async changeAll<K>(
    scope: Scope,
    changes: readonly PlannedChange<K>[],
    { within, becomes }: ChangeBounds = { within: {}, becomes: {} },
  ): Promise<Map<K, RowDocument>> {
    const changed = new Map<K, RowDocument & ChangedRow>();
    try {
      await inTurns(changes, async ({ each, _id, data, removed = [], before = {}, becomes: own = {} }) => {
        const filter = { ...among(within, before), appId: scope.appId, entity: scope.schema.name, _id };
        const row = await this.#parts.change(scope, filter, data, { removed, becomes: both(becomes, own) });
        if (row !== null) changed.set(each, row);
      });
    } finally {
      if (changed.size > 0) await this.#parts.changed(scope, [...changed.values()], 'updated');
    }
    return changed;
  }

  /** Adds each document, unless its id is taken; the error of each, or null. */
  async insertEach(scope: Scope, documents: readonly RowDocument[]): Promise<(Error | null)[]> {
    if (documents.length === 0) return [];
    const [rows, quotas] = [this.#parts.rowsOf(scope), this.#parts.quotasOf(scope)];
    const sizes = documents.map(({ data }) => sizeOf(data));
    const growth = { rows: documents.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    const room = await reserveFor(quotas, scope, growth);
    const errors: (Error | null)[] = documents.map(() => null);
    await inTurns([...documents.entries()], async ([at, document]) => {
      try {
        await rows.insertOne(document);
      } catch (error) {
        errors[at] = error as Error;
      }
    });
    const added = documents.filter((_document, at) => errors[at] === null);
    const failed = sizes.filter((_size, at) => errors[at] !== null);
    room.undo({ rows: failed.length, bytes: failed.reduce((sum, size) => sum + size, 0) });
    if (added.length > 0) await this.#parts.changed(scope, added, 'created');
    return errors;
  }
}

/** Runs the work for all items, some at the same time; throws the first error after all that run have ended. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const outcomes = await Promise.allSettled(items.slice(start, start + AT_ONCE).map(work));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}
