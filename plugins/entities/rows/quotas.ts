import { type Collection, DuplicateKey } from '@sayso/core';
import type { RowDocument, UsageDocument } from '../collections.ts';
import type { EntitiesConfig } from '../config.ts';
import { QuotaReached } from '../errors.ts';
import { type Scope, seesAll } from '../permissions/scope.ts';
import type { RowSet } from '../ref.ts';
import { sizeOf } from './json.ts';
import { RowRoom } from './row-room.ts';

/** Bytes are read again after this time, since other nodes write rows too; later when an app is far from its limit. */
const STALE_NEAR_MS = 30_000;
const STALE_FAR_MS = 600_000;
const FLUSH_MS = 1000;
const MAX_CACHED_APPS = 10_000;

interface Usage {
  readonly readAt: number;
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

/** Reserves room in a table for its caller, as `Quotas.reserve`. The refusal tells the number of rows only to callers who see all rows. */
export async function reserveFor(quotas: Quotas, { appId, schema, caller }: Pick<Scope, 'appId' | 'schema' | 'caller'>, growth: Growth) {
  try {
    return await quotas.reserve(appId, schema.name, growth);
  } catch (error) {
    throw error instanceof QuotaReached && !seesAll(caller) ? new QuotaReached(error.uncounted) : error;
  }
}

/**
 * Usage and quotas of each app, for one set of its rows. The quotas of rows are exact on any number of nodes, see `RowRoom`. Bytes are counted in
 * one document per app: a node counts its own at once, and learns of those of other nodes when it reads the document again.
 */
export class Quotas {
  readonly #parts: QuotaParts;
  readonly #apps = new Map<string, Promise<Usage>>();
  readonly #rooms = new Map<string, RowRoom>();
  readonly #unsaved = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: QuotaParts) {
    this.#parts = parts;
  }

  /** Reserves quota or throws `QuotaReached`; `undo` releases it, or the part of it that was not written. */
  async reserve(appId: string, entity: string, growth: Growth): Promise<{ undo(part?: Growth): void }> {
    const usage = await this.#usage(appId);
    // No await in between, so that no other call reserves the same bytes.
    this.#checkBytes(usage.bytes, growth.bytes);
    this.#add(appId, usage, growth);
    const undo = ({ rows, bytes: size }: Growth = growth): void => {
      this.#roomOf(appId).release(entity, rows);
      this.#add(appId, usage, { rows: -rows, bytes: -size });
    };
    try {
      await this.#roomOf(appId).take(entity, growth.rows);
    } catch (error) {
      this.#add(appId, usage, { rows: -growth.rows, bytes: -growth.bytes });
      throw error;
    }
    return { undo };
  }

  /** Throws `QuotaReached` when all of these changes together have no room now; reserves nothing. */
  async check(appId: string, growths: ReadonlyMap<string, Growth>): Promise<void> {
    const usage = await this.#usage(appId);
    this.#checkBytes(
      usage.bytes,
      [...growths.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    );
    await this.#roomOf(appId).check(new Map([...growths].map(([entity, { rows }]) => [entity, rows])));
  }

  #checkBytes(used: number, added: number): void {
    const { MAX_BYTES_PER_APP: most } = this.#parts.config;
    if (added > 0 && used + added > most)
      throw new QuotaReached(`The rows of this app have at most ${Math.round(most / 1_000_000)} MB. Remove some first.`);
  }

  /** The size of removed rows is unknown: each counts as much as the average row. */
  async removed(appId: string, entity: string, rows: number): Promise<void> {
    if (rows === 0) return;
    const usage = await this.#usage(appId);
    const bytes = rows >= usage.rows ? usage.bytes : Math.round((usage.bytes / usage.rows) * rows);
    this.#roomOf(appId).release(entity, rows);
    this.#add(appId, usage, { rows: -rows, bytes: -bytes });
  }

  /** Bytes of the average row of an app. */
  async averageSize(appId: string): Promise<number> {
    const { rows, bytes } = await this.#usage(appId);
    return rows === 0 ? 0 : bytes / rows;
  }

  #roomOf(appId: string): RowRoom {
    const room = this.#rooms.get(appId) ?? new RowRoom({ ...this.#parts, appId, id: this.#id(appId) });
    this.#rooms.set(appId, room);
    return room;
  }

  async removeApp(appId: string): Promise<void> {
    this.#apps.delete(appId);
    this.#rooms.delete(appId);
    this.#unsaved.delete(appId);
    await this.#parts.usage.deleteOne({ _id: this.#id(appId) });
  }

  /** Stores the byte counts that are not stored yet, and gives back the room of idle apps. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let isWaiting = false;
    for (const [appId, room] of this.#rooms)
      if (!(await room.giveBackIdle())) isWaiting = true;
      else if (this.#rooms.size > MAX_CACHED_APPS) this.#rooms.delete(appId);
    if (isWaiting) this.#flushLater();
    const unsaved = [...this.#unsaved];
    this.#unsaved.clear();
    // Only `#measure` creates documents: a flush after the app was purged must not recreate its document.
    for (const [appId, bytes] of unsaved) if (bytes !== 0) await this.#parts.usage.updateOne({ _id: this.#id(appId) }, { $inc: { bytes } });
  }

  #id(appId: string): string {
    return this.#parts.set === 'live' ? appId : `${appId}:draft`;
  }

  #add(appId: string, usage: Usage, { rows, bytes }: Growth): void {
    usage.rows = Math.max(0, usage.rows + rows);
    usage.bytes = Math.max(0, usage.bytes + bytes);
    this.#unsaved.set(appId, (this.#unsaved.get(appId) ?? 0) + bytes);
    this.#flushLater();
  }

  #flushLater(): void {
    // A failed flush loses some bytes of an approximate count.
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), FLUSH_MS).unref();
  }

  async #usage(appId: string): Promise<Usage> {
    const known = this.#apps.get(appId);
    if (known !== undefined) {
      const usage = await known;
      const { config } = this.#parts;
      const isNear = usage.bytes > config.MAX_BYTES_PER_APP / 2;
      const isFresh = performance.now() - usage.readAt < (isNear ? STALE_NEAR_MS : STALE_FAR_MS);
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
    return { readAt: performance.now(), rows, bytes: rows === 0 ? 0 : Math.max(0, bytes) };
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
