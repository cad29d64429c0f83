import { setImmediate as immediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Actor, DomainError, isRefusal, type Logger } from '@sayso/core';
import type { RowNotice, RowScope, RowSet, RowSink } from '../ref.ts';
import type { RowChange } from './changes.ts';

/** What a caller sees of a table: all rows, or those of an account. */
export interface Visible {
  readonly set: RowSet;
  readonly scope: Exclude<RowScope, 'none'>;
  readonly accountId: string | null;
}

/** One open stream. */
export interface Subscriber {
  readonly actor: Actor;
  readonly visible: Visible;
  readonly connection: RowSink;
}

/** The rows of one table. */
export interface FeedSource {
  /** Throws as a list of the rows does. */
  visible(actor: Actor): Promise<Visible>;
  /** The rows that exist, by id, each with its creator and its JSON. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, FeedRow>>;
  readonly log: Logger;
}

export interface FeedRow {
  readonly creatorId: string | null;
  readonly json: string;
}

/** A change of rows; null: changes were missed. */
type Change = RowChange | null;

/** A batch: for those who see all rows, and by account for those who see only their own. */
interface Batch {
  readonly all: readonly RowNotice[];
  readonly own: ReadonlyMap<string, readonly RowNotice[]>;
}

/** Changes that are read and sent together. */
const MAX_BATCH = 50;
const MAX_PENDING = 1000;
/** Writes, and checks of callers, until other work of the process gets its turn. */
const WRITES = 250;
const CHECKS = 250;

/** The subscribers of one table. Each change is read and serialized once, and all get the same list. */
export class TableFeed {
  readonly #source: FeedSource;
  readonly #all = new Set<Subscriber>();
  readonly #own = new Map<string, Set<Subscriber>>();
  #pending: Change[] = [];
  #mustCheck = false;
  #running: Promise<void> | null = null;

  constructor(source: FeedSource) {
    this.#source = source;
  }

  get isEmpty(): boolean {
    return this.#all.size === 0 && this.#own.size === 0;
  }

  subscribers(): Subscriber[] {
    return [...this.#all, ...[...this.#own.values()].flatMap((some) => [...some])];
  }

  add(subscriber: Subscriber): void {
    const key = ownKey(subscriber.visible);
    if (key === null) {
      this.#all.add(subscriber);
      return;
    }
    const some = this.#own.get(key) ?? new Set();
    this.#own.set(key, some.add(subscriber));
  }

  remove(subscriber: Subscriber): void {
    const key = ownKey(subscriber.visible);
    if (key === null) {
      this.#all.delete(subscriber);
      return;
    }
    const some = this.#own.get(key);
    some?.delete(subscriber);
    if (some?.size === 0) this.#own.delete(key);
  }

  push(change: Change): void {
    if (this.#pending.length >= MAX_PENDING) this.#pending = [null];
    else this.#pending.push(change);
    this.#running ??= this.#run();
  }

  /** Reads the permissions again, before anything further is sent. */
  check(): void {
    this.#mustCheck = true;
    this.#running ??= this.#run();
  }

  /** Resolves when everything pending is written. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#mustCheck || this.#pending.length > 0) {
      const changes = this.#pending.splice(0, MAX_BATCH);
      const notices = await this.#notices(changes);
      // Permissions that changed during the read apply to what was read.
      await this.#checkPermissions();
      if (notices.length > 0) await this.#send(this.#batch(notices));
    }
    this.#running = null;
  }

  async #notices(changes: readonly Change[]): Promise<RowNotice[]> {
    const ids = changes.flatMap((change) => (change === null || change.change === 'deleted' || change.id === '*' ? [] : [change.id]));
    try {
      const rows = ids.length === 0 ? new Map<string, FeedRow>() : await this.#source.read([...new Set(ids)]);
      return changes.flatMap((change) => noticeOf(change, rows) ?? []);
    } catch (error) {
      // Rows that are too large together are no fault.
      if (!(error instanceof DomainError)) this.#source.log.warn({ err: error }, 'changed rows could not be read');
      return [RESET];
    }
  }

  #batch(notices: readonly RowNotice[]): Batch {
    const own = new Map<string, RowNotice[]>();
    for (const notice of notices) {
      const { creatorId } = notice;
      for (const key of creatorId === undefined ? this.#own.keys() : [creatorId ?? '']) {
        if (!this.#own.has(key)) continue;
        const some = own.get(key) ?? [];
        some.push(notice);
        own.set(key, some);
      }
    }
    return { all: notices, own };
  }

  async #send({ all, own }: Batch): Promise<void> {
    let written = 0;
    // Live sets: a subscriber that leaves in the meantime is not visited.
    for (const [subscribers, notices] of [
      [this.#all, all] as const,
      ...[...own].map(([key, some]) => [this.#own.get(key), some] as const),
    ]) {
      for (const { connection } of subscribers ?? []) {
        if (++written % WRITES === 0) await this.#yield();
        connection.send(notices);
      }
    }
  }

  async #yield(): Promise<void> {
    await immediate();
    await this.#checkPermissions();
  }

  /**
   * Ends the streams of callers whose view of the table has changed: they connect again, if they may. Each caller is checked: what two with
   * the same claims may do differs once one of them was removed.
   */
  async #checkPermissions(): Promise<void> {
    let checked = 0;
    while (this.#mustCheck) {
      this.#mustCheck = false;
      const callers = Map.groupBy(this.subscribers(), ({ actor }) => JSON.stringify(actor));
      for (const subscribers of callers.values()) {
        if (++checked % CHECKS === 0) await immediate();
        if (!(await this.#checkCaller(subscribers))) break;
      }
    }
  }

  /** The streams of one caller. False when permissions cannot be read now. */
  async #checkCaller(subscribers: readonly Subscriber[]): Promise<boolean> {
    const [first] = subscribers;
    if (first === undefined) return true;
    let visible: Visible | null = null;
    try {
      visible = await this.#source.visible(first.actor);
    } catch (error) {
      // Rows cannot be read either while the store is unreachable. The next check follows within seconds.
      if (!isRefusal(error)) this.#source.log.warn({ err: error }, 'the permissions of subscribers could not be read');
      if (!isRefusal(error)) return false;
    }
    for (const subscriber of subscribers) {
      if (isDeepStrictEqual(subscriber.visible, visible)) continue;
      this.remove(subscriber);
      subscriber.connection.end();
    }
    return true;
  }
}

const RESET: RowNotice = { event: 'reset', json: '{}', creatorId: undefined };

/** Null for a row that was removed in the meantime: an event of its own says so. */
function noticeOf(change: Change, rows: ReadonlyMap<string, FeedRow>): RowNotice | null {
  if (change === null) return RESET;
  const { id, creatorId } = change;
  if (id === '*') return { ...RESET, creatorId };
  if (change.change === 'deleted') return { event: 'deleted', json: JSON.stringify({ id }), creatorId: creatorId ?? null };
  const row = rows.get(id);
  return row === undefined ? null : { event: change.change, json: row.json, creatorId: row.creatorId };
}

function ownKey({ scope, accountId }: Visible): string | null {
  return scope === 'all' ? null : (accountId ?? '');
}
