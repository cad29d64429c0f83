import { on, once } from 'node:events';
import { accountsRef } from '@sayso/accounts/ref';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { identityCalls, refusedCalls } from '../security/identity.ts';
import { bearer, type Call, type Caller, cookieOf, type Data, openWorld, password, signUp, type World } from '../security/world.ts';

let world: World;
let machines = 1;
beforeAll(async () => {
  world = await openWorld({ ADMIN_EMAILS: 'boss@example.org' });
}, 60_000);
afterAll(() => world.server.close());

/** Each call has its own address, so that the tests do not share rate limits. */
const call = (given: Call, caller: Caller = 'nobody') =>
  world.request(caller, { ...given, headers: { 'x-forwarded-for': `198.51.100.${machines}`, ...given.headers } });
const logIn = (email: string, headers: Record<string, string> = {}, secret = password) =>
  call({ path: '/api/auth/sign-in/email', body: { email, password: secret }, headers });
const me = async (headers: Record<string, string>): Promise<string | null> =>
  ((await (await call({ path: '/graphql', body: { query: '{ me { email } }' }, headers })).json()) as Data).data.me?.email ?? null;
const asBrowser = (cookie: string) => ({ cookie, origin: world.server.builderUrl, 'sec-fetch-site': 'same-origin' });
const newPerson = async () => signUp(world.server, `person-${machines++}@example.org`);
/** The secret in the link of a mail. */
const tokenIn = (link: URL): string | null => new URLSearchParams(link.hash.slice(1)).get('token');
/** The link of the latest mail to an address; a job may still be writing it. */
const mailed = async (to: string, subject: string): Promise<URL> => {
  const read = async (): Promise<string | undefined> => {
    const { data } = await world.graphql('admin', '{ outbox { to subject text } }');
    const mail = data.outbox.find((one: Data) => one.to === to && one.subject === subject);
    return /https?:\S+/.exec(mail?.text ?? '')?.[0];
  };
  await expect.poll(read).toBeDefined();
  return new URL((await read()) ?? 'missing:');
};

describe('a session', () => {
  test('is a cookie that is inaccessible to scripts and other sites', async () => {
    const { email } = await newPerson();
    const lines = (await logIn(email)).headers.getSetCookie();
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatch(/; HttpOnly/i);
      expect(line).toMatch(/; SameSite=Lax/i);
      expect(line).toMatch(/; Path=\//i);
      // Without `Domain` the cookie is host-only: not sent to subdomains.
      expect(line).not.toMatch(/; Domain=/i);
    }
  });

  test('is a new one at each log-in, whatever cookies the browser sends (session fixation)', async () => {
    const { email, cookie: before } = await newPerson();
    const stranger = await newPerson();
    const planted = 'sayso.session_token=planted';
    const cookies = [before];
    for (const brought of [planted, before, stranger.cookie]) {
      const cookie = cookieOf(await logIn(email, asBrowser(brought)));
      expect(cookie).toMatch(/^sayso\.session_token=/);
      expect(cookies).not.toContain(cookie);
      cookies.push(cookie);
      expect(await me(asBrowser(cookie))).toBe(email);
    }
    expect(await me(asBrowser(planted))).toBeNull();
    expect(await me(asBrowser(stranger.cookie))).toBe(stranger.email);
  });

  test('has a signed cookie: rejects the bare token as a cookie', async () => {
    const { token, cookie } = await newPerson();
    const [bare = ''] = decodeURIComponent(token).split('.');
    expect(await me(asBrowser(`sayso.session_token=${bare}`))).toBeNull();
    expect(await me(bearer(bare))).toBeNull();
    expect(await me(asBrowser(cookie.replace(/.(?=$|%3D)/, '')))).toBeNull();
  });

  test('ends at log-out, with its derived tokens', async () => {
    const { email, token, cookie } = await newPerson();
    const appToken = await world.enter(token, world.app);
    const refresh = () =>
      call({ host: 'runtime', method: 'POST', path: `/live_api/apps/${world.app.id}/auth/refresh`, headers: bearer(appToken) });
    expect((await refresh()).status).toBe(200);
    const out = await call({ path: '/api/auth/sign-out', body: {}, headers: asBrowser(cookie) });
    expect(out.status).toBe(200);
    expect(await me(asBrowser(cookie))).toBeNull();
    expect(await me(bearer(token))).toBeNull();
    expect((await refresh()).status).toBe(401);
    expect((await logIn(email)).status).toBe(200);
  });

  test('ends at log-out for its subscriptions as well', async () => {
    const { token, cookie } = await newPerson();
    const made = await call({ path: '/api/apps', body: { appType: 'generated', genApp: { name: 'Mine' } }, headers: bearer(token) });
    const { id } = (await made.json()) as Data;
    const rename = (name: string) =>
      world.graphql('admin', 'mutation ($id: ID!, $name: String!) { renameApp(id: $id, name: $name) { id } }', { id, name });
    const socket = new WebSocket(`${world.server.builderUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: asBrowser(cookie),
    });
    const messages = on(socket, 'message');
    const next = async (): Promise<Data> => JSON.parse(String((await messages.next()).value?.[0]));
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init' }));
    expect(await next()).toMatchObject({ type: 'connection_ack' });
    const query = `subscription { appChanged(appId: "${id}") { name } }`;
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
    expect(await next()).toMatchObject({ type: 'next', payload: { data: { appChanged: { name: 'Mine' } } } });
    expect((await call({ path: '/api/auth/sign-out', body: {}, headers: asBrowser(cookie) })).status).toBe(200);
    expect((await rename('Secret')).errors).toBeUndefined();
    expect(await next()).toMatchObject({ type: 'next', payload: { errors: [{ extensions: { code: 'unauthenticated' } }] } });
    expect(await next()).toEqual({ id: '1', type: 'complete' });
    socket.terminate();
  });

  test('grants an app token no more rights than its account has at the time of the call', async () => {
    // ADMIN_EMAILS may change at a restart.
    const { token, id } = await newPerson();
    const accounts = world.server.service(accountsRef);
    const session = await accounts.session(new Headers(bearer(token)));
    const claims = { appId: world.app.id, accountId: id, admin: true, sessionId: session?.id ?? null };
    const old = await accounts.mintAppToken(claims);
    const answer = await call({
      host: 'runtime',
      method: 'POST',
      path: `/live_api/apps/${world.app.id}/auth/refresh`,
      headers: bearer(old.token),
    });
    expect(answer.status).toBe(200);
    const fresh = (await answer.json()) as { token: string };
    expect(await accounts.verifyAppToken(fresh.token)).toMatchObject({ ...claims, admin: false });
  });

  test('survives the log-out from an app, whose token is then rejected', async () => {
    const { email, token } = await newPerson();
    const [left, other] = [await world.enter(token, world.app), await world.enter(token, world.foreign)];
    const at = (appId: string, rest: string) => ({ host: 'runtime' as const, path: `/live_api/apps/${appId}/${rest}` });
    const rows = async (appId: string, bearing: string) => (await call({ ...at(appId, 'entities/Note'), headers: bearer(bearing) })).status;
    expect([await rows(world.app.id, left), await rows(world.foreign.id, other)]).toEqual([200, 200]);
    const out = await call({ ...at(world.app.id, 'auth/logout'), method: 'POST', headers: bearer(left) });
    expect(out.status).toBe(200);
    expect([await rows(world.app.id, left), await rows(world.foreign.id, other)]).toEqual([401, 200]);
    expect((await call({ ...at(world.app.id, 'auth/refresh'), method: 'POST', headers: bearer(left) })).status).toBe(401);
    expect(await me(bearer(token))).toBe(email);
    expect(await rows(world.app.id, await world.enter(token, world.app))).toBe(200);
  });

  test('ends at a password reset, as do the old password and the link', async () => {
    const person = await newPerson();
    const second = cookieOf(await logIn(person.email));
    await call({ path: '/api/live_api/account/sendResetPasswordEmail', body: { email: person.email } });
    const token = tokenIn(await mailed(person.email, 'Reset your password'));
    const reset = () => call({ path: '/api/auth/reset-password', body: { newPassword: 'another long secret', token } });
    expect((await reset()).status).toBe(200);
    for (const headers of [bearer(person.token), asBrowser(person.cookie), asBrowser(second)]) expect(await me(headers)).toBeNull();
    expect((await logIn(person.email)).status).toBe(401);
    expect((await reset()).status).toBe(400);
    expect((await logIn(person.email, {}, 'another long secret')).status).toBe(200);
  });

  test('of any kind is never accepted as a cookie on the runtime host', async () => {
    const path = `/live_api/apps/${world.app.id}/auth/me`;
    const asked = await world.request('ownerCookie', { host: 'runtime', path });
    expect(await asked.json()).toEqual({ user: null });
  });
});

const MAKE = { query: 'mutation { createApp(input: { name: "Made" }) { id } }' };

describe('mutating calls with the cookie of the owner', () => {
  const places: readonly (readonly [where: string, headers: (own: string) => Record<string, string>, allowed: boolean])[] = [
    ['a page of the builder', (own) => ({ origin: own, 'sec-fetch-site': 'same-origin' }), true],
    ['a program', () => ({}), true],
    ['another site', () => ({ origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }), false],
    [
      'a published app',
      () => ({ origin: world.server.runtimeUrl.replace('://', `://${world.app.slug}.`), 'sec-fetch-site': 'cross-site' }),
      false,
    ],
    ['the runtime host', () => ({ origin: world.server.runtimeUrl, 'sec-fetch-site': 'same-site' }), false],
    ['a sandboxed frame', () => ({ origin: 'null', 'sec-fetch-site': 'cross-site' }), false],
    ['another site that hides its origin', () => ({ 'sec-fetch-site': 'cross-site' }), false],
    ['a sibling site that hides its origin', () => ({ 'sec-fetch-site': 'same-site' }), false],
    [
      'a site whose host name has ours as a prefix',
      (own) => ({ origin: `${own}.elsewhere.example`, 'sec-fetch-site': 'cross-site' }),
      false,
    ],
    ['our host on another port', (own) => ({ origin: own.replace(/\d+$/, '1'), 'sec-fetch-site': 'same-site' }), false],
  ];
  const changes: readonly (readonly [what: string, call: Call])[] = [
    ['the graph', { path: '/graphql', body: MAKE }],
    ['the graph, as plain text', { path: '/graphql', body: MAKE, headers: { 'content-type': 'text/plain' } }],
    ['REST', { path: '/api/apps', body: { genApp: { name: 'Made' } } }],
    ['REST with PUT', { method: 'PUT', path: '/live_api/apps/APP/auth/me', body: { colour: 'red' } }],
    ['REST with DELETE', { method: 'DELETE', path: '/live_api/apps/APP/entities/Note', body: { q: { text: 'none' } } }],
    ['identity', { path: '/api/auth/update-user', body: { name: 'Renamed' } }],
    ['logging in as another', { path: '/api/auth/sign-in/email', body: { email: 'stranger@example.org', password } }],
  ];
  const rows = places.flatMap(([where, headers, allowed]) => changes.map(([what, change]) => ({ where, what, headers, change, allowed })));

  test.each(rows)('$what from $where', async ({ headers, change, allowed, what }) => {
    machines++;
    const { cookie } = world.people.owner;
    const path = change.path.replace('APP', world.app.id);
    const answer = await call({ ...change, path, headers: { ...change.headers, cookie, ...headers(world.server.builderUrl) } });
    // Plain text is no operation, whatever its origin.
    if (allowed) expect(answer.status).toBe(what.endsWith('plain text') ? 415 : 200);
    else expect(answer.status).toBe(403);
  });

  test('refused calls had no effect', async () => {
    const { data } = await world.graphql('owner', '{ apps { name } }');
    const allowed = places.filter(([, , isAllowed]) => isAllowed).length;
    expect(data.apps.filter(({ name }: Data) => name === 'Made')).toHaveLength(2 * allowed);
  });

  test('refuses a log-in without a cookie from another site', async () => {
    machines++;
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const answer = await logIn('stranger@example.org', headers);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('no response permits another site to read it (CORS)', async () => {
    for (const path of ['/graphql?query={me{email}}', '/api/apps', '/api/auth/get-session']) {
      const answer = await call({ path, headers: { cookie: world.people.owner.cookie, origin: 'https://elsewhere.example' } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

describe('identity', () => {
  test('every call has a row, and every row is a call', async () => {
    const accounts = world.server.service(accountsRef) as unknown as { identity(): Promise<{ api: Record<string, Data> }> };
    const { api } = await accounts.identity();
    const running = Object.values(api).flatMap(({ path, options }) =>
      path === undefined || options.metadata?.SERVER_ONLY ? [] : [options.method].flat().map((method) => `${method} ${path}`),
    );
    expect([...new Set(running)].sort()).toEqual(Object.keys({ ...identityCalls, ...refusedCalls }).sort());
  });

  test.each(Object.entries({ ...identityCalls, ...refusedCalls }))('%s without a session', async (route, [answer, body]) => {
    machines++;
    const [method = '', path = ''] = route.split(' ');
    const url = `/api/auth${path.replace(':id', 'google').replace(':token', 'guess')}`;
    const response = await call({ method, path: url, ...(body ? { body } : {}) });
    expect([response.status, response.headers.getSetCookie().filter((line) => !/Max-Age=0/i.test(line))]).toEqual([answer, []]);
  });

  test('no call deletes an account', async () => {
    const { token, email } = await newPerson();
    expect((await call({ path: '/api/auth/delete-user', body: { password }, headers: bearer(token) })).status).toBe(404);
    expect(await me(bearer(token))).toBe(email);
  });

  test('limits password guessing, for the guessing address only', async () => {
    const { email } = await newPerson();
    const statuses: number[] = [];
    let last: Data;
    for (let attempt = 0; attempt < 21; attempt++) {
      const answer = await logIn(email, {}, `guess ${attempt}`);
      statuses.push(answer.status);
      last = await answer.json();
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
    expect(last.message).toBe('Too many login attempts, try again later');
    // During the limit, even the right password is refused.
    expect((await logIn(email)).status).toBe(429);
    machines++;
    expect((await logIn(email)).status).toBe(200);
  });

  test.each([
    ['isAdmin', { isAdmin: true }],
    ['emailVerified', { emailVerified: true }],
    ['role', { role: 'admin', admin: true }],
    ['id', { id: 'chosen' }],
  ])('%s cannot be set by the caller', async (_what, more) => {
    machines++;
    const email = `climber-${machines}@example.org`;
    const answer = await call({ path: '/api/auth/sign-up/email', body: { email, password, ...more } });
    const own = { path: '/graphql', body: { query: '{ me { id isAdmin emailVerified } }' } };
    if (answer.ok) {
      const { token } = (await answer.json()) as { token: string };
      await call({ path: '/api/auth/update-user', body: { name: 'Eve', ...more }, headers: bearer(token) });
      const { data } = (await (await call({ ...own, headers: bearer(token) })).json()) as Data;
      expect(data.me).toMatchObject({ isAdmin: false, emailVerified: false });
      expect(data.me.id).not.toBe('chosen');
    } else expect(answer.status).toBe(400);
  });
});
