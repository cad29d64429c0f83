import { type DocumentLines, DuplicateKey, type PartitionedCollection } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { EntitiesContext } from '../config.ts';
import { ImportFailed } from '../errors.ts';
import { hiddenFields } from '../permissions/field-access.ts';
import { readable } from '../permissions/permissions.ts';
import { among } from '../permissions/reach.ts';
import { rowsWithin } from '../permissions/row-access.ts';
import { creatorOf, type Scope } from '../permissions/scope.ts';
import type { RowSet } from '../ref.ts';
import { type Quotas, reserveFor } from '../rows/quotas.ts';
import { rowsOf } from '../rows/sets.ts';
import type { ImportIds } from './ids.ts';
import { formerQuery, type RowReference, unknownReferences } from './references.ts';

const ATTEMPTS = 5;
const IDS_IN_USE =
  'Rows of another table have some ids of this file, so they cannot be kept. Import the file again without keeping ids: its rows get new ones.';

export interface StorageParts {
  readonly collections: EntitiesContext['collections'];
  readonly quotas: Readonly<Record<RowSet, Quotas>>;
  /** Those of the ids that are rows of the table, in this set of the app. */
  readonly existing: (place: Pick<Scope, 'appId' | 'set'>, table: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Rows to add, each as a line of JSON. */
export interface LineRows {
  readonly ids: readonly string[];
  readonly lines: Uint8Array;
  readonly ownColumns?: NonNullable<DocumentLines['ownColumns']>;
  /** Of the lines. */
  readonly bytes: number;
  /** When they are made, unless their own columns say otherwise. */
  readonly time: string;
}

/** The rows of imports in the store. It checks no permissions. */
export class ImportStorage {
  readonly #parts: StorageParts;

  constructor(parts: StorageParts) {
    this.#parts = parts;
  }

  /** Stores rows; `mayExist`, except for those that an earlier attempt has stored. Returns how many there are. */
  async store(scope: Scope, all: LineRows, mayExist: boolean): Promise<number> {
    for (let attempt = 0; ; attempt++) {
      const missing = mayExist || attempt > 0 ? await this.#missing(scope, all) : all;
      try {
        await this.#insert(scope, missing);
        return all.ids.length;
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error;
        // The lease of the job has expired, and two processes store the same rows.
        if (attempt < ATTEMPTS) continue;
        // MongoDB stores the ids that this product gives once for all tables: the rows they were given to are still there.
        throw all.ownColumns === undefined ? error : new ImportFailed(IDS_IN_USE);
      }
    }
  }

  /** How many rows of an import are in its table. */
  count(
    { appId, entity, set }: { readonly appId: string; readonly entity: string; readonly set: RowSet },
    ids: ImportIds,
  ): Promise<number> {
    return rowsOf(this.#parts.collections, set).count({ appId, entity, _id: ids.range });
  }

  /**
   * The references to rows that do not exist. Rows that an earlier attempt has stored stay, and rows that are updated by their key may keep a
   * reference that they have already, as far as the caller sees it.
   */
  async unknown(
    scope: Scope,
    references: readonly RowReference[],
    { ids, isKeyed }: { readonly ids: ImportIds; readonly isKeyed: boolean },
  ): Promise<readonly RowReference[]> {
    const unknown = await unknownReferences(references, (table, wanted) => this.#parts.existing(scope, table, wanted));
    if (unknown.length === 0) return unknown;
    if (!isKeyed) {
      const stored = await this.#parts.existing(scope, scope.schema.name, [...new Set(unknown.map(({ row }) => ids.of(row)))]);
      return unknown.filter(({ row }) => !stored.has(ids.of(row)));
    }
    const reach = readable(scope.permissions, scope.caller);
    const hidden = new Set(hiddenFields(scope).map(({ name }) => name));
    const refused: RowReference[] = [];
    for (const each of unknown) {
      const isHidden = reach === null || hidden.has(each.name.split('.')[0] ?? '');
      const former = isHidden ? null : await this.#rowsOf(scope).findOne(among(rowsWithin(scope, reach), formerQuery(each)));
      if (former === null) refused.push(each);
    }
    return refused;
  }

  async #insert(scope: Scope, { bytes, time, ...rows }: LineRows): Promise<void> {
    if (rows.ids.length === 0) return;
    const room = await reserveFor(this.#parts.quotas[scope.set], scope, { rows: rows.ids.length, bytes });
    const columns = { createdAt: time, updatedAt: time, creatorId: creatorOf(scope.caller) };
    try {
      await this.#rowsOf(scope).insertLines({ key: scope.appId, table: scope.schema.name, columns, ...rows });
    } catch (error) {
      room.undo();
      throw error;
    }
  }

  async #missing(scope: Scope, all: LineRows): Promise<LineRows> {
    const known = await this.#parts.existing(scope, scope.schema.name, all.ids);
    return known.size === 0 ? all : selected(all, (at) => !known.has(all.ids[at] ?? ''));
  }

  #rowsOf({ set }: Scope): PartitionedCollection<RowDocument> {
    return rowsOf(this.#parts.collections, set);
  }
}

/** Those of the rows whose index is wanted. The size stays that of all. */
export function selected({ ids, lines, ownColumns, ...rest }: LineRows, isWanted: (at: number) => boolean): LineRows {
  const wanted = [...ids.keys()].filter(isWanted);
  const texts = textsOf(lines);
  const of = <T>(values: readonly T[]): T[] => wanted.map((at) => values[at] as T);
  const columns = Object.entries(ownColumns ?? {}).map(([path, values]) => [path, of(values)] as const);
  return {
    ...rest,
    ids: of(ids),
    lines: Buffer.from(wanted.map((at) => `${texts[at]}\n`).join('')),
    ...(ownColumns === undefined ? {} : { ownColumns: Object.fromEntries(columns) }),
  };
}

/** The lines of a batch. */
export function textsOf(lines: Uint8Array): string[] {
  return new TextDecoder().decode(lines).split('\n').slice(0, -1);
}
