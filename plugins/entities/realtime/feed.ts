import { setImmediate as immediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Actor, DomainError, isRefusal, type Logger, type Query } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import { type HiddenField, hiddenIn, without } from '../permissions/field-access.ts';
import { fieldsOf, reaches } from '../permissions/reach.ts';
import type { Row, RowNotice, RowSet, RowSink } from '../ref.ts';
import type { RowChange } from './changes.ts';

/** What a caller sees of a table: the rows within reach. */
export interface Visible {
  readonly set: RowSet;
  readonly reach: Query;
  /** What is left out of them. */
  readonly hidden?: readonly HiddenField[];
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
  /** The rows that exist, by id, each with its JSON. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, FeedRow>>;
  readonly log: Logger;
}

export interface FeedRow {
  readonly row: RowDocument;
  readonly json: string;
}

/** A change of rows; null: changes were missed. */
type Change = RowChange | null;

/** A notice, and the row of it: as it is, and what is known of it as it was. */
interface Noticed {
  readonly notice: RowNotice;
  readonly row?: RowDocument | undefined;
  readonly change?: RowChange | undefined;
}

/** A batch: for those who see all rows, by account for those who see only their own, and what those who see others find theirs in. */
interface Batch {
  readonly all: readonly RowNotice[];
  readonly own: ReadonlyMap<string, readonly RowNotice[]>;
  readonly noticed: readonly Noticed[];
}

/** Those who see the same rows of several creators, or the same parts of rows. */
interface Group {
  readonly reach: Query;
  readonly hidden: readonly HiddenField[];
  /** The fields by which they see a row; null: not by fields alone. */
  readonly fields: ReadonlySet<string> | null;
  readonly subscribers: Set<Subscriber>;
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
  /** By reach. */
  readonly #groups = new Map<string, Group>();
  #pending: Change[] = [];
  #mustCheck = false;
  #running: Promise<void> | null = null;

  constructor(source: FeedSource) {
    this.#source = source;
  }

  get isEmpty(): boolean {
    return this.#all.size === 0 && this.#own.size === 0 && this.#groups.size === 0;
  }

  subscribers(): Subscriber[] {
    const groups = [...this.#groups.values()].map(({ subscribers }) => subscribers);
    return [this.#all, ...this.#own.values(), ...groups].flatMap((some) => [...some]);
  }

  add(subscriber: Subscriber): void {
    const { visible } = subscriber;
    const owner = ownerOf(visible);
    if (isAll(visible)) this.#all.add(subscriber);
    else if (owner === null) this.#groupOf(visible).subscribers.add(subscriber);
    else this.#own.set(owner, (this.#own.get(owner) ?? new Set()).add(subscriber));
  }

  #groupOf({ reach, hidden = [] }: Visible): Group {
    const key = keyOf({ reach, hidden });
    const group = this.#groups.get(key) ?? { reach, hidden, fields: fieldsOf(reach), subscribers: new Set() };
    this.#groups.set(key, group);
    return group;
  }

  remove(subscriber: Subscriber): void {
    const { visible } = subscriber;
    const owner = ownerOf(visible);
    if (isAll(visible)) this.#all.delete(subscriber);
    else if (owner === null) left(this.#groups, keyOf(visible), this.#groups.get(keyOf(visible))?.subscribers, subscriber);
    else left(this.#own, owner, this.#own.get(owner), subscriber);
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

  async #notices(changes: readonly Change[]): Promise<Noticed[]> {
    const ids = changes.flatMap((change) => (change === null || change.change === 'deleted' || change.id === '*' ? [] : [change.id]));
    try {
      const rows = ids.length === 0 ? new Map<string, FeedRow>() : await this.#source.read([...new Set(ids)]);
      return changes.flatMap((change) => noticeOf(change, rows) ?? []);
    } catch (error) {
      // Rows that are too large together are no fault.
      if (!(error instanceof DomainError)) this.#source.log.warn({ err: error }, 'changed rows could not be read');
      return [{ notice: RESET }];
    }
  }

  #batch(noticed: readonly Noticed[]): Batch {
    const notices = noticed.map(({ notice }) => notice);
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
    return { all: notices, own, noticed };
  }

  async #send({ all, own, noticed }: Batch): Promise<void> {
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
    for (const group of this.#groups.values()) {
      await this.#sendGroup(group, noticed);
      if (++written % WRITES === 0) await this.#yield();
    }
  }

  async #sendGroup(group: Group, noticed: readonly Noticed[]): Promise<void> {
    const notices = noticed.flatMap((one) => noticeFor(group, one) ?? []);
    if (notices.length === 0) return;
    let written = 0;
    for (const { connection } of group.subscribers) {
      if (++written % WRITES === 0) await this.#yield();
      connection.send(notices);
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
function noticeOf(change: Change, rows: ReadonlyMap<string, FeedRow>): Noticed | null {
  if (change === null) return { notice: RESET };
  const { id, creatorId } = change;
  if (id === '*') return { notice: { ...RESET, creatorId } };
  if (change.change === 'deleted')
    return { notice: { event: 'deleted', json: JSON.stringify({ id }), creatorId: creatorId ?? null }, change };
  const found = rows.get(id);
  return found === undefined
    ? null
    : { notice: { event: change.change, json: found.json, creatorId: found.row.creatorId }, row: found.row, change };
}

/**
 * What a group learns of a change: of a row that leaves its reach the removal, of one that comes into it the row, of all others nothing. It reads
 * again where it is not known whether it saw the row.
 */
function noticeFor(group: Group, { notice, row, change }: Noticed): RowNotice | null {
  if (change === undefined) return notice;
  const isSeen = row !== undefined && reaches(group.reach, row);
  if (change.change === 'created') return isSeen ? shownTo(group, notice, row) : null;
  const wasSeen = sawRow(group, change, row);
  if (isSeen) {
    const shown = shownTo(group, notice, row);
    return wasSeen === false ? { ...shown, event: 'created' } : shown;
  }
  if (wasSeen === null) return RESET;
  return wasSeen ? { event: 'deleted', json: JSON.stringify({ id: change.id }), creatorId: notice.creatorId } : null;
}

/** By the stored row: in the JSON, files have other names. */
function shownTo({ hidden }: Group, notice: RowNotice, row: RowDocument): RowNotice {
  const names = hiddenIn(hidden, row);
  return names.size === 0 ? notice : { ...notice, json: JSON.stringify(without(JSON.parse(notice.json) as Row, names)) };
}

/** Null when the event does not say it. */
function sawRow({ reach, fields }: Group, { id, creatorId = null, before }: RowChange, row: RowDocument | undefined): boolean | null {
  if (fields === null || (fields.size > 0 && before === undefined)) return null;
  if ([...fields].some((name) => !before?.names.includes(name))) return null;
  const times = { createdAt: row?.createdAt ?? '', updatedAt: row?.updatedAt ?? '' };
  return reaches(reach, { _id: id, creatorId: row?.creatorId ?? creatorId, ...times, data: before?.fields ?? {} });
}

const isAll = ({ reach, hidden = [] }: Visible): boolean => hidden.length === 0 && Object.keys(reach).length === 0;
const keyOf = ({ reach, hidden = [] }: Pick<Visible, 'reach' | 'hidden'>): string => JSON.stringify([reach, hidden]);

/** The account whose rows are within reach; null where others decide. */
function ownerOf({ reach: { creatorId, ...rest }, hidden = [] }: Visible): string | null {
  if (hidden.length > 0) return null;
  return typeof creatorId === 'string' && Object.keys(rest).length === 0 ? creatorId : null;
}

function left<T>(all: Map<string, T>, key: string, some: Set<Subscriber> | undefined, subscriber: Subscriber): void {
  some?.delete(subscriber);
  if (some?.size === 0) all.delete(key);
}
