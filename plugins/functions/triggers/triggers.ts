import type { App } from '@sayso/apps/ref';
import { storeNow } from '@sayso/core';
import { type FunctionDeclaration, functionPath } from '@sayso/runtime/ref';
import { LRUCache } from 'lru-cache';
import type { FunctionDocument } from '../collections.ts';
import type { FunctionsContext } from '../config.ts';
import { type ChangedRow, inputOf, isTriggered, runKey } from './rows.ts';
import { isStale, nextTime } from './schedule.ts';

const MAX_DUE = 200;
const MAX_KEPT_APPS = 1000;
/** A process that missed the event of a change reads it after this time. */
const STALE_MS = 5000;
/** A greater step back is one of the clock, not of its measurement. */
const SET_BACK_MS = 60_000;
/** Of a function that is gone, or cannot be read. */
export const NO_DECLARATION: FunctionDeclaration = {
  schedule: null,
  timeZone: 'UTC',
  on: [],
  asApp: false,
  hosts: [],
  variables: [],
  files: [],
};

/** Starts functions of published apps by their schedule, and by changes of live rows. */
export class Triggers {
  readonly #context: FunctionsContext;
  /** The functions of an app that changed rows start, until the app or what it allows changes. */
  readonly #byApp = new LRUCache<string, Promise<readonly FunctionDocument[]>>({ max: MAX_KEPT_APPS, ttl: STALE_MS });
  /** When `startDue` ran last, by the store's time. */
  #startedAt = 0;

  constructor(context: FunctionsContext) {
    this.#context = context;
  }

  /** Stores what the functions of the published version declare. Idempotent. */
  async declare({ id: appId, published }: Pick<App, 'id' | 'published'>): Promise<void> {
    const { apps, runtime } = this.#context.needs;
    const { functions } = this.#context.collections;
    const all = await functions.find({ appId });
    const files = published === null || all.length === 0 ? {} : await apps.files(appId, published.versionId);
    const declarations = await runtime.functionDeclarations({ appId, files });
    for (const known of all) {
      const { schedule, timeZone, on } = declarations[functionPath(known.name, files) ?? ''] ?? NO_DECLARATION;
      await this.#save({ ...known, schedule, timeZone, on: [...on] }, known);
    }
    this.forget(appId);
  }

  /** Stores a function with the time at which its schedule is due. */
  async #save(next: FunctionDocument, before: FunctionDocument): Promise<void> {
    const { schedule, timeZone, on } = next;
    const isSameSchedule = schedule === before.schedule && timeZone === before.timeZone;
    const dueAt = this.dueAt(next, new Date(storeNow()));
    // A due time that is still to be worked off stays.
    const nextAt = isSameSchedule && dueAt !== null && before.nextAt !== null ? before.nextAt : dueAt;
    if (isSameSchedule && nextAt === before.nextAt && JSON.stringify(on) === JSON.stringify(before.on)) return;
    await this.#context.collections.functions.updateOne({ _id: next._id }, { $set: { schedule, timeZone, on, nextAt } });
  }

  /** When a function's schedule is due next; null when it does not start by itself. */
  dueAt({ asApp, isPaused, schedule, timeZone }: FunctionDocument, now: Date): string | null {
    return asApp && !isPaused && schedule !== null ? nextTime(schedule, timeZone, now) : null;
  }

  forget(appId: string): void {
    this.#byApp.delete(appId);
  }

  /** At the start, and after the clock was set back, the next times of schedules that the earlier clock planned are planned anew. */
  async #followClock(now: Date): Promise<void> {
    const isSetBack = now.getTime() < this.#startedAt - SET_BACK_MS;
    if (this.#startedAt === 0 || isSetBack) {
      const { functions } = this.#context.collections;
      for (const one of await functions.find({ nextAt: { $gt: now.toISOString() } })) {
        const { _id, nextAt, schedule, timeZone } = one;
        if (nextAt !== null && schedule !== null && isStale(nextAt, schedule, timeZone, now))
          await functions.updateOne({ _id, nextAt }, { $set: { nextAt: this.dueAt(one, now) } });
      }
    }
    this.#startedAt = now.getTime();
  }

  /** Enqueues a run of each function that is due. A server that was down starts a missed one once. */
  async startDue(now: Date): Promise<void> {
    await this.#followClock(now);
    const { functions } = this.#context.collections;
    const due = await functions.find({ nextAt: { $lte: now.toISOString() } }, { sort: { nextAt: 1 }, limit: MAX_DUE });
    for (const one of due) {
      const { _id, appId, name, nextAt } = one;
      const input = { event: 'schedule', scheduledAt: nextAt };
      // The key makes the run one run, should this process end before the next write.
      await this.#context.enqueue('run', { appId, name, trigger: 'schedule', input }, { key: `${_id} ${nextAt}` });
      await functions.updateOne({ _id, nextAt }, { $set: { nextAt: this.dueAt(one, now) } });
    }
  }

  /** Enqueues a run of each function that asked for this change of a live row. */
  async rowChanged(row: ChangedRow): Promise<void> {
    for (const { name, on } of await this.#startedByRows(row.appId)) {
      if (!isTriggered(on, row)) continue;
      await this.#context.enqueue('run', { appId: row.appId, name, trigger: 'row', input: inputOf(row) }, { key: runKey(name, row) });
    }
  }

  #startedByRows(appId: string): Promise<readonly FunctionDocument[]> {
    const known = this.#byApp.get(appId);
    if (known !== undefined) return known;
    const found = this.#context.collections.functions
      .find({ appId, asApp: true, isPaused: false })
      .then((all) => all.filter(({ on }) => on.length > 0));
    this.#byApp.set(appId, found);
    found.catch(() => this.forget(appId));
    return found;
  }
}
