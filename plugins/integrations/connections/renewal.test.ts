import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Integrations } from '../service.ts';
import { calendar, openCalendar, to } from '../testing/connections.ts';

let world: Awaited<ReturnType<typeof openCalendar>>;
beforeAll(async () => {
  world = await openCalendar({ INTEGRATION_CALLS_AT_ONCE_PER_APP: 200 });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.reset();
  expect(await world.connect()).toEqual(to('connected'));
});

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
/** As after the time of the access token. */
const pass = (times: { readonly renewAt?: string; readonly expiresAt?: string }) =>
  world.host.context.collections.connections.updateMany({}, { $set: times });
const document = async () => (await world.host.context.collections.connections.findOne({}))!;
/** A provider that answers after all calls have asked for the token. */
const late = () => new Promise<void>((done) => setImmediate(() => setImmediate(done)));
/** Renewals and outcomes of calls at the same time. */
async function during(work: () => Promise<readonly { readonly status: number }[]>) {
  const before = world.server.counts.refresh;
  const answers = await work();
  return { statuses: [...new Set(answers.map(({ status }) => status))], renewals: world.server.counts.refresh - before };
}

describe('an access token', () => {
  test('is used while it is valid', async () => {
    expect(await during(async () => [await world.call(), await world.call()])).toEqual({ statuses: [200], renewals: 0 });
  });

  test('is renewed before it expires, once for 100 calls at the same time', async () => {
    await pass({ renewAt: ago(1) });
    world.server.behaviour.before = late;
    expect(await during(() => Promise.all(Array.from({ length: 100 }, () => world.call())))).toEqual({ statuses: [200], renewals: 1 });
    expect(await during(async () => [await world.call()])).toEqual({ statuses: [200], renewals: 0 });
  });

  test('is renewed once on several nodes', async () => {
    const { context } = world.host;
    await pass({ expiresAt: ago(1), renewAt: ago(1) });
    world.server.behaviour.before = late;
    const nodes = [world.host.service(), new Integrations(context, randomBytes(32)), new Integrations(context, randomBytes(32))];
    const [instance] = await nodes[0]!.packages.instances.list('app');
    const tokens = await Promise.all(
      nodes.flatMap(({ packages }) => [packages.connections.forCall(instance!), packages.connections.forCall(instance!)]),
    );
    expect(new Set(tokens.flatMap(({ secrets }) => secrets.map(({ value }) => value))).size).toBe(1);
    expect(await during(async () => [await world.call()])).toEqual({ statuses: [200], renewals: 0 });
    expect((await document()).generation).toBe(2);
  });

  test('is renewed once when a server refuses it, and the requests are sent again', async () => {
    world.server.expire();
    world.server.behaviour.before = late;
    const { statuses, renewals } = await during(async () =>
      (await Promise.all(Array.from({ length: 100 }, () => world.call()))).map(({ body }) => body),
    );
    expect({ statuses, renewals }).toEqual({ statuses: [200], renewals: 1 });
  });

  test('that a server refuses for another reason is renewed once a call', async () => {
    world.server.behaviour.rotates = false;
    const before = world.server.counts.api;
    const calls = await during(async () => {
      world.server.behaviour.failure = () => ({
        status: 200,
        body: { access_token: 'unknown to the server', token_type: 'Bearer', expires_in: 60 },
      });
      world.server.expire();
      return [(await world.call()).body];
    });
    expect(calls.statuses).toEqual([401]);
    expect(world.server.counts.api).toBe(before + 2);
  });

  test('whose provider does not rotate refresh tokens keeps the first', async () => {
    world.server.behaviour.rotates = false;
    for (let round = 0; round < 3; round += 1) {
      await pass({ renewAt: ago(1) });
      expect(await during(async () => [await world.call()])).toEqual({ statuses: [200], renewals: 1 });
    }
  });

  test('whose provider rotates refresh tokens is renewed with the latest', async () => {
    for (let round = 0; round < 3; round += 1) {
      await pass({ renewAt: ago(1), expiresAt: ago(1) });
      expect(await during(async () => [await world.call()])).toEqual({ statuses: [200], renewals: 1 });
    }
  });

  test('stays in use while the provider is down, until it expires', async () => {
    world.server.behaviour.failure = () => ({ status: 503, body: {} });
    await pass({ renewAt: ago(1) });
    expect((await world.call()).status).toBe(200);
    await pass({ expiresAt: ago(1) });
    expect(await world.call()).toMatchObject({ status: 502, body: { message: expect.stringContaining('The provider cannot be used') } });
    expect((await world.state()).connections[0]).toMatchObject({ state: 'connected', lastError: expect.stringContaining('The provider') });
    world.server.reset();
    expect((await world.call()).status).toBe(200);
    expect((await world.state()).connections[0].lastError).toBe(null);
  });

  test('is taken over from a node that died while it renewed', async () => {
    await pass({ renewAt: ago(1), expiresAt: ago(1) });
    const { connections } = world.host.context.collections;
    await connections.updateMany({}, { $set: { lease: { holder: 'a node that is gone', until: ago(1) } } });
    expect(await during(async () => [await world.call()])).toEqual({ statuses: [200], renewals: 1 });
  });
});

describe('an access that the provider has ended', () => {
  test('has to be connected again, says why without a token, and works afterwards', async () => {
    world.server.revokeAll();
    expect(await world.call()).toMatchObject({ status: 502, body: { message: expect.stringContaining('needs to be connected again') } });
    const [connection] = (await world.state()).connections;
    expect(connection).toMatchObject({
      state: 'lost',
      lastError: 'The provider answered invalid_grant: The token [secret removed] was revoked.',
    });
    expect(await during(async () => [await world.call(), await world.call()])).toEqual({ statuses: [409], renewals: 0 });
    expect(await world.connect()).toEqual(to('connected'));
    expect((await world.state()).connections[0]).toMatchObject({ state: 'connected', lastError: null });
    expect((await world.call()).body.status).toBe(200);
  });

  test('and that cannot be renewed, likewise', async () => {
    world.server.behaviour.refreshes = false;
    await world.connect();
    world.server.expire();
    expect((await world.call()).body.message).toContain('needs to be connected again');
    expect((await world.state()).connections[0]).toMatchObject({
      state: 'lost',
      lastError: 'The access has ended, and the provider gave no way to renew it.',
    });
  });

  test('by the builder while it was renewed is revoked at the provider as well', async () => {
    await pass({ renewAt: ago(1), expiresAt: ago(1) });
    const released = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    world.server.behaviour.before = async () => {
      arrived.resolve();
      await released.promise;
    };
    const called = world.call();
    await arrived.promise;
    const ended = world.disconnect();
    await ended;
    const { revoke } = world.server.counts;
    released.resolve();
    expect((await called).status).toBe(409);
    expect(world.server.counts.revoke).toBe(revoke + 1);
    expect((await world.state()).connections[0].state).toBe('disconnected');
  });
});

describe('another version of the package', () => {
  const upgrade = async () => {
    const { digest } = (await world.state()).upgrade;
    const document =
      'mutation ($appId: ID!, $id: ID!, $digest: String!) { upgradeIntegration(appId: $appId, id: $id, digest: $digest) { id } }';
    await world.graph(document, { digest });
  };
  const further = () => world.write(calendar(world.server.site, { version: '2.0.0' }).replace("hosts: ['", "hosts: ['thief.example', '"));

  test('that calls a further server gets no access that was asked for before', async () => {
    const address = await world.begin();
    further();
    await upgrade();
    expect(await world.back(world.server.consent(address))).toEqual(to('expired'));
    expect((await world.state()).connections[0].state).toBe('disconnected');
  });

  test('that calls a further server gets no access that is granted while it is accepted', async () => {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await world.disconnect();
    const address = await world.begin();
    world.server.behaviour.beforeGrant = async () => {
      arrived.resolve();
      await released.promise;
    };
    const finished = world.back(world.server.consent(address));
    await arrived.promise;
    further();
    await upgrade();
    released.resolve();
    expect(await finished).toEqual(to('connected'));
    // The servers from before get it, and no other.
    expect((await world.call()).body.status).toBe(200);
    const documents = await world.host.context.collections.connections.find({});
    expect(documents.map(({ hosts }) => hosts)).toEqual([[world.server.host]]);
  });

  test.each<[string, Parameters<typeof calendar>[1], string[]]>([
    ['another server', { connection: "issuer: 'https://accounts.evil.example'" }, ['account: https://accounts.evil.example']],
    ['another scope', { connection: "issuer: 'SITE', scopes: ['events.read', 'events.write']" }, ['account: events.write']],
    ['the token at another place', { connection: "issuer: 'SITE', in: ['body']" }, ['account (body)']],
  ])('that wants %s waits for the builder, and gets no token before', async (_what, declared, added) => {
    const connection = declared?.connection?.replace('SITE', world.server.site) ?? '';
    world.write(calendar(world.server.site, { connection, version: '2.0.0' }));
    const { upgradeAdds, upgrade, connections } = await world.state();
    expect(upgradeAdds.connections).toEqual(added);
    expect(connections[0].state).toBe('connected');
    expect((await world.call()).body.status).toBe(200);
    await world.graph(
      'mutation ($appId: ID!, $id: ID!, $digest: String!) { upgradeIntegration(appId: $appId, id: $id, digest: $digest) { id } }',
      {
        digest: upgrade.digest,
      },
    );
    const isSame = added.some((one) => one.endsWith('(body)'));
    const isElsewhere = added.some((one) => one.includes('evil'));
    // A secret that was entered for one server is not sent to another one.
    expect((await world.state()).connections[0]).toMatchObject({
      state: isSame ? 'connected' : isElsewhere ? 'disconnected' : 'lost',
      clientId: world.server.client.id,
      hasClientSecret: !isElsewhere,
    });
  });
});
