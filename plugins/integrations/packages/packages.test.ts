import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '@sayso/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { owner, preview, stranger, user, visitor } from '../testing/apps.ts';
import { type Data, openIntegrations } from '../testing/host.ts';

const SECRET = 'xoxb-very-secret-key-7781';

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let folder: string;
let server: Server;
let port: number;
let site: string;
let received: Received[] = [];
let answer: (request: Received) => { readonly status?: number; readonly body: unknown } = () => ({ body: {} });
const logged: string[] = [];
let opened: Awaited<ReturnType<typeof openIntegrations>>;

/** A package with one endpoint, as an operator would put it into the folder. */
function weather(
  version = '1.0.0',
  { hosts = [] as readonly string[], price = '', more = '', run = "({ city }) => ({ text: 'Sunny in ' + city })" } = {},
): string {
  return `export default {
    name: 'weather', title: 'Weather', version: '${version}', sentence: 'Tells the weather.', hosts: ${JSON.stringify(hosts)},
    price: ${price === '' ? 'undefined' : JSON.stringify(price)},
    endpoints: {
      forecast: {
        sentence: 'The weather of a city.',
        input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        output: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        example: { input: { city: 'Bern' }, output: { text: 'A sample' } },
        run: ${run},
      },
      ${more}
    },
  };`;
}
const write = (text: string, name = 'weather') => writeFileSync(join(folder, `${name}.js`), text);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sayso-packages-'));
  write(weather());
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url: path, headers } = request;
    const got = { method, path, headers, body: Buffer.concat(chunks).toString() };
    received.push(got);
    const { status = 200, body } = answer(got);
    response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
  site = `http://localhost:${port}`;
  const keep = (fields: object, message: string) => logged.push(JSON.stringify([fields, message]));
  opened = await openIntegrations({
    log: { debug: keep, info: keep, warn: keep, error: keep },
    config: { INTEGRATIONS_DIR: folder, INTEGRATION_PRIVATE_HOSTS: `localhost:${port},127.0.0.1:${port}` },
  });
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  received = [];
  const { packages } = opened.host.service();
  for (const { instance } of await (await packages.list(owner, 'app')).instances()) await packages.remove(owner, 'app', instance._id);
});

async function call(path: string, parameters: unknown, as: Actor = user('app')) {
  const response = await opened.host.fetch(
    path,
    { method: 'POST', host: 'runtime', body: JSON.stringify(parameters), headers: { 'content-type': 'application/json' } },
    as,
  );
  return { status: response.status, body: (await response.json()) as Data };
}
const forecast = (parameters: unknown, as?: Actor, instance = 'main') =>
  call(`/integrations/installable/weather/${instance}/integration-endpoints/forecast`, parameters, as);

async function graph(text: string, variables: object, as: Actor = owner): Promise<Data> {
  const { data, errors = [] } = await opened.host.graphql<Data>(text, { appId: 'app', ...variables }, as);
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  return data;
}
const FIELDS = `installed { id name problem secretNames settings lastError visitors webhookUrls package { name version price }
  upgrade { digest package { version } } upgradeAdds } missing broken { name problem } catalogue { isBuiltIn package { name } }`;
const list = async () => (await graph(`query ($appId: ID!) { integrationPackages(appId: $appId) { ${FIELDS} } }`, {})).integrationPackages;
const digestOf = async (packageName: string) => (await opened.host.service().packages.catalogue.find(packageName))?.digest;
const install = async (packageName: string, more: object = {}) =>
  (
    await graph(
      `mutation ($appId: ID!, $package: String!, $digest: String!, $name: String, $settings: JSON, $secrets: JSON) {
        installIntegration(appId: $appId, package: $package, digest: $digest, name: $name, settings: $settings, secrets: $secrets) { ${FIELDS} } }`,
      { package: packageName, digest: await digestOf(packageName), ...more },
    )
  ).installIntegration;

describe('a package of the operator', () => {
  test('is offered beside those of Sayso, and called once it is installed', async () => {
    const before = await list();
    const offered = before.catalogue.map((offer: Data) => offer.package.name);
    expect(offered).toEqual(expect.arrayContaining(['http-service', 'slack', 'stripe', 'weather']));
    const missing = await forecast({ city: 'Bern' });
    expect(missing.status).toBe(404);
    expect(missing.body.code).toBe('integration-missing');
    expect(missing.body.message).toContain('"weather" is not installed in this app.');
    await install('weather');
    expect(await forecast({ city: 'Bern' })).toEqual({ status: 200, body: { text: 'Sunny in Bern' } });
    const sdk = await call('/api/apps/app/integration-endpoints/installable/weather/integration-endpoints/forecast', { city: 'Ulm' });
    expect(sdk).toEqual({ status: 200, body: { text: 'Sunny in Ulm' } });
  });

  test('is among what the code of its app may call, once for all its instances', async () => {
    const names = async (appId: string) => (await opened.host.service().callable(appId)).map((one) => one.package);
    expect(await names('app')).toEqual(['Core']);
    await install('weather');
    await install('weather', { name: 'second' });
    const [core, weather] = await opened.host.service().callable('app');
    expect(core?.endpoints).toEqual(expect.arrayContaining(['SendEmail', 'UploadFile']));
    expect(weather).toMatchObject({ package: 'weather', endpoints: expect.arrayContaining(['forecast']) });
    expect(await names('app')).toEqual(['Core', 'weather']);
    expect(await names('other')).toEqual(['Core']);
  });

  test.each([
    [400, 'a text', '"Bern"', 'takes an object of named parameters'],
    [400, 'no parameter', '{}', 'The parameter "city" of weather/forecast does not fit'],
    [400, 'another type', '{"city": 3}', 'does not fit'],
  ])('answers %i for %s', async (status, _what, json, message) => {
    await install('weather');
    const got = await forecast(JSON.parse(json));
    expect(got.status).toBe(status);
    expect(got.body.message).toContain(message);
  });

  test('is called by signed-in people, and by visitors where the builder opened it', async () => {
    const { installed } = await install('weather');
    expect((await forecast({ city: 'a' }, visitor)).status).toBe(404);
    const asVisitor = () => forecast({ city: 'a' }, user('app', null));
    expect((await asVisitor()).status).toBe(401);
    await graph('mutation ($appId: ID!, $id: ID!) { configureIntegration(appId: $appId, id: $id, visitors: ["forecast"]) { id } }', {
      id: installed[0].id,
    });
    expect((await asVisitor()).status).toBe(200);
    expect((await forecast({ city: 'a' }, user('other'))).status).toBe(404);
  });

  test('has several instances with settings of their own', async () => {
    await install('weather');
    await install('weather', { name: 'second' });
    await expect(install('weather')).rejects.toThrow('as "main" already');
    expect((await forecast({ city: 'a' }, undefined, 'second')).status).toBe(200);
    expect((await forecast({ city: 'a' }, undefined, 'third')).status).toBe(404);
  });

  test('gives its sample answer to previews when the builder wants that', async () => {
    const { installed } = await install('weather');
    await graph('mutation ($appId: ID!, $id: ID!) { configureIntegration(appId: $appId, id: $id, hasSamples: true) { id } }', {
      id: installed[0].id,
    });
    expect((await forecast({ city: 'a' }, preview('app'))).body).toEqual({ text: 'A sample' });
    expect((await forecast({ city: 'a' })).body).toEqual({ text: 'Sunny in a' });
  });

  test('that answers something else than it declares fails, and says so to the builder', async () => {
    write(weather('1.0.1', { run: '() => ({ text: 5 })' }));
    await forgetListing();
    await install('weather');
    const got = await forecast({ city: 'a' });
    expect(got).toMatchObject({ status: 502, body: { code: 'integration-failed' } });
    expect((await list()).installed[0].lastError).toContain('something else than it declares');
    write(weather());
    await forgetListing();
  });

  test('that cannot be read is named with its fault', async () => {
    for (const [text, problem] of [
      ['export default { name: "broken" }', 'title'],
      ['export default {', 'invalid property name'],
      [
        weather().replace("'weather'", "'broken'").replace("type: 'string'", "type: 'string', pattern: 'a+'"),
        '"pattern", which is not supported',
      ],
      [weather().replace("'weather'", "'broken'").replace('hosts: []', "hosts: ['*']"), 'is a host such as'],
      ['export default { get name() { while (true); } }', 'too long'],
    ] as const) {
      write(text, 'broken');
      await forgetListing();
      expect((await list()).broken).toEqual([{ name: 'broken', problem: expect.stringContaining(problem) }]);
    }
    rmSync(join(folder, 'broken.js'));
    await forgetListing();
  });
});

/** Listings of the folder are used for a moment. */
async function forgetListing(): Promise<void> {
  opened.host.service().packages.catalogue.forget();
}

test('the model learns how to call packages, and which ones could be installed', async () => {
  const { packages } = opened.host.service();
  const before = await packages.describe('app');
  expect(before).toContain(
    '- @/integrations/weather (Weather): Tells the weather.\n  - forecast({ city: string }) → { text: string }: The weather of a city.',
  );
  expect(before).not.toContain('Installed integration packages');
  expect(before).toContain('- @/integrations/slack (Slack): ');
  expect(before).toContain(
    '  - postMessage({ text: string, blocks?: object[], username?: string, icon_emoji?: string }) → { ok: boolean }: ',
  );
  await install('weather');
  const after = await packages.describe('app');
  expect(after.indexOf('@/integrations/weather')).toBeLessThan(after.indexOf('that are not installed'));
  expect(after.match(/integrations\/weather/g)).toHaveLength(1);
});

describe('another version', () => {
  test('that wants nothing more is used at once', async () => {
    await install('weather');
    write(weather('1.1.0', { run: "() => ({ text: 'new' })" }));
    await forgetListing();
    expect((await forecast({ city: 'a' })).body).toEqual({ text: 'new' });
    expect((await list()).installed[0]).toMatchObject({ package: { version: '1.1.0' }, upgrade: null });
  });

  test('that wants more hosts or endpoints waits for the builder, who sees the difference', async () => {
    write(weather());
    await forgetListing();
    const { installed } = await install('weather');
    write(
      weather('2.0.0', {
        hosts: ['evil.example'],
        run: "() => ({ text: 'evil' })",
        more: "more: { sentence: 'x', input: {}, output: {}, example: { input: {}, output: {} }, run: () => ({}) },",
      }),
    );
    await forgetListing();
    expect((await forecast({ city: 'a' })).body).toEqual({ text: 'Sunny in a' });
    const [waiting] = (await list()).installed;
    expect(waiting).toMatchObject({ package: { version: '1.0.0' }, upgrade: { package: { version: '2.0.0' } } });
    expect(waiting.upgradeAdds).toEqual({
      connections: [],
      hosts: ['evil.example'],
      secrets: [],
      endpoints: ['more'],
      webhooks: [],
      price: [],
    });
    const upgrade = (digest: string) =>
      graph(
        'mutation ($appId: ID!, $id: ID!, $digest: String!) { upgradeIntegration(appId: $appId, id: $id, digest: $digest) { installed { package { version } } } }',
        { id: installed[0].id, digest },
      );
    await expect(upgrade('0'.repeat(64))).rejects.toThrow('The package has changed since it was shown. Look at what it asks for now.');
    expect(await upgrade(waiting.upgrade.digest)).toEqual({ upgradeIntegration: { installed: [{ package: { version: '2.0.0' } }] } });
    expect((await forecast({ city: 'a' })).body).toEqual({ text: 'evil' });
    write(weather());
    await forgetListing();
  });

  test('with another price waits for the builder, and one without a price does not', async () => {
    write(weather('1.0.0', { price: '1 € a month' }));
    await forgetListing();
    await install('weather');
    write(weather('1.1.0', { price: '9 € a month' }));
    await forgetListing();
    const [waiting] = (await list()).installed;
    expect(waiting).toMatchObject({
      package: { version: '1.0.0', price: '1 € a month' },
      upgradeAdds: { hosts: [], price: ['9 € a month'] },
    });
    write(weather('1.2.0'));
    await forgetListing();
    expect((await list()).installed).toMatchObject([{ package: { version: '1.2.0', price: null }, upgrade: null }]);
    write(weather());
    await forgetListing();
  });

  test('is refused when the builder saw another one before the click', async () => {
    const digest = await digestOf('weather');
    write(weather('1.0.0', { hosts: ['evil.example'] }));
    await forgetListing();
    await expect(install('weather', { digest })).rejects.toThrow(
      'The package has changed since it was shown. Look at what it asks for now.',
    );
    expect((await list()).installed).toEqual([]);
    await install('weather');
    write(weather());
    await forgetListing();
  });

  test('is another one when the same code declares something else', async () => {
    const code = weather().replace("title: 'Weather'", "title: 'Weather ' + Math.random()");
    write(code);
    await forgetListing();
    const first = await digestOf('weather');
    const second = await openIntegrations({ config: { INTEGRATIONS_DIR: folder } });
    const other = await second.host.service().packages.catalogue.find('weather');
    await second[Symbol.asyncDispose]();
    expect(other?.code).toBe(code);
    expect(other?.digest).not.toBe(first);
    write(weather());
    await forgetListing();
  });

  test('whose default address leads elsewhere waits for the builder, too', async () => {
    const hook = (version: string, more: string) => `export default { name: 'hook', title: 'Hook', version: '${version}', sentence: 'x',
      hosts: ['{server}'], settings: { server: { title: 'Server', type: 'url'${more} } },
      endpoints: { send: { sentence: 'x', input: { type: 'object' }, output: {}, example: { input: {}, output: {} }, run: () => ({ version: '${version}' }) } } };`;
    write(hook('1.0.0', ''), 'hook');
    await forgetListing();
    await install('hook');
    write(hook('1.0.1', ", default: 'https://evil.example'"), 'hook');
    await forgetListing();
    const send = () => call('/integrations/installable/hook/main/integration-endpoints/send', {});
    expect((await send()).body).toEqual({ version: '1.0.0' });
    const waiting = (await list()).installed.find((one: Data) => one.package.version === '1.0.0' && one.upgrade !== null);
    expect(waiting.upgradeAdds).toMatchObject({ hosts: ['evil.example'] });
    rmSync(join(folder, 'hook.js'));
    await forgetListing();
  });
});

describe('secrets', () => {
  const slack = (more: object = {}) =>
    install('slack', { settings: { server: site }, secrets: { webhookPath: `services/T0/B0/${SECRET}` }, ...more });

  test('reach the declared server alone, and are in no answer, document, log or blob', async () => {
    answer = ({ path }) => ({ body: `ok ${path}` });
    const made = await slack();
    const { status, body } = await call('/integrations/installable/slack/main/integration-endpoints/postMessage', { text: 'Hello' });
    expect({ status, body }).toEqual({ status: 200, body: { ok: true } });
    expect(received).toEqual([expect.objectContaining({ method: 'POST', path: `/services/T0/B0/${SECRET}`, body: '{"text":"Hello"}' })]);
    answer = ({ path }) => ({ status: 500, body: `failed at ${path}` });
    const failed = await call('/integrations/installable/slack/main/integration-endpoints/postMessage', { text: 'Hello' });
    expect(failed.status).toBe(502);
    const documents = await Promise.all(
      Object.keys(opened.host.context.collections).map((name) => opened.host.context.collections[name as 'instances'].find({})),
    );
    const schema = await (await opened.host.fetch('/apps/app/integrations/schema', {}, owner)).text();
    const everything = JSON.stringify([made, await list(), failed.body, documents, schema, logged]);
    expect(everything).toContain('webhookPath');
    expect(everything).not.toContain(SECRET);
    for await (const key of opened.host.context.blobs.list(''))
      expect(await new Response(await opened.host.context.blobs.get(key)).text()).not.toContain(SECRET);
  });

  test('are dropped when the address of the server changes, unless they are entered again', async () => {
    const { installed } = await slack();
    const change = (more: object) =>
      graph(
        `mutation ($appId: ID!, $id: ID!, $settings: JSON, $secrets: JSON) {
        configureIntegration(appId: $appId, id: $id, settings: $settings, secrets: $secrets) { installed { secretNames problem } } }`,
        { id: installed[0].id, ...more },
      );
    const kept = await change({ settings: { server: site, username: 'Sayso' } });
    expect(kept.configureIntegration.installed).toEqual([{ secretNames: ['webhookPath'], problem: null }]);
    const moved = await change({ settings: { server: 'https://attacker.example' } });
    expect(moved.configureIntegration.installed[0]).toMatchObject({ secretNames: [], problem: expect.stringContaining('is missing') });
  });

  const send = () => call('/integrations/installable/slack/main/integration-endpoints/postMessage', { text: 'Hello' });
  const configure = (id: string, more: object) =>
    graph(
      `mutation ($appId: ID!, $id: ID!, $settings: JSON, $secrets: JSON) {
        configureIntegration(appId: $appId, id: $id, settings: $settings, secrets: $secrets) { installed { id } } }`,
      { id, ...more },
    );

  test('that are entered while the address changes are for the server from before', async () => {
    const { installed } = await slack();
    const { packages } = opened.host.service();
    const before = await packages.instances.get('app', installed[0].id);
    const elsewhere = site.replace('localhost', '127.0.0.1');
    await configure(before._id, { settings: { server: elsewhere } });
    await packages.instances.change(before, { secrets: { webhookPath: `services/${SECRET}` } });
    expect((await packages.instances.get('app', before._id)).settings).toMatchObject({ server: elsewhere });
    answer = () => ({ body: 'ok' });
    const refused = await send();
    expect([refused.status, refused.body.message]).toEqual([502, expect.stringMatching(/was entered for .*localhost:\d+, not for 127/)]);
    expect(received).toEqual([]);
    // Entered again, it is sent there.
    await configure(before._id, { secrets: { webhookPath: `services/${SECRET}` } });
    expect((await send()).status).toBe(200);
    expect(received).toHaveLength(1);
  });

  test('that are entered leave the settings as another change left them', async () => {
    const { installed } = await slack();
    const { packages } = opened.host.service();
    const before = await packages.instances.get('app', installed[0].id);
    await configure(before._id, { settings: { server: site, username: 'Sayso' } });
    await packages.instances.change(before, { secrets: { webhookPath: 'services/new' } });
    expect((await packages.instances.get('app', before._id)).settings).toMatchObject({ username: 'Sayso' });
  });

  test.each(['HTTP://LocalHost', 'http://localhost.'])('are not asked for again by an address written as %s', async (spelling) => {
    const { installed } = await slack();
    await configure(installed[0].id, { settings: { server: `${spelling}:${port}` } });
    expect((await list()).installed[0]).toMatchObject({ secretNames: ['webhookPath'], problem: null });
  });

  test('of another app, or moved to another instance, cannot be opened', async () => {
    await slack();
    await slack({ name: 'second' });
    const { instances } = opened.host.context.collections;
    const [first, second] = await instances.find({ appId: 'app' }, { sort: { name: 1 } });
    await instances.updateOne({ _id: second?._id }, { $set: { secrets: first?.secrets } });
    expect((await list()).installed[1].problem).toContain('SECRET has changed');
  });
});

describe('who may see and change packages', () => {
  test.each([
    ['a stranger', stranger],
    ['a user of the app', user('app')],
    ['a visitor', visitor],
  ])('not %s', async (_who, as) => {
    await expect(graph('query ($appId: ID!) { integrationPackages(appId: $appId) { id } }', {}, as)).rejects.toThrow();
    await expect(
      graph(
        'mutation ($appId: ID!, $digest: String!) { installIntegration(appId: $appId, package: "weather", digest: $digest) { id } }',
        { digest: await digestOf('weather') },
        as,
      ),
    ).rejects.toThrow();
    expect((await list()).installed).toEqual([]);
  });
});

describe('the packages of Sayso', () => {
  test('are all valid', async () => {
    const names = readdirSync(join(import.meta.dirname, 'built-in')).map((name) => name.replace('.js', ''));
    const { packages } = await opened.host.service().packages.catalogue.list();
    for (const name of names) expect(packages.get(name)?.source).toBe('built-in');
  });

  test('stripe starts and reads a checkout', async () => {
    await install('stripe', { settings: { server: site, currency: 'eur' }, secrets: { secretKey: 'sk_test_123456' } });
    answer = ({ path }) => ({
      body:
        path === '/v1/checkout/sessions'
          ? { id: 'cs_1', url: 'https://pay.example/cs_1', status: 'open' }
          : { id: 'cs_1', status: 'complete', payment_status: 'paid', amount_total: 4000 },
    });
    const endpoints = '/integrations/installable/stripe/main/integration-endpoints';
    const made = await call(`${endpoints}/createCheckout`, {
      items: [{ name: 'Mug & plate', amount: 2000, quantity: 2 }],
      success_url: 'https://a.example',
    });
    expect(made).toEqual({ status: 200, body: { id: 'cs_1', url: 'https://pay.example/cs_1', status: 'open' } });
    expect(received[0]?.headers).toMatchObject({
      authorization: 'Bearer sk_test_123456',
      'content-type': expect.stringContaining('x-www-form-urlencoded'),
    });
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toMatchObject({
      mode: 'payment',
      'line_items[0][quantity]': '2',
      'line_items[0][price_data][unit_amount]': '2000',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][product_data][name]': 'Mug & plate',
    });
    expect((await call(`${endpoints}/getCheckout`, { id: 'cs_1' })).body).toMatchObject({ payment_status: 'paid', amount_total: 4000 });
    expect((await call(`${endpoints}/getCheckout`, { id: '../customers' })).status).toBe(502);
    answer = () => ({ status: 402, body: { error: { message: 'No such price' } } });
    expect((await call(`${endpoints}/createCheckout`, { items: [{ price: 'x' }], success_url: 'https://a.example' })).body.message).toBe(
      'No such price',
    );
  });

  test('http-service calls operations of an OpenAPI document', async () => {
    const document = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets' },
      components: { parameters: { Limit: { name: 'limit', in: 'query' } } },
      paths: {
        '/pets/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true }],
          get: { operationId: 'getPet' },
          put: { operationId: 'savePet' },
        },
        '/pets': { get: { operationId: 'listPets', parameters: [{ $ref: '#/components/parameters/Limit' }] } },
      },
    });
    await install('http-service', {
      settings: { server: `${site}/v1`, document, scheme: 'basic', user: 'ann' },
      secrets: { key: 'pass-word' },
    });
    answer = ({ path }) => ({ body: { path } });
    const ask = (parameters: object) => call('/integrations/installable/http-service/main/integration-endpoints/call', parameters);
    expect((await ask({ operation: 'listPets', parameters: { limit: 5 } })).body).toEqual({
      status: 200,
      ok: true,
      body: { path: '/v1/pets?limit=5' },
    });
    expect((await ask({ operation: 'savePet', parameters: { id: 'a/b' }, body: { name: 'Rex' } })).body.body).toEqual({
      path: '/v1/pets/a%2Fb',
    });
    expect(received[1]).toMatchObject({
      method: 'PUT',
      body: '{"name":"Rex"}',
      headers: { authorization: `Basic ${Buffer.from('ann:pass-word').toString('base64')}` },
    });
    expect((await ask({ operation: 'getPet' })).body.message).toBe('The parameter "id" is required.');
    expect((await ask({ operation: 'nope' })).body.message).toContain('There are getPet, savePet, listPets');
    const { body } = await call('/integrations/installable/http-service/main/integration-endpoints/operations', {});
    expect(body.operations).toHaveLength(3);
  });
});

test('a test of the builder answers with the output, the logs or the failure', async () => {
  write(
    weather('1.0.0', {
      run: "({ city }) => { console.log('asked for', city); if (city === 'x') throw new Error('No such city'); return { text: city }; }",
    }),
  );
  await forgetListing();
  const { installed } = await install('weather');
  const tried = async (city: string) =>
    (
      await graph(
        'mutation ($appId: ID!, $id: ID!, $input: JSON!) { testIntegration(appId: $appId, id: $id, endpoint: "forecast", input: $input) { isOk output logs } }',
        { id: installed[0].id, input: { city } },
      )
    ).testIntegration;
  expect(await tried('Bern')).toEqual({ isOk: true, output: { text: 'Bern' }, logs: ['asked for Bern'] });
  expect(await tried('x')).toEqual({ isOk: false, output: 'No such city', logs: ['asked for x'] });
  write(weather());
  await forgetListing();
});
