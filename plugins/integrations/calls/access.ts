import type { App, AppsApi } from '@sayso/apps/ref';
import { type Actor, Forbidden } from '@sayso/core';
import type { CallDayDocument, CallDocument } from '../collections.ts';
import type { IntegrationEndpoint } from '../ref.ts';
import { type Calls, chosenLimits } from './calls.ts';
import type { Registry } from './registry.ts';

/** An endpoint with what the builders of an app set, and what the operator allows. */
export interface EndpointAccess {
  /** Of the endpoint in this app. */
  readonly id: string;
  readonly name: string;
  readonly sentence: string;
  /** Null: it can not be opened to visitors. */
  readonly isOpenToVisitors: boolean | null;
  /** Of a day; null: as many as the operator allows. */
  readonly perCaller: number | null;
  readonly perApp: number | null;
  /** What the operator allows; null: calls are not limited. */
  readonly mostPerCaller: number | null;
  readonly mostPerApp: number | null;
  readonly usedToday: number;
}

/** The integrations of an app, for those who build it. */
export interface AppIntegrations {
  readonly app: App;
  readonly endpoints: readonly EndpointAccess[];
}

export interface LoggedCall extends CallDocument {
  /** Of the account; null for a visitor, and for an account that is gone. */
  readonly callerName: string | null;
}

/** What is left out stays as it is; null is the operator's limit. */
export interface AccessChange {
  readonly isOpenToVisitors?: boolean | null | undefined;
  readonly perCaller?: number | null | undefined;
  readonly perApp?: number | null | undefined;
}

/** What the builders of an app see of its calls, and who may make how many. */
export class IntegrationAccess {
  readonly #apps: AppsApi;
  readonly #registry: Registry;
  readonly #calls: Calls;

  constructor({ apps, registry, calls }: { readonly apps: AppsApi; readonly registry: Registry; readonly calls: Calls }) {
    this.#apps = apps;
    this.#registry = registry;
    this.#calls = calls;
  }

  async read(actor: Actor, appId: string): Promise<AppIntegrations> {
    return this.#of(await this.#apps.get(actor, appId, 'view'));
  }

  /** For an app that the caller may see. */
  days(app: App, count: number): Promise<CallDayDocument[]> {
    return this.#calls.records.days(app.id, count);
  }

  /** Likewise. */
  async latest(app: App, limit: number): Promise<LoggedCall[]> {
    const calls = await this.#calls.records.list(app.id, limit);
    const names = await this.#apps.accountNames(calls.map(({ callerId }) => callerId));
    return calls.map((call) => ({ ...call, callerName: call.callerId === null ? null : (names.get(call.callerId) ?? null) }));
  }

  /** Throws `Forbidden` to open an endpoint that is never open to visitors. */
  async change(actor: Actor, appId: string, name: string, change: AccessChange): Promise<AppIntegrations> {
    const app = await this.#apps.get(actor, appId);
    const { visitorSetting } = this.#registry.get(name);
    const { isOpenToVisitors, perCaller, perApp } = change;
    const settings: Record<string, unknown> = {};
    if (typeof isOpenToVisitors === 'boolean') {
      if (visitorSetting === undefined) throw new Forbidden(`Visitors may not call ${name}.`);
      settings[visitorSetting] = isOpenToVisitors;
    }
    if (perCaller !== undefined || perApp !== undefined) {
      const before = chosenLimits(app, name);
      const limits = {
        perCaller: perCaller === undefined ? before.perCaller : perCaller,
        perApp: perApp === undefined ? before.perApp : perApp,
      };
      settings['integrationLimits'] = { ...(app.settings['integrationLimits'] as object | null | undefined), [name]: limits };
    }
    return this.#of(await this.#apps.updateSettings(actor, appId, settings));
  }

  /** The columns whose addresses may get mail of the app, as `Guest.email`. */
  async changeMailFields(actor: Actor, appId: string, fields: readonly string[]): Promise<AppIntegrations> {
    return this.#of(await this.#apps.updateSettings(actor, appId, { mailFields: [...fields] }));
  }

  async #of(app: App): Promise<AppIntegrations> {
    const endpoints = this.#registry.all();
    const used = await this.#calls.usedToday(app.id, endpoints);
    return { app, endpoints: endpoints.map((endpoint) => accessOf(endpoint, app, used.get(endpoint.name) ?? 0)) };
  }
}

function accessOf({ name, sentence, visitorSetting, quota }: IntegrationEndpoint, app: App, usedToday: number): EndpointAccess {
  const isOpenToVisitors = visitorSetting === undefined ? null : app.settings[visitorSetting] === true;
  const most = { mostPerCaller: quota?.perCaller ?? null, mostPerApp: quota?.perApp ?? null };
  return { id: `${app.id}/${name}`, name, sentence, isOpenToVisitors, ...chosenLimits(app, name), ...most, usedToday };
}
