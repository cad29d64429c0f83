import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type Data, openWorld, type World } from '../security/world.ts';

const levels = [10_000, 100_000];
/** More than the call stack has room for. */
const OVERFLOWING = 20_000;
const deep = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`;
const deepObject = (count: number) => `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`;

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.server.close());

const owner = () => world.headers.owner;

test('rejects an object of 100,000 fields before parsing; accepts lists and text of that size', async () => {
  const fields = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;
  const post = (body: string, path = `/live_api/apps/${world.app.id}/entities/Note`) =>
    fetch(world.server.builderUrl + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...owner() } });
  for (const body of [fields(100_000), `{"text":${fields(5001)}}`, `[1,${fields(5001)}]`]) {
    const answer = await post(body);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('more than 5000 fields')]);
  }
  const text = ':{[",\\"'.repeat(8000);
  expect((await post(JSON.stringify({ text }))).status).toBe(200);
  const rows = Array.from({ length: 1000 }, () => ({ text: 'a' }));
  expect((await post(JSON.stringify(rows), `/live_api/apps/${world.app.id}/entities/Note/bulk`)).status).toBe(200);
});

test('every route rejects deeply nested JSON and keeps serving', async () => {
  const { server, app } = world;
  const changing = server.routes.filter(({ method, access }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && access !== null);
  expect(changing.length).toBeGreaterThan(20);
  const list = deep(OVERFLOWING);
  const object = deepObject(OVERFLOWING);
  for (const { host, method, url } of changing)
    for (const body of [list, object, `{"appSettings":${object},"file":{"id":"layout","content":${object}}}`]) {
      const base = host === 'builder' ? server.builderUrl : server.runtimeUrl;
      const path = url
        .replace(':appId', app.id)
        .replace(':entity', 'Note')
        .replace(/:\w+|\*/g, 'x');
      const answer = await fetch(base + path, { method, body, headers: { 'content-type': 'application/json', ...owner() } });
      const text = await answer.text();
      const what = `${host} ${method} ${url}: ${text.slice(0, 200)}`;
      expect(answer.status, what).toBeGreaterThanOrEqual(400);
      // Modules that there are not are refused before a body is read.
      if (!text.includes('"not-offered"')) expect(answer.status, what).toBeLessThan(500);
      if (answer.status === 400) expect(text, what).toMatch(/levels deep|is not valid|not.found|app/i);
    }
  for (const [path, body] of [
    [`/live_api/apps/${app.id}/entities/Note`, `{"text":${deepObject(10_000)}}`],
    [`/live_api/apps/${app.id}/entities/Note/bulk`, `[{"text":${deep(100_000)}}]`],
    [`/api/apps/${app.id}/settings`, `{"appSettings":{"custom":${deep(100_000)}}}`],
    ['/graphql', `{"query":"{ me { id } }","variables":{"a":${deep(100_000)}}}`],
  ] as const) {
    const headers = { 'content-type': 'application/json', ...owner() };
    const answer = await fetch(server.builderUrl + path, { method: 'POST', body, headers });
    expect([path, answer.status, ((await answer.json()) as Data).message]).toEqual([path, 400, 'The body nests more than 64 levels deep.']);
  }
  expect((await fetch(`${server.builderUrl}/healthz`)).status).toBe(200);
}, 120_000);

describe('deeply nested JSON elsewhere', () => {
  test('in the query of a URL', async () => {
    const { server, app } = world;
    const rows = `${server.builderUrl}/live_api/apps/${app.id}/entities/Note`;
    for (const q of [deep(5000), deepObject(500), `{"text":${deep(5000)}}`, `{"text":{"$in":[${deep(5000)}]}}`]) {
      const answer = await fetch(`${rows}?q=${encodeURIComponent(q).replace(/%5B/g, '[').replace(/%5D/g, ']')}`, { headers: owner() });
      expect([answer.status, ((await answer.json()) as Data).code]).toEqual([400, 'invalid-query']);
    }
    const query = 'mutation ($s: AppSettingsInput!) { updateAppSettings(id: "x", settings: $s) { id } }';
    const variables = `{"s":{"mainPage":${deep(5000)}}}`;
    const url = `${server.builderUrl}/graphql?query=${encodeURIComponent(query)}&variables=${variables}`;
    expect((await fetch(url, { headers: owner() })).status).toBe(405);
  });

  test('in an operation, and in the variables of a WebSocket', async () => {
    const { server, app } = world;
    const headers = { 'content-type': 'application/json', ...owner() };
    const literal = `mutation { updateAppSettings(id: "${app.id}", settings: { mainPage: ${deep(900)} }) { id } }`;
    const answer = await fetch(`${server.builderUrl}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: literal }) });
    const { errors } = (await answer.json()) as Data;
    expect(errors[0]).toMatchObject({ extensions: { code: 'invalid-input', status: 400 } });
    expect(errors[0].message.length).toBeLessThanOrEqual(1000);
    const socket = new WebSocket(`${server.builderUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers: owner() });
    await once(socket, 'open');
    socket.send('{"type":"connection_init"}');
    await once(socket, 'message');
    const query = 'mutation ($s: AppSettingsInput!) { updateAppSettings(id: "x", settings: $s) { id } }';
    socket.send(
      `{"id":"1","type":"subscribe","payload":{"query":${JSON.stringify(query)},"variables":{"s":{"mainPage":${deep(100_000)}}}}}`,
    );
    const [message] = await once(socket, 'message');
    socket.terminate();
    expect(String(message)).toMatch(/"code":"invalid-input"/);
    expect(String(message).length).toBeLessThan(3000);
  });

  test('in a file', async () => {
    const { server, app } = world;
    for (const count of levels) {
      const form = new FormData();
      form.set('file', new File([`[{"text":${deep(count)}}]`], 'a.json'));
      const url = `${server.builderUrl}/live_api/apps/${app.id}/entities/Note/import`;
      const answer = await fetch(url, { method: 'POST', body: form, headers: owner() });
      expect(await answer.json()).toMatchObject({ imported: 0, failed: 1 });
    }
  });
});
