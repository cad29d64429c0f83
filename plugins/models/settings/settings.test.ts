import { testHost } from '@sayso/core/testing';
import { expect, test } from 'vitest';
import models from '../index.ts';
import { modelsRef } from '../ref.ts';
import { saying, startModelServer } from '../testing/model-server.ts';

const KEY = 'sk-a-key-that-nobody-may-read-4711';
const admin = { kind: 'account', id: 'ada', admin: true } as const;
const builder = { kind: 'account', id: 'bo', admin: false, builder: true } as const;

const FIELDS = 'isConnected endpoint model hasKey keyEnding keyProblem endpointVariable keyVariable modelVariable firstTokenTimeout';
const VIEW = `{ modelConnection { ${FIELDS} } }`;
const SAVE = `mutation ($input: ModelConnectionInput!) { saveModelConnection(input: $input) { ${FIELDS} } }`;
const LIST = 'mutation ($input: ModelConnectionInput!) { listModels(input: $input) { models problem detail } }';
const TEST = 'mutation ($input: ModelConnectionInput!) { testModelConnection(input: $input) { isOk message detail } }';

type Host = Awaited<ReturnType<typeof testHost>>;

async function ask(host: Pick<Host, 'graphql'>, document: string, input?: object) {
  const { data, errors } = await host.graphql<Record<string, unknown>>(document, input === undefined ? {} : { input }, admin);
  return errors?.[0] ?? (Object.values(data ?? {})[0] as Record<string, unknown>);
}

const say = async (host: { service(ref: typeof modelsRef): ReturnType<Host['service']> }) =>
  (host.service(modelsRef) as { complete(request: object): Promise<{ text: string }> }).complete({
    messages: [{ role: 'user', content: 'Hi' }],
  });

test('an admin connects a model; the next call uses it, with the key', async () => {
  await using server = await startModelServer([saying('Hello from here')]);
  await using host = await testHost(models);
  expect(await ask(host, VIEW)).toMatchObject({ isConnected: false, endpoint: null, hasKey: false, firstTokenTimeout: 300 });
  const saved = await ask(host, SAVE, { endpoint: `${server.url}/`, key: ` ${KEY} `, model: 'small' });
  expect(saved).toEqual({
    isConnected: true,
    endpoint: server.url,
    model: 'small',
    hasKey: true,
    keyEnding: '4711',
    keyProblem: null,
    endpointVariable: null,
    keyVariable: null,
    modelVariable: null,
    firstTokenTimeout: 300,
  });
  expect(await host.service(modelsRef).info()).toMatchObject({ isDemo: false, label: 'small' });
  expect(await say(host)).toMatchObject({ text: 'Hello from here' });
  expect(server.requests[0]).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'small' } });
});

test('the key is stored encrypted, and cannot be decrypted with another secret', async () => {
  await using host = await testHost(models);
  await ask(host, SAVE, { key: KEY });
  const { settings } = host.context.collections;
  const stored = await settings.find({});
  expect(JSON.stringify(stored)).not.toContain('nobody-may-read');
  const { sealedKey } = (await settings.findOne({})) ?? {};
  expect(Buffer.from(String(sealedKey), 'base64').toString('latin1')).not.toContain('nobody');
  await using other = await testHost(models, { config: { SECRET: 'the secret of another installation' } });
  await other.context.collections.settings.insertMany(stored);
  expect(await ask(other, VIEW)).toMatchObject({ hasKey: true, keyProblem: expect.stringContaining('Enter it again') });
});

test('a saved key is not sent to another server by a save, a test or a list', async () => {
  await using mine = await startModelServer([saying('Mine')]);
  await using other = await startModelServer([saying('Other')]);
  await using host = await testHost(models);
  await ask(host, SAVE, { endpoint: mine.url, key: KEY });
  for (const document of [SAVE, TEST, LIST]) {
    const refused = await ask(host, document, { endpoint: other.url });
    expect(refused).toMatchObject({ message: expect.stringContaining('Enter the key for this endpoint') });
  }
  expect(other.requests).toEqual([]);
  expect(await ask(host, TEST, { endpoint: other.url, key: null })).toMatchObject({ isOk: true });
  expect(other.requests[0]?.authorization).not.toContain(KEY);
  expect(await ask(host, SAVE, { endpoint: `${mine.url}/other`, model: 'large' })).toMatchObject({ keyEnding: '4711', model: 'large' });
});

const decided: readonly (readonly [config: Record<string, string>, input: object, name: string, view: object])[] = [
  [{ OPENAI_MODEL: 'large' }, { model: 'small' }, 'OPENAI_MODEL', { modelVariable: 'OPENAI_MODEL', model: 'large' }],
  [{ OPENAI_BASE_URL: 'http://localhost:1/v1' }, { endpoint: null }, 'OPENAI_BASE_URL', { endpointVariable: 'OPENAI_BASE_URL' }],
  [{ OPENAI_API_KEY: KEY }, { key: 'other' }, 'OPENAI_API_KEY', { keyVariable: 'OPENAI_API_KEY', keyEnding: '4711' }],
  [
    { OPENAI_API_KEY: KEY },
    { endpoint: 'http://localhost:1/v1' },
    'OPENAI_API_KEY',
    { endpointVariable: 'OPENAI_API_KEY', endpoint: 'https://api.openai.com/v1' },
  ],
];

test.each(decided)('%o overrides %o, and the view names it', async (config, input, name, view) => {
  await using host = await testHost(models, { config });
  expect(await ask(host, VIEW)).toMatchObject(view);
  expect(await ask(host, SAVE, input)).toMatchObject({ message: `${name} is set in the environment and wins. Unset it to choose here.` });
});

test('environment variables override earlier saved settings', async () => {
  await using server = await startModelServer([saying('Yes')]);
  await using host = await testHost(models, { config: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url } });
  const stored = { endpoint: 'http://localhost:1/v1', model: 'large', sealedKey: 'x', keyEnding: null, updatedAt: '', updatedBy: '' };
  await host.context.collections.settings.insertOne({ _id: 'connection', ...stored } as never);
  await say(host);
  expect(server.requests[0]).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'large' } });
});

test.each([
  ['no address', { endpoint: 'ollama' }],
  ['another protocol', { endpoint: 'file:///etc/passwd' }],
  ['a password in the address', { endpoint: 'http://ada:secret@localhost/v1' }],
  ['a query', { endpoint: 'http://localhost/v1?key=secret' }],
  ['a key with a line break', { key: 'sk-a\nHost: b' }],
  ['a very long model', { model: 'x'.repeat(201) }],
])('rejects %s', async (_what, input) => {
  await using host = await testHost(models);
  expect(await ask(host, SAVE, input)).toMatchObject({ extensions: { code: 'invalid-input' } });
  expect(await host.context.collections.settings.count({})).toBe(0);
});

test('saved settings can be removed', async () => {
  await using host = await testHost(models);
  await ask(host, SAVE, { endpoint: 'http://localhost:1/v1', key: KEY, model: 'small' });
  expect(await ask(host, SAVE, { endpoint: null, key: null, model: null })).toMatchObject({
    isConnected: false,
    hasKey: false,
    keyEnding: null,
  });
});

test('lists the models of an endpoint, or why it has none', async () => {
  await using server = await startModelServer([]);
  await using host = await testHost(models);
  expect(await ask(host, LIST, { endpoint: server.url })).toEqual({ models: ['large', 'small'], problem: null, detail: null });
  await server.close();
  const listed = await ask(host, LIST, { endpoint: server.url });
  expect(listed).toMatchObject({ models: [], problem: expect.stringContaining('cannot be reached'), detail: expect.any(String) });
});

test('a test reports its outcome', async () => {
  const replies = [
    saying('ready'),
    { status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}` } } },
    [{ finish: 'stop' }],
    [{ reasoning: 'Hm.' }, { finish: 'length' }],
  ] as const;
  await using server = await startModelServer(replies);
  await using host = await testHost(models);
  const input = { endpoint: server.url, key: KEY, model: 'small' };
  expect(await ask(host, TEST, input)).toMatchObject({ isOk: true, message: expect.stringMatching(/^small answered after [\d.]+ s\.$/) });
  const refused = await ask(host, TEST, input);
  expect(refused).toMatchObject({
    isOk: false,
    message: expect.stringContaining('does not accept its key'),
    detail: expect.stringContaining('401'),
  });
  expect(JSON.stringify(refused)).not.toContain(KEY);
  expect(await ask(host, TEST, input)).toMatchObject({ isOk: false, message: expect.stringContaining('answered with nothing') });
  expect(await ask(host, TEST, input)).toMatchObject({ isOk: false, message: expect.stringContaining('thought about it') });
  expect(server.requests).toHaveLength(4);
});

test('is for admins only', async () => {
  await using server = await startModelServer([]);
  await using host = await testHost(models);
  const input = { endpoint: server.url };
  for (const caller of [builder, undefined]) {
    for (const document of [VIEW, SAVE, LIST, TEST]) {
      expect((await host.graphql(document, document === VIEW ? {} : { input }, caller)).errors).toHaveLength(1);
    }
  }
  expect(server.requests).toEqual([]);
  expect(await host.context.collections.settings.count({})).toBe(0);
});
