import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Actor, Conflict, definePlugin, NotFound } from '../contract/index.ts';
import { describe as describeSurface } from '../server.ts';
import { type TestHost, testHost } from '../testing/index.ts';

const person: Actor = { kind: 'account', id: 'ada', admin: false, builder: true };
const admin: Actor = { kind: 'account', id: 'eve', admin: true };
const visitor: Actor = { kind: 'app', id: null, appId: 'a1', admin: false };
const keeper: Actor = { kind: 'app', id: 'ada', appId: 'a1', admin: true };

const rows = z.object({
  name: z.string(),
  rows: z.array(z.number()),
  kind: z.enum(['a', 'b']).optional(),
  mail: z.email().optional(),
  tags: z.array(z.string()).min(1).optional(),
  size: z.number().max(10).optional(),
  own: z.string('Words of its own.').optional(),
});

const doors = definePlugin({
  name: 'doors',
  contract: 1,
  start: () => undefined,
  routes(http) {
    http.get('/api/doors/public', { config: { access: 'public', does: 'look' } }, async ({ sayso }) => sayso.actor);
    http.post('/api/doors/account', { config: { access: 'account', does: 'change-own' } }, async () => ({ done: true }));
    http.get('/api/doors/account', { config: { access: 'account', does: 'look' } }, async () => ({ done: true }));
    http.get('/api/doors/admin', { config: { access: 'admin', does: 'look' } }, async () => ({ done: true }));
    http.get('/api/doors/apps/:appId', { config: { access: 'app', does: 'look' } }, async () => ({ done: true }));
    http.get('/api/doors/app', { config: { access: 'app', does: 'look' } }, async () => ({ done: true }));
    http.get('/api/doors/conflict', { config: { access: 'public', does: 'look' } }, async () => {
      throw new Conflict('Another caller was faster.');
    });
    http.get('/api/doors/broken', { config: { access: 'public', does: 'look' } }, async () => {
      throw new Error('the password is swordfish');
    });
    http.get('/api/doors/kept', { config: { access: 'public', does: 'look' } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=60').send({}),
    );
    http.get('/api/doors/lost', { config: { access: 'public', does: 'look' } }, async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      throw new NotFound('This file');
    });
    http.post('/api/doors/form', { config: { access: 'public', does: 'change-own' } }, async (request) => {
      const names: string[] = [];
      for await (const part of request.parts()) {
        names.push(part.fieldname);
        if (part.type === 'file') await part.toBuffer();
      }
      return { names };
    });
    http.post('/api/doors/rows', { config: { access: 'public', does: 'change-own' }, schema: { body: rows } }, async () => ({}));
    http.get(
      '/api/doors/slow',
      { config: { access: 'public', does: 'look', rateLimit: { max: 2, timeWindow: 60_000 } } },
      async () => ({}),
    );
  },
  runtimeRoutes(http) {
    http.get('/page', { config: { access: 'public', does: 'look' } }, async (_request, reply) =>
      reply.header('content-security-policy', 'sandbox').send('page'),
    );
    http.post('/rows', { config: { access: 'app', does: 'change-own' } }, async () => ({ done: true }));
  },
});

describe('limits by address', () => {
  const statuses = async (config: Record<string, unknown>, addresses: readonly string[]): Promise<number[]> => {
    await using limited = await testHost(doors, { config });
    const answers: number[] = [];
    for (const address of addresses) {
      answers.push((await limited.fetch('/api/doors/slow', { headers: { 'x-forwarded-for': address } })).status);
    }
    return answers;
  };
  test('trust x-forwarded-for only from a configured proxy', async () => {
    const addresses = ['198.51.100.1', '198.51.100.2', '198.51.100.3'];
    expect(await statuses({}, addresses)).toEqual([200, 200, 429]);
    expect(await statuses({ TRUST_PROXY: '192.0.2.1' }, addresses)).toEqual([200, 200, 429]);
    expect(await statuses({ TRUST_PROXY: 'loopback' }, addresses)).toEqual([200, 200, 200]);
    expect(await statuses({ TRUST_PROXY: '1' }, addresses)).toEqual([200, 200, 200]);
  });
  test('use the last address that is not a trusted proxy', async () => {
    const spoofed = ['1.1.1.1, 198.51.100.1', '2.2.2.2, 198.51.100.1', '3.3.3.3, 198.51.100.1'];
    expect(await statuses({ TRUST_PROXY: 'loopback' }, spoofed)).toEqual([200, 200, 429]);
  });
  test('count an IPv6 /48 network as one address', async () => {
    const one = ['2001:db8:1::1', '2001:db8:1:2::3', '2001:db8:1:ffff::9'];
    expect(await statuses({ TRUST_PROXY: 'loopback' }, one)).toEqual([200, 200, 429]);
    const several = ['2001:db8:1::1', '2001:db8:2::1', '2001:db8:3::1'];
    expect(await statuses({ TRUST_PROXY: 'loopback' }, several)).toEqual([200, 200, 200]);
  });
});

let host: TestHost<unknown>;
beforeAll(async () => {
  host = await testHost(doors);
});
afterAll(() => host.close());

const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

describe('access', () => {
  test.each([
    ['/api/doors/public', undefined, 200],
    ['/api/doors/account', undefined, 401],
    ['/api/doors/account', person, 200],
    ['/api/doors/account', visitor, 403],
    ['/api/doors/admin', undefined, 401],
    ['/api/doors/admin', person, 403],
    ['/api/doors/admin', keeper, 403],
    ['/api/doors/admin', admin, 200],
    ['/api/doors/apps/a1', undefined, 200],
    ['/api/doors/apps/a1', visitor, 200],
    ['/api/doors/apps/a2', visitor, 404],
    ['/api/doors/apps/a2', person, 200],
    ['/api/doors/app?appId=a2', visitor, 404],
  ] as const)('%s as %o answers %i', async (path, as, status) => {
    expect((await host.fetch(path, {}, as)).status).toBe(status);
  });
});

describe('cross-site requests', () => {
  const cookie = 'session=1';
  test.each([
    ['own page', { cookie, origin: 'http://localhost:4000' }, 200],
    ['a generated app', { cookie, origin: 'http://localhost:4001' }, 403],
    ['a sandboxed frame', { cookie, origin: 'null' }, 403],
    ['another site without an origin', { cookie, 'sec-fetch-site': 'cross-site' }, 403],
    ['a program', { cookie }, 200],
    ['another site with a token of its own', { cookie, origin: 'https://elsewhere.example', authorization: 'Bearer t' }, 200],
    ['another site without a cookie', { origin: 'https://elsewhere.example' }, 200],
  ])('%s', async (_who, headers, status) => {
    expect((await host.fetch('/api/doors/account', json({}, headers), person)).status).toBe(status);
  });

  test('the runtime host leaves CSRF checks to its plugins', async () => {
    const init = { ...json({}, { cookie, origin: 'https://elsewhere.example' }), host: 'runtime' as const };
    expect((await host.fetch('/rows', init)).status).toBe(200);
  });
});

describe('errors', () => {
  test('keeps the message of a domain error', async () => {
    const response = await host.fetch('/api/doors/conflict');
    expect(response.status).toBe(409);
    const said = { message: 'Another caller was faster.', code: 'conflict' };
    expect(await response.json()).toEqual({ ...said, error: said });
  });

  test('masks an unexpected error, and returns its request id', async () => {
    const response = await host.fetch('/api/doors/broken', { headers: { 'x-request-id': 'request-0001' } });
    expect(response.status).toBe(500);
    expect(response.headers.get('x-request-id')).toBe('request-0001');
    const body = await response.json();
    expect(body).toMatchObject({ code: 'internal', requestId: 'request-0001' });
    expect(JSON.stringify(body)).not.toContain('swordfish');
  });

  test.each([
    [json({ name: 1, rows: [] }), 400, '"name" in the body must be text.'],
    [json({ name: 'a', rows: [1, 'b'] }), 400, '"rows.1" in the body must be a number.'],
    [json({ name: 'a' }), 400, '"rows" in the body is missing.'],
    [json({ name: 'a', rows: [], kind: 'c' }), 400, '"kind" in the body must be a or b.'],
    [json({ name: 'a', rows: [], mail: 'c' }), 400, '"mail" in the body must be an email address such as ada@example.org.'],
    [json({ name: 'a', rows: [], tags: [] }), 400, '"tags" in the body must have at least 1 entry.'],
    [json({ name: 'a', rows: [], size: 11 }), 400, '"size" in the body must be at most 10.'],
    [json({ name: 'a', rows: [], own: 1 }), 400, '"own" in the body is not valid: Words of its own.'],
    [json([]), 400, 'The body must be an object.'],
    [{ ...json(''), body: '' }, 400, 'The body is missing.'],
    [{ ...json(''), body: '{' }, 400, 'The body is not valid JSON.'],
    [{ ...json({}), body: 'x'.repeat(2_000_001) }, 413, 'The body is too large.'],
    [{ ...json({}), headers: { 'content-type': 'text/csv' } }, 415, 'This content type is not supported here.'],
    [{ ...json({}), headers: { 'content-type': 'text/plain' } }, 415, 'This content type is not supported here.'],
  ])('explains invalid input %#', async (init, status, message) => {
    const response = await host.fetch('/api/doors/rows', init);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ message, error: { message } });
  });

  test.each(['builder', 'runtime'] as const)('refuses a malformed URL on the %s host', async (name) => {
    const response = await host.fetch('/%E0%A4%A', { host: name });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid-input', message: 'This address is not valid.' }]);
  });

  const PART = '--x\r\ncontent-disposition: form-data; name="a"; filename="a.png"\r\n\r\n';
  test.each([
    ['x', '--x\r\n'],
    ['x', 'no form'],
    ['x', PART],
    ['x', `${PART}some bytes`],
    ['x', `${PART}some bytes\r\n--x`],
    ['x', `${PART}some bytes\r\n--x\r\n`],
    ['x', `--x\r\nno header\r\n\r\n`],
    ['y', `${PART}some bytes\r\n--x--\r\n`],
    ['', 'no form'],
    [null, 'no form'],
    ['x'.repeat(5000), 'no form'],
  ])('refuses a damaged form %#', async (boundary, body) => {
    const type = `multipart/form-data${boundary === null ? '' : `; boundary=${boundary}`}`;
    const response = await host.fetch('/api/doors/form', { method: 'POST', headers: { 'content-type': type }, body });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid-input' }]);
  });

  test('reads a whole form', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const response = await host.fetch('/api/doors/form', { method: 'POST', headers, body: `${PART}some bytes\r\n--x--\r\n` });
    expect(await response.json()).toEqual({ names: ['a'] });
  });

  test.each([
    ['builder', '/api/doors/public'],
    ['builder', '/api/doors/broken'],
    ['builder', '/api/doors/account'],
    ['builder', '/api/doors/lost'],
    ['builder', '/api/nothing.zip'],
    ['builder', '/healthz'],
    ['runtime', '/page'],
    ['runtime', '/nothing.csv'],
  ] as const)('caches keep no answer of the %s host to %s', async (name, path) => {
    const { headers } = await host.fetch(path, { host: name });
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  test('caches keep what a route says that they may', async () => {
    expect((await host.fetch('/api/doors/kept')).headers.get('cache-control')).toBe('public, max-age=60');
  });

  test('accepts a content type without a body', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    expect((await host.fetch('/api/doors/account', init, person)).status).toBe(200);
  });

  test('limits the rate of calls', async () => {
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await host.fetch('/api/doors/slow')).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test.each(['/api/nothing', '/graphql/x', '/live_api/x', '/runtime/x', '/integrations/x'])(
    '%s responds with a 404 in JSON',
    async (path) => {
      const response = await host.fetch(path, { headers: { accept: 'text/html' } });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'not-found' });
    },
  );
});

describe('the hosts', () => {
  test('report health and metrics', async () => {
    expect(await (await host.fetch('/healthz')).json()).toEqual({ ok: true });
    expect(await (await host.fetch('/readyz')).json()).toEqual({ ok: true, reasons: [] });
    expect((await host.fetch('/metrics')).status).toBe(200);
    expect((await host.fetch('/metrics', { headers: { 'x-forwarded-for': '9.9.9.9' } })).status).toBe(403);
    expect((await host.fetch('/metrics', { headers: { 'x-forwarded-for': '9.9.9.9' } }, admin)).status).toBe(200);
    // DNS rebinding: a page of another site whose host name resolves to this machine.
    for (const name of ['elsewhere.example:4000', 'localhost.elsewhere.example', '127.0.0.1.elsewhere.example'])
      expect([name, (await host.fetch(`http://${name}/metrics`)).status]).toEqual([name, 403]);
    for (const name of ['127.0.0.1:4000', '[::1]:4000', 'localhost'])
      expect([name, (await host.fetch(`http://${name}/metrics`)).status]).toEqual([name, 200]);
  });

  test('count responses by route, method, status and duration', async () => {
    const calls = ['/api/doors/public', '/api/doors/public', '/api/doors/account', '/api/nothing'];
    await using own = await testHost(doors);
    for (const path of calls) await own.fetch(path);
    const metrics = await (await own.fetch('/metrics')).text();
    const line = (name: string, route: string, status: number, more = '') =>
      `sayso_http_request_duration_seconds_${name}{${more}host="builder",method="GET",route="${route}",status="${status}"}`;
    expect(metrics).toContain('# TYPE sayso_http_request_duration_seconds histogram\n');
    expect(metrics).toContain(`${line('count', '/api/doors/public', 200)} 2\n`);
    expect(metrics).toContain(`${line('bucket', '/api/doors/public', 200, 'le="+Inf",')} 2\n`);
    expect(metrics).toContain(`${line('bucket', '/api/doors/public', 200, 'le="10",')} 2\n`);
    expect(metrics).toContain(`${line('count', '/api/doors/account', 401)} 1\n`);
    expect(metrics).toContain(`${line('count', 'unknown', 404)} 1\n`);
  });

  test('document their calls', async () => {
    const { paths } = (await (await host.fetch('/api/docs/json')).json()) as { paths: object };
    expect(Object.keys(paths)).toContain('/api/doors/apps/{appId}');
    expect(await (await host.fetch('/api/docs')).text()).toContain('/api/doors/apps/{appId}');
  });

  test('refuse to document a route without a response schema', async () => {
    const schema = { summary: 'Says nothing', response: { 200: z.object({ done: z.boolean() }) } };
    const silent = definePlugin({
      name: 'silent',
      contract: 1,
      start: () => undefined,
      routes(http) {
        http.get('/api/silent', { config: { access: 'public', does: 'look' }, schema: { summary: 'Says nothing' } }, async () => ({}));
        http.get('/api/said', { config: { access: 'public', does: 'look' }, schema }, async () => ({ done: true }));
      },
    });
    const refused = await describeSurface([silent]).catch((error: unknown) => error);
    expect(refused).toMatchObject({ problems: [{ problem: 'The OpenAPI document does not say of GET /api/silent: what it answers.' }] });
  });

  test('fail a response with undeclared fields in tests', async () => {
    const response = { 200: z.object({ name: z.string() }) };
    const answers = definePlugin({
      name: 'answers',
      contract: 1,
      start: () => undefined,
      routes(http) {
        const config = { access: 'public', does: 'look' } as const;
        http.get('/api/right', { config, schema: { response } }, async () => ({ name: 'Ada' }));
        http.get('/api/more', { config, schema: { response } }, async () => ({ name: 'Ada', secret: 'swordfish' }));
      },
    });
    await using own = await testHost(answers);
    expect(await (await own.fetch('/api/right')).json()).toEqual({ name: 'Ada' });
    expect((await own.fetch('/api/more')).status).toBe(500);
  });

  test('isolate generated code from the builder', async () => {
    const policy = (await host.fetch('/api/doors/public')).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain('frame-src http://localhost:4001 http://*.localhost:4001');
    const page = await host.fetch('http://my-app.localhost:4001/page');
    expect(page.headers.get('content-security-policy')).toBe('sandbox');
    expect(page.headers.get('x-frame-options')).toBeNull();
  });
});

test.each([
  ['access', 'get', { does: 'look' }, 'does not say who may call it.'],
  ['a deed', 'get', { access: 'public' }, 'does not say what it does.'],
  ['a deed that exists', 'get', { access: 'public', does: 'everything' }, 'does not say what it does.'],
  ['a deed that its method permits', 'delete', { access: 'public', does: 'look' }, 'says that it only looks, by a method that changes.'],
] as const)('refuses to start with a route without %s', async (_what, method, config, problem) => {
  const open = definePlugin({
    name: 'open',
    contract: 1,
    start: () => undefined,
    routes(http) {
      http[method]('/api/open', { config: config as object }, async () => 'x');
    },
  });
  const route = `The route ${method.toUpperCase()} /api/open on the builder host`;
  await expect(testHost(open)).rejects.toThrow(`Plugin "open": ${route} ${problem}`);
});

test('signed links serve files and ranges, but no service workers and no forged links', async () => {
  const files = definePlugin({ name: 'files', contract: 1, start: () => undefined });
  await using host = await testHost(files);
  await host.context.blobs.put('notes/a.txt', new TextEncoder().encode('0123456789'), { contentType: 'text/plain' });
  const link = await host.context.blobs.signedUrl('notes/a.txt', 60);
  const whole = await host.fetch(link);
  expect([whole.status, await whole.text(), whole.headers.get('content-type')]).toEqual([200, '0123456789', 'text/plain']);
  expect(whole.headers.get('content-security-policy')).toContain('sandbox');
  const part = await host.fetch(link, { headers: { range: 'bytes=2-4' } });
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
  // An uploaded file must not become a service worker of the app's origin.
  expect((await host.fetch(link, { headers: { 'service-worker': 'script' } })).status).toBe(404);
  expect((await host.fetch(link.replace(/signature=./, 'signature=x'))).status).toBe(404);
});
