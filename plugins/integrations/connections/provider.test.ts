import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readManifest } from '../packages/catalogue.ts';
import { owner } from '../testing/apps.ts';
import { calendar, openCalendar, to } from '../testing/connections.ts';

let world: Awaited<ReturnType<typeof openCalendar>>;
beforeAll(async () => {
  const clients = JSON.stringify({ 'calendar/account': { id: 'client-of-the-builder', secret: 'client secret/with+signs=7731' } });
  world = await openCalendar({ INTEGRATION_OAUTH_CLIENTS: clients });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.reset());

/** Installs a version with another declaration of its connection. */
async function declare(
  connection: string,
  { extra = '', ...variables }: { readonly extra?: string; readonly [name: string]: unknown } = {},
) {
  await world.remove();
  world.write(calendar(world.server.site, { connection: connection.replaceAll('SITE', world.server.site), extra }));
  await world.install(variables);
}

const SERVER = "settings: { server: { title: 'Server', type: 'url', required: true } },";
const ENDPOINTS = "authorizationEndpoint: 'SITE/authorize', tokenEndpoint: 'SITE/token'";

describe('a provider', () => {
  test.each<[string, string, object]>([
    ['endpoints in place of metadata', ENDPOINTS, {}],
    ['endpoints and an issuer', `issuer: 'SITE', ${ENDPOINTS}, revocationEndpoint: 'SITE/revoke'`, {}],
    ['the secret of the client in the body', `${ENDPOINTS}, clientAuthentication: 'client_secret_post'`, {}],
    ['a server that the builder chose', "issuer: '{server}'", { extra: SERVER, settings: { server: 'SITE' } }],
    [
      'endpoints of a server that the builder chose',
      "authorizationEndpoint: '{server}/authorize', tokenEndpoint: '{server}/token'",
      { extra: SERVER, settings: { server: 'SITE/' } },
    ],
  ])('is connected by %s', async (_what, connection, more) => {
    await declare(connection, JSON.parse(JSON.stringify(more).replaceAll('SITE', world.server.site)));
    expect(await world.connect()).toEqual(to('connected'));
    expect((await world.call()).body.status).toBe(200);
  });

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['runs as a script', { authorization_endpoint: 'javascript:alert(document.domain)' }, 'its answer is not valid'],
    ['is in a private network', { authorization_endpoint: 'https://169.254.169.254/authorize' }, 'private network'],
    ['is not encrypted', { authorization_endpoint: 'http://accounts.example.com/authorize' }, 'only https: addresses'],
    ['has a password', { authorization_endpoint: 'https://user:secret@accounts.example.com/' }, 'a user and a password is refused'],
  ])('never sends a browser to an address that %s', async (what, metadata, problem) => {
    // Another path, because metadata is kept for a while.
    world.server.behaviour.metadata = metadata;
    world.server.behaviour.issuer = `${world.server.site}/${what.replaceAll(' ', '-')}`;
    await declare(`issuer: '${world.server.behaviour.issuer}'`);
    await expect(world.begin()).rejects.toThrow(problem);
    expect((await world.state()).connections[0].lastError).toContain(problem);
  });

  test.each<[string, string, string]>([
    ['a private network', "authorizationEndpoint: 'SITE/authorize', tokenEndpoint: 'https://127.0.0.1:9/token'", 'private network'],
    [
      'a private network by its name',
      "authorizationEndpoint: 'SITE/authorize', tokenEndpoint: 'https://localhost/token'",
      'private network',
    ],
    [
      'an address that is not encrypted',
      "authorizationEndpoint: 'SITE/authorize', tokenEndpoint: 'http://example.com/token'",
      'only https: addresses',
    ],
  ])('gets no code at %s', async (_what, connection, problem) => {
    await declare(connection);
    expect(await world.connect()).toEqual(to('failed'));
    expect((await world.state()).connections[0]).toMatchObject({ state: 'disconnected', lastError: expect.stringContaining(problem) });
  });

  test('whose metadata names another issuer is refused', async () => {
    world.server.behaviour.issuer = 'https://accounts.example.com';
    await declare("issuer: 'SITE/other'");
    await expect(world.begin()).rejects.toThrow('does not publish the metadata of an OAuth provider');
  });
});

describe('the client of the operator', () => {
  test('is used where the builder has none, and the builder never sees it', async () => {
    await declare("issuer: 'SITE'", { clients: {} });
    expect((await world.state()).connections[0]).toMatchObject({
      state: 'disconnected',
      clientId: null,
      hasClientSecret: false,
      hasOperatorClient: true,
    });
    expect(await world.connect()).toEqual(to('connected'));
    expect((await world.call()).body.status).toBe(200);
  });

  test('is not sent to a server that the builder chose', async () => {
    await declare("issuer: '{server}'", { extra: SERVER, clients: {}, settings: { server: world.server.site } });
    expect((await world.state()).connections[0]).toMatchObject({ state: 'unconfigured', hasOperatorClient: false });
    await expect(world.begin()).rejects.toThrow('needs a client ID');
  });
});

test('another server of the settings gets neither the tokens nor the secret of the client', async () => {
  await declare("issuer: '{server}'", { extra: SERVER, settings: { server: world.server.site } });
  await world.connect();
  await world.configure({ settings: { server: 'https://accounts.evil.example' } });
  expect((await world.state()).connections[0]).toMatchObject({
    state: 'disconnected',
    clientId: world.server.client.id,
    hasClientSecret: false,
  });
  await world.configure({ settings: { server: world.server.site } });
  expect((await world.state()).connections[0]).toMatchObject({ state: 'disconnected', hasClientSecret: false });
});

test('a secret of the client that was entered before its server was chosen is asked for again', async () => {
  await declare("issuer: '{server}'", { extra: SERVER.replace('true', 'false') });
  expect((await world.state()).connections[0]).toMatchObject({ state: 'unconfigured', hasClientSecret: true });
  await world.configure({ settings: { server: 'https://accounts.evil.example' } });
  expect((await world.state()).connections[0]).toMatchObject({ clientId: world.server.client.id, hasClientSecret: false });
});

test('a secret of the client that is entered while its server changes is for the server from before', async () => {
  await declare("issuer: '{server}'", { extra: SERVER, settings: { server: world.server.site } });
  const { packages } = world.host.service();
  const [{ instance } = { instance: null }] = await (await packages.list(owner, 'app')).instances();
  if (instance === null) throw new Error('The package is not installed.');
  await world.configure({ settings: { server: 'https://accounts.evil.example' } });
  await packages.connections.setClients(instance, new Map([['account', { secret: 'late' }]]));
  expect((await world.state()).connections[0]).toMatchObject({ problem: expect.stringContaining('entered for another server') });
  await expect(world.begin()).rejects.toThrow('entered for another server');
});

describe('a declaration', () => {
  const declared = (connection: object, more: object = {}) =>
    readManifest({
      name: 'a1',
      title: 'A',
      version: '1.0.0',
      sentence: 'A.',
      connections: { account: { title: 'Account', ...connection } },
      ...more,
    });
  const issuer = 'https://accounts.example.com';

  test.each<[string, object, string]>([
    ['without a provider', {}, 'has an issuer, or an authorizationEndpoint and a tokenEndpoint'],
    ['with one of two endpoints', { issuer, tokenEndpoint: issuer }, 'has an issuer'],
    ['with an address of another protocol', { issuer: 'javascript:alert(1)' }, 'is an address'],
    ['with a password in an address', { issuer: 'https://a:b@example.com' }, 'is an address'],
    ['with a host of a setting', { issuer: 'https://{server}.example.com' }, 'is an address'],
    ['with an unknown setting', { issuer: '{server}' }, '{server} is not a setting of the type url'],
    ['with a state of its own', { issuer, parameters: { state: 'x' } }, 'sets a parameter of the server itself'],
    ['with a redirect of its own', { issuer, parameters: { Redirect_URI: 'x' } }, 'sets a parameter of the server itself'],
    ['without PKCE', { issuer, parameters: { code_challenge_method: 'plain' } }, 'sets a parameter of the server itself'],
    ['with two scopes in one', { issuer, scopes: ['a b'] }, 'is a scope'],
    ['with a client', { issuer, clientSecret: 'x' }, 'Unrecognized key'],
  ])('%s is refused', (_what, connection, problem) => {
    expect(() => declared(connection)).toThrow(problem);
  });
});
