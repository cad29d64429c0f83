import accounts from '@sayso/accounts';
import { accountsRef } from '@sayso/accounts/ref';
import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import apps from './index.ts';
import { appsRef } from './ref.ts';
import { admin, challengeOf, codeVerifier, neighbours, owner, stranger, visitor } from './testing/fakes.ts';

const near = neighbours();
const start = async () => near.connect(await testHost(apps, { provide: near.provide }));
let host: Awaited<ReturnType<typeof start>>;
// A host per test: log-ins are rate-limited per address.
beforeEach(async () => {
  host = await start();
});
afterEach(() => host.close());

const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
async function make(name: string, options: { readonly signup: boolean; readonly publish: boolean }): Promise<string> {
  const service = host.service(appsRef);
  const { id } = await service.create(owner, { name, files: { 'pages/Home': 'x' } });
  await service.publish(owner, id);
  await service.updateSettings(owner, id, { isSignupEnabled: options.signup });
  if (!options.publish) await service.unpublish(owner, id);
  return id;
}
const codeChallenge = challengeOf(codeVerifier);
interface Swap {
  readonly at?: string;
  readonly on?: 'builder' | 'runtime';
  readonly verifier?: string;
}
const status = async (path: string, init: RequestInit, as: Actor) => (await host.fetch(path, init, as)).status;

describe('logging in to a published app', () => {
  it('issues a code only to permitted accounts, and only to the app itself', async () => {
    const open = await make('Open', { signup: true, publish: true });
    const closed = await make('Closed', { signup: false, publish: true });
    const draft = await make('Draft', { signup: true, publish: false });
    const rows = [
      // app, nextUrl, visitor, stranger, owner
      [open, 'http://open.localhost:4001/habits?x=1', 401, 200, 200],
      [closed, 'http://closed.localhost:4001/', 401, 403, 200],
      [draft, 'http://draft.localhost:4001/', 401, 404, 404],
      [open, 'http://closed.localhost:4001/', 401, 400, 400],
      [open, 'http://open.localhost:4001.evil.example/', 401, 400, 400],
      [open, 'https://open.localhost:4001/', 401, 400, 400],
      [open, 'javascript:alert(1)', 401, 400, 400],
      [open, 'blob:http://open.localhost:4001/home', 401, 400, 400],
      [open, '//evil.example', 401, 400, 400],
    ] as const;
    for (const [id, nextUrl, ...expected] of rows) {
      const seen = [];
      for (const as of [visitor, stranger, owner])
        seen.push(await status(`/api/apps/${id}/login-code`, json({ nextUrl, codeChallenge }), as));
      expect([nextUrl, seen]).toEqual([nextUrl, expected]);
    }
    const about = await host.fetch(`/api/apps/${open}/public`, {}, visitor);
    expect(await about.json()).toEqual({
      name: 'Open',
      isSignupEnabled: true,
      url: 'http://open.localhost:4001',
      logoUrl: null,
      accent: null,
      termsOfServiceLink: null,
      privacyPolicyLink: null,
      supportEmail: null,
    });
  });

  it('exchanges a code once for a token of that app, renews it and identifies the person', async () => {
    const id = await make('Round trip', { signup: true, publish: true });
    const other = await make('Another', { signup: true, publish: true });
    const nextUrl = 'http://round-trip.localhost:4001/Home#old';
    const take = async () => {
      const answer = await host.fetch(`/api/apps/${id}/login-code`, json({ nextUrl, codeChallenge }), stranger);
      const { redirectTo } = (await answer.json()) as { redirectTo: string };
      expect(redirectTo).toMatch(/^http:\/\/round-trip\.localhost:4001\/Home#code=/);
      return new URL(redirectTo).hash.slice('#code='.length);
    };
    const swap = (appId: string, code: string, from: Swap = {}) => {
      const { at = appId === id ? 'round-trip.localhost:4001' : 'another.localhost:4001', on = 'runtime', verifier = codeVerifier } = from;
      const { headers, ...init } = json({ code, codeVerifier: verifier });
      return host.fetch(`/live_api/apps/${appId}/auth/exchange`, { ...init, headers: { ...headers, host: at }, host: on }, visitor);
    };
    const refused = [
      // A code at another app, with another verifier, and at every host but the app's own.
      await swap(other, await take()),
      await swap(id, await take(), { verifier: `${codeVerifier}x` }),
      await swap(id, await take(), { verifier: 'short' }),
      await swap(id, await take(), { at: 'another.localhost:4001' }),
      await swap(id, await take(), { at: 'localhost:4001' }),
      await swap(id, await take(), { on: 'builder' }),
    ];
    expect(refused.map((answer) => answer.status)).toEqual([401, 401, 400, 404, 404, 404]);
    const code = await take();
    const answer = await swap(id, code);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const { token } = (await answer.json()) as { token: string };
    expect(JSON.parse(token)).toEqual({ appId: id, accountId: 'stranger', admin: false, sessionId: 'session' });
    expect((await swap(id, code)).status).toBe(401);

    const refresh = (appId: string, bearer: string) =>
      host.fetch(`/live_api/apps/${appId}/auth/refresh`, {
        ...json({}),
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        host: 'runtime',
      });
    expect((await refresh(id, token)).status).toBe(200);
    expect((await refresh(other, token)).status).toBe(401);
    expect((await refresh(id, 'nonsense')).status).toBe(401);

    const person: Actor = { kind: 'app', id: 'stranger', appId: id, admin: false };
    const me = `/live_api/apps/${id}/auth/me`;
    expect(await (await host.fetch(me, { host: 'runtime' }, person)).json()).toEqual({
      user: { id: 'stranger', email: 'stranger@example.com', emailVerified: true, name: 'stranger', role: 'user' },
    });
    const updated = await host.fetch(
      me,
      { ...json({ diet: 'vegan', role: 'admin', id: 'x', emailVerified: false }, 'PUT'), host: 'runtime' },
      person,
    );
    expect(await updated.json()).toMatchObject({ user: { id: 'stranger', role: 'user', diet: 'vegan', emailVerified: true } });
    expect(await (await host.fetch(me, {}, visitor)).json()).toEqual({ user: null });
    expect(await status(me, json({ diet: 'x' }, 'PUT'), visitor)).toBe(401);
    expect(await status(`/live_api/apps/${other}/auth/me`, {}, person)).toBe(404);

    const logout = {
      ...json({}),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      host: 'runtime' as const,
    };
    expect((await host.fetch(`/live_api/apps/${id}/auth/logout`, logout)).status).toBe(200);
    expect(near.seen.revoked).toEqual([token]);

    await host.service(appsRef).unpublish(owner, id);
    expect((await refresh(id, token)).status).toBe(401);
    expect(await status(me, {}, person)).toBe(404);
  });

  it('lets people change what the app keeps about them, and admins what its rules read', async () => {
    const id = await make('Teams', { signup: true, publish: true });
    const person: Actor = { kind: 'app', id: 'stranger', appId: id, admin: false };
    const appAdmin: Actor = { kind: 'app', id: 'owner', appId: id, admin: true };
    const me = (body: object | null, as: Actor) =>
      host.fetch(`/live_api/apps/${id}/auth/me`, { ...(body === null ? {} : json(body, 'PUT')), host: 'runtime' }, as);
    const userOf = async (answer: Response) => ((await answer.json()) as { user: object }).user;
    const server = { id: 'stranger', email: 'stranger@example.com', emailVerified: true, name: 'stranger', role: 'user' };
    expect(
      (await me({ team: 'a', full_name: 'Boss', _app_role: 'admin', is_verified: true, is_service: true, app_id: 'x' }, person)).status,
    ).toBe(200);
    expect(await userOf(await me(null, person))).toEqual({ ...server, team: 'a' });

    const rls = { read: { 'data.team': '{{user.data.team}}' } };
    const draft = await host.service(appsRef).get(owner, id);
    const changes = [{ path: 'entities/Task.json', content: JSON.stringify({ properties: {}, rls }) }];
    await host.service(appsRef).commit({ appId: id, baseVersionId: draft.currentVersionId, changes, title: 'Tasks' });
    const refused = await me({ team: 'b', diet: 'vegan' }, person);
    expect([refused.status, await refused.json()]).toMatchObject([403, { message: 'Only admins of this app change "team" of a person.' }]);
    expect(await userOf(await me({ ...server, team: 'a', diet: 'vegan' }, person))).toEqual({ ...server, team: 'a', diet: 'vegan' });
    expect((await me({ $set: { team: 'b' } }, person)).status).toBe(400);
    expect((await me({ 'data.team': 'b' }, person)).status).toBe(400);
    expect((await me({ team: 'c', role: 'user' }, appAdmin)).status).toBe(200);
    expect(await userOf(await me(null, appAdmin))).toMatchObject({ team: 'c', role: 'admin' });
    expect(await userOf(await me(null, person))).toMatchObject({ team: 'a' });
  });

  it('lets rules read what admins say of a person, and not what people wrote themselves, also before the rule', async () => {
    const id = await make('Rules', { signup: true, publish: true });
    const nextUrl = 'http://rules.localhost:4001/';
    expect(await status(`/api/apps/${id}/login-code`, json({ nextUrl, codeChallenge }), stranger)).toBe(200);
    const { access } = host.service(appsRef);
    const person: Actor = { kind: 'app', id: 'stranger', appId: id, admin: false };
    const appAdmin: Actor = { kind: 'app', id: 'owner', appId: id, admin: true };
    const fields = async () => (await access.person(id, 'stranger')).fields;
    await access.updateMe(person, id, { team: 'a', data: { region: 'n' } });
    expect(await access.person(id, 'stranger')).toEqual({ role: 'user', email: 'stranger@example.com', fields: {} });
    // A page of admins sends whole people back.
    const { user } = (await access.people(appAdmin, id, ['stranger']))[0] ?? {};
    await access.updatePerson(appAdmin, id, 'stranger', { ...user, floor: 3 });
    expect(await fields()).toEqual({ floor: 3 });
    await access.updatePerson(appAdmin, id, 'stranger', { team: 'a', data: { region: 's' } });
    expect(await fields()).toEqual({ team: 'a', region: 's', floor: 3 });
    await access.updateMe(person, id, { team: 'a', floor: 3 });
    expect(await fields()).toEqual({ team: 'a', region: 's', floor: 3 });
    await access.updateMe(person, id, { team: 'b' });
    expect(await fields()).toEqual({ region: 's', floor: 3 });
    await access.updatePerson(appAdmin, id, 'stranger', { floor: null });
    expect(await fields()).toEqual({ region: 's' });
    expect(await access.person(id, 'nobody')).toMatchObject({ role: 'user', fields: {} });
  });

  it('keeps what admins say of a person where the person sends back what they wrote before, and takes it away with `data`', async () => {
    const id = await make('Blocks', { signup: true, publish: true });
    const nextUrl = 'http://blocks.localhost:4001/';
    expect(await status(`/api/apps/${id}/login-code`, json({ nextUrl, codeChallenge }), stranger)).toBe(200);
    const { access } = host.service(appsRef);
    const person: Actor = { kind: 'app', id: 'stranger', appId: id, admin: false };
    const appAdmin: Actor = { kind: 'app', id: 'owner', appId: id, admin: true };
    const fields = async () => (await access.person(id, 'stranger')).fields;
    await access.updateMe(person, id, { data: { blocked: 'no', team: 'a' } });
    const rls = { read: { user_condition: { blocked: { $exists: false } } }, write: { 'data.team': '{{user.data.team}}' } };
    const draft = await host.service(appsRef).get(owner, id);
    const changes = [{ path: 'entities/Task.json', content: JSON.stringify({ properties: {}, 'x-accessControl': { rules: rls } }) }];
    await host.service(appsRef).commit({ appId: id, baseVersionId: draft.currentVersionId, changes, title: 'Tasks' });
    await access.updatePerson(appAdmin, id, 'stranger', { blocked: 'yes' });
    for (const back of [{ data: { blocked: 'no', team: 'a' } }, { data: { blocked: 'no', team: 'a' }, blocked: 'yes' }]) {
      await access.updateMe(person, id, back);
      expect(await fields()).toEqual({ blocked: 'yes' });
    }
    // A page of admins sends back all that it knows, and one field more.
    await access.updatePerson(appAdmin, id, 'stranger', { data: { blocked: 'no', team: 'a', floor: 3 } });
    expect(await fields()).toEqual({ blocked: 'yes', floor: 3 });
    await access.updatePerson(appAdmin, id, 'stranger', { data: { team: 'a' } });
    expect(await fields()).toEqual({ blocked: 'yes' });
  });

  it('keeps its users when it closes sign-up, and rejects new ones', async () => {
    const id = await make('Closing', { signup: true, publish: true });
    const nextUrl = 'http://closing.localhost:4001/';
    const enter = (as: Actor) => status(`/api/apps/${id}/login-code`, json({ nextUrl, codeChallenge }), as);
    const latecomer: Actor = { kind: 'account', id: 'latecomer', admin: false, builder: true };
    expect(await enter(stranger)).toBe(200);
    await host.service(appsRef).updateSettings(owner, id, { isSignupEnabled: false });
    expect([await enter(stranger), await enter(latecomer), await enter(owner), await enter(stranger)]).toEqual([200, 403, 200, 200]);
    const neighbour = await make('Closed next door', { signup: false, publish: true });
    const next = json({ nextUrl: 'http://closed-next-door.localhost:4001/', codeChallenge });
    expect(await status(`/api/apps/${neighbour}/login-code`, next, stranger)).toBe(403);
  });

  it('redirects only to pages of the app: unknown ones become its start page', async () => {
    const id = await make('Pages', { signup: true, publish: true });
    const own = 'http://pages.localhost:4001';
    for (const [path, expected] of [
      ['/Home?x=1', '/Home?x=1'],
      ['/app/open/', '/'],
      ['/nothing?x=1', '/?x=1'],
    ]) {
      const answer = await host.fetch(`/api/apps/${id}/login-code`, json({ nextUrl: own + path, codeChallenge }), stranger);
      const { redirectTo } = (await answer.json()) as { redirectTo: string };
      expect(redirectTo.split('#')[0]).toBe(own + expected);
    }
  });

  it('treats an account as a visitor of the apps that it does not administer', async () => {
    const id = await make('Visited', { signup: true, publish: true });
    const me = `/live_api/apps/${id}/auth/me`;
    expect(await (await host.fetch(me, {}, stranger)).json()).toEqual({ user: null });
    expect(await status(me, json({ diet: 'x' }, 'PUT'), stranger)).toBe(401);
    expect(await (await host.fetch(me, {}, owner)).json()).toMatchObject({ user: { id: 'owner', role: 'admin' } });
    expect(await (await host.fetch(me, {}, admin)).json()).toMatchObject({ user: { id: 'admin', role: 'admin' } });
  });

  it('keeps concurrent updates by several pages of a person', async () => {
    const provide = neighbours().provide.filter(([ref]) => ref.id !== accountsRef.id);
    await using real = await testHost(apps, { provide, plugins: [accounts] });
    const signUp = json({ email: 'ada@example.org', password: 'a long enough secret' });
    const { user: person } = (await (await real.fetch('/api/auth/sign-up/email', signUp)).json()) as { user: { id: string } };
    const { id } = await real.service(appsRef).create(owner, { name: 'At once', files: { 'pages/Home': 'x' } });
    await real.service(appsRef).publish(owner, id);
    const [me, actor] = [`/live_api/apps/${id}/auth/me`, { kind: 'app', id: person.id, appId: id, admin: false } as const];
    const fields = Array.from({ length: 8 }, (_, at) => `field${at}`);
    await Promise.all(fields.map((field) => real.fetch(me, json({ [field]: 1 }, 'PUT'), actor)));
    const { user } = (await (await real.fetch(me, {}, actor)).json()) as { user: object };
    expect(Object.keys(user)).toEqual(expect.arrayContaining(fields));
  });

  it('redirects to a custom domain, which belongs to one app and which only admins set', async () => {
    const id = await make('Domain', { signup: true, publish: true });
    const other = await make('Other domain', { signup: true, publish: true });
    const set = (appId: string, customDomain: string | null, as: Actor) =>
      status(`/api/apps/${appId}/settings`, json({ appSettings: { customDomain } }), as);
    expect(await set(id, 'habits.example.com', owner)).toBe(403);
    expect(await set(id, 'Habits.example.com', admin)).toBe(200);
    expect(await set(other, 'habits.example.com', admin)).toBe(409);
    expect(await near.seen.directory?.publishedAt('HABITS.example.com')).toMatchObject({ appId: id });
    expect(await status(`/api/apps/${id}/login-code`, json({ nextUrl: 'https://habits.example.com/x', codeChallenge }), stranger)).toBe(
      200,
    );
    expect(await set(id, null, admin)).toBe(200);
    expect(await near.seen.directory?.publishedAt('habits.example.com')).toBeNull();
    expect(await set(other, 'habits.example.com', admin)).toBe(200);
  });

  it('does not serve a custom domain that was claimed but never set; the claim expires', async () => {
    const id = await make('Cut off', { signup: true, publish: true });
    const other = await make('Next', { signup: true, publish: true });
    const { apps: documents, domains } = host.context.collections;
    const domain = 'cut-off.example.com';
    const set = (appId: string) => status(`/api/apps/${appId}/settings`, json({ appSettings: { customDomain: domain } }), admin);
    vi.spyOn(documents, 'findOneAndUpdate').mockRejectedValueOnce(new Error('the process ends here'));
    expect(await set(id)).toBe(500);
    expect(await near.seen.directory?.publishedAt(domain)).toBeNull();
    expect(await set(other)).toBe(409);
    expect(await domains.updateOne({ _id: domain }, { $set: { claimedAt: '2020-01-01T00:00:00.000Z' } })).toBe(1);
    expect(await set(other)).toBe(200);
    expect(await near.seen.directory?.publishedAt(domain)).toMatchObject({ appId: other });
    expect(await set(id)).toBe(409);
  });

  it('allows sign-up only for an app with an address, and payment only with sign-up', async () => {
    const { id } = await host.service(appsRef).create(owner, { name: 'Signing up', files: { 'pages/Home': 'x' } });
    const publish = 'Publish your app first: people sign up at its address.';
    const signup = 'For paid memberships, you have to enable user signup and set custom domain';
    const set = async (appSettings: object, as: Actor = owner) => {
      const answer = await host.fetch(`/api/apps/${id}/settings`, json({ appSettings }), as);
      const { message, settings } = (await answer.json()) as { message?: string; settings?: { isSignupEnabled: boolean } };
      return message ?? settings?.isSignupEnabled;
    };
    expect(await set({ isSignupEnabled: true })).toBe(publish);
    expect(await set({ isSignupEnabled: true, customDomain: 'signing-up.example.com' }, admin)).toBe(true);
    expect(await set({ isSignupEnabled: false, customDomain: null }, admin)).toBe(false);
    await host.service(appsRef).publish(owner, id);
    expect(await set({ isPaidMembershipsEnabled: true })).toBe(signup);
    expect(await set({ isSignupEnabled: true, isPaidMembershipsEnabled: true })).toBe(true);
    expect(await set({ isSignupEnabled: false })).toBe('Turn paid memberships off first: they need user signup.');
    // It stays as it was, also when a panel sends all settings back, and takes effect again with the next publishing.
    await host.service(appsRef).unpublish(owner, id);
    expect(await set({ isSignupEnabled: true, supportEmail: 'help@example.com' })).toBe(true);
    expect(await status(`/api/apps/${id}/public`, {}, visitor)).toBe(404);
    expect(await set({ isSignupEnabled: false, isPaidMembershipsEnabled: false })).toBe(false);
    expect(await set({ isSignupEnabled: true })).toBe(publish);
  });

  it('shows visitors the public parts of a published app, and hides others', async () => {
    const live = await make('Bundled', { signup: true, publish: true });
    const draft = await make('Unbundled', { signup: true, publish: false });
    const seen = [];
    for (const id of [live, draft]) {
      for (const as of [visitor, stranger, owner]) seen.push(await status(`/runtime/bundle?appId=${id}`, {}, as));
    }
    expect(seen).toEqual([200, 200, 200, 404, 404, 200]);
    expect(await (await host.fetch(`/runtime/bundle?appId=${live}`, {}, visitor)).json()).toMatchObject({
      pages: { Home: '' },
      entities: {},
    });
    const bundle = await host.fetch(`/runtime/bundle?appId=${live}`, {}, owner);
    expect(await bundle.json()).toMatchObject({
      id: live,
      name: 'Bundled',
      mainPage: 'Home',
      pages: { Home: 'x' },
      layout: null,
      entities: {},
    });
  });
});
