import { type App, type AppsApi, appsRef } from '@sayso/apps/ref';
import { type Actor, NotFound } from '@sayso/core';
import { type PublishedApp, type RuntimeApi, runtimeRef } from '@sayso/runtime/ref';

export const visitor: Actor = { kind: 'anonymous' };
export const owner: Actor = { kind: 'account', id: 'owner', admin: false, builder: true };
export const stranger: Actor = { kind: 'account', id: 'stranger', admin: false, builder: true };
/** A user of the app, with its token; without an id a visitor. */
export const user = (appId: string, id: string | null = 'user'): Actor => ({ kind: 'app', appId, id, admin: false });
export const preview = (appId: string): Actor => ({ kind: 'app', appId, id: 'owner', admin: true, preview: true });

/** Fake apps: `app` and `other` are published, `draft` is not, and `open` lets visitors upload. `settings` are of all of them. */
export function fakeApps(settings: Readonly<Record<string, unknown>> = {}) {
  const known = ['app', 'other', 'draft', 'open'];
  const apps: Pick<AppsApi, 'find' | 'get' | 'isAppAdmin'> = {
    find: async (id) => {
      if (!known.includes(id)) return null;
      const published = id === 'draft' ? null : { versionId: 'v1', buildId: 'b1', at: '2026-01-01T00:00:00.000Z' };
      return { id, ownerId: 'owner', published, settings: { visitorsMayUpload: id === 'open', ...settings } } as unknown as App;
    },
    async get(actor, id) {
      const app = await apps.find(id);
      if (app === null || !apps.isAppAdmin(actor, app)) throw new NotFound('The app');
      return app;
    },
    isAppAdmin: (actor, app) => {
      if (actor.kind === 'account') return actor.admin || actor.id === app.ownerId;
      return actor.kind === 'app' && actor.admin && actor.appId === app.id;
    },
  };
  const runtime: Pick<RuntimeApi, 'appAt'> = {
    appAt: async (host) => {
      const appId = host?.split('.')[0] ?? '';
      return known.includes(appId) ? ({ appId } as PublishedApp) : null;
    },
  };
  return [[appsRef, apps] as const, [runtimeRef, runtime] as const] as const;
}
