// `npm run secrets -- rotate` on the data of a real server: data that the previous secret encrypted is decrypted by the next one,
// and by no other.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type OauthServer, startOauthServer } from '@sayso/integrations/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Builder, openBuilder } from '../bench/builder.ts';
import { offeredDigest } from '../integration-offer.ts';
import { type Product, startProduct } from '../product.ts';

// The command and the server start several times, next to all other tests.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const root = join(import.meta.dirname, '..', '..');
const execute = promisify(execFile);
const SECRET = 'services/T000/B000/very-secret-path';
const MODEL_KEY = 'sk-a-saved-key-of-the-model-7781';
const OLD = 'the first secret of the installation, long enough';
const NEXT = 'the second secret of the installation, long enough';

// Each test starts whole servers, one after the other.
vi.setConfig({ testTimeout: 90_000 });

/** A package that uses an account. */
const calendar = (at: string): string => `export default {
  name: 'calendar', title: 'Calendar', version: '1.0.0', sentence: 'Reads a calendar.', hosts: ['${new URL(at).host}'],
  connections: { account: { title: 'Account', issuer: '${at}' } },
  endpoints: { today: {
    sentence: 'Today.', input: { type: 'object' }, output: {}, example: { input: {}, output: {} },
    run: async (_, { connections }) => (await fetch('${at}/me', { headers: { authorization: 'Bearer ' + connections.account } })).status,
  } },
};`;

let dataDir: string;
let received: string[] = [];
let server: Server;
let site: string;
let provider: OauthServer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sayso-rotation-'));
  provider = await startOauthServer();
  await mkdir(join(dataDir, 'integrations'));
  await writeFile(join(dataDir, 'integrations', 'calendar.js'), calendar(provider.site));
  server = createServer((request, response) => {
    received.push(request.url ?? '');
    response.end('ok');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = `localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await provider.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const environment = () => ({ DATA_DIR: dataDir, INTEGRATION_PRIVATE_HOSTS: `${site},${provider.host}` });

async function rotate(env: Readonly<Record<string, string>> = {}): Promise<{ readonly code: number; readonly output: string }> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const options = { cwd: root, env: { PATH, NODE_COMPILE_CACHE, ...environment(), ...env } };
  try {
    const { stdout, stderr } = await execute(process.execPath, ['scripts/secrets.ts', 'rotate'], options);
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code = 1, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
    return { code, output: stdout + stderr };
  }
}

const LOOK = `query ($id: ID!) {
  integrationPackages(appId: $id) { installed { id problem } }
  modelConnection { keyProblem hasKey }
  outbox { subject text }
}`;

/** Signs in anew: a rotation ends all sessions. */
async function reopen(env: Readonly<Record<string, string>> = {}): Promise<{ product: Product; graphql: Builder['graphql'] }> {
  const product = await startProduct({ RATE_LIMIT: '0', ...environment(), ...env });
  const send = (path: string, body: object, token?: string) =>
    fetch(`${product.builderUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const { token } = (await (
    await send('/api/auth/sign-in/email', { email: 'ada@example.org', password: 'correct horse battery' })
  ).json()) as { token: string };
  const graphql: Builder['graphql'] = async (query, variables = {}) => {
    const { data, errors } = (await (await send('/graphql', { query, variables }, token)).json()) as { data: unknown; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  return { product, graphql };
}

let id: string;
let instance: string;
/** The package with an account. */
let connected: string;

async function works(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const { product, graphql } = await reopen(env);
  try {
    const seen = await graphql(LOOK, { id });
    expect(seen.integrationPackages.installed).toEqual([
      { id: connected, problem: null },
      { id: instance, problem: null },
    ]);
    expect(seen.modelConnection).toEqual({ keyProblem: null, hasKey: true });
    expect(seen.outbox.length).toBeGreaterThan(0);
    for (const { text } of seen.outbox) expect(text).toContain('http');
    // A renewal needs the refresh token and the secret of the client.
    provider.expire();
    const { testIntegration: today } = await graphql(
      'mutation ($id: ID!, $instance: ID!) { testIntegration(appId: $id, id: $instance, endpoint: "today", input: {}) { isOk output } }',
      { id, instance: connected },
    );
    expect(today).toEqual({ isOk: true, output: 200 });
    received = [];
    const { testIntegration } = await graphql(
      'mutation ($id: ID!, $instance: ID!) { testIntegration(appId: $id, id: $instance, endpoint: "postMessage", input: { text: "Hi" }) { isOk output } }',
      { id, instance },
    );
    expect([testIntegration.isOk, received]).toEqual([true, [`/${SECRET}`]]);
    const { testFunction } = await graphql('mutation ($id: ID!) { testFunction(appId: $id, name: "own") { answer } }', { id });
    expect(JSON.parse(testFunction.answer)).toEqual([true, '[secret removed]']);
  } finally {
    await product.stop();
  }
}

test('a server that runs keeps its secret', async () => {
  await using builder = await openBuilder(environment());
  const own = "export default (_, { env }) => [Deno.env.has('OWN_KEY'), env.OWN_KEY];";
  id = await builder.createApp({ 'pages/Home': 'export default () => <p>Hi</p>;' });
  await builder.call(`/api/apps/${id}/files/update`, { file: { id: 'functions/own', content: own } });
  await builder.graphql(
    'mutation ($id: ID!, $value: String!) { setFunctionVariable(appId: $id, name: "OWN_KEY", value: $value, isSecret: true) { name } }',
    { id, value: SECRET },
  );
  const { installIntegration } = await builder.graphql(
    `mutation ($id: ID!, $digest: String!, $settings: JSON, $secrets: JSON) {
      installIntegration(appId: $id, package: "slack", digest: $digest, settings: $settings, secrets: $secrets) { installed { id } } }`,
    {
      id,
      digest: await offeredDigest(builder.graphql, id, 'slack'),
      settings: { server: `http://${site}` },
      secrets: { webhookPath: SECRET },
    },
  );
  instance = installIntegration.installed[0].id;
  const calendars = await builder.graphql(
    'mutation ($id: ID!, $digest: String!, $clients: JSON) { installIntegration(appId: $id, package: "calendar", digest: $digest, clients: $clients) { installed { id package { name } } } }',
    { id, digest: await offeredDigest(builder.graphql, id, 'calendar'), clients: { account: provider.client } },
  );
  connected = calendars.installIntegration.installed.find((one: { package: { name: string } }) => one.package.name === 'calendar').id;
  const { connectIntegration } = await builder.graphql(
    'mutation ($id: ID!, $instance: ID!) { connectIntegration(appId: $id, id: $instance, connection: "account") }',
    { id, instance: connected },
  );
  const back = await fetch(provider.consent(connectIntegration), { headers: { ...builder.headers }, redirect: 'manual' });
  expect(back.headers.get('location')).toBe('/connected?outcome=connected');
  await builder.graphql('mutation ($input: ModelConnectionInput!) { saveModelConnection(input: $input) { hasKey } }', {
    input: { endpoint: `http://${site}/v1`, key: MODEL_KEY },
  });
  await builder.call('/api/live_api/account/sendResetPasswordEmail', { email: 'ada@example.org' });
  await expect.poll(async () => (await builder.graphql('{ outbox { subject } }')).outbox.length).toBeGreaterThan(0);
  const secret = await readFile(join(dataDir, 'secret'), 'utf8');
  const { code, output } = await rotate();
  expect([code, output]).toEqual([1, expect.stringContaining('is in use by another Sayso server')]);
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(secret);
});

test('a stored secret is replaced, and all that it encrypted is read with the next one', async () => {
  const before = await readFile(join(dataDir, 'secret'), 'utf8');
  expect(await rotate()).toEqual({
    code: 0,
    output: expect.stringContaining('The secret is replaced. The new one is in the data folder.'),
  });
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).not.toBe(before);
  expect(await readdir(dataDir)).not.toContain('secret.next');
  await works();
});

test('an interrupted rotation is completed by the next one', async () => {
  // As after a crash before the end: some values have been encrypted with the next secret, which is kept.
  const secret = await readFile(join(dataDir, 'secret'), 'utf8');
  expect((await rotate()).code).toBe(0);
  const next = await readFile(join(dataDir, 'secret'), 'utf8');
  await writeFile(join(dataDir, 'secret'), secret);
  await writeFile(join(dataDir, 'secret.next'), next);
  expect((await rotate()).code).toBe(0);
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(next);
  await works();
});

test('a secret of the environment is replaced by SECRET_NEXT', async () => {
  const stored = (await readFile(join(dataDir, 'secret'), 'utf8')).trim();
  const refused = await rotate({ SECRET: stored });
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('Set SECRET_NEXT to the secret that takes its place')]);
  expect((await rotate({ SECRET: stored, SECRET_NEXT: stored })).output).toContain('SECRET_NEXT is the secret that is in use');
  expect((await rotate({ SECRET: stored, SECRET_NEXT: OLD })).output).toContain('Set SECRET to the value of SECRET_NEXT');
  expect(await readdir(dataDir)).not.toContain('secret.next');
  await works({ SECRET: OLD });
  // The one before opens nothing any more.
  const { product, graphql } = await reopen({ SECRET: NEXT });
  const seen = await graphql(LOOK, { id });
  await product.stop();
  expect(seen.integrationPackages.installed.map(({ problem }: { problem: string }) => problem)).toEqual([
    expect.stringContaining('cannot be read, because SECRET has changed'),
    expect.stringContaining('cannot be read, because SECRET has changed'),
  ]);
  expect(seen.modelConnection.keyProblem).toContain('SECRET');
  await works({ SECRET: OLD });
});
