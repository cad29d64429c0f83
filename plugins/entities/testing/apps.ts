import { type App, type AppsApi, appsRef, type EntitySchema, type Permission, type Person, type PropertySchema } from '@sayso/apps/ref';
import { type Actor, NotFound } from '@sayso/core';

export const visitor: Actor = { kind: 'anonymous' };
export const owner: Actor = { kind: 'account', id: 'owner', admin: false, builder: true };
export const stranger: Actor = { kind: 'account', id: 'stranger', admin: false, builder: true };
/** A user of the app `appId`, with its token. */
export const user = (appId: string, id: string | null, admin = false): Actor => ({ kind: 'app', appId, id, admin });

/** The code of the preview of an app, with its token. */
export const preview = (appId: string, id = 'owner'): Actor => ({ ...user(appId, id, true), preview: true }) as Actor;

/** A table with rules of rows, whose permissions let no one else in. */
export function ruledTable(
  rules: unknown,
  properties: Record<string, PropertySchema>,
  permissions = { read: 'admin', write: 'admin' } as const,
) {
  const access = { 'x-accessControl': { permissions, rules }, additionalProperties: true };
  return (name: string): EntitySchema => ({ name, type: 'object', properties, required: [], ...access });
}

export function table(read: Permission, write: Permission, properties?: Record<string, PropertySchema>, required: string[] = []) {
  const own = properties ?? { name: { type: 'string' }, done: { type: 'boolean' } };
  const permissions = { 'x-accessControl': { permissions: { read, write } } };
  return (name: string): EntitySchema => ({ name, type: 'object', properties: own, required, ...permissions });
}

export interface FakeApp {
  /** What rules read of people, by account. Default: nothing. */
  readonly persons?: Readonly<Record<string, Person>>;
  /** The people who use it: addresses, verified unless they end with `?`, by account. */
  readonly people?: Readonly<Record<string, string>>;
  readonly isPublished: boolean;
  readonly tables: Readonly<Record<string, (name: string) => EntitySchema>>;
}

/** Fake apps with what rows need: one version each, published or not. */
export function fakeApps(apps: Readonly<Record<string, FakeApp>>) {
  const schemas = new Map(
    Object.entries(apps).map(([id, { tables }]) => [
      id,
      Object.fromEntries(Object.entries(tables).map(([name, make]) => [name, make(name)])),
    ]),
  );
  const fake: Pick<AppsApi, 'access' | 'find' | 'get' | 'accountNames' | 'isAppAdmin' | 'isAppViewer' | 'schemas' | 'version'> = {
    access: {
      person: async (id: string, account: string) => apps[id]?.persons?.[account] ?? { role: 'user', email: null, fields: {} },
      people: async (_actor: Actor, id: string) =>
        Object.entries(apps[id]?.people ?? {}).map(([account, address]) => ({
          user: { id: account, email: address.replace('?', ''), emailVerified: !address.endsWith('?'), name: account, role: 'user' },
          createdAt: '',
          isBuilder: false,
        })),
    } as unknown as AppsApi['access'],
    find: async (id) => {
      const app = apps[id];
      if (!app) return null;
      const published = app.isPublished ? { versionId: 'v1', buildId: 'b1', at: '2026-01-01T00:00:00.000Z' } : null;
      return { id, ownerId: 'owner', currentVersionId: 'v1', published } as App;
    },
    async get(actor, id) {
      const app = await fake.find(id);
      if (app === null || !fake.isAppAdmin(actor, app)) throw new NotFound('The app');
      return app;
    },
    accountNames: async (ids) => new Map([...ids].flatMap((id) => (id === null ? [] : [[id, `Name of ${id}`] as const]))),
    isAppViewer: () => false,
    isAppAdmin: (actor, app) => {
      if (actor.kind === 'account') return actor.admin || actor.id === app.ownerId;
      return actor.kind === 'app' && actor.admin && actor.appId === app.id;
    },
    schemas: async (id) => schemas.get(id) ?? {},
    version: async (appId, id) => ({
      id,
      appId,
      parentId: null,
      createdAt: '',
      title: '',
      messageId: null,
      userRequest: null,
      name: null,
      isStarred: false,
    }),
  };
  return [appsRef, fake] as const;
}
