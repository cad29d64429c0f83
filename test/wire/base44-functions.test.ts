import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client, type SdkVersion, versions } from '../base44/clients.ts';
import { type Data, openWorld, type World } from '../security/world.ts';

const FUNCTIONS = {
  greet: `import { createClientFromRequest } from 'npm:@base44/sdk@0.8.4';
Deno.serve(async (req) => {
  const base44 = createClientFromRequest(req);
  const user = await base44.auth.me();
  if (!user) return Response.json({ error: 'Unauthorized' }, { status: 401 });
  const { name } = await req.json();
  const note = await base44.entities.Note.create({ text: name });
  return Response.json({ hello: name, method: req.method, by: user.email, note: note.text }, { status: 201, headers: { 'x-greeting': 'yes' } });
});`,
  people: `import { createClientFromRequest } from 'npm:@base44/sdk@0.8.4';
Deno.serve(async (req) => {
  const base44 = createClientFromRequest(req);
  const own = await base44.entities.User.list().then(() => 'all', ({ message }) => message);
  const { email } = await base44.auth.me();
  const all = base44.asServiceRole.entities;
  const [found] = await all.User.filter({ email }, '-created_date', 5000);
  const kept = await all.User.update(found.id, { plan: 'pro' });
  const many = await all.Note.filter({ created_by: email }, '-created_date', 5000);
  const tooMany = await all.Note.list('-created_date', 5001).then(() => 'read', ({ message }) => message);
  return Response.json({ own, email: found.email, plan: kept.plan, notes: many.every(({ created_by }) => created_by === email) && many.length > 0, tooMany });
});`,
  measure: `Deno.serve(async (req) => {
  const form = await req.formData();
  const { unit } = JSON.parse(form.get('options'));
  return Response.json({ name: form.get('file').name, size: form.get('file').size, unit });
});`,
  feed: `import { createClientFromRequest } from 'npm:@base44/sdk';
Deno.serve(async (req) => {
  const user = await createClientFromRequest(req).auth.me();
  return new Response([req.method, new URL(req.url).searchParams.get('day'), user.email].join(), { headers: { 'content-type': 'text/calendar' } });
});`,
};
/** The oldest client has no functions. */
const withFunctions = versions.filter((version) => version !== '0.1.2');

let world: World;
beforeAll(async () => {
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0 });
  for (const [name, content] of Object.entries(FUNCTIONS))
    await world.json('admin', { path: `/api/apps/${world.app.id}/files/update`, body: { file: { id: `functions/${name}`, content } } });
  await world.publish(world.app);
}, 60_000);
afterAll(() => world?.server.close());

function functions(version: SdkVersion, host: 'builderUrl' | 'runtimeUrl' = 'runtimeUrl'): Data {
  const token = (world.headers.appUser['authorization'] ?? '').slice('Bearer '.length);
  const one = client(version, { serverUrl: world.server[host], appId: world.app.id, token });
  one.cleanup?.();
  return one.functions;
}

describe.each(withFunctions)('the client %s', (version) => {
  test('invokes a function of Base44', async () => {
    const { data, status, headers } = await functions(version).invoke('greet', { name: 'Ada' });
    const { email } = world.people.user;
    expect([status, data]).toEqual([201, { hello: 'Ada', method: 'POST', by: email, note: 'Ada' }]);
    expect(headers['x-greeting']).toBe('yes');
  });

  test('invokes a function with a file', async () => {
    const file = new File(['text'], 'note.txt', { type: 'text/plain' });
    const { data } = await functions(version).invoke('measure', { file, options: { unit: 'B' } });
    expect(data).toEqual({ name: 'note.txt', size: 4, unit: 'B' });
  });
});

test('a function reaches people and long lists as over REST', async () => {
  const allowed = `mutation ($appId: ID!) { allowFunction(appId: $appId, name: "people", asApp: true) { asApp } }`;
  await world.json('admin', { path: '/graphql', body: { query: allowed, variables: { appId: world.app.id } } });
  await functions('0.8.50').invoke('greet', { name: 'Ada' });
  const { data } = await functions('0.8.50').invoke('people', {});
  const { email } = world.people.user;
  const own = 'Only admins of this app see the people who use it.';
  expect(data).toEqual({ own, email, plan: 'pro', notes: true, tooMany: '`limit` must be from 1 to 5000.' });
});

test.each(['runtimeUrl', 'builderUrl'] as const)('the newest client fetches a function by other methods, at the %s', async (host) => {
  const { fetch } = functions('0.8.50', host);
  const answer = await fetch('/feed?day=1');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar']);
  expect(await answer.text()).toBe(`GET,1,${world.people.user.email}`);
  expect(await (await fetch('feed?day=2', { method: 'PUT' })).text()).toBe(`PUT,2,${world.people.user.email}`);
  expect(await (await fetch('feed/of/today?day=3', { method: 'POST' })).text()).toBe(`POST,3,${world.people.user.email}`);
});

test('a session of the builder names the app of a function, and a cookie calls none', async () => {
  const path = '/api/functions/feed?day=1';
  const named = await world.request('owner', { path, headers: { 'x-app-id': world.app.id } });
  expect([named.status, await named.text()]).toEqual([200, `GET,1,${world.people.owner.email}`]);
  const unnamed = await world.request('owner', { path });
  expect([unnamed.status, await unnamed.json()]).toMatchObject([400, { message: expect.stringContaining('X-App-Id') }]);
  // Proxies with a password of their own let browsers add it to each request, with the cookie of the builder.
  for (const headers of [{}, { 'x-app-id': world.app.id }, { 'x-app-id': world.app.id, authorization: 'Basic eDp5' }])
    expect((await world.request('ownerCookie', { path, headers })).status).not.toBe(200);
});
