import type { App } from '@sayso/apps/ref';
import type { Limits, Taken } from '@sayso/core';
import type { IntegrationsContext } from '../config.ts';
import { IntegrationsBusy } from '../errors.ts';
import type { CallQuota, IntegrationCall, IntegrationCaller } from '../ref.ts';
import type { CallKind } from './limits.ts';
import { takesOf, usedToday } from './quotas.ts';
import { CallRecords } from './records.ts';

/** What may be called: an endpoint of `Core` by its name, or another one by a name that contains a slash. */
export interface Callable {
  readonly name: string;
  readonly quota?: CallQuota | undefined;
}

/** What the endpoints of `Core` use up. */
const KINDS: Readonly<Record<string, CallKind>> = {
  InvokeLLM: 'modelCalls',
  GenerateImage: 'pictures',
  ExtractDataFromUploadedFile: 'extracts',
  SendEmail: 'mails',
};
const kindOf = (endpoint: string): CallKind => (Object.hasOwn(KINDS, endpoint) ? (KINDS[endpoint] ?? 'calls') : 'calls');

/** A call before it begins. */
export type CallStart = Omit<IntegrationCall, 'spent' | 'retried'>;

/** Counts, limits and records calls: the same for every route and every package. */
export class Calls {
  readonly records: CallRecords;
  readonly #limits: Limits;
  readonly #mostAtOnce: number;
  readonly #running = new Map<string, number>();

  constructor({ collections, config, limits }: Pick<IntegrationsContext, 'collections' | 'config' | 'limits'>) {
    this.records = new CallRecords(collections);
    this.#limits = limits;
    this.#mostAtOnce = config.INTEGRATION_CALLS_AT_ONCE_PER_APP;
  }

  /**
   * Runs a call within the quotas of its endpoint. One that fails counts only when it cost something, or when its client left. Throws
   * `IntegrationQuotaReached` and `IntegrationsBusy`.
   */
  async run<T>(endpoint: Callable, start: CallStart, work: (call: IntegrationCall) => Promise<T>): Promise<T> {
    const recorded = { appId: start.appId, endpoint: endpoint.name, caller: start.caller, isDraft: start.isDraft };
    const reserved = await this.#reserve(endpoint, start).catch(async (error: unknown) => {
      await this.records.refused(recorded);
      throw error;
    });
    try {
      this.#enter(start.appId);
    } catch (error) {
      await reserved?.refund();
      throw error;
    }
    const open = await this.records.begin(recorded, endpoint.quota !== undefined);
    let hasSpent = false;
    try {
      const spent: IntegrationCall['spent'] = (cost) => {
        hasSpent = true;
        open.spent(cost);
      };
      const result = await work({ ...start, spent, retried: open.retried });
      await open.end(null);
      return result;
    } catch (error) {
      if (!hasSpent && !start.signal.aborted) await reserved?.refund();
      await open.end(error);
      throw error;
    } finally {
      this.#leave(start.appId);
    }
  }

  /** Calls of the app today, by endpoint. */
  usedToday(appId: string, endpoints: readonly Callable[]): Promise<ReadonlyMap<string, number>> {
    const counted = endpoints.map(({ name }) => ({ name, kind: kindOf(name) }));
    return usedToday(this.#limits, appId, counted);
  }

  async #reserve({ name, quota }: Callable, { app, caller }: CallStart): Promise<Taken | null> {
    if (quota === undefined) return null;
    return this.#limits.takeAll(takesOf({ endpoint: name, kind: kindOf(name), app, caller }, limitsOf(name, quota, app, caller)));
  }

  #enter(appId: string): void {
    const running = this.#running.get(appId) ?? 0;
    if (running >= this.#mostAtOnce) throw new IntegrationsBusy();
    this.#running.set(appId, running + 1);
  }

  #leave(appId: string): void {
    const left = (this.#running.get(appId) ?? 1) - 1;
    if (left === 0) this.#running.delete(appId);
    else this.#running.set(appId, left);
  }
}

/** The limits of an app: those that its builders set, up to the operator's. The limit per caller is not for builders themselves. */
export function limitsOf(
  endpoint: string,
  most: CallQuota,
  app: Pick<App, 'settings'>,
  caller: Pick<IntegrationCaller, 'kind'>,
): CallQuota {
  const chosen = chosenLimits(app, endpoint);
  return {
    perCaller: caller.kind === 'admin' ? most.perCaller : Math.min(chosen.perCaller ?? most.perCaller, most.perCaller),
    perApp: Math.min(chosen.perApp ?? most.perApp, most.perApp),
  };
}

/** What the builders of an app set for an endpoint; null where they leave it to the operator. */
export function chosenLimits({ settings }: Pick<App, 'settings'>, endpoint: string): { readonly [K in keyof CallQuota]: number | null } {
  const limits = settings['integrationLimits'] as Readonly<Record<string, Partial<Record<keyof CallQuota, unknown>>>> | null | undefined;
  const own = limits !== null && limits !== undefined && Object.hasOwn(limits, endpoint) ? limits[endpoint] : undefined;
  const whole = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null);
  return { perCaller: whole(own?.perCaller), perApp: whole(own?.perApp) };
}
