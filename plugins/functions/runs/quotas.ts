import { type Collection, DuplicateKey, storeNow, storeTime } from '@sayso/core';
import type { CountDocument } from '../collections.ts';
import type { FunctionsConfig } from '../config.ts';
import { FunctionQuotaReached } from '../errors.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Quota {
  readonly id: string;
  readonly limit: number;
  readonly until: string;
  readonly refusal: string;
}

/** Counts runs by conditional atomic updates, so that concurrent calls on any nodes never exceed a quota. */
export class RunQuotas {
  readonly #counts: Collection<CountDocument>;
  readonly #config: FunctionsConfig;

  constructor(counts: Collection<CountDocument>, config: FunctionsConfig) {
    this.#counts = counts;
    this.#config = config;
  }

  /** Counts a run that a caller starts, or throws `FunctionQuotaReached`. */
  async takeCall(appId: string, callerKey: string): Promise<void> {
    const caller = {
      id: `caller ${appId} ${today()} ${callerKey}`,
      limit: this.#config.FUNCTION_RUNS_PER_CALLER_AND_DAY,
      until: inDays(2),
      refusal: 'You have used the functions of this app as often as it allows in a day. Please try again tomorrow.',
    };
    await this.#take(caller);
    await this.#takeOfApp(appId).catch(async (error: unknown) => {
      await this.#counts.updateOne({ _id: caller.id }, { $inc: { runs: -1 } });
      throw error;
    });
  }

  /** Counts a run without a caller, or throws `FunctionQuotaReached`. Changes of rows may start only so many in a minute. */
  async takeTriggered(appId: string, name: string, trigger: 'schedule' | 'row'): Promise<void> {
    if (trigger === 'row') {
      const minute = Math.floor(storeNow() / MINUTE_MS);
      await this.#take({
        id: `rows ${appId} ${name} ${minute}`,
        limit: this.#config.FUNCTION_ROW_RUNS_PER_MINUTE,
        until: inDays(1),
        refusal: `Changes of rows started "${name}" as often as they may in a minute.`,
      });
    }
    await this.#takeOfApp(appId);
  }

  /** Counts a run that another function starts: of the app alone, as its caller has made one call. Throws `FunctionQuotaReached`. */
  takeNested(appId: string): Promise<void> {
    return this.#takeOfApp(appId);
  }

  #takeOfApp(appId: string): Promise<void> {
    return this.#take({
      id: `app ${appId} ${today()}`,
      limit: this.#config.FUNCTION_RUNS_PER_APP_AND_DAY,
      until: inDays(2),
      refusal: 'The functions of this app ran as often today as they may. Please try again tomorrow.',
    });
  }

  async #take({ id, limit, until, refusal }: Quota): Promise<void> {
    const take = () => this.#counts.updateOne({ _id: id, runs: { $lt: limit } }, { $inc: { runs: 1 } });
    if ((await take()) > 0) return;
    await this.#counts.insertOne({ _id: id, runs: 0, until }).catch((error: unknown) => {
      if (!(error instanceof DuplicateKey)) throw error;
    });
    if ((await take()) === 0) throw new FunctionQuotaReached(refusal);
  }
}

function today(): string {
  return storeTime().slice(0, 10);
}

function inDays(days: number): string {
  return storeTime(days * DAY_MS);
}
