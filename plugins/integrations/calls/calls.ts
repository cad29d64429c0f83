import type { App } from '@sayso/apps/ref';
import type { IntegrationsContext } from '../config.ts';
import { IntegrationQuotaReached, IntegrationsBusy } from '../errors.ts';
import type { CallQuota, IntegrationCall, IntegrationCaller } from '../ref.ts';
import { type Quota, Quotas, today } from './quotas.ts';
import { CallRecords } from './records.ts';

/** What may be called: an endpoint of `Core` by its name, or another one by a name that contains a slash. */
export interface Callable {
  readonly name: string;
  readonly quota?: CallQuota | undefined;
}

/** A call before it begins. */
export type CallStart = Omit<IntegrationCall, 'spent' | 'retried'>;

/** Counts, limits and records calls: the same for every route and every package. */
export class Calls {
  readonly records: CallRecords;
  readonly #quotas: Quotas;
  readonly #mostAtOnce: number;
  readonly #running = new Map<string, number>();

  constructor({ collections, config }: Pick<IntegrationsContext, 'collections' | 'config'>) {
    this.records = new CallRecords(collections);
    this.#quotas = new Quotas(collections.usage);
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
      await reserved?.undo();
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
      if (!hasSpent && !start.signal.aborted) await reserved?.undo();
      await open.end(error);
      throw error;
    } finally {
      this.#leave(start.appId);
    }
  }

  /** Calls of the app today, by endpoint. */
  async usedToday(appId: string, endpoints: readonly Callable[]): Promise<ReadonlyMap<string, number>> {
    const { day } = today();
    const used = await this.#quotas.used(endpoints.map(({ name }) => appKey(appId, day, name)));
    return new Map(endpoints.map(({ name }) => [name, used.get(appKey(appId, day, name))?.calls ?? 0]));
  }

  async #reserve({ name, quota }: Callable, { app, caller }: CallStart): Promise<{ undo(): Promise<void> } | null> {
    if (quota === undefined) return null;
    return this.#quotas.reserve(quotasOf(name, limitsOf(name, quota, app, caller), { app, caller }), { calls: 1 });
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

const appKey = (appId: string, day: string, endpoint: string): string => `calls ${appId} ${day} ${endpoint}`;

/** The narrowest first: a caller who has reached theirs takes nothing of the app's. */
function quotasOf(
  endpoint: string,
  { perCaller, perApp }: CallQuota,
  { app, caller }: { readonly app: App; readonly caller: IntegrationCaller },
): Quota[] {
  const { day, until } = today();
  return [
    {
      id: `calls ${app.id} ${day} ${endpoint} ${caller.key}`,
      limits: { calls: perCaller },
      until,
      refusal: () => new IntegrationQuotaReached(`You have used ${endpoint} as often today as this app allows. Please try again tomorrow.`),
    },
    {
      id: appKey(app.id, day, endpoint),
      limits: { calls: perApp },
      until,
      refusal: () =>
        new IntegrationQuotaReached(`${endpoint} was used as often today as this app may use it in a day. Please try again tomorrow.`),
    },
  ];
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
