import { type Collection, DuplicateKey } from '@sayso/core';
import type { RowDocument, UsageDocument } from '../collections.ts';
import type { EntitiesConfig } from '../config.ts';
import { QuotaReached } from '../errors.ts';
import type { RowSet } from '../ref.ts';
import { sizeOf } from './json.ts';

/** Counts are read again after this time, since other nodes write rows too; later when an app is far from its limits. */
const STALE_NEAR_MS = 30_000;
const STALE_FAR_MS = 600_000;
const FLUSH_MS = 1000;
const MAX_CACHED_APPS = 10_000;

interface Usage {
  readonly readAt: number;
  readonly tables: Map<string, number>;
  rows: number;
  bytes: number;
}

export interface Growth {
  readonly rows: number;
  /** Of the JSON of rows. */
  readonly bytes: number;
}

export interface QuotaParts {
  readonly rows: Collection<RowDocument>;
  readonly usage: Collection<UsageDocument>;
  readonly config: EntitiesConfig;
  readonly set: RowSet;
}

/**
 * Usage and quotas of each app, for one set of its rows. A node counts its own writes at once, so that concurrent writes do not exceed a limit; it learns of writes
 * by other nodes when it reads the counts again. The store counts rows; bytes are counted in one document per app.
 */
export class Quotas {
  readonly #parts: QuotaParts;
  readonly #apps = new Map<string, Promise<Usage>>();
  readonly #unsaved = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: QuotaParts) {
    this.#parts = parts;
  }

  /** Reserves quota or throws `QuotaReached`; `undo` releases it when the write fails. */
  async reserve(appId: string, entity: string, growth: Growth): Promise<{ undo(): void }> {
    const usage = await this.#usage(appId);
    if (!usage.tables.has(entity)) {
      const count = await this.#parts.rows.count({ appId, entity });
      if (!usage.tables.has(entity)) usage.tables.set(entity, count);
    }
    // No await from here on, so that no other call reserves the same quota.
    const table = usage.tables.get(entity) ?? 0;
    const { MAX_ROWS_PER_TABLE: tableRows, MAX_ROWS_PER_APP: appRows, MAX_BYTES_PER_APP: bytes } = this.#parts.config;
    if (growth.rows > 0 && table + growth.rows > tableRows) {
      throw new QuotaReached(`The table ${entity} has room for ${tableRows} rows, and has ${table}. Remove some first.`);
    }
    if (growth.rows > 0 && usage.rows + growth.rows > appRows) {
      throw new QuotaReached(`This app has room for ${appRows} rows, and has ${usage.rows}. Remove some first.`);
    }
    if (growth.bytes > 0 && usage.bytes + growth.bytes > bytes) {
      throw new QuotaReached(`The rows of this app have at most ${Math.round(bytes / 1_000_000)} MB. Remove some first.`);
    }
    this.#add(appId, usage, entity, growth);
    return { undo: () => this.#add(appId, usage, entity, { rows: -growth.rows, bytes: -growth.bytes }) };
  }

  /** The size of removed rows is unknown: each counts as much as the average row. */
  async removed(appId: string, entity: string, rows: number): Promise<void> {
    if (rows === 0) return;
    const usage = await this.#usage(appId);
    const bytes = rows >= usage.rows ? usage.bytes : Math.round((usage.bytes / usage.rows) * rows);
    this.#add(appId, usage, entity, { rows: -rows, bytes: -bytes });
  }

  /** Bytes of the average row of an app. */
  async averageSize(appId: string): Promise<number> {
    const { rows, bytes } = await this.#usage(appId);
    return rows === 0 ? 0 : bytes / rows;
  }

  async removeApp(appId: string): Promise<void> {
    this.#apps.delete(appId);
    this.#unsaved.delete(appId);
    await this.#parts.usage.deleteOne({ _id: this.#id(appId) });
  }

  /** Stores the byte counts that are not stored yet. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const unsaved = [...this.#unsaved];
    this.#unsaved.clear();
    // Only `#measure` creates documents: a flush after the app was purged must not recreate its document.
    for (const [appId, bytes] of unsaved) if (bytes !== 0) await this.#parts.usage.updateOne({ _id: this.#id(appId) }, { $inc: { bytes } });
  }

  #id(appId: string): string {
    return this.#parts.set === 'live' ? appId : `${appId}:draft`;
  }

  #add(appId: string, usage: Usage, entity: string, { rows, bytes }: Growth): void {
    usage.rows = Math.max(0, usage.rows + rows);
    usage.bytes = Math.max(0, usage.bytes + bytes);
    const table = usage.tables.get(entity);
    if (table !== undefined) usage.tables.set(entity, Math.max(0, table + rows));
    this.#unsaved.set(appId, (this.#unsaved.get(appId) ?? 0) + bytes);
    // A failed flush loses some bytes of an approximate count.
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), FLUSH_MS).unref();
  }

  async #usage(appId: string): Promise<Usage> {
    const known = this.#apps.get(appId);
    if (known !== undefined) {
      const usage = await known;
      const { config } = this.#parts;
      const isNear = usage.rows > config.MAX_ROWS_PER_APP / 2 || usage.bytes > config.MAX_BYTES_PER_APP / 2;
      const isTableNear = [...usage.tables.values()].some((rows) => rows > config.MAX_ROWS_PER_TABLE / 2);
      const isFresh = performance.now() - usage.readAt < (isNear || isTableNear ? STALE_NEAR_MS : STALE_FAR_MS);
      if (isFresh || this.#apps.get(appId) !== known) return isFresh ? usage : this.#usage(appId);
    }
    const reading = this.#read(appId);
    this.#apps.delete(appId);
    this.#apps.set(appId, reading);
    reading.catch(() => this.#apps.get(appId) === reading && this.#apps.delete(appId));
    const [oldest] = this.#apps.keys();
    if (this.#apps.size > MAX_CACHED_APPS && oldest !== undefined) this.#apps.delete(oldest);
    return reading;
  }

  async #read(appId: string): Promise<Usage> {
    await this.flush();
    const [saved, rows] = await Promise.all([this.#parts.usage.findOne({ _id: this.#id(appId) }), this.#parts.rows.count({ appId })]);
    const bytes = saved?.bytes ?? (await this.#measure(appId, rows));
    return { readAt: performance.now(), tables: new Map(), rows, bytes: rows === 0 ? 0 : Math.max(0, bytes) };
  }

  /** Creates the app's document before its first write is counted, with the size of the existing rows. */
  async #measure(appId: string, rows: number): Promise<number> {
    let bytes = 0;
    if (rows > 0) for await (const { data } of this.#parts.rows.stream({ appId })) bytes += sizeOf(data);
    await this.#parts.usage.insertOne({ _id: this.#id(appId), bytes }).catch((error: unknown) => {
      // Another node has created it, and may have counted since.
      if (!(error instanceof DuplicateKey)) throw error;
    });
    return bytes;
  }
}
