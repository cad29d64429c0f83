import { readFileSync } from 'node:fs';
import { accountsRef } from '@sayso/accounts/ref';
import type { Collection, Query } from '@sayso/core';
import { startTestServer, type TestServer } from '@sayso/core/testing';
import { vi } from 'vitest';
import { fetchAt, pkce } from '../app-origin.ts';
import { appsServedBy } from '../apps-served-by.ts';
import { type Caller, type Member, members, type Policy } from './callers.ts';
import type { Exceptions } from './members.ts';

export { type Caller, callers, everyone, type Policy } from './callers.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the test's request
export type Data = any;

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly host?: 'builder' | 'runtime';
  /** JSON, unless it is a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call of one route, and the expected response for each caller. */
export interface RouteRow {
  /** Created separately for each caller, so that callers do not affect each other. */
  call(world: World): Call | Promise<Call>;
  readonly expected: Policy;
  readonly members?: Exceptions;
}

export interface NewApp {
  readonly id: string;
  readonly slug: string;
  readonly versionId: string;
}

/** Two tables: rows of their creators, and rows that all can read. */
const permissions = (read: string, write: string) => ({ 'x-accessControl': { permissions: { read, write } } });
const table = (name: string, read: string, write: string) =>
  JSON.stringify({ name, type: 'object', properties: { text: { type: 'string' } }, ...permissions(read, write) });
export const files = {
  pages: { Home: 'export default () => <h1>Home</h1>;' },
  entities: { Note: table('Note', 'creator', 'creator'), Sign: table('Sign', 'all', 'admin') },
};

/** Each row of the matrix creates an app for each caller. */
const MANY_APPS = {
  MAX_APPS_PER_ACCOUNT: '5000',
  APPS_PER_ACCOUNT_AND_DAY: '0',
  BRANCHES_PER_ACCOUNT_AND_DAY: '0',
  MAX_ADDRESSES_PER_ACCOUNT: '5000',
  ADDRESSES_PER_ACCOUNT_AND_DAY: '0',
  INVITATIONS_PER_ACCOUNT_AND_DAY: '0',
};
/** Nothing listens on this port: turns fail at once. */
const NO_MODEL = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', MODEL_RETRY_DELAY: '1' };

interface AppDocument extends Query {
  readonly _id: string;
}

export const password = 'correct horse battery';

/** The whole product on two real ports, a published app, and a caller of each kind. */
export async function openWorld(config: Readonly<Record<string, unknown>> = {}, more: Plugins = []) {
  // Tests of limits by address send their own `x-forwarded-for`.
  const settings = { TRUST_PROXY: 'loopback', ...MANY_APPS, ...NO_MODEL, ...config };
  const collections = new Map<string, Collection<AppDocument>>();
  const plugins = (await allPlugins()).map((plugin) => {
    const start: typeof plugin.start = (context) => {
      for (const [name, collection] of Object.entries(context.collections)) collections.set(`${plugin.name}.${name}`, collection as never);
      return plugin.start(context);
    };
    return { ...plugin, start };
  });
  const server = await startTestServer([...plugins, ...more], settings, { appsServedBy });
  try {
    return await peopled(server, (name) => collections.get(name) as Collection<AppDocument>);
  } catch (error) {
    await server.close();
    throw error;
  }
}
type Plugins = Parameters<typeof startTestServer>[0];
export type World = Awaited<ReturnType<typeof openWorld>>;

/** A world without limits of requests, and a second process on its data, `deaf`, which misses all events. */
export async function openTwo() {
  const settings = { RATE_LIMIT: 0, APP_RATE_LIMIT: 0, PROCESSES: 1 };
  const world = await openWorld(settings);
  const apart = { ...settings, TRUST_PROXY: 'loopback', ROLE: 'builder,runtime' };
  return { world, deaf: await startTestServer(await allPlugins(), apart, { dataDir: world.server.dataDir, isDeaf: true }) };
}

/** The bundled plugins, as the product loads them. */
export async function allPlugins(): Promise<Plugins> {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { sayso: { plugins: string[] } };
  return Promise.all(manifest.sayso.plugins.map(async (name) => ((await import(name)) as { default: never }).default));
}

async function peopled(server: TestServer, collection: (name: string) => Collection<AppDocument>) {
  const apps = () => collection('apps.apps');
  // The first account becomes the administrator.
  const admin = await signUp(server, 'admin@example.org');
  const owner = await signUp(server, 'owner@example.org');
  const stranger = await signUp(server, 'stranger@example.org');
  const joined = {
    editor: await signUp(server, 'editor@example.org'),
    viewer: await signUp(server, 'viewer@example.org'),
    demoted: await signUp(server, 'demoted@example.org'),
    removed: await signUp(server, 'removed@example.org'),
    closed: await signUp(server, 'closed@example.org'),
  };
  const none = Object.fromEntries(members.map((member) => [member, {}])) as Record<Member, Record<string, string>>;
  const headers: Record<Caller | Member, Record<string, string>> = {
    ...none,
    nobody: {},
    tampered: {},
    expired: {},
    visitor: {},
    appUser: {},
    appOwner: {},
    otherApp: {},
    userSession: {},
    stranger: bearer(stranger.token),
    ...mapped(joined, ({ token }) => bearer(token)),
    owner: bearer(owner.token),
    ownerCookie: { cookie: owner.cookie, origin: server.builderUrl, 'sec-fetch-site': 'same-origin' },
    admin: bearer(admin.token),
  };
  const request = (caller: Caller | Member, { method, path, host = 'builder', body, headers: more = {} }: Call): Promise<Response> => {
    const isForm = body instanceof FormData;
    const url = `${host === 'builder' ? server.builderUrl : server.runtimeUrl}${path}`;
    const type: Record<string, string> = body === undefined || isForm ? {} : { 'content-type': 'application/json' };
    const payload = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    const verb = method ?? (body === undefined ? 'GET' : 'POST');
    return fetch(url, { method: verb, headers: { ...type, ...headers[caller], ...more }, redirect: 'manual', ...payload });
  };
  const json = async (caller: Caller | Member, call: Call): Promise<Data> => {
    const response = await request(caller, call);
    const answer = (await response.json()) as Data;
    if (!response.ok) throw new Error(`${call.path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const graphql = async (caller: Caller | Member, query: string, variables: object = {}): Promise<Data> =>
    (await request(caller, { path: '/graphql', body: { query, variables } })).json();
  /** Creates an app of the owner with one version. */
  const newApp = async (by: Caller = 'owner'): Promise<NewApp> => {
    const { id, slug, currentVersionId } = await json(by, {
      path: '/api/apps',
      body: { appType: 'generated', genApp: { name: 'Notes', ...files } },
    });
    // Directly: invitations for each app of each row would take most of the time.
    await apps().updateOne({ _id: id }, { $set: { builders: buildersOf(joined) } });
    return { id, slug, versionId: currentVersionId };
  };
  const publish = async (app: NewApp, by: Caller = 'owner'): Promise<NewApp> => {
    const { data, errors } = await graphql(by, 'mutation ($id: ID!) { publishApp(id: $id) { slug } }', { id: app.id });
    if (errors) throw new Error(JSON.stringify(errors));
    await json(by, { path: `/api/apps/${app.id}/settings`, body: { appSettings: { isSignupEnabled: true } } });
    return { ...app, slug: data.publishApp.slug };
  };
  /** Logs in to a published app as its pages do. */
  const enter = async (token: string, { id, slug }: NewApp): Promise<string> => {
    const own = server.runtimeUrl.replace('://', `://${slug}.`);
    const { codeVerifier, codeChallenge } = pkce();
    const body = { nextUrl: `${own}/`, codeChallenge };
    const asked = await request('nobody', { path: `/api/apps/${id}/login-code`, body, headers: bearer(token) });
    const { redirectTo } = (await asked.json()) as Data;
    const code = new URLSearchParams(new URL(redirectTo).hash.slice(1)).get('code');
    const answer = await fetchAt(own, `/live_api/apps/${id}/auth/exchange`, { body: { code, codeVerifier } });
    return ((await answer.json()) as Data).token;
  };

  const first = await newApp();
  const changed = { appId: first.id, genApp: { pages: { Home: `${files.pages.Home}\n` } } };
  const { currentVersionId: versionId } = await json('admin', { path: '/api/apps', body: changed });
  const app = await publish({ ...first, versionId });
  // Previews of people who may do less by now.
  await apps().updateOne({ _id: app.id }, { $set: { builders: buildersOf(joined, { demoted: 'edit', removed: 'edit' }) } });
  const startPreview = 'mutation ($id: ID!, $versionId: ID) { startPreview(appId: $id, versionId: $versionId) { token } }';
  for (const [caller, frame] of [
    ['owner', 'appOwner'],
    ['editor', 'editorFrame'],
    ['viewer', 'viewerFrame'],
    ['demoted', 'demotedFrame'],
    ['removed', 'removedFrame'],
  ] as const) {
    const { data } = await graphql(caller, startPreview, { id: app.id });
    headers[frame] = bearer(data.startPreview.token);
  }
  const older = await graphql('owner', startPreview, { id: app.id, versionId: first.versionId });
  headers.olderFrame = bearer(older.data.startPreview.token);
  const ofMember = async (member: keyof typeof joined, by: Caller, mutation: string) => {
    const { errors } = await graphql(by, mutation, { app: app.id, id: joined[member].id });
    if (errors) throw new Error(JSON.stringify(errors));
  };
  await ofMember('demoted', 'owner', 'mutation ($app: ID!, $id: ID!) { setBuilderRole(appId: $app, accountId: $id, role: view) { id } }');
  await ofMember('removed', 'owner', 'mutation ($app: ID!, $id: ID!) { removeBuilder(appId: $app, accountId: $id) }');
  await ofMember('closed', 'admin', 'mutation ($id: ID!) { setAccountDisabled(id: $id, disabled: true) { id } }');
  const foreign = await publish(await newApp('stranger'), 'stranger');
  const user = await signUp(server, 'user@example.org', { appId: app.id });
  const appToken = await enter(user.token, app);
  const accounts = server.service(accountsRef);
  const mint = async (appId: string, accountId: string | null) =>
    (await accounts.mintAppToken({ appId, accountId, admin: false, sessionId: null })).token;
  const yesterday = await inThePast(24 * 3600_000, () => mint(app.id, user.id));
  Object.assign(headers, {
    tampered: bearer(tamper(appToken)),
    expired: bearer(yesterday),
    visitor: bearer(await mint(app.id, null)),
    appUser: bearer(appToken),
    userSession: bearer(user.token),
    otherApp: bearer(await enter(user.token, foreign)),
  });
  return {
    server,
    /** The stored documents of a plugin, by `plugin.collection`. */
    collection,
    app,
    foreign,
    headers,
    people: { admin, owner, stranger, user },
    request,
    json,
    graphql,
    newApp,
    publish,
    enter,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** The roles of the people who build the owner's apps, as their documents have them. */
function buildersOf(people: Readonly<Record<keyof typeof ROLES, Person>>, before: Partial<Record<keyof typeof ROLES, string>> = {}) {
  const since = new Date().toISOString();
  return Object.entries({ ...ROLES, ...before }).map(([name, role]) => ({ accountId: people[name as keyof typeof ROLES].id, role, since }));
}
const ROLES = { editor: 'edit', viewer: 'view', demoted: 'view', removed: 'none', closed: 'edit' } as const;

function mapped<K extends string, V, T>(values: Readonly<Record<K, V>>, change: (value: V) => T): Record<K, T> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value as V)])) as Record<K, T>;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  /** Name and value, as a browser sends it. */
  readonly cookie: string;
}

export async function signUp(
  { builderUrl }: Pick<TestServer, 'builderUrl'>,
  email: string,
  through: { readonly appId?: string; readonly invitation?: string } = {},
): Promise<Person> {
  const response = await fetch(`${builderUrl}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, ...through }),
  });
  if (!response.ok) throw new Error(`Signing up answered ${response.status}: ${await response.text()}`);
  const { token, user } = (await response.json()) as { token: string; user: { id: string } };
  return { id: user.id, email, token, cookie: cookieOf(response) };
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Replaces the signature and keeps the payload. */
function tamper(token: string): string {
  const [head, body, signature = ''] = token.split('.');
  return [head, body, (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)].join('.');
}

/** Runs with an earlier system clock, which the server in this process shares. */
async function inThePast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - ms });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}
