import { setTimeout as pause } from 'node:timers/promises';
import { type Collection, DuplicateKey, storeNow } from '@sayso/core';
import type { RowDocument, UsageDocument } from '../collections.ts';
import type { EntitiesConfig } from '../config.ts';
import { QuotaReached } from '../errors.ts';

/** Part of the remaining room that a process takes at a time: 1 near the limit, where the count is exact, and many far from it. */
const PART = 64;
/** Room that is not used for this time is given back. */
const IDLE_MS = 2000;
/** A full count without takes for this time is compared with the rows: by then, reserved rows are written and unused room is given back. */
const SETTLED_MS = 5000;
/** Any count without takes for this time is. */
const CHECKED_AFTER_MS = 600_000;
/** Rows that are counted and not stored are waited for this long: other processes write them, give them back or have ended. */
const PATIENCE_MS = 10_000;
const POLL_MS = 50;

export interface RoomParts {
  readonly rows: Collection<RowDocument>;
  readonly usage: Collection<UsageDocument>;
  readonly config: Pick<EntitiesConfig, 'MAX_ROWS_PER_TABLE' | 'MAX_ROWS_PER_APP'>;
  readonly appId: string;
  /** Of the document of the usage. */
  readonly id: string;
}

/**
 * The room for rows of one app, shared by all processes: a document counts what they have taken, in the app and in each table, by one conditional
 * write. A process takes a part of the remaining room at a time and gives back what it does not use, so that few writes of rows wait for it.
 */
export class RowRoom {
  readonly #parts: RoomParts;
  /** Room that this process has taken and not used, by table. */
  readonly #free = new Map<string, number>();
  readonly #taking = new Map<string, Promise<void>>();
  /** Tables whose counts exist: others are counted when rows are added. */
  readonly #known = new Set<string>();
  #usedAt = 0;

  constructor(parts: RoomParts) {
    this.#parts = parts;
  }

  /** Takes room for rows; throws `QuotaReached`. */
  async take(entity: string, rows: number): Promise<void> {
    if (rows <= 0) return;
    for (;;) {
      this.#usedAt = performance.now();
      const free = this.#freeOf(entity);
      if (free >= rows) {
        if (free > rows) this.#free.set(entity, free - rows);
        else this.#free.delete(entity);
        return;
      }
      const taking = this.#taking.get(entity);
      if (taking !== undefined) {
        await taking.catch(() => undefined);
        continue;
      }
      const next = this.#takePart(entity, rows - free).finally(() => this.#taking.delete(entity));
      this.#taking.set(entity, next);
      await next;
    }
  }

  /** Throws `QuotaReached` when all of these changes together have no room now, negative ones included; takes nothing. */
  async check(growths: ReadonlyMap<string, number>): Promise<void> {
    let all = 0;
    let used = 0;
    for (const [entity, rows] of growths) {
      const count = await this.#count(entity);
      used = count.rows - [...this.#free.values()].reduce((sum, free) => sum + free, 0);
      all += rows;
      this.#checkRoom(entity, { rows: 0, table: count.table - this.#freeOf(entity) }, rows);
    }
    if (all > 0 && used + all > this.#parts.config.MAX_ROWS_PER_APP) throw this.#fullApp(used);
  }

  #checkRoom(entity: string, { rows: all, table }: Pick<Count, 'rows' | 'table'>, rows: number): void {
    const { MAX_ROWS_PER_TABLE: tableRows, MAX_ROWS_PER_APP: appRows } = this.#parts.config;
    if (rows > 0 && table + rows > tableRows)
      throw new QuotaReached(
        `The table ${entity} has room for ${tableRows} rows, and has ${table}. Remove some first.`,
        `The table ${entity} has room for ${tableRows} rows. Remove some first.`,
      );
    if (rows > 0 && all + rows > appRows) throw this.#fullApp(all);
  }

  #fullApp(rows: number): QuotaReached {
    const { MAX_ROWS_PER_APP: most } = this.#parts.config;
    return new QuotaReached(
      `This app has room for ${most} rows, and has ${rows}. Remove some first.`,
      `This app has room for ${most} rows. Remove some first.`,
    );
  }

  /** Gives back room of rows that were not written, or that were removed. */
  release(entity: string, rows: number): void {
    if (rows <= 0 || !this.#known.has(entity)) return;
    this.#usedAt = performance.now();
    this.#free.set(entity, this.#freeOf(entity) + rows);
  }

  /** Gives back unused room of an app that is idle. False while there is unused room. */
  async giveBackIdle(): Promise<boolean> {
    if (this.#free.size === 0) return true;
    if (performance.now() - this.#usedAt < IDLE_MS) return false;
    await this.#giveBack();
    return true;
  }

  /** Takes at least `rows`, or gives back what other tables have not used; then the caller tries again. */
  async #takePart(entity: string, rows: number): Promise<void> {
    const { MAX_ROWS_PER_TABLE: tableRows, MAX_ROWS_PER_APP: appRows } = this.#parts.config;
    const begun = performance.now();
    while (performance.now() - begun < PATIENCE_MS) {
      const count = await this.#count(entity);
      const room = Math.min(tableRows - count.table, appRows - count.rows);
      if (room >= rows) {
        if (await this.#increment(entity, Math.max(rows, Math.floor(room / PART)))) return;
      } else if (this.#free.size > 0) return this.#giveBack();
      else if (!(await this.#repair(entity, count, SETTLED_MS))) {
        this.#checkRoom(entity, await this.#stored(entity), rows);
        await pause(POLL_MS);
      }
    }
    this.#checkRoom(entity, await this.#count(entity), rows);
    throw new QuotaReached('Too many rows are added to this app at the same time. Try again.');
  }

  /** The counts of the app and of a table; counts the rows when there are none yet. */
  async #count(entity: string): Promise<Count> {
    const { usage, rows, appId, id: _id } = this.#parts;
    for (;;) {
      const found = await usage.findOne({ _id });
      if (found === null) await this.#create();
      else if (found.rows === undefined)
        await usage.updateOne({ _id, rows: { $exists: false } }, { $set: { rows: await rows.count({ appId }), takenAt: storeNow() } });
      else if (found.tables?.[entity] === undefined) {
        const path = `tables.${entity}`;
        await usage.updateOne({ _id, [path]: { $exists: false } }, { $set: { [path]: await rows.count({ appId, entity }) } });
      } else {
        this.#known.add(entity);
        const count = { rows: found.rows, table: found.tables[entity] ?? 0, takenAt: found.takenAt ?? 0 };
        if (!(await this.#repair(entity, count, CHECKED_AFTER_MS))) return count;
      }
    }
  }

  async #create(): Promise<void> {
    try {
      await this.#parts.usage.insertOne({ _id: this.#parts.id, bytes: 0 });
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
  }

  async #increment(entity: string, rows: number): Promise<boolean> {
    const { usage, id: _id, config } = this.#parts;
    const path = `tables.${entity}`;
    const hasRoom = { _id, rows: { $lte: config.MAX_ROWS_PER_APP - rows }, [path]: { $lte: config.MAX_ROWS_PER_TABLE - rows } };
    const taken = await usage.updateOne(hasRoom, { $inc: { rows, [path]: rows }, $set: { takenAt: storeNow() } });
    if (taken === 0) return false;
    this.#free.set(entity, this.#freeOf(entity) + rows);
    return true;
  }

  /** Sets counts to the numbers of rows, unless rows were taken within the time. False when they are right. */
  async #repair(entity: string, { rows, table, takenAt }: Count, afterMs: number): Promise<boolean> {
    if (storeNow() - takenAt < afterMs) return false;
    const { usage, id: _id } = this.#parts;
    const stored = await this.#stored(entity);
    if (stored.rows === rows && stored.table === table) return false;
    const path = `tables.${entity}`;
    await usage.updateOne({ _id, rows, [path]: table, takenAt }, { $set: { rows: stored.rows, [path]: stored.table } });
    return true;
  }

  async #stored(entity: string): Promise<Pick<Count, 'rows' | 'table'>> {
    const { rows, appId } = this.#parts;
    const [all, table] = await Promise.all([rows.count({ appId }), rows.count({ appId, entity })]);
    return { rows: all, table };
  }

  async #giveBack(): Promise<void> {
    const unused = [...this.#free];
    this.#free.clear();
    const { usage, id: _id } = this.#parts;
    for (const [entity, rows] of unused)
      if (rows > 0) await usage.updateOne({ _id }, { $inc: { rows: -rows, [`tables.${entity}`]: -rows } });
  }

  #freeOf(entity: string): number {
    return this.#free.get(entity) ?? 0;
  }
}

interface Count {
  readonly rows: number;
  readonly table: number;
  /** In milliseconds, by the store's time. */
  readonly takenAt: number;
}
