import { newId } from '@sayso/core';
import type { TestServer } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchAt, pkce } from '../app-origin.ts';
import {
  overSdk,
  overSocket,
  overSse,
  overStreams,
  overSubscription,
  overWithin,
  rightOf,
  type Use,
  WITHIN_MS,
} from '../security/rights.ts';
import { bearer, type Data, type NewApp, openTwo, type Person, password, signUp, type World } from '../security/world.ts';

const NEW_PASSWORD = 'another long secret';

let world: World;
let deaf: TestServer;
beforeAll(async () => {
  ({ world, deaf } = await openTwo());
}, 120_000);
afterAll(async () => {
  await deaf?.close();
  await world?.server.close();
});

type Node = Pick<TestServer, 'builderUrl' | 'runtimeUrl'>;
/** What a person holds. Their rights are in use at a node before the event. */
interface Holder {
  readonly node: Node;
  readonly app: NewApp;
  readonly person: Person;
  readonly email: string;
  readonly appToken: string;
  readonly preview: string;
  /** An invitation that an owner made before, with a use left. */
  readonly held: string;
  /** An import of theirs that goes on. */
  readonly importId: string;
}

const json = async (url: string, { token, body, method }: { token?: string; body?: unknown; method?: string } = {}) => {
  const headers = {
    'x-forwarded-for': `198.51.100.${people % 250}`,
    ...(token === undefined ? {} : bearer(token)),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const verb = method ?? (body === undefined ? 'GET' : 'POST');
  return fetch(url, { method: verb, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
};
const ask = async (node: Node, token: string, query: string, variables: object = {}): Promise<Data> =>
  (await json(`${node.builderUrl}/graphql`, { token, body: { query, variables } })).json();

const INVITE = 'mutation ($appId: ID!, $role: BuilderRole!) { inviteBuilder(appId: $appId, role: $role, uses: 5, days: 1) { link } }';
const ACCEPT = 'mutation ($code: String!) { acceptAppInvitation(code: $code) }';
const OFFER = 'query ($code: String!) { appInvitation(code: $code) { role } }';
const invite = async (token: string, appId: string): Promise<string> => {
  const { data } = await ask(world.server, token, INVITE, { appId, role: 'own' });
  return new URL(data.inviteBuilder.link).hash.slice('#code='.length);
};

const table = (read: string) =>
  JSON.stringify({
    name: 'x',
    type: 'object',
    properties: { text: { type: 'string' } },
    'x-accessControl': { permissions: { read, write: 'admin' } },
  }).replace('"x"', `"${read === 'admin' ? 'Log' : 'Note'}"`);

/** An import that no job ends. */
async function newImport({ id: appId }: NewApp, { id }: Person): Promise<string> {
  const importId = newId();
  await world.collection('entities.imports').insertOne({
    ...{
      _id: importId,
      appId,
      entity: 'Note',
      rows: 'draft',
      actor: { kind: 'account', id, admin: false, builder: true },
      fileName: 'notes.csv',
    },
    ...{
      headers: ['text'],
      columns: [],
      edits: [],
      state: 'running',
      offset: 0,
      row: 0,
      total: 2,
      accepted: 0,
      failed: 0,
      stored: 0,
      errors: [],
    },
    ...{ error: null, createdAt: new Date().toISOString() },
  });
  return importId;
}

let people = 0;
/** An app of the owner, published, with a second owner. */
async function newHolder(): Promise<Holder> {
  people += 1;
  const email = `holder-${people}@example.org`;
  const person = await signUp(world.server, email);
  const made = await world.json('owner', {
    path: '/api/apps',
    body: {
      appType: 'generated',
      genApp: {
        name: `App ${people}`,
        pages: { Home: 'export default () => <h1>Home</h1>;' },
        entities: { Log: table('admin'), Note: table('creator') },
      },
    },
  });
  const file = { id: 'functions/ping', content: 'export default () => 1;' };
  await world.json('admin', { path: `/api/apps/${made.id}/files/update`, body: { file } });
  const app = await world.publish({ id: made.id, slug: made.slug, versionId: made.currentVersionId });
  const owner = world.people.owner.token;
  const [held, used] = [await invite(owner, app.id), await invite(owner, app.id)];
  expect((await ask(world.server, person.token, ACCEPT, { code: used })).errors).toBeUndefined();
  const { data } = await ask(world.server, person.token, 'mutation ($id: ID!) { startPreview(appId: $id) { token } }', { id: app.id });
  const appToken = await world.enter(person.token, app);
  return {
    node: world.server,
    app,
    person,
    email,
    appToken,
    preview: data.startPreview.token,
    held,
    importId: await newImport(app, person),
  };
}

const functionUrl = ({ node, app }: Holder) => `${node.runtimeUrl}/api/apps/${app.id}/functions/ping`;
const rowsUrl = ({ node, app }: Holder, entity: string, host = node.runtimeUrl) => `${host}/live_api/apps/${app.id}/entities/${entity}`;

type Begin = (holder: Holder) => Promise<Use>;
const calls = rightOf<Holder>;
const sse =
  (token: (holder: Holder) => string, entity: string, host: 'builderUrl' | 'runtimeUrl' = 'runtimeUrl'): Begin =>
  (holder) =>
    overSse(`${rowsUrl(holder, entity, holder.node[host])}/events${host === 'builderUrl' ? '?rows=draft' : ''}`, token(holder));
const subscription =
  (query: string): Begin =>
  ({ node, app, person, importId }) =>
    overSubscription(node, person.token, { query, variables: { appId: app.id, ...(query.includes('$id') ? { id: importId } : {}) } });
/** The same over HTTP, as behind proxies without WebSockets. */
const streamed =
  (query: string): Begin =>
  ({ node, app, person }) =>
    overStreams(node, person.token, { query, variables: { appId: app.id } });

const answers = async (response: Promise<Response>) => (await response).status === 200;

const uses: Readonly<Record<string, Begin>> = {
  'stream of the builder': sse(({ person }) => person.token, 'Note', 'builderUrl'),
  'stream of the preview': sse(({ preview }) => preview, 'Note'),
  'stream of the app': sse(({ appToken }) => appToken, 'Log'),
  'socket of the app': ({ node, app, appToken }) => overSocket(node, { appId: app.id, token: appToken, table: 'Log' }),
  'stream of several tables of the app': ({ node, app, appToken }) =>
    overSse(`${node.runtimeUrl}/live_api/apps/${app.id}/events?tables=Log`, appToken, '"ready"'),
  'socket of the SDK': ({ node, app, appToken }) => overSdk(node, { appId: app.id, token: appToken, table: 'Log' }),
  'runs of functions over HTTP': streamed('subscription ($appId: ID!) { functionRan(appId: $appId) }'),
  session: calls(async ({ node, person }) => (await ask(node, person.token, '{ me { id } }')).data.me !== null),
  app: calls(
    async ({ node, person, app }) =>
      (await ask(node, person.token, 'query ($id: ID!) { app(id: $id) { id } }', { id: app.id })).data !== null,
  ),
  'preview reads': calls((holder) => answers(json(rowsUrl(holder, 'Note'), { token: holder.preview }))),
  'preview writes': calls((holder) => answers(json(rowsUrl(holder, 'Note'), { token: holder.preview, body: { text: 'x' } }))),
  'preview runs functions': calls((holder) => answers(json(functionUrl(holder), { token: holder.preview, body: {} }))),
  'app token': calls((holder) => answers(json(rowsUrl(holder, 'Log'), { token: holder.appToken }))),
  'refreshed app token': calls(async (holder) => {
    const url = `${holder.node.runtimeUrl}/live_api/apps/${holder.app.id}/auth/refresh`;
    const renewed = await json(url, { token: holder.appToken, method: 'POST' });
    return renewed.status === 200 && answers(json(rowsUrl(holder, 'Log'), { token: ((await renewed.json()) as Data).token }));
  }),
};
const ALL = Object.keys(uses);

const post = (path: string, body: object, token?: string) =>
  json(`${world.server.builderUrl}${path}`, { body, ...(token === undefined ? {} : { token }) });
const logIn = async (email: string): Promise<string> =>
  ((await (await post('/api/auth/sign-in/email', { email, password })).json()) as Data).token;
const tokenOfMail = async (to: string, subject: string, known: readonly string[] = []): Promise<string> => {
  const read = async () => {
    const { data } = await world.graphql('admin', '{ outbox { to subject text } }');
    const texts = (data.outbox as Data[]).filter((mail) => mail.to === to && mail.subject === subject).map(({ text }) => String(text));
    return texts.map((text) => new URLSearchParams(/#(\S+)/.exec(text)?.[1]).get('token') ?? '').find((one) => !known.includes(one));
  };
  await expect.poll(read).toBeDefined();
  return (await read()) ?? '';
};
const newReset = async (email: string, known: readonly string[] = []) => {
  await post('/api/live_api/account/sendResetPasswordEmail', { email });
  return tokenOfMail(email, 'Reset your password', known);
};
const redeemReset = async (token: string) => (await post('/api/auth/reset-password', { token, newPassword: NEW_PASSWORD })).status === 200;
const confirmEmail = async (token: string) => (await post('/api/live_api/account/confirmEmail', { token })).status === 200;
const owns = (document: string) => async (holder: Holder) =>
  void (await ask(world.server, world.people.owner.token, document, { appId: holder.app.id, id: holder.person.id }));

/** The subscriptions that people who only view an app have. */
const VIEWED = ['appChanged', 'functionRan', 'presence', 'previewBuilt', 'rowImportChanged', 'rowsChanged', 'tablesChanged', 'turnEvents'];

interface Event {
  readonly happen: (holder: Holder) => Promise<unknown>;
  /** The rights that end; all subscriptions do but these. */
  readonly ends: readonly string[];
  readonly subscriptions: readonly string[];
  /** Secrets that still work afterwards; all others do not. */
  readonly keeps: readonly ('made' | 'held' | 'code' | 'reset')[];
}

const events: Readonly<Record<string, Event>> = {
  'removed from the app': {
    happen: owns('mutation ($appId: ID!, $id: ID!) { removeBuilder(appId: $appId, accountId: $id) }'),
    ends: ALL.filter((name) => name !== 'session'),
    subscriptions: [],
    keeps: ['reset'],
  },
  'demoted to view': {
    happen: owns('mutation ($appId: ID!, $id: ID!) { setBuilderRole(appId: $appId, accountId: $id, role: view) { role } }'),
    ends: ALL.filter((name) => !['session', 'app', 'stream of the builder', 'preview reads', 'runs of functions over HTTP'].includes(name)),
    subscriptions: VIEWED,
    keeps: ['reset'],
  },
  'logged out': {
    happen: ({ person }) => post('/api/auth/sign-out', {}, person.token),
    ends: ALL,
    subscriptions: [],
    keeps: ['made', 'held', 'reset'],
  },
  'logged out everywhere': {
    happen: async ({ email }) => post('/api/auth/revoke-sessions', {}, await logIn(email)),
    ends: ALL,
    subscriptions: [],
    keeps: ['made', 'held'],
  },
  'password changed': {
    happen: async ({ email }) =>
      post('/api/auth/change-password', { currentPassword: password, newPassword: NEW_PASSWORD }, await logIn(email)),
    ends: ALL,
    subscriptions: [],
    keeps: ['made', 'held'],
  },
  'account disabled': {
    happen: ({ person }) =>
      world.graphql('admin', 'mutation ($id: ID!) { setAccountDisabled(id: $id, disabled: true) { id } }', { id: person.id }),
    ends: ALL,
    subscriptions: [],
    keeps: [],
  },
  'app deleted': {
    happen: owns('mutation ($appId: ID!) { deleteApp(id: $appId) { id } }'),
    ends: ALL.filter((name) => name !== 'session'),
    // These tell that the app was deleted, and that it was brought back.
    subscriptions: ['appChanged', 'previewBuilt'],
    keeps: ['reset'],
  },
};

/** Every subscription to an app, from the schema. Others are named here. */
async function subscriptions(): Promise<ReadonlyMap<string, string>> {
  const field = 'fields { name args { name type { kind } } type { kind name ofType { kind name ofType { kind ofType { kind } } } } }';
  const { data } = await world.graphql('admin', `{ __schema { subscriptionType { ${field} } } }`);
  const found = new Map<string, string>();
  const given: Readonly<Record<string, string>> = { appId: '$appId', entity: '"Note"', rows: 'draft', id: '$id' };
  const left: string[] = [];
  for (const { name, args, type } of data.__schema.subscriptionType.fields) {
    const needed = (args as Data[]).filter((arg) => arg.type.kind === 'NON_NULL').map((arg) => arg.name as string);
    if (!needed.includes('appId') || needed.some((one) => given[one] === undefined)) {
      left.push(name);
      continue;
    }
    const isObject = JSON.stringify(type).includes('"OBJECT"');
    const list = needed.map((one) => `${one}: ${given[one]}`).join(', ');
    const variables = needed.includes('id') ? '$appId: ID!, $id: ID!' : '$appId: ID!';
    found.set(name, `subscription (${variables}) { ${name}(${list})${isObject ? ' { __typename }' : ''} }`);
  }
  expect(left).toEqual([]);
  return found;
}

/** Links and codes that the holder has not used yet. */
interface Secrets {
  readonly made: string;
  readonly code: string;
  readonly codeVerifier: string;
  readonly reset: string;
  readonly change: string;
}

async function newSecrets({ app, person, email }: Holder): Promise<Secrets> {
  const { codeVerifier, codeChallenge } = pkce();
  const nextUrl = `${originOf(world.server, app)}/`;
  const asked = await post(`/api/apps/${app.id}/login-code`, { nextUrl, codeChallenge }, person.token);
  const { redirectTo } = (await asked.json()) as Data;
  const code = new URLSearchParams(new URL(redirectTo).hash.slice(1)).get('code') ?? '';
  const reset = await newReset(email);
  await post('/api/live_api/account/completeEmailChange', { newEmail: `new-${email}`, password }, person.token);
  const change = await tokenOfMail(`new-${email}`, 'Confirm your new email');
  return { made: await invite(person.token, app.id), code, codeVerifier, reset, change };
}

const originOf = (node: Node, { slug }: NewApp) => node.runtimeUrl.replace('://', `://${slug}.`);

const secretsThatWork: Readonly<Record<Event['keeps'][number], (holder: Holder, secrets: Secrets) => Promise<boolean>>> = {
  made: async (_holder, { made }) => (await ask(deaf, world.people.stranger.token, OFFER, { code: made })).data.appInvitation !== null,
  async code(holder, { code, codeVerifier }) {
    const path = `/live_api/apps/${holder.app.id}/auth/exchange`;
    const exchanged = await fetchAt(originOf(deaf, holder.app), path, { body: { code, codeVerifier } });
    if (exchanged.status !== 200) return false;
    return answers(json(rowsUrl({ ...holder, node: deaf }, 'Log'), { token: ((await exchanged.json()) as Data).token }));
  },
  async reset(_holder, { reset, change }) {
    const works = await redeemReset(reset);
    // Each ends the other when it is used; what ended the reset ended the change of the address.
    expect(await confirmEmail(change)).toBe(false);
    return works;
  },
  async held({ email, held }) {
    for (const secret of [password, NEW_PASSWORD]) {
      const { token } = (await (await post('/api/auth/sign-in/email', { email, password: secret })).json()) as Data;
      if (token !== undefined) return (await ask(world.server, token, ACCEPT, { code: held })).errors === undefined;
    }
    return false;
  },
};

/** All rights in use, at both nodes, by name and node. */
async function useAll(holder: Holder, follows: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Use>> {
  const all = new Map<string, Use>();
  for (const [place, node] of [['here', world.server] as const, ['there', deaf] as const]) {
    const at = { ...holder, node };
    for (const [name, begin] of Object.entries(uses)) all.set(`${name} ${place}`, await begin(at));
    for (const [name, query] of follows) all.set(`${name} ${place}`, await subscription(query)(at));
  }
  return all;
}

describe.each(Object.entries(events))('after: %s', (_name, { happen, ends, subscriptions: alive, keeps }) => {
  test(`rights end within ${WITHIN_MS} ms at all processes, others stay`, { timeout: 180_000 }, async () => {
    const holder = await newHolder();
    const secrets = await newSecrets(holder);
    const follows = await subscriptions();
    const ended = new Set([...ends, ...[...follows.keys()].filter((name) => !alive.includes(name))]);
    const isEnded = (name: string) => ended.has(name.replace(/ (here|there)$/, ''));
    const all = await useAll(holder, follows);
    try {
      await happen(holder);
      await overWithin(new Map([...all].filter(([name]) => isEnded(name))));
      const others = [...all].filter(([name]) => !isEnded(name));
      const over = await Promise.all(others.map(async ([name, use]) => ((await use.isOver()) ? [name] : [])));
      expect(over.flat()).toEqual([]);
    } finally {
      for (const use of all.values()) use.close?.();
    }
    const works: string[] = [];
    for (const [name, isWorking] of Object.entries(secretsThatWork)) if (await isWorking(holder, secrets)) works.push(name);
    expect(works.sort()).toEqual([...keeps].sort());
  });
});

test('of several reset links one works, the newest or an older one', async () => {
  people += 1;
  const email = `forgetful-${people}@example.org`;
  await signUp(world.server, email);
  const first = await newReset(email);
  const second = await newReset(email, [first]);
  const third = await newReset(email, [first, second]);
  expect([await redeemReset(second), await redeemReset(first), await redeemReset(third)]).toEqual([true, false, false]);
});
