// The plugin with one app, whose rows, endpoints and servers are played. Its import registers the set-up of the tests of a file.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { type App, type AppsApi, appPurges, appsRef, type Files } from '@sayso/apps/ref';
import { type CompatApi, compatRef } from '@sayso/compat/ref';
import { type Actor, Forbidden, NotFound } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { type EntitiesApi, entitiesRef } from '@sayso/entities/ref';
import { type CallEndpoint, type IsolatedCall, integrationsRef } from '@sayso/integrations/ref';
import { Isolation, Sandbox, Seal } from '@sayso/integrations/testing';
import { type RuntimeApi, runtimeRef } from '@sayso/runtime/ref';
import { functionTools } from '@sayso/runtime/testing';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import plugin from '../index.ts';

export const owner: Actor = { kind: 'account', id: 'owner', admin: false, builder: true };
export const stranger: Actor = { kind: 'account', id: 'stranger', admin: false, builder: true };
export const visitor: Actor = { kind: 'anonymous' };
export const user: Actor = { kind: 'app', appId: 'app', id: 'user', admin: false };
export const preview: Actor = { kind: 'app', appId: 'app', id: 'owner', admin: true, preview: true };

/** What a test sets and sees; each test begins with a new one. */
export const world = {
  /** The draft and the published files of the apps. */
  draft: {} as Files,
  live: {} as Files,
  isPublished: true,
  appIds: ['app'] as readonly string[],
  /** Versions never change: each test has one of its own. */
  version: 0,
  /** What the isolated runs of a tenant wait for. */
  gates: {} as Readonly<Record<string, Promise<void>>>,
  /** What functions called on the outside. */
  rowCalls: [] as { actor: Actor; table: unknown; options?: unknown }[],
  endpointCalls: [] as CallEndpoint[],
  peopleCalls: [] as { actor: Actor; method: string; args: unknown[] }[],
  /** Requests to the server outside, and those whose client has gone. */
  received: [] as { url: string; headers: IncomingHttpHeaders; body: string }[],
  aborted: 0,
};

const apps: Pick<AppsApi, 'find' | 'get' | 'files' | 'isAppAdmin' | 'access'> = {
  find: async (id) => (world.appIds.includes(id) ? { ...theApp(), id } : null),
  get: async (actor, id) => {
    if (id !== 'app' || !apps.isAppAdmin(actor, theApp())) throw new NotFound('The app');
    return theApp();
  },
  files: async (_id, versionId) => (versionId === 'published' ? world.live : world.draft),
  isAppAdmin: (actor) => (actor.kind === 'account' ? ['owner', 'editor'].includes(actor.id) : actor.kind === 'app' && actor.admin),
  access: {
    me: async (actor: Actor) => (actor.kind === 'anonymous' || actor.id === null ? null : { id: actor.id, email: 'a@b.c' }),
  } as never,
};
const theApp = () =>
  ({
    id: 'app',
    ownerId: 'owner',
    currentVersionId: `draft-${world.version}`,
    published: world.isPublished ? { versionId: 'published', buildId: 'b', at: '' } : null,
  }) as unknown as App;
const rows = {
  list: async (actor: Actor, table: unknown, options: unknown) => {
    world.rowCalls.push({ actor, table, options });
    return [{ id: 'r1', createdAt: '2026-01-01', created_date: '2026-01-01', creatorId: null, title: 'One' }];
  },
  create: async (actor: Actor, table: unknown, row: object) => {
    world.rowCalls.push({ actor, table, options: row });
    if (actor.kind === 'app' && !actor.admin) throw new Forbidden('You may not add rows to Order.');
    return { id: 'r2', createdAt: '2026-01-01', creatorId: null, ...row };
  },
};
const people =
  (method: string) =>
  async (actor: Actor, ...args: unknown[]) => {
    world.peopleCalls.push({ actor, method, args });
    if (actor.kind === 'app' && !actor.admin && method !== 'updateMe')
      throw new Forbidden('Only admins of this app see the people who use it.');
    return method === 'count' ? 1 : [{ id: 'user', email: 'a@b.c' }];
  };
const compat = {
  rows,
  people: Object.fromEntries(['list', 'count', 'get', 'update', 'updateMe'].map((method) => [method, people(method)])),
};
const sandbox = new Sandbox({ processes: 2 });
/** Where functions send requests to; tests name it `api.example.com`, as builders name servers without a port. */
let outside: Server;
export let isolation: Isolation;
export const atServer = (name: string) => (name === 'api.example.com' ? `127.0.0.1:${(outside.address() as AddressInfo).port}` : name);
const integrations = {
  runIsolated: async (call_: IsolatedCall) => {
    await world.gates[call_.tenant];
    const environment = (call_.environment ?? []).map((one) => (one.isSecret ? { ...one, hosts: one.hosts.map(atServer) } : one));
    return isolation.run({ ...call_, environment, hosts: call_.hosts.map(atServer) });
  },
  sealing: (key: Uint8Array) => new Seal(key),
  call: async (call: CallEndpoint) => {
    world.endpointCalls.push(call);
    return { sent: true };
  },
};

export type Host = Awaited<ReturnType<typeof start>>;
export const start = (config: Readonly<Record<string, unknown>> = {}) =>
  testHost(plugin, {
    provide: [
      [appsRef, apps],
      [entitiesRef, {} as unknown as EntitiesApi],
      [compatRef, compat as unknown as CompatApi],
      [integrationsRef, integrations],
      [
        runtimeRef,
        {
          ...functionTools(),
          appAt: async (host: string) => (host?.startsWith('app.') ? { appId: 'app' } : null),
        } as unknown as RuntimeApi,
      ],
    ],
    additions: [[appPurges, []]],
    config: { RATE_LIMIT: 0, APP_RATE_LIMIT: 0, ...config },
  });

export let host: Host;
beforeAll(async () => {
  outside = createServer(async (request, response) => {
    const { url = '', headers } = request;
    const body = await textOf(request);
    world.received.push({ url, headers, body });
    if (url === '/wait') {
      response.on('close', () => {
        world.aborted += 1;
      });
      return;
    }
    // Answered when the request that waits has arrived.
    if (url === '/arrived') await vi.waitUntil(() => world.received.some((one) => one.url === '/wait'), { timeout: 15_000 });
    // Servers may repeat what they got.
    response.end(`${headers.authorization} ${body}`);
  });
  await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done));
  isolation = new Isolation(sandbox, [atServer('api.example.com')]);
  host = await start();
});
afterAll(async () => {
  await host.close();
  await isolation.close();
  outside.close();
  await sandbox.close();
});
beforeEach(async () => {
  world.rowCalls = [];
  world.endpointCalls = [];
  world.peopleCalls = [];
  world.received = [];
  world.draft = {};
  world.live = {};
  world.isPublished = true;
  world.appIds = ['app'];
  world.gates = {};
  world.version += 1;
  await host.context.collections.functions.deleteMany({ appId: 'app' });
  await host.context.collections.runs.deleteMany({ appId: 'app' });
  await host.service().environment.removeApp('app');
});
afterEach(() => vi.useRealTimers());

/** Publishes functions, each version as another app version of the draft. */
export function have(files: Record<string, string>): void {
  world.draft = Object.fromEntries(Object.entries(files).map(([name, text]) => [name.includes('/') ? name : `functions/${name}`, text]));
  world.live = world.draft;
}
export const allow = (name: string, given: object, as: Actor = owner) => host.service().allow(as, { appId: 'app', name, ...given });
export async function call(
  name: string,
  body: unknown,
  as: Actor,
  { path = `/api/apps/app/functions/${name}`, on = host }: { path?: string; on?: Host } = {},
) {
  const response = await on.fetch(
    path,
    { method: 'POST', host: 'runtime', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    as,
  );
  return { status: response.status, text: await response.text(), headers: response.headers };
}
export const runsOf = (name: string) => host.service().runs(owner, 'app', { name });
