import type { TestServer } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchAt, pkce } from '../app-origin.ts';
import { overSdk, overSocket, overSse, overWithin, rightOf, type Use, WITHIN_MS } from '../security/rights.ts';
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
/** A person who uses an app, with the role "chief", and what they hold. */
interface User {
  readonly node: Node;
  readonly app: NewApp;
  readonly person: Person;
  readonly token: string;
}

const chiefs = { read: { user_condition: { role: 'chief' } } };
const permissions = { read: 'admin', write: 'admin' };
const table = (own: object) => ({ properties: { text: { type: 'string' } }, 'x-accessControl': own });
const ENTITIES = {
  Note: table({ permissions: { read: 'creator', write: 'creator' } }),
  Team: table({ permissions, rules: chiefs }),
};
const PING = 'export default () => 1;';

let people = 0;
async function newUser(): Promise<User> {
  people += 1;
  const genApp = { name: `App ${people}`, pages: { Home: 'export default () => null;' }, entities: ENTITIES };
  const { id, slug, currentVersionId } = await world.json('owner', { path: '/api/apps', body: { appType: 'generated', genApp } });
  await world.json('admin', { path: `/api/apps/${id}/files/update`, body: { file: { id: 'functions/ping', content: PING } } });
  const app = await world.publish({ id, slug, versionId: currentVersionId });
  const person = await signUp(world.server, `user-of-app-${people}@example.org`, { appId: app.id });
  const token = await world.enter(person.token, app);
  await ofOwner('mutation ($appId: ID!, $id: ID!) { setPersonRole(appId: $appId, id: $id, role: "chief") { people { id } } }')({
    app,
    person,
  });
  return { node: world.server, app, person, token };
}

const ofOwner =
  (query: string) =>
  async ({ app, person }: Pick<User, 'app' | 'person'>) => {
    const { errors } = await world.graphql('owner', query, { appId: app.id, ...(query.includes('$id') ? { id: person.id } : {}) });
    expect(errors).toBeUndefined();
  };
const send = (url: string, { token, body, method }: { token?: string; body?: unknown; method?: string } = {}) => {
  const headers = { ...(token === undefined ? {} : bearer(token)), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const verb = method ?? (body === undefined ? 'GET' : 'POST');
  return fetch(url, { method: verb, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
};
const post = (path: string, body: object, token?: string) =>
  send(`${world.server.builderUrl}${path}`, { body, ...(token === undefined ? {} : { token }) });
const works = async (answer: Promise<Response>) => (await answer).ok;
const ofApp = ({ node, app }: User, rest: string) => `${node.runtimeUrl}/live_api/apps/${app.id}${rest}`;
const logIn = async ({ email }: Person): Promise<string> =>
  ((await (await post('/api/auth/sign-in/email', { email, password })).json()) as Data).token;

type Begin = (user: User) => Promise<Use>;
const follow = ({ app, token }: User, name: string) => ({ appId: app.id, token, table: name });
const calls = rightOf<User>;
const uses: Readonly<Record<string, Begin>> = {
  'stream of a table': (user) => overSse(`${ofApp(user, '/entities/Note')}/events`, user.token, 'event: ready'),
  'stream of tables': (user) => overSse(ofApp(user, '/events?tables=Note'), user.token, '"ready"'),
  'socket of the app': (user) => overSocket(user.node, follow(user, 'Note')),
  'socket of the SDK': (user) => overSdk(user.node, follow(user, 'Note')),
  'reads rows': calls((user) => works(send(ofApp(user, '/entities/Note'), { token: user.token }))),
  'writes rows': calls((user) => works(send(ofApp(user, '/entities/Note'), { token: user.token, body: { text: 'x' } }))),
  'is known': calls(
    async (user) => ((await (await send(ofApp(user, '/auth/me'), { token: user.token })).json()) as Data).user?.id === user.person.id,
  ),
  'runs functions': calls(({ node, app, token }) =>
    works(send(`${node.runtimeUrl}/api/apps/${app.id}/functions/ping`, { token, body: {} })),
  ),
  'runs functions by the token': calls(({ node, token }) => works(send(`${node.runtimeUrl}/api/functions/ping`, { token, body: {} }))),
  'renews the token': calls(async (user) => {
    const renewed = await send(ofApp(user, '/auth/refresh'), { token: user.token, method: 'POST' });
    return renewed.ok && works(send(ofApp(user, '/entities/Note'), { token: ((await renewed.json()) as Data).token }));
  }),
  'has a role': calls(
    async (user) => ((await (await send(ofApp(user, '/auth/me'), { token: user.token })).json()) as Data).user?.role === 'chief',
  ),
  session: calls(async ({ node, person }) => {
    const answer = await send(`${node.builderUrl}/graphql`, { token: person.token, body: { query: '{ me { id } }' } });
    return ((await answer.json()) as Data).data.me !== null;
  }),
};
const ALL = Object.keys(uses);
const OF_APP = ALL.filter((name) => name !== 'session');

/** A code for the app that is not redeemed yet. */
async function newCode({ app, person }: User): Promise<() => Promise<boolean>> {
  const { codeVerifier, codeChallenge } = pkce();
  const originOf = (node: Node) => node.runtimeUrl.replace('://', `://${app.slug}.`);
  const asked = await post(`/api/apps/${app.id}/login-code`, { nextUrl: `${originOf(world.server)}/`, codeChallenge }, person.token);
  const code = new URLSearchParams(new URL(((await asked.json()) as Data).redirectTo).hash.slice(1)).get('code') ?? '';
  return async () => {
    const exchanged = await fetchAt(originOf(deaf), `/live_api/apps/${app.id}/auth/exchange`, { body: { code, codeVerifier } });
    if (exchanged.status !== 200) return false;
    return works(send(`${deaf.runtimeUrl}/live_api/apps/${app.id}/entities/Note`, { token: ((await exchanged.json()) as Data).token }));
  };
}

interface Event {
  readonly happen: (user: User) => Promise<unknown>;
  readonly ends: readonly string[];
  /** Whether a code from before is good for a token of the app. */
  readonly keepsCode: boolean;
}
const disable = 'mutation ($id: ID!) { setAccountDisabled(id: $id, disabled: true) { id } }';
const events: Readonly<Record<string, Event>> = {
  'removed from the people of the app': {
    happen: ofOwner('mutation ($appId: ID!, $id: ID!) { removePersonInApp(appId: $appId, id: $id) { people { id } } }'),
    ends: OF_APP,
    keepsCode: false,
  },
  'removed by the SDK of an admin': {
    happen: ({ app, person }) => world.json('owner', { method: 'DELETE', path: `/api/apps/${app.id}/entities/User/${person.id}` }),
    ends: OF_APP,
    keepsCode: false,
  },
  'given another role': {
    happen: ofOwner('mutation ($appId: ID!, $id: ID!) { setPersonRole(appId: $appId, id: $id, role: "user") { people { id } } }'),
    ends: ['has a role'],
    keepsCode: true,
  },
  'logged out of the app': {
    happen: ({ app, token }) => send(`${world.server.runtimeUrl}/live_api/apps/${app.id}/auth/logout`, { token, method: 'POST' }),
    ends: OF_APP,
    keepsCode: false,
  },
  'logged out': { happen: ({ person }) => post('/api/auth/sign-out', {}, person.token), ends: ALL, keepsCode: false },
  'logged out everywhere': {
    happen: async ({ person }) => post('/api/auth/revoke-sessions', {}, await logIn(person)),
    ends: ALL,
    keepsCode: false,
  },
  'password changed': {
    happen: async ({ person }) =>
      post('/api/auth/change-password', { currentPassword: password, newPassword: NEW_PASSWORD }, await logIn(person)),
    ends: ALL,
    keepsCode: false,
  },
  'account disabled': { happen: ({ person }) => world.graphql('admin', disable, { id: person.id }), ends: ALL, keepsCode: false },
  'app unpublished': {
    happen: ofOwner('mutation ($appId: ID!) { unpublishApp(id: $appId) { id } }'),
    ends: OF_APP,
    keepsCode: false,
  },
  'app deleted': { happen: ofOwner('mutation ($appId: ID!) { deleteApp(id: $appId) { id } }'), ends: OF_APP, keepsCode: false },
};

describe.each(Object.entries(events))('a person who uses an app, after: %s', (_name, { happen, ends, keepsCode }) => {
  test(`rights end within ${WITHIN_MS} ms at all processes, others stay`, { timeout: 180_000 }, async () => {
    const user = await newUser();
    const isCodeGood = await newCode(user);
    const all = new Map<string, Use>();
    try {
      for (const [place, node] of [['here', world.server] as const, ['there', deaf] as const])
        for (const [name, begin] of Object.entries(uses)) all.set(`${name} ${place}`, await begin({ ...user, node }));
      const isEnded = (name: string) => ends.includes(name.replace(/ (here|there)$/, ''));
      await happen(user);
      await overWithin(new Map([...all].filter(([name]) => isEnded(name))));
      const others = [...all].filter(([name]) => !isEnded(name));
      const over = await Promise.all(others.map(async ([name, use]) => ((await use.isOver()) ? [name] : [])));
      expect(over.flat()).toEqual([]);
      expect(await isCodeGood()).toBe(keepsCode);
    } finally {
      for (const use of all.values()) use.close?.();
    }
  });
});

test('a stream of rows that a role opens sends none of them once the role is taken', { timeout: 60_000 }, async () => {
  const user = await newUser();
  const received: string[] = [];
  const aborting = new AbortController();
  const at = { ...user, node: deaf };
  const { body } = await fetch(ofApp(at, '/events?tables=Team'), { headers: bearer(user.token), signal: aborting.signal });
  const read = async () => {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) received.push(chunk);
  };
  void read().catch(() => undefined);
  const add = (text: string) =>
    send(`${deaf.builderUrl}/live_api/apps/${user.app.id}/entities/Team`, { token: world.people.owner.token, body: { text } });
  await expect.poll(() => received.join('')).toContain('"ready"');
  await add('for chiefs');
  await expect.poll(() => received.join('')).toContain('for chiefs');
  await events['given another role']?.happen(user);
  await overWithin(new Map([['the role', await roleOf(at)]]));
  // Rights are read again within five seconds; after that, nothing arrives.
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  await pause(WITHIN_MS);
  await add('no longer for them');
  await pause(1000);
  expect(received.join('')).not.toContain('no longer for them');
  aborting.abort();
});
const roleOf = async (user: User): Promise<Use> => ({
  isOver: async () => ((await (await send(ofApp(user, '/auth/me'), { token: user.token })).json()) as Data).user?.role !== 'chief',
});
