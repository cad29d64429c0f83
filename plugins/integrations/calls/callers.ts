import type { App, AppsApi } from '@sayso/apps/ref';
import { type Actor, addressGroup, Forbidden, NotFound, Unauthenticated } from '@sayso/core';
import type { IntegrationCaller, IntegrationEndpoint } from '../ref.ts';

export interface Addressed {
  readonly actor: Actor;
  readonly appId: string;
  /** The network address of the client. */
  readonly address: string;
}

/** The caller of an app; apps that the caller cannot know are `NotFound`. On the builder host, people are visitors of apps that they do not administer. */
export async function callerOf(apps: AppsApi, { actor, appId, address }: Addressed): Promise<{ app: App; caller: IntegrationCaller }> {
  if (actor.kind === 'app' && actor.appId !== appId) throw new NotFound('The app');
  const app = await apps.find(appId);
  const isAdmin = app !== null && apps.isAppAdmin(actor, app);
  if (app === null || (!isAdmin && app.published === null)) throw new NotFound('The app');
  const id = actor.kind !== 'anonymous' && (isAdmin || actor.kind === 'app') ? actor.id : null;
  if (isAdmin) return { app, caller: { kind: 'admin', id, key: id ?? 'admin' } };
  if (id !== null) return { app, caller: { kind: 'user', id, key: id } };
  return { app, caller: { kind: 'visitor', id: null, key: addressGroup(address) } };
}

/** Throws unless the caller may call the endpoint: signed-in people, and visitors where the owner opened it. */
export function checkCaller({ name, visitorSetting }: IntegrationEndpoint, app: App, caller: IntegrationCaller): void {
  if (caller.kind !== 'visitor') return;
  if (visitorSetting !== undefined && app.settings[visitorSetting] === true) return;
  throw visitorSetting === undefined
    ? new Forbidden(`Visitors may not call ${name}.`)
    : new Unauthenticated(`Please log in to use ${name}.`);
}
