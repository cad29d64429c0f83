import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { type ModelServer, type Reply, saying, startModelServer } from '@sayso/models/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { client, type SdkVersion, versions } from '../base44/clients.ts';
import { bearer, type Data, openWorld, signUp, type World } from '../security/world.ts';

let world: World;
let model: ModelServer;
/** Answers with the last message; to `stall` with a beginning that never goes on. */
const script = ({ messages }: Data): Reply => {
  const asked = String(messages.at(-1).content);
  return asked === 'stall' ? [{ text: 'A cup' }, { stall: true }] : saying(asked);
};
beforeAll(async () => {
  // The clients write to the console.
  for (const method of ['log', 'error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  model = await startModelServer(script);
  world = await openWorld({
    REQUEST_TIMEOUT: 1,
    APP_RATE_LIMIT: 0,
    RATE_LIMIT: 0,
    OPENAI_BASE_URL: model.url,
    OPENAI_IMAGE_MODEL: 'painter',
  });
}, 60_000);
afterAll(async () => {
  await world?.server.close();
  await model?.close();
  vi.restoreAllMocks();
});

const tokenOf = (caller: 'appUser' | 'otherApp' | 'visitor' | 'owner') =>
  (world.headers[caller]['authorization'] ?? '').slice('Bearer '.length);
function core(version: SdkVersion, token?: string, appId = world.app.id): Data {
  const one = client(version, { serverUrl: world.server.runtimeUrl, appId, token });
  one.cleanup?.();
  return one.integrations.Core;
}
const file = (text = 'text') => new File([text], 'note.txt', { type: 'text/plain' });
const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith('sayso-upload-'));

describe.each(versions)('the client %s', (version) => {
  test('uploads a file that everyone with its address reads', async () => {
    const { file_url } = await core(version, tokenOf('appUser')).UploadFile({ file: file(version) });
    const answer = await fetch(file_url);
    expect([await answer.text(), answer.headers.get('x-content-type-options')]).toEqual([version, 'nosniff']);
  });

  test('uploads a private file, and signs links to it', async () => {
    const one = core(version, tokenOf('appUser'));
    const { file_uri } = await one.UploadPrivateFile({ file: file('secret') });
    const { signed_url } = await one.CreateFileSignedUrl({ file_uri, expires_in: 60 });
    expect(await (await fetch(signed_url)).text()).toBe('secret');
    expect((await fetch(signed_url.split('?')[0])).status).toBe(404);
    const other = core(version, tokenOf('otherApp'), world.foreign.id);
    await expect(other.CreateFileSignedUrl({ file_uri })).rejects.toMatchObject({ status: 404 });
  });

  test('asks a language model for text, and for an object of a schema', async () => {
    const { InvokeLLM } = core(version, tokenOf('appUser'));
    expect(await InvokeLLM({ prompt: '42' })).toBe('42');
    const response_json_schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    expect(await InvokeLLM({ prompt: '{"name":"Cup"}', response_json_schema })).toEqual({ name: 'Cup' });
    await expect(core(version).InvokeLLM({ prompt: 'a' })).rejects.toMatchObject({
      status: 401,
      message: 'Please log in to use InvokeLLM.',
    });
  });

  test('mails a person of the app, and makes a picture', async () => {
    const { SendEmail, GenerateImage } = core(version, tokenOf('appUser'));
    const { email } = world.people.owner;
    expect(await SendEmail({ to: email, subject: 'Hello', body: '<p>Hi</p>', from_name: 'Club' })).toEqual({ status: 'queued' });
    await expect(SendEmail({ to: 'eve@example.org', subject: 'a', body: 'b' })).rejects.toMatchObject({ status: 403 });
    const { url } = await GenerateImage({ prompt: 'A cup' });
    expect((await fetch(url)).headers.get('content-type')).toBe('image/png');
  });

  test('reads data from files', async () => {
    const one = core(version, tokenOf('appUser'));
    const { file_url } = await one.UploadFile({ file: new File(['name,price\nCup,4\nPot,12.5\n'], 'list.csv', { type: 'text/csv' }) });
    const row = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } }, required: ['name', 'price'] };
    const answer = await one.ExtractDataFromUploadedFile({ file_url, json_schema: { type: 'array', items: row } });
    const output = [
      { name: 'Cup', price: 4 },
      { name: 'Pot', price: 12.5 },
    ];
    expect(answer).toMatchObject({ status: 'success', output });
  });

  test('gets the sentence of a refusal', async () => {
    await expect(core(version).UploadFile({ file: file() })).rejects.toMatchObject({
      status: 401,
      message: 'Please log in to use UploadFile.',
    });
    await expect(core(version, tokenOf('appUser')).UploadFile({})).rejects.toMatchObject({ status: 400, message: 'File not found' });
    const known = core(version, tokenOf('appUser')).Teleport({});
    await expect(known).rejects.toMatchObject({ status: 404, message: expect.stringContaining('It has CreateFileSignedUrl, ') });
  });
});

test('the prompt and the module of apps have every endpoint, the prompt with its parameters', async () => {
  const { installed_packages: packages } = await world.json('owner', { path: `/apps/${world.app.id}/integrations/schema` });
  const prompt = await readFile(new URL('../../plugins/chat/prompt/parts/3-files.md', import.meta.url), 'utf8');
  const module = await readFile(new URL('../../runtime/sdk/core.ts', import.meta.url), 'utf8');
  const [{ endpoints }] = packages.filter(({ name }: Data) => name === 'Core');
  for (const { name, input_schema } of endpoints) {
    expect(prompt).toContain(name);
    expect(module).toMatch(new RegExp(`export const ${name}\\b`));
    for (const parameter of Object.keys(input_schema.properties)) expect(prompt).toMatch(new RegExp(`\\b${parameter}\\b`));
  }
});

test('a visitor uploads where the owner opened it', async () => {
  const app = await world.publish(await world.newApp());
  await expect(core('0.8.50', undefined, app.id).UploadFile({ file: file() })).rejects.toMatchObject({ status: 401 });
  await world.json('owner', { path: `/api/apps/${app.id}/settings`, body: { appSettings: { visitorsMayUpload: true } } });
  const { file_url } = await core('0.8.50', undefined, app.id).UploadFile({ file: file() });
  expect((await fetch(file_url)).status).toBe(200);
});

test('a cookie of the builder on a page of another site uploads nothing', async () => {
  const form = new FormData();
  form.set('file', file());
  const path = `/api/apps/${world.app.id}/integration-endpoints/Core/UploadFile`;
  const headers = { origin: world.server.runtimeUrl, 'sec-fetch-site': 'cross-site' };
  expect((await world.request('ownerCookie', { path, body: form, headers })).status).toBe(403);
});

/** What the server writes to a connection that sends this and nothing more, until it closes the connection. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(world.server.runtimeUrl).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
const head = (length: number) =>
  [
    `POST /api/apps/${world.app.id}/integration-endpoints/Core/UploadFile HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${tokenOf('appUser')}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${length}`,
    '',
    '',
  ].join('\r\n');
const begun = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nabc';

describe('an upload that never ends', () => {
  test.each([
    ['of 10 GB by its header', 10_000_000_000],
    ['of a few bytes a minute', 1000],
  ])('%s is ended, and leaves nothing behind', async (_name, length) => {
    expect(await raw(head(length) + begun)).toMatch(/^HTTP\/1\.1 (?:408|413) /);
    await expect.poll(temporary).toEqual([]);
  });

  test('is forgotten when its client disconnects', async () => {
    const socket = connect(Number(new URL(world.server.runtimeUrl).port), '127.0.0.1', () => socket.write(head(1000) + begun));
    await expect.poll(temporary).toHaveLength(1);
    socket.destroy();
    await expect.poll(temporary).toEqual([]);
  });
});

/** A published app with one server function, and the token of a person who uses it. */
async function appWithFunction(name: string, content: string): Promise<{ id: string; token: string }> {
  const app = await world.newApp('admin');
  await world.json('admin', { path: `/api/apps/${app.id}/files/update`, body: { file: { id: `functions/${name}`, content } } });
  const published = await world.publish(app, 'admin');
  const person = await signUp(world.server, `${app.id}@example.org`, { appId: app.id });
  return { id: app.id, token: await world.enter(person.token, published) };
}

test('a limit is exact for 100 calls at once, which come by the web, the API, a stream and a function', async () => {
  const content = `import { InvokeLLM } from '@/integrations/Core'; export default ({ prompt }) => InvokeLLM({ prompt });`;
  const { id, token } = await appWithFunction('ask', content);
  const appSettings = { integrationLimits: { InvokeLLM: { perApp: 5 } } };
  await world.json('admin', { path: `/api/apps/${id}/settings`, body: { appSettings } });
  const api = `/api/apps/${id}/integration-endpoints/Core/InvokeLLM`;
  const paths = ['/integrations/Core/InvokeLLM', api, `/api/apps/${id}/functions/ask`, api];
  const ask = async (n: number) => {
    const headers = { ...bearer(token), accept: n % 4 === 3 ? 'text/event-stream' : 'application/json' };
    const answer = await world.request('nobody', { host: 'runtime', path: paths[n % 4] ?? '', body: { prompt: `call ${n}` }, headers });
    return answer.ok && (await answer.text()).includes(`call ${n}`);
  };
  for (let n = 0; n < 4; n++) expect(await ask(n)).toBe(true);
  const before = model.requests.length;
  const passed = (await Promise.all(Array.from({ length: 100 }, (_, n) => ask(n)))).filter(Boolean);
  expect([passed.length, model.requests.length - before]).toEqual([1, 1]);
}, 60_000);

test('a call whose client leaves ends, and counts', async () => {
  const app = await world.publish(await world.newApp());
  const appSettings = { visitorsMayInvokeLLM: true, integrationLimits: { InvokeLLM: { perCaller: 1 } } };
  await world.json('owner', { path: `/api/apps/${app.id}/settings`, body: { appSettings } });
  const leave = new AbortController();
  const ask = (init: RequestInit = {}) =>
    fetch(`${world.server.runtimeUrl}/api/apps/${app.id}/integration-endpoints/Core/InvokeLLM`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ prompt: 'stall' }),
      ...init,
    });
  const reader = (await ask({ signal: leave.signal })).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('event: text\ndata: {"text":"A cup"}\n\n');
  leave.abort();
  await model.whenAborted();
  expect((await ask()).status).toBe(429);
});

test('1,000 uploads at once are stored or refused, and leave nothing behind', async () => {
  const path = `/api/apps/${world.app.id}/integration-endpoints/Core/UploadFile`;
  const one = async (n: number) => {
    const body = new FormData();
    body.set('file', file(`upload ${n}`));
    const answer = await world.request('appUser', { host: 'runtime', path, body });
    const { file_url } = (await answer.json()) as Data;
    return { status: answer.status, url: file_url as string | undefined };
  };
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => one(n)));
  const stored = answers.filter(({ status }) => status === 200);
  expect(stored.length).toBeGreaterThanOrEqual(50);
  expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([]);
  for (const { url } of stored.slice(0, 5)) expect((await fetch(url ?? '')).status).toBe(200);
  await expect.poll(temporary).toEqual([]);
  expect((await one(1000)).status).toBeLessThan(500);
}, 60_000);
