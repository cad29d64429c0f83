import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, Conflict, definePlugin } from '../contract/index.ts';
import { type TestHost, testHost } from '../testing/index.ts';

const visitor: Actor = { kind: 'app', id: null, appId: 'a1', admin: false };
const answers: Readonly<Record<string, () => string | Promise<string>>> = {
  now: () => '{"text":"ä"}',
  later: async () => '{"text":"ä"}',
  conflict: () => {
    throw new Conflict('Another caller was faster.');
  },
  'late-conflict': async () => {
    throw new Conflict('Another caller was faster.');
  },
  broken: () => {
    throw new Error('the password is swordfish');
  },
};
let answered = 0;

const direct = definePlugin({
  name: 'direct',
  contract: 1,
  start: () => undefined,
  routes(http) {
    http.addHook('onRequest', (_request, reply, done) => {
      reply.header('access-control-allow-origin', '*');
      done();
    });
    const answer = ({ params }: { readonly params: unknown }) => {
      answered += 1;
      return answers[(params as { readonly name: string }).name]?.() ?? '{}';
    };
    http.get('/api/direct/:appId/:name', { config: { access: 'app', does: 'look', direct: answer } }, async () => 'the handler');
    http.get('/api/direct/:name', { config: { access: 'account', does: 'look', direct: answer } }, async () => 'the handler');
  },
});

let host: TestHost<unknown>;
beforeAll(async () => {
  host = await testHost(direct, { config: { APP_RATE_LIMIT: '20' } });
});
afterAll(() => host.close());

test.each(['now', 'later'])('answers %s with the JSON and the headers of the host, the plugin and the request', async (name) => {
  const init = { headers: { 'x-request-id': 'request-0001' } };
  const response = await host.fetch(`/api/direct/a1/${name}`, init, visitor);
  expect([response.status, await response.text()]).toEqual([200, '{"text":"ä"}']);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': '13',
    'access-control-allow-origin': '*',
    'x-request-id': 'request-0001',
    'x-content-type-options': 'nosniff',
  });
  const head = await host.fetch(`/api/direct/a1/${name}`, { ...init, method: 'HEAD' }, visitor);
  const { date: _, ...others } = Object.fromEntries(response.headers);
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(Object.fromEntries(head.headers)).toMatchObject(others);
});

test.each([
  ['conflict', 409, 'conflict'],
  ['late-conflict', 409, 'conflict'],
  ['broken', 500, 'internal'],
])('maps the error of %s to %i', async (name, status, code) => {
  const response = await host.fetch(`/api/direct/a1/${name}`, {}, visitor);
  expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })]);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('reads nothing for callers without access', async () => {
  const before = answered;
  expect((await host.fetch('/api/direct/now')).status).toBe(401);
  expect((await host.fetch('/api/direct/now', {}, visitor)).status).toBe(403);
  expect((await host.fetch('/api/direct/a2/now', {}, visitor)).status).toBe(404);
  expect(answered).toBe(before);
});

test('counts the calls towards the limits and the metrics', async () => {
  const other: Actor = { ...visitor, id: 'bob', appId: 'a3' };
  const statuses: number[] = [];
  for (let call = 0; call < 21; call++) statuses.push((await host.fetch('/api/direct/a3/now', {}, other)).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  const labels = (status: number) => `host="builder",method="GET",route="/api/direct/:appId/:name",status="${status}"`;
  const metrics = await (await host.fetch('/metrics')).text();
  expect(metrics).toMatch(new RegExp(`_count\\{${labels(200)}\\} \\d\\d\n`));
  expect(metrics).toContain(`_count{${labels(429)}} 1\n`);
});
