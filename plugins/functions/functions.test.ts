import { type Actor, NotFound, storeTime } from '@sayso/core';
import { describe, expect, test } from 'vitest';
import {
  allow,
  atServer,
  call,
  have,
  host,
  isolation,
  owner,
  preview,
  runsOf,
  start,
  stranger,
  user,
  visitor,
  world,
} from './testing/world.ts';

describe('a call', () => {
  test('runs the function as its caller, and answers what it returns', async () => {
    have({
      greet: `import { Order } from '@/entities/Order';
export default async ({ name }, { user }) => { console.log('greeting', name); return { hello: name, by: user?.id ?? null, orders: await Order.list('-title', 5) }; };`,
      'entities/Order.json': '{}',
    });
    const { status, text, headers } = await call('greet', { name: 'Ada' }, preview);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ hello: 'Ada', by: 'owner', orders: [{ id: 'r1', title: 'One', created_date: '2026-01-01' }] });
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(world.rowCalls).toEqual([
      { actor: preview, table: { appId: 'app', entity: 'Order', rows: undefined }, options: { sort: '-title', limit: 5 } },
    ]);
    expect(await runsOf('greet')).toMatchObject([
      { trigger: 'call', outcome: 'done', isDraft: true, callerId: 'owner', logs: [{ level: 'log', text: 'greeting Ada' }] },
    ]);
  });

  test('is recorded with the servers that it may not call, also where its code hides that', async () => {
    have({
      sends: `class ApiError extends Error {}
export default async () => {
  for (const at of ['https://api.one.example/v1', 'https://api.one.example/v2', 'https://two.example:8443/', 'http://three.example/'])
    await fetch(at).catch(() => console.log('Connection error.'));
  throw new ApiError('Connection error.');
};`,
    });
    await call('sends', {}, preview);
    const [run] = await runsOf('sends');
    expect(run?.refusedHosts).toEqual(['api.one.example', 'two.example:8443']);
    expect(run?.logs.map(({ text }) => text).filter((text) => text.includes('not among'))).toEqual([
      'fetch: "api.one.example" is not among the servers that this function may call. Allow it in the panel "Functions".',
      'fetch: "two.example:8443" is not among the servers that this function may call. Allow it in the panel "Functions".',
    ]);
    const query = '{ functionRuns(appId: "app", name: "sends") { error refusedHosts } }';
    const { data } = await host.graphql(query, {}, owner);
    expect(data?.['functionRuns']).toEqual([{ error: expect.stringContaining('Connection error.'), refusedHosts: run?.refusedHosts }]);
  });

  test('is recorded at the time of the store, and kept for the configured days', async () => {
    have({ ping: 'export default () => "pong";', fail: 'export default () => { throw new Error("no"); };' });
    for (const name of ['ping', 'fail']) {
      const before = storeTime();
      await call(name, {}, preview);
      const [run] = await runsOf(name);
      expect([before, run?.startedAt, storeTime()].toSorted()).toEqual([before, run?.startedAt, expect.any(String)]);
      expect(Date.parse(run?.until ?? '') - Date.parse(run?.startedAt ?? '')).toBe(14 * 24 * 3600_000);
      expect(run?.milliseconds).toBeLessThanOrEqual(Date.parse(storeTime()) - Date.parse(before) + 1);
    }
  });

  test.each([
    [200, 'a user', user],
    [401, 'a visitor', visitor],
    [200, 'the code of a preview', preview],
    [200, 'the owner', owner],
    [401, 'another builder', stranger],
    [404, 'a token of another app', { ...user, appId: 'other' } as Actor],
  ])('answers %i to %s', async (status, _who, actor) => {
    have({ ping: 'export default () => "pong";' });
    expect((await call('ping', {}, actor)).status).toBe(status);
  });

  test('by visitors needs the permission of the builder, and a published app', async () => {
    have({ ping: 'export default () => "pong";' });
    await allow('ping', { visitors: true });
    expect(await call('ping', {}, visitor)).toMatchObject({ status: 200, text: '"pong"' });
    world.isPublished = false;
    expect((await call('ping', {}, visitor)).status).toBe(404);
  });

  test('uses the published code for users, and the code of the draft in a preview', async () => {
    have({ which: 'export default () => "draft";' });
    world.live = { 'functions/which': 'export default () => "live";' };
    expect((await call('which', {}, preview)).text).toBe('"draft"');
    // Published versions never change, so this name is used by this test alone.
    expect((await call('which', {}, user)).text).toBe('"live"');
    world.draft = {};
    world.version += 1;
    expect((await call('which', {}, preview)).status).toBe(404);
  });

  test('reaches a function on the app’s own origin', async () => {
    have({ ping2: 'export default () => "pong";' });
    await allow('ping2', { visitors: true });
    expect((await call('ping2', {}, visitor, { path: 'http://app.localhost:4001/functions/ping2' })).text).toBe('"pong"');
    expect((await call('ping2', {}, visitor, { path: 'http://localhost:4001/functions/ping2' })).status).toBe(404);
  });

  test.each([
    ['below a folder', 'commerce/report', '/'],
    ['below a folder, as one part', 'commerce%2Freport', '/'],
    ['below a folder, with a path of its own', 'commerce/report/2026/5', '/2026/5'],
  ])('reaches a function %s', async (_where, address, path) => {
    have({
      'functions/commerce/report/entry': "import { total } from './total.ts';\nexport default (_input, { path }) => [total, path];",
      'functions/commerce/report/total': 'export const total = 3;',
    });
    expect(JSON.parse((await call(address, {}, preview)).text)).toEqual([3, path]);
    expect(await runsOf('commerce/report')).toMatchObject([{ outcome: 'done' }]);
    for (const none of ['commerce%2Freport%2Ftotal', 'commerce/total']) expect((await call(none, {}, preview)).status).toBe(404);
  });

  test('calls a function below a folder from another one', async () => {
    have({
      'functions/commerce/report/entry': 'export default ({ day }) => "report of " + day;',
      daily:
        "import { base44 } from '@/api/base44Client';\nexport default async () => (await base44.functions.invoke('commerce/report', { day: 1 })).data;",
    });
    expect((await call('daily', {}, preview)).text).toBe('"report of 1"');
  });

  test('of a function written for Base44 answers its Response', async () => {
    have({
      hook: `import { createClientFromRequest } from 'npm:@base44/sdk@0.8.4';
Deno.serve(async (req) => {
  const base44 = createClientFromRequest(req);
  const { text } = await req.json();
  const mail = await base44.integrations.Core.SendEmail({ to: 'a@b.c', body: text });
  return new Response(JSON.stringify({ mail, auth: req.headers.get('authorization') }), { status: 201, headers: { 'content-type': 'text/html', 'set-cookie': 'a=b', location: 'https://evil.example' } });
});`,
    });
    const { status, text, headers } = await call('hook', { text: 'Hi' }, preview);
    expect([status, JSON.parse(text)]).toEqual([201, { mail: { sent: true }, auth: null }]);
    expect(world.endpointCalls).toMatchObject([{ appId: 'app', actor: preview, packageName: 'Core', endpoint: 'SendEmail' }]);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect([headers.get('set-cookie'), headers.get('location')]).toEqual([null, null]);
  });

  test('by another method has the query as its input, and its method and address in the request', async () => {
    have({
      plain: 'export default (input, { request }) => [input, request.method];',
      served: 'Deno.serve((req) => Response.json([req.method, new URL(req.url).searchParams.get("day"), new URL(req.url).pathname]));',
    });
    const get = (name: string, method = 'GET') =>
      host.fetch(`/api/apps/app/functions/${name}?day=1&x=%22`, { host: 'runtime', method }, preview).then((one) => one.json());
    expect(await get('plain')).toEqual([{ day: '1', x: '"' }, 'GET']);
    expect(await get('served', 'DELETE')).toEqual(['DELETE', '1', '/api/apps/app/functions/served']);
    const builder = await host.fetch('/api/apps/app/functions/plain', { method: 'GET' }, owner);
    expect(builder.status).toBe(404);
  });

  test('has its exact body and its headers, but nothing that authenticates its caller', async () => {
    have({
      raw: `Deno.serve(async (req) => Response.json({ text: await req.text(), names: [...req.headers.keys()], signature: req.headers.get('stripe-signature') }));`,
    });
    const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=a', cookie: 'a=b', 'x-forwarded-for': '1.2.3.4' };
    const body = '{ "a":1.0,\n "b" : "\\u00e9" }';
    const { text, names, signature } = await (
      await host.fetch('/api/apps/app/functions/raw', { method: 'POST', host: 'runtime', body, headers }, preview)
    ).json();
    expect([text, signature]).toEqual([body, 't=1,v1=a']);
    for (const hidden of ['authorization', 'cookie', 'x-forwarded-for', 'host']) expect(names).not.toContain(hidden);
  });

  test('with a form has its fields and files', async () => {
    have({
      fields: 'export default (input) => input.title;',
      files: `Deno.serve(async (req) => {
  const form = await req.formData();
  const file = form.get('file');
  const again = new FormData();
  again.set('copy', file, 'copy.bin');
  const read = await new Request('https://a.example', { method: 'POST', body: again }).formData();
  const copy = new Uint8Array(await read.get('copy').arrayBuffer());
  return Response.json([form.get('title'), file.name, file.type, file.size, copy[2], read.get('copy').name]);
});`,
    });
    const post = (name: string, body: FormData | URLSearchParams) =>
      host.fetch(`/api/apps/app/functions/${name}`, { method: 'POST', host: 'runtime', body }, preview);
    const form = new FormData();
    form.set('title', 'Über "uns"');
    form.set('file', new File([new Uint8Array([0, 255, 254])], 'a.bin', { type: 'application/x-own' }));
    expect(await (await post('fields', form)).json()).toBe('Über "uns"');
    expect(await (await post('files', form)).json()).toEqual(['Über "uns"', 'a.bin', 'application/x-own', 3, 254, 'copy.bin']);
    expect(await (await post('fields', new URLSearchParams({ title: 'a b' }))).json()).toBe('a b');
  });

  test.each([
    ['/functions/at', '/'],
    ['/functions/at/', '/'],
    ['/functions/at/orders/7', '/orders/7'],
    ['/api/functions/at/a%20b/..%2Fc', '/a b/../c'],
    ['/api/apps/app/functions/at/orders?day=1', '/orders'],
  ])('at %s has the path %s', async (address, path) => {
    have({
      at: 'export default (_, { path, request }) => [path, new URL(request.url).pathname + new URL(request.url).search];',
    });
    const answer = await host.fetch(
      `http://app.localhost:4001${address}`,
      { method: 'GET', headers: { authorization: 'Bearer a' } },
      preview,
    );
    expect(await answer.json()).toEqual([path, address]);
  });

  test('below the name of a function reaches no other one, and needs the same permission', async () => {
    have({ at: 'export default (_, { path }) => path;', other: 'export default () => "other";' });
    expect((await call('at', {}, visitor, { path: 'http://app.localhost:4001/functions/at/other' })).status).toBe(401);
    expect((await call('at', {}, preview, { path: '/api/apps/app/functions/none/at' })).status).toBe(404);
    expect((await call('at', {}, owner, { path: '/api/apps/app/functions/at/deep' })).text).toBe('"/deep"');
  });

  test('gives files to endpoints of Core as its caller', async () => {
    have({
      save: `export default async (_, { integrations, env }) => {
  const file = new File(['Hi ', new Uint8Array([255])], 'a.txt', { type: 'text/plain' });
  await integrations.Core.UploadFile({ file, note: 1 });
  await integrations.Core.UploadFile({ file: new Blob(['key ' + env.KEY]) });
};`,
    });
    await host.service().setVariable(owner, { appId: 'app', name: 'KEY', value: 'a secret of the app', isSecret: true });
    expect((await call('save', {}, user)).status).toBe(200);
    const [first, second] = world.endpointCalls;
    expect(first).toMatchObject({ actor: user, endpoint: 'UploadFile', parameters: { note: 1 } });
    expect(first?.files).toEqual([{ parameter: 'file', name: 'a.txt', type: 'text/plain', content: Buffer.from([72, 105, 32, 255]) }]);
    // A caller that sends a stored handle back would get the secret.
    expect(Buffer.from(second?.files?.[0]?.content ?? []).toString()).toBe('key [secret removed]');
  });

  test.each([
    ['text/csv; charset=utf-8; header="present"', 'text/csv; charset=utf-8; header="present"'],
    ['application/json', 'application/json; charset=utf-8'],
    // Browsers take the last type of a list.
    ['text/plain;,text/html', 'text/plain; charset=utf-8'],
    ['text/csv; a=b, text/html', 'text/plain; charset=utf-8'],
    ['application/pdf; a="b", text/html; c="d"', 'text/plain; charset=utf-8'],
    ['image/svg+xml', 'text/plain; charset=utf-8'],
  ])('whose type is %s is sent as %s', async (type, sent) => {
    have({ typed: `Deno.serve(() => new Response('<b>1</b>', { headers: { 'content-type': ${JSON.stringify(type)} } }));` });
    const { headers } = await call('typed', {}, preview);
    expect(headers.get('content-type')).toBe(sent);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  test('answers files as bytes', async () => {
    have({
      pdf: `export default () => new Response(new Uint8Array([37, 80, 68, 70, 255]), { headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="a.pdf"' } });`,
      blob: `Deno.serve(() => new Response(new Blob([new Uint8Array([255, 1])], { type: 'text/html' })));`,
    });
    const get = async (name: string) => {
      const answer = await host.fetch(`/api/apps/app/functions/${name}`, { host: 'runtime' }, preview);
      return [
        answer.headers.get('content-type'),
        [...new Uint8Array(await answer.arrayBuffer())],
        answer.headers.get('content-disposition'),
      ];
    };
    expect(await get('pdf')).toEqual(['application/pdf', [37, 80, 68, 70, 255], 'attachment; filename="a.pdf"']);
    expect(await get('blob')).toEqual(['application/octet-stream', [255, 1], null]);
    expect(await host.service().test(owner, 'app', 'pdf', {})).toMatchObject({ answer: '5 bytes (application/pdf)' });
  });

  test('sends no header that a proxy acts on, and no value that breaks the answer', async () => {
    const proxied = ['x-accel-redirect', 'X-Sendfile', 'x-lighttpd-send-file', 'x-reproxy-url', 'x-original-url'];
    const broken = { 'x-control': 'a\u0001b', 'x-wide': 'Grüße €', etag: '"\u20ac"', 'content-type': 'text/plain; charset=€' };
    const headers = { ...Object.fromEntries(proxied.map((name) => [name, '/etc/passwd'])), ...broken, 'x-kept': 'yes' };
    // The engine checks values that are set, not those of an object in their place.
    have({ sent: `export default () => Object.assign(new Response('ok'), { headers: ${JSON.stringify(Object.entries(headers))} });` });
    const answer = await call('sent', {}, preview);
    expect([answer.status, answer.text]).toEqual([200, 'ok']);
    expect(Object.keys(headers).filter((name) => name !== 'content-type' && answer.headers.has(name))).toEqual(['x-kept']);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  test('for a signed-in caller is never stored for others by a shared cache', async () => {
    have({
      cached: `export default (_, { user }) => new Response(user?.id ?? 'nobody', { headers: { 'cache-control': 'public, s-maxage=60' } });`,
    });
    await allow('cached', { visitors: true });
    const headersFor = async (actor: Actor) => {
      const { headers } = await call('cached', {}, actor);
      return [headers.get('cache-control'), headers.get('vary')?.toLowerCase().includes('authorization')];
    };
    expect(await headersFor(user)).toEqual(['no-store', true]);
    expect(await headersFor(visitor)).toEqual(['public, s-maxage=60', true]);
    have({ cached: `export default () => new Response('own', { headers: { 'cache-control': 'private, max-age=60' } });` });
    expect(await headersFor(preview)).toEqual(['private, max-age=60', true]);
  });

  test.each([
    ['broken JSON', 400, { body: '{"a":', headers: { 'content-type': 'application/json' } }],
    [
      'JSON of 100,000 levels',
      504,
      { body: `${'['.repeat(100_000)}${']'.repeat(100_000)}`, headers: { 'content-type': 'application/json' } },
    ],
    ['a form of 5,000 fields', 500, { body: new URLSearchParams(Array.from({ length: 5000 }, (_, n) => [`f${n}`, ''])) }],
    ['a damaged form', 500, { body: '--x\r\noops', headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
    ['4 MB', 413, { body: 'a'.repeat(4_000_000), headers: { 'content-type': 'text/plain' } }],
  ])('with %s is answered %i, and the next one runs', async (_what, status, init) => {
    have({ take: 'export default (input) => typeof input;' });
    const post = (given: { body: string | URLSearchParams; headers?: Record<string, string> }) =>
      host.fetch('/api/apps/app/functions/take', { method: 'POST', host: 'runtime', ...given }, preview);
    expect((await post(init)).status).toBe(status);
    expect(await (await post({ body: 'text', headers: { 'content-type': 'text/plain' } })).json()).toBe('string');
  });

  test('may not use rows as the app before the builder allows it', async () => {
    have({ all: 'export const asApp = true; export default (_, { entities, app }) => app.entities.Order.create({ a: 1 });' });
    const refused = await call('all', {}, preview);
    expect(refused).toMatchObject({ status: 500 });
    expect(JSON.parse(refused.text).message).toContain('may not use rows as the app');
    expect(world.rowCalls).toEqual([]);
    await allow('all', { asApp: true });
    expect((await call('all', {}, preview)).status).toBe(200);
    const app = { kind: 'app', id: null, appId: 'app', admin: true, preview: true };
    expect(world.rowCalls).toMatchObject([{ actor: app, options: { a: 1 } }]);
  });

  test.each([
    ['list', "('-created_date', 20, 5)", [{ sort: '-created_date', limit: 20, skip: 5 }]],
    ['filter', "({ email: 'a@b.c' })", [{ q: '{"email":"a@b.c"}' }]],
    ['count', "({ role: 'user' })", ['{"role":"user"}']],
    ['get', "('user')", ['user']],
    ['update', "('user', { plan: 'pro' })", ['user', { plan: 'pro' }]],
  ])('reaches people by User.%s as the app alone', async (method, given, args) => {
    have({
      [`mine_${method}`]: `export default (_, { entities }) => entities.User.${method}${given};`,
      [`all_${method}`]: `import { base44 } from '@base44/sdk'; export default () => base44.asServiceRole.entities.User.${method}${given};`,
    });
    expect((await call(`mine_${method}`, {}, user)).status).toBe(500);
    expect((await call(`all_${method}`, {}, user)).status).toBe(500);
    const asked = { method: method === 'filter' ? 'list' : method, args: ['app', ...args] };
    expect(world.peopleCalls).toEqual([{ actor: user, ...asked }]);
    await allow(`all_${method}`, { asApp: true });
    expect((await call(`all_${method}`, {}, user)).status).toBe(200);
    expect((await call(`all_${method}`, {}, preview)).status).toBe(200);
    const [, live, draft] = world.peopleCalls;
    expect(live).toEqual({ actor: { kind: 'app', id: null, appId: 'app', admin: true }, ...asked });
    // What the code of a preview sees of people is its builder.
    expect(draft?.actor).toEqual(preview);
    expect(world.rowCalls).toEqual([]);
  });

  test.each(['create', 'delete', 'bulkCreate', 'deleteMany', 'updateMany'])('has no User.%s', async (method) => {
    have({ [`all_${method}`]: `import { base44 } from '@base44/sdk'; export default () => base44.entities.User.${method}('user');` });
    expect((await call(`all_${method}`, {}, preview)).status).toBe(500);
    expect(world.peopleCalls).toEqual([]);
    expect(world.rowCalls).toEqual([]);
  });

  test('keeps what the app wants to know about its caller, also when it runs as the app', async () => {
    const text =
      "import { base44 } from '@base44/sdk'; export const asApp = true; export default () => base44.auth.updateMe({ plan: 'pro' });";
    have({ me: text, same: text.replace('auth.updateMe', 'asServiceRole.entities.User.updateMyUserData') });
    await allow('me', { asApp: true });
    for (const name of ['me', 'same']) expect((await call(name, {}, user)).status).toBe(200);
    const expected = { actor: user, method: 'updateMe', args: ['app', { plan: 'pro' }] };
    expect(world.peopleCalls).toEqual([expected, expected]);
  });

  test('names the place of an error to builders, and nothing of it to users', async () => {
    have({ broken: '\n\nexport default () => {\n  throw new Error("The key is 42");\n};' });
    expect(JSON.parse((await call('broken', {}, preview)).text).message).toBe('The function "broken" failed: The key is 42');
    expect(JSON.parse((await call('broken', {}, user)).text)).toMatchObject({
      message: 'The function "broken" failed.',
      code: 'function-failed',
    });
    expect(await runsOf('broken')).toMatchObject([
      { outcome: 'failed', error: { message: 'The key is 42', file: 'functions/broken', line: 4 } },
      { outcome: 'failed' },
    ]);
  });

  test.each([
    ['an endless loop', 'while (true) {}', 'too long'],
    ['endless memory', 'const all = []; while (true) all.push(new Uint8Array(1e6).fill(1));', 'memory'],
  ])('with %s is stopped, and the next one runs', async (_what, code, why) => {
    await using short = await start({ FUNCTION_MAX_MS: 1500 });
    have({ endless: `export default () => { ${code} };`, ping3: 'export default () => "pong";' });
    const stopped = await call('endless', {}, preview, { on: short });
    expect(stopped.status).toBe(504);
    expect(JSON.parse(stopped.text).message).toContain(why);
    expect((await call('ping3', {}, preview, { on: short })).text).toBe('"pong"');
  });

  test('reaches neither Node nor the network', async () => {
    have({
      escape: `export default async () => ({
  globals: [typeof process, typeof globalThis.require, typeof globalThis.Buffer],
  fetched: await fetch('https://example.com').then(() => 'fetched', (error) => error.message),
  made: (() => { try { return new Function('return typeof process')(); } catch (error) { return 'no'; } })(),
});`,
    });
    const { text } = await call('escape', {}, preview);
    const { globals, fetched, made } = JSON.parse(text);
    expect(globals).toEqual(['undefined', 'undefined', 'undefined']);
    expect(fetched).not.toBe('fetched');
    expect(['no', 'undefined']).toContain(made);
  });

  test('calls another function, but not without end', async () => {
    have({
      one: "import { createClient } from '@base44/sdk'; export default async () => (await createClient().functions.invoke('two', { n: 2 })).data;",
      two: 'export default ({ n }) => ({ n });',
      loop: "import { createClient } from '@base44/sdk'; export default async () => (await createClient().functions.invoke('loop')).data;",
    });
    expect(JSON.parse((await call('one', {}, preview)).text)).toEqual({ n: 2 });
    expect(JSON.parse((await call('loop', {}, preview)).text).message).toContain('at most 4 deep');
  });

  test('counts towards quotas that concurrent calls never exceed', async () => {
    await using small = await start({ FUNCTION_RUNS_PER_CALLER_AND_DAY: 5 });
    have({ ping4: 'export default () => "pong";' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('ping4', {}, user, { on: small })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect((await call('ping4', {}, preview, { on: small })).status).toBe(200);
  });

  const fan = `import { createClient } from '@base44/sdk';
export default async ({ times }) => {
  const calls = await Promise.allSettled(Array.from({ length: times }, () => createClient().functions.invoke('leaf')));
  return calls.filter(({ status }) => status === 'fulfilled').length;
};`;

  test('counts the functions that it calls towards the quota of the app', async () => {
    await using small = await start({ FUNCTION_RUNS_PER_APP_AND_DAY: 6 });
    have({ fan, leaf: 'export default () => 1;' });
    expect((await call('fan', { times: 15 }, preview, { on: small })).text).toBe('5');
    expect((await call('fan', { times: 1 }, preview, { on: small })).status).toBe(429);
  });

  test('never waits for a place that callers of the same function hold', async () => {
    have({ fan, leaf: 'export default () => 1;' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => call('fan', { times: 2 }, preview)));
    expect(answers.map(({ text }) => text)).toEqual(Array(12).fill('2'));
  });
});

test('a call whose client has gone ends with the reason of the abort', async () => {
  const stop = new AbortController();
  const waiting = isolation.run({
    ...{ tenant: 'gone', code: 'export const run = () => sayso.call("wait");', file: 'gone.js', entry: 'run', args: [], hosts: [] },
    signal: stop.signal,
    host: { wait: async () => stop.abort() },
  });
  await expect(waiting).rejects.toSatisfy((error) => error === stop.signal.reason);
});

describe('an abort signal', () => {
  const waits = (run: string) =>
    `export default async (_, { env }) => { const url = 'https://${atServer('api.example.com')}/wait'; ${run} };`;
  const fails = "fetch(url.replace('https', 'http'), { signal }).then(() => 'answered', (error) => error.name + ': ' + error.message)";
  test.each([
    ['ends a request after its time', `const signal = AbortSignal.timeout(20); return ${fails};`, 'TimeoutError: The operation timed out.'],
    [
      'ends a request by its controller, at the server as well',
      `const stop = new AbortController(); const asked = fetch(url.replace('https', 'http'), { signal: stop.signal }).catch((error) => error.name);
       await fetch(url.replace('https', 'http').replace('wait', 'arrived')); stop.abort(); return asked;`,
      'AbortError',
    ],
    ['that is aborted already sends nothing', `const signal = AbortSignal.abort(new Error('Enough')); return ${fails};`, 'Error: Enough'],
    [
      'of several ends by the first',
      `const signal = AbortSignal.any([new AbortController().signal, AbortSignal.timeout(20)]); return ${fails};`,
      'TimeoutError: The operation timed out.',
    ],
    [
      'in a Request is that of its fetch',
      "return fetch(new Request(url.replace('https', 'http'), { signal: AbortSignal.timeout(20) })).catch((error) => error.name);",
      'TimeoutError',
    ],
    [
      'is heard once by each listener',
      `const stop = new AbortController(); let heard = 0; stop.signal.addEventListener('abort', () => { heard += 1; });
       stop.signal.onabort = () => { heard += 10; }; stop.abort('a'); stop.abort('b'); return heard + stop.signal.reason;`,
      '11a',
    ],
    [
      'leaves an answered request alone',
      `const stop = new AbortController(); const answer = await fetch(url.replace('https', 'http').replace('wait', 'now'), { signal: stop.signal });
       stop.abort(); return [answer.status, stop.signal.aborted].join();`,
      '200,true',
    ],
  ])('%s', async (what, run, expected) => {
    const before = world.aborted;
    have({ waits: waits(run) });
    await allow('waits', { hosts: ['api.example.com'] });
    expect(JSON.parse((await call('waits', {}, preview)).text)).toBe(expected);
    if (what.includes('at the server as well')) await expect.poll(() => world.aborted).toBe(before + 1);
  });
});

describe('builders', () => {
  test('try a function with draft rows, and read its runs', async () => {
    have({ ping5: 'export default ({ n }, { entities }) => entities.Order.list().then(() => n + 1);' });
    const tested = await host.service().test(owner, 'app', 'ping5', { n: 1 });
    expect(tested).toMatchObject({ answer: '2', run: { trigger: 'test', isDraft: true, outcome: 'done' } });
    expect(world.rowCalls).toMatchObject([{ actor: owner, table: { rows: 'draft' } }]);
    have({ ping5: 'export default () => { nothing.here; };' });
    world.version += 1;
    expect(await host.service().test(owner, 'app', 'ping5', {})).toMatchObject({ answer: null, run: { outcome: 'failed' } });
  });

  test.each(['list', 'runs'] as const)('of other apps get no %s', async (what) => {
    await expect(host.service()[what](stranger, 'app')).rejects.toThrow(NotFound);
    await expect(allow('x', { asApp: true }, stranger)).rejects.toThrow(NotFound);
  });

  test('name servers by their names', async () => {
    have({ out: 'export default () => 1;' });
    expect(await allow('out', { hosts: [' API.Example.com '] })).toMatchObject({ allowed: { hosts: ['api.example.com'] } });
    for (const host_ of ['127.0.0.1', 'localhost', 'https://a.example', 'a.example/x', '*.example.com', '[::1]'])
      await expect(allow('out', { hosts: [host_] })).rejects.toThrow('is no name of a server');
  });

  test('leave nothing when the app is purged', async () => {
    have({ gone: 'export default () => 1;' });
    await allow('gone', { asApp: true });
    await host.service().test(owner, 'app', 'gone', {});
    await host.service().removeApp('app');
    expect(await host.context.collections.runs.count({ appId: 'app' })).toBe(0);
    expect(await host.context.collections.functions.count({ appId: 'app' })).toBe(0);
  });
});
