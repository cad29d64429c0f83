import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Collection, storeTime } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { ColumnBackupDocument } from './state.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** JSON characters of one backup. */
const MAX_CHARACTERS = 2_000_000;

/** The values of a field before a conversion. */
interface Replaced {
  readonly before: unknown;
  /** Absent for a field that was removed. */
  readonly after?: unknown;
}

/** By row, by field. */
export type ReplacedValues = Readonly<Record<string, Readonly<Record<string, Replaced>>>>;

interface FormerValues {
  readonly rows: readonly RowDocument[];
  readonly field: string;
  /** Of the conversion that asks. */
  readonly key: string;
}

interface Place {
  readonly set: string;
  readonly appId: string;
  readonly entity: string;
}

/** The values that conversions replaced or removed, for 30 days: a version that is restored gets them back. */
export class Backups {
  readonly #backups: Collection<ColumnBackupDocument>;

  constructor(backups: Collection<ColumnBackupDocument>) {
    this.#backups = backups;
  }

  /** Stores them before the rows are changed, once: a repeated conversion has the same `key`, and the values of the rows that are left. */
  async store(place: Place, key: string, values: ReplacedValues): Promise<void> {
    const ids = Object.keys(values).sort();
    for (let start = 0; start < ids.length; ) {
      let characters = 0;
      let end = start;
      while (end < ids.length && (end === start || characters < MAX_CHARACTERS))
        characters += JSON.stringify(values[ids[end++] as string]).length;
      const some = ids.slice(start, end);
      const rows = Object.fromEntries(some.map((id) => [id, values[id] ?? {}]));
      const until = storeTime(KEPT_MS);
      const document = { ...place, first: some[0] ?? '', last: some.at(-1) ?? '', until, rows };
      const content = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
      await this.#backups.updateOne({ _id: `${key}/${content}` }, { $setOnInsert: document }, { upsert: true });
      start = end;
    }
  }

  /**
   * What a field of these rows had before: by row the value to restore. The rows are in the order of their ids. Not what the conversion `key`
   * stored: an interrupted one, which goes on, must not undo what it has done.
   */
  async of(place: Place, { rows, field, key }: FormerValues): Promise<ReadonlyMap<string, unknown>> {
    const [first, last] = [rows[0]?._id ?? '', rows.at(-1)?._id ?? ''];
    const stored = await this.#backups.find({ ...place, first: { $lte: last }, last: { $gte: first } }, { sort: { until: 1 } });
    const found = stored.filter(({ _id }) => !_id.startsWith(`${key}/`));
    const values = new Map<string, unknown>();
    for (const row of rows) {
      const current = row.data[field];
      for (const backup of found) {
        const replaced = backup.rows[row._id]?.[field];
        // A value that was changed since then stays.
        if (replaced !== undefined && isDeepStrictEqual(replaced.after ?? null, current ?? null)) values.set(row._id, replaced.before);
      }
    }
    return values;
  }

  async removeApp(appId: string): Promise<void> {
    await this.#backups.deleteMany({ appId });
  }
}
