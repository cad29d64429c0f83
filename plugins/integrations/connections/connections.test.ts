import type { Actor } from '@sayso/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { preview, stranger, visitor } from '../testing/apps.ts';
import { openCalendar, to } from '../testing/connections.ts';

const admin: Actor = { kind: 'account', id: 'admin', admin: true, builder: true };
const REFUSED: readonly unknown[] = ['failed', 'expired'].map((outcome) => to(outcome).location);
let world: Awaited<ReturnType<typeof openCalendar>>;
beforeAll(async () => {
  world = await openCalendar();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.reset());

describe('a connection', () => {
  test('is asked for with PKCE, the declared scopes and parameters, and used by its handle once it is granted', async () => {
    const { state, begin, back, call, server } = world;
    expect(await state()).toMatchObject({ problem: expect.stringContaining('Calendar account is not connected.') });
    expect(await call()).toMatchObject({ status: 409, body: { message: expect.stringContaining('Calendar account is not connected.') } });
    const address = new URL(await begin());
    const asked = Object.fromEntries(address.searchParams);
    expect([address.origin, address.pathname]).toEqual([server.site, '/authorize']);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: server.client.id,
      scope: 'events.read',
      access_type: 'offline',
      code_challenge_method: 'S256',
      redirect_uri: `${world.host.builderUrl}/api/integrations/oauth/callback`,
    });
    expect(asked['code_challenge']).toMatch(/^[\w-]{43}$/);
    expect(await back(server.consent(address.href))).toEqual(to('connected'));
    expect(await state()).toMatchObject({ problem: null, connections: [{ state: 'connected', lastError: null }] });
    const { status, body } = await call();
    expect([status, body.status, body.body.ok]).toEqual([200, 200, true]);
    expect(body.body.authorization).toBe('Bearer [secret removed]');
    expect(body.handle).toMatch(/^sayso_secret_/);
    expect(body.secrets).toEqual([]);
  });

  test('has neither tokens nor secrets in answers, in the log and in the store', async () => {
    const { state, call, disconnect, connect, server } = world;
    await connect();
    await call();
    server.expire();
    await call();
    await disconnect();
    await connect();
    const { collections } = world.host.context;
    const stored = [
      await collections.connections.find({}),
      await collections.connectionRequests.find({}),
      await collections.instances.find({}),
    ];
    const texts = JSON.stringify([world.logged, stored, await state(), await call()]);
    for (const secret of [...server.granted, server.client.secret]) expect(texts).not.toContain(secret);
  });

  test.each<[string, (callback: URL) => void, Actor | undefined]>([
    ['another state', (callback) => callback.searchParams.set('state', 'x'.repeat(43)), undefined],
    ['no state', (callback) => callback.searchParams.delete('state'), undefined],
    ['two states', (callback) => callback.searchParams.append('state', 'x'), undefined],
    ['another code', (callback) => callback.searchParams.set('code', 'x'), undefined],
    ['no code', (callback) => callback.searchParams.delete('code'), undefined],
    ['two codes', (callback) => callback.searchParams.append('code', 'x'), undefined],
    ['another issuer', (callback) => callback.searchParams.set('iss', 'https://evil.example'), undefined],
    ['no issuer, which the provider promises', (callback) => callback.searchParams.delete('iss'), undefined],
    ['the session of another account', () => {}, admin],
  ])('is refused to a callback with %s', async (_what, change, as) => {
    const { state, begin, back, server } = world;
    const callback = new URL(server.consent(await begin()));
    change(callback);
    const { status, location } = await back(callback.href, as);
    expect([status, REFUSED.includes(location)]).toEqual([303, true]);
    expect((await state()).connections[0].state).toBe('disconnected');
  });

  test('stays open to the account that started it when another one brings the callback', async () => {
    const { begin, back, server } = world;
    const callback = server.consent(await begin());
    expect(await back(callback, admin)).toEqual(to('expired'));
    expect(await back(callback, stranger)).toEqual(to('expired'));
    expect((await back(callback, visitor)).status).toBe(401);
    expect(await back(callback)).toEqual(to('connected'));
  });

  test('takes a callback once, also of two at the same time', async () => {
    const { state, begin, back, server } = world;
    const callback = server.consent(await begin());
    const before = server.counts.code;
    const both = await Promise.all([back(callback), back(callback)]);
    expect(both.map(({ location }) => location).sort()).toEqual([to('connected').location, to('expired').location]);
    expect(await back(callback)).toEqual(to('expired'));
    expect(server.counts.code).toBe(before + 1);
    expect((await state()).connections[0].state).toBe('connected');
  });

  test('is refused after ten minutes, to another client, and to an app that is gone', async () => {
    const { begin, back, configure, remove, server } = world;
    const { connectionRequests } = world.host.context.collections;
    const late = server.consent(await begin());
    await connectionRequests.updateMany({}, { $set: { until: new Date(Date.now() - 1).toISOString() } });
    expect(await back(late)).toEqual(to('expired'));
    const other = server.consent(await begin());
    await configure({ clients: { account: { id: 'another' } } });
    expect(await back(other)).toEqual(to('expired'));
    await configure({ clients: { account: server.client } });
    const gone = server.consent(await begin());
    await remove();
    expect(await back(gone)).toEqual(to('expired'));
  });

  test('says that the person or the provider refused', async () => {
    const { state, begin, back, server } = world;
    expect(await back(server.deny(await begin()))).toEqual(to('denied'));
    expect((await state()).connections[0]).toMatchObject({ state: 'disconnected', lastError: null });
    const callback = server.consent(await begin());
    server.behaviour.failure = (body) => ({
      status: 400,
      body: { error: 'invalid_request', error_description: `No: ${body.get('code')}` },
    });
    expect(await back(callback)).toEqual(to('failed'));
    expect((await state()).connections[0].lastError).toBe('The provider answered invalid_request: No: [secret removed]');
  });

  test.each<[string, () => void, string]>([
    [
      'a token endpoint that answers no JSON',
      () => Object.assign(world.server.behaviour, { failure: () => ({ status: 200, body: [] }) }),
      'failed',
    ],
    [
      'a token of another type',
      () => Object.assign(world.server.behaviour, { failure: () => ({ status: 200, body: { access_token: 'a', token_type: 'mac' } }) }),
      'failed',
    ],
    ['an error of the server', () => Object.assign(world.server.behaviour, { failure: () => ({ status: 500, body: {} }) }), 'failed'],
  ])('is not made by %s', async (_what, misbehave, outcome) => {
    const { state, begin, back, server } = world;
    const callback = server.consent(await begin());
    misbehave();
    expect(await back(callback)).toEqual(to(outcome));
    expect((await state()).connections[0]).toMatchObject({ state: 'disconnected', lastError: expect.stringMatching(/^The provider/) });
  });

  test('is for those who may change the app', async () => {
    const { state, begin, disconnect, graph, connect } = world;
    await connect();
    for (const as of [stranger, preview('app'), visitor]) {
      await expect(begin(as)).rejects.toThrow();
      await expect(disconnect(as)).rejects.toThrow();
    }
    expect((await state()).connections[0].state).toBe('connected');
    await expect(
      graph('mutation ($appId: ID!, $id: ID!) { connectIntegration(appId: $appId, id: $id, connection: "constructor") }'),
    ).rejects.toThrow('The connection was not found.');
  });

  test('ends here and at the provider', async () => {
    const { call, disconnect, connect, remove, server } = world;
    await connect();
    const before = server.counts.revoke;
    expect((await disconnect()).disconnectIntegration.installed[0].connections[0]).toMatchObject({
      state: 'disconnected',
      lastError: null,
    });
    expect(server.counts.revoke).toBe(before + 1);
    expect((await call()).status).toBe(409);
    await connect();
    await remove();
    expect(server.counts.revoke).toBe(before + 2);
    expect(await world.host.context.collections.connections.find({})).toEqual([]);
  });
});

describe('a client', () => {
  test('is needed, and its secret is never sent back', async () => {
    const { state, begin, configure } = world;
    await configure({ clients: { account: { id: null, secret: null } } });
    expect((await state()).connections[0]).toMatchObject({ state: 'unconfigured', clientId: null, hasClientSecret: false });
    await expect(begin()).rejects.toThrow('Calendar account needs a client ID. Enter it in the settings of Calendar.');
    await configure({ clients: { account: { id: 'mine' } } });
    expect((await state()).connections[0]).toMatchObject({ state: 'disconnected', clientId: 'mine', hasClientSecret: false });
    await expect(configure({ clients: { other: { id: 'x' } } })).rejects.toThrow('has no connection "other"');
    await expect(configure({ clients: { account: { id: 7 } } })).rejects.toThrow('is a text');
    await expect(configure({ clients: { account: { id: 'x' } } }, stranger)).rejects.toThrow();
    // Nothing is installed with a client that cannot be stored.
    await world.remove();
    for (const clients of [{ account: 7 }, { account: { secret: 'x'.repeat(5000) } }, { constructor: { id: 'x' } }])
      await expect(world.install({ clients })).rejects.toThrow();
    expect(await state()).toBe(undefined);
  });

  test('of another id ends the connection', async () => {
    const { state, call, configure, connect } = world;
    await connect();
    await configure({ clients: { account: { id: 'another' } } });
    expect((await state()).connections[0].state).toBe('lost');
    expect((await call()).body.message).toContain('Calendar account needs to be connected again.');
  });
});
