import { type Collection, DomainError, newId, storeNow, storeTime } from '@sayso/core';
import type { CallDayDocument, CallDocument } from '../collections.ts';
import type { CallCost, IntegrationCaller } from '../ref.ts';
import { today } from './quotas.ts';

const DAY_MS = 24 * 3600_000;
const CALLS_KEPT_MS = 14 * DAY_MS;
const DAYS_KEPT_MS = 90 * DAY_MS;
/** Calls of one app that are kept. */
const MAX_CALLS = 1000;
/** Recorded calls of one app by this process after which old ones are removed. */
const TRIM_EVERY = 100;
const MAX_MESSAGE = 500;

export interface RecordedCall {
  readonly appId: string;
  readonly endpoint: string;
  readonly caller: IntegrationCaller;
  readonly isDraft: boolean;
}

interface Costs {
  retries: number;
  model: string | null;
  promptTokens: number;
  completionTokens: number;
  cost: number | null;
}

type Counts = Readonly<Record<string, number>>;

interface WaitingCounts {
  readonly counts: Record<string, number>;
  /** Settles with the write that has them. */
  written: Promise<void>;
}

/** A call in flight. */
export interface OpenCall {
  readonly costs: Readonly<Costs>;
  spent(cost: CallCost): void;
  retried(): void;
  /** Stores how it ended; `error` null: well. */
  end(error: unknown): Promise<void>;
}

/** The log of calls, and their sums by day and endpoint. Both are bounded and expire. */
export class CallRecords {
  readonly #calls: Collection<CallDocument>;
  readonly #days: Collection<CallDayDocument>;
  readonly #sinceTrim = new Map<string, number>();
  /** By day and endpoint: counts for the next write, and the write in flight. */
  readonly #waiting = new Map<string, WaitingCounts>();
  readonly #writing = new Map<string, Promise<void>>();

  constructor({ calls, callDays }: { readonly calls: Collection<CallDocument>; readonly callDays: Collection<CallDayDocument> }) {
    this.#calls = calls;
    this.#days = callDays;
  }

  /** `isLogged`: as an entry of its own, besides the sums. */
  async begin(call: RecordedCall, isLogged: boolean): Promise<OpenCall> {
    const begun = performance.now();
    const costs: Costs = { retries: 0, model: null, promptTokens: 0, completionTokens: 0, cost: 0 };
    const id = isLogged ? await this.#log(call) : null;
    return {
      costs,
      spent: ({ model, promptTokens, completionTokens, totalCost }) => {
        costs.model = model;
        costs.promptTokens += promptTokens;
        costs.completionTokens += completionTokens;
        costs.cost = costs.cost === null || totalCost === null ? null : costs.cost + totalCost;
      },
      retried: () => {
        costs.retries += 1;
      },
      end: async (error) => {
        const failure = error === null ? null : failureOf(error);
        const milliseconds = Math.round(performance.now() - begun);
        const end = { state: failure === null ? 'done' : 'failed', milliseconds, ...failure, ...costs };
        if (id !== null) await this.#calls.updateOne({ _id: id }, { $set: end });
        await this.#add(call, {
          calls: 1,
          failures: failure === null ? 0 : 1,
          retries: costs.retries,
          promptTokens: costs.promptTokens,
          completionTokens: costs.completionTokens,
          cost: costs.cost ?? 0,
          unpriced: costs.cost === null ? 1 : 0,
        });
      },
    };
  }

  /** Counts a call beyond a quota. */
  refused(call: RecordedCall): Promise<void> {
    return this.#add(call, { refusals: 1 });
  }

  /** The latest calls of an app, newest first. */
  list(appId: string, limit: number): Promise<CallDocument[]> {
    return this.#calls.find({ appId }, { sort: { _id: -1 }, limit });
  }

  /** Sums of the last days, newest first. */
  days(appId: string, count: number): Promise<CallDayDocument[]> {
    const from = storeTime(-((count - 1) * DAY_MS)).slice(0, 10);
    return this.#days.find({ appId, day: { $gte: from } }, { sort: { day: -1, endpoint: 1 } });
  }

  async removeApp(appId: string): Promise<void> {
    await this.#calls.deleteMany({ appId });
    await this.#days.deleteMany({ appId });
  }

  async #log({ appId, endpoint, caller, isDraft }: RecordedCall): Promise<string> {
    const now = storeNow();
    const at = new Date(now).toISOString();
    const until = new Date(now + CALLS_KEPT_MS).toISOString();
    const open = { state: 'running', code: null, message: null, milliseconds: null } as const;
    const costs = { retries: 0, model: null, promptTokens: 0, completionTokens: 0, cost: 0 };
    const document = { _id: newId(), appId, endpoint, at, caller: caller.kind, callerId: caller.id, isDraft, ...open, ...costs, until };
    await this.#calls.insertOne(document);
    await this.#trim(appId);
    return document._id;
  }

  async #trim(appId: string): Promise<void> {
    const count = (this.#sinceTrim.get(appId) ?? 0) + 1;
    this.#sinceTrim.set(appId, count % TRIM_EVERY);
    if (count < TRIM_EVERY) return;
    const [last] = await this.#calls.find({ appId }, { sort: { _id: -1 }, skip: MAX_CALLS, limit: 1 });
    if (last !== undefined) await this.#calls.deleteMany({ appId, _id: { $lte: last._id } });
  }

  /** Sums of one day and endpoint share a write: those that arrive during one wait for the next together. */
  async #add({ appId, endpoint }: RecordedCall, counts: Counts): Promise<void> {
    const { day } = today();
    const id = `${appId} ${day} ${endpoint}`;
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) {
      for (const [name, count] of Object.entries(counts)) waiting.counts[name] = (waiting.counts[name] ?? 0) + count;
      return waiting.written;
    }
    const next: WaitingCounts = { counts: { ...counts }, written: Promise.resolve() };
    this.#waiting.set(id, next);
    next.written = (this.#writing.get(id) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        this.#waiting.delete(id);
        return this.#write({ _id: id, appId, endpoint, day }, next.counts);
      });
    this.#writing.set(id, next.written);
    await next.written.finally(() => {
      if (this.#writing.get(id) === next.written) this.#writing.delete(id);
    });
  }

  async #write({ _id, ...about }: Pick<CallDayDocument, '_id' | 'appId' | 'endpoint' | 'day'>, counts: Counts): Promise<void> {
    const until = new Date(Date.parse(about.day) + DAYS_KEPT_MS).toISOString();
    const zero = Object.fromEntries(COUNTS.filter((name) => !(name in counts)).map((name) => [name, 0]));
    await this.#days.updateOne({ _id }, { $setOnInsert: { ...about, until, ...zero }, $inc: counts }, { upsert: true });
  }
}

const COUNTS = ['calls', 'failures', 'refusals', 'retries', 'promptTokens', 'completionTokens', 'cost', 'unpriced'];

/** What a builder reads. Unexpected errors are masked here as in the answer. */
function failureOf(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof DomainError) return { code: error.code, message: error.message.slice(0, MAX_MESSAGE) };
  const isAborted = error instanceof Error && error.name === 'AbortError';
  return isAborted
    ? { code: 'aborted', message: 'The caller left before the answer was complete.' }
    : { code: 'internal', message: 'Something went wrong on our side. Please try again later.' };
}
