import { type Account, type AccountsApi, accountsRef, type Mail } from '@sayso/accounts/ref';
import { type App, type AppsApi, type AppUsers, appsRef, type Files } from '@sayso/apps/ref';
import { type Actor, NotFound } from '@sayso/core';
import { type EntitiesApi, entitiesRef, type Row } from '@sayso/entities/ref';
import { type PublishedApp, type RuntimeApi, runtimeRef } from '@sayso/runtime/ref';

export const visitor: Actor = { kind: 'anonymous' };
export const owner: Actor = { kind: 'account', id: 'owner', admin: false, builder: true };
export const stranger: Actor = { kind: 'account', id: 'stranger', admin: false, builder: true };
/** A user of the app, with its token; without an id a visitor. */
export const user = (appId: string, id: string | null = 'user'): Actor => ({ kind: 'app', appId, id, admin: false });
export const preview = (appId: string): Actor => ({ kind: 'app', appId, id: 'owner', admin: true, preview: true });

/** Fakes of all plugins that this one needs. Fake apps: `app` and `other` are published, `draft` is not, and `open` lets visitors upload. `settings` are of all of them. */
export function fakeApps(settings: Readonly<Record<string, unknown>> = {}, mails: Mail[] = []) {
  const known = ['app', 'other', 'draft', 'open'];
  const apps: Pick<AppsApi, 'files' | 'find' | 'get' | 'isAppAdmin' | 'accountNames'> = {
    find: async (id) => {
      if (!known.includes(id)) return null;
      const published = id === 'draft' ? null : { versionId: 'v1', buildId: 'b1', at: '2026-01-01T00:00:00.000Z' };
      return {
        id,
        name: 'Club',
        ownerId: 'owner',
        builders: [{ accountId: 'builder', role: 'view', since: '' }],
        published,
        settings: { visitorsMayUpload: id === 'open', ...settings },
      } as unknown as App;
    },
    files: async (): Promise<Files> => ({ 'pages/Home': "import { forecast } from '@/integrations/weather';" }),
    async get(actor, id) {
      const app = await apps.find(id);
      if (app === null || !apps.isAppAdmin(actor, app)) throw new NotFound('The app');
      return app;
    },
    isAppAdmin: (actor, app) => {
      if (actor.kind === 'account') return actor.admin || actor.id === app.ownerId;
      return actor.kind === 'app' && actor.admin && actor.appId === app.id;
    },
    accountNames: async () => new Map(),
  };
  const runtime: Pick<RuntimeApi, 'appAt'> = {
    appAt: async (host) => {
      const appId = host?.split('.')[0] ?? '';
      return known.includes(appId) ? ({ appId } as PublishedApp) : null;
    },
  };
  const access: Pick<AppUsers, 'has'> = { has: async (_appId, id) => id === 'user' || id === 'member' || id === 'unverified' };
  return [
    [appsRef, { ...apps, access }] as const,
    [runtimeRef, runtime] as const,
    [accountsRef, fakeAccounts(mails)] as const,
    [entitiesRef, fakeRows] as const,
  ] as const;
}

/** Accounts are `{id}@example.com`; that of `unverified` is not verified, and `nobody` has none. */
function fakeAccounts(mails: Mail[]): Pick<AccountsApi, 'byEmail' | 'sendMail' | 'hasMailServer'> {
  return {
    hasMailServer: true,
    async byEmail(email) {
      const [, id] = /^(\w+)@example\.com$/.exec(email) ?? [];
      return id === undefined || id === 'nobody' ? null : ({ id, email, emailVerified: id !== 'unverified' } as Account);
    },
    sendMail: async (mail) => void mails.push(mail),
  };
}

/** The table `Guest` has the row of `guest@example.org`, which users read and visitors do not. */
const fakeRows: Pick<EntitiesApi, 'list'> = {
  async list(actor, { entity }, { filter = {} } = {}) {
    if (entity !== 'Guest' || actor.kind === 'anonymous') throw new NotFound('The table');
    return filter['email'] === 'guest@example.org' ? [{ id: '1' } as Row] : [];
  },
};
