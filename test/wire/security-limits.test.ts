import { once } from 'node:events';
import { definePlugin } from '@sayso/core';
import { startTestServer, type TestServer } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { allPlugins, bearer, type Data, type Person, signUp } from '../security/world.ts';

// Production mode. The field of this plugin fails with an error text that no response may contain.
const broken = definePlugin({
  name: 'broken',
  contract: 1,
  start: () => ({}),
  graph(builder) {
    builder.queryField('broken', (t) =>
      t.string({
        does: 'look',
        authScopes: { public: true },
        resolve: () => {
          throw new Error('The key swordfish was refused by /srv/secret');
        },
      }),
    );
  },
});
let server: TestServer;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  server = await startTestServer([...(await allPlugins()), broken], { NODE_ENV: 'production' });
  admin = await signUp(server, 'admin@example.org');
  owner = await signUp(server, 'owner@example.org');
}, 60_000);
afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly data?: Data;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Data }[];
}
async function post(body: unknown, as: Person | null = owner, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${server.builderUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(as ? bearer(as.token) : {}), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as object) };
}
const ask = (query: string, as: Person | null = owner) => post({ query }, as);
const times = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, index) => make(index)).join(' ');

const nested = (levels: number) => `${'{ app '.repeat(levels)}{ id }${' }'.repeat(levels)}`;

describe('rejects an operation that is too large before executing it', () => {
  const rows = '{ apps { messages(limit: 100) { parts { ... on ActionPart { action { type title content } } } } } }';
  const fragments = `{ apps { ...a ...a ...a } } fragment a on App { ...b ...b ...b } fragment b on App { ...c ...c ...c }
    fragment c on App { versions { files { path content } tables { name } pages { name } } }`;
  test.each([
    ['deep', nested(13), /nests 14 levels deep; 12 are allowed/],
    ['with too many aliases', `{ ${times(31, (index) => `a${index}: me { id }`)} }`, /uses 31 aliases; 30 are allowed/],
    [
      'with too many aliases in fragments',
      `{ ...a ...a } fragment a on Query { ${times(16, (index) => `a${index}: me { id }`)} }`,
      /32 aliases/,
    ],
    ['long', `{ ${'me { id } '.repeat(600)} }`, /token/i],
    ['wide', rows, /asks for too much at once/],
    ['too complex by its fragments', fragments, /asks for too much at once/],
    ['too complex by a number', '{ apps { messages(limit: 1000000) { id } } }', /asks for too much at once/],
    ['too complex by a variable', `query ($n: Int = 100) ${rows.replace('limit: 100', 'limit: $n')}`, /asks for too much at once/],
    ['with recursive fragments', '{ ...a } fragment a on Query { me { id } ...a }', /Cannot spread fragment/],
  ])('%s', async (_what, query, message) => {
    for (const as of [owner, null]) {
      const { errors, data } = await ask(query, as);
      expect(data).toBeUndefined();
      expect(errors?.map((error) => error.message).join('\n')).toMatch(message);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'invalid-input' });
    }
  });

  test('of large values', async () => {
    const files = (count: number) => `{ app(id: "x") { ${times(count, (index) => `a${index}: version(id: "x") { files { content } }`)} } }`;
    for (const as of [owner, null])
      expect((await ask(files(28), as)).errors?.[0]).toMatchObject({
        message: expect.stringMatching(/asks for too much at once \(about 56 MB; 32 are allowed\)/),
        extensions: { code: 'invalid-input' },
      });
    expect(JSON.stringify((await ask(files(10))).errors)).not.toMatch(/too much/);
  });

  test('accepts the operations of the product itself', async () => {
    const { errors } = await ask(
      '{ apps { id currentVersion { files { path content } tables { name schema } } messages(limit: 50) { id parts { __typename } } } }',
    );
    expect(errors).toBeUndefined();
  });

  test('a body', async () => {
    const answer = await post({ query: '{ me { id } }', variables: { text: 'x'.repeat(4_000_000) } });
    expect([answer.status, answer.data]).toEqual([413, undefined]);
  });

  test('a batch', async () => {
    const answer = await post([{ query: '{ me { id } }' }, { query: '{ me { id } }' }]);
    expect(answer.status).toBe(400);
    expect(answer.data).toBeUndefined();
  });

  test('a mutation in a URL', async () => {
    const url = `${server.builderUrl}/graphql?query=${encodeURIComponent('mutation { createApp(input: {}) { id } }')}`;
    expect((await fetch(url, { headers: bearer(owner.token) })).status).toBe(405);
    expect((await ask('{ apps { id } }')).data.apps).toEqual([]);
  });
});

describe('the schema', () => {
  test.each([
    ['__schema', '{ __schema { types { name } } }'],
    ['__type', '{ __type(name: "App") { fields { name } } }'],
    ['an alias', '{ me { id } x: __schema { queryType { name } } }'],
    ['a fragment', '{ ...a } fragment a on Query { ...b } fragment b on Query { __schema { types { name } } }'],
  ])('is readable by admins only: %s', async (_how, query) => {
    for (const as of [null, owner]) {
      const { data, errors } = await ask(query, as);
      expect(data ?? null).toBeNull();
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'forbidden' });
    }
    expect((await ask(query, admin)).errors).toBeUndefined();
  });
});

test('an unexpected error reveals only its request id', async () => {
  const answer = await ask('{ broken }');
  expect(answer.errors).toHaveLength(1);
  expect(answer.errors?.[0]).toMatchObject({
    message: 'Something went wrong on our side. Please try again later.',
    extensions: { code: 'internal', requestId: expect.any(String) },
  });
  expect(JSON.stringify(answer)).not.toMatch(/swordfish|srv|stack|\.ts/);
});

test('a page of the builder runs only its own scripts and cannot be framed', async () => {
  for (const path of ['/', '/login', '/build/app/x']) {
    const { headers } = await fetch(server.builderUrl + path);
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim().split(/ (.*)/s) as [string, string]),
    );
    expect([path, policy.get('frame-ancestors'), policy.get('script-src')]).toEqual([path, "'self'", "'self'"]);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  }
});

describe('a WebSocket', () => {
  const open = (headers: Record<string, string>): WebSocket =>
    new WebSocket(`${server.builderUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  const opened = (socket: WebSocket) =>
    new Promise<string>((resolve) => {
      socket.on('open', () => resolve('open')).on('error', ({ message }) => resolve(message));
    });

  test.each([
    ['no origin, as a program', {}, 'open'],
    ['the builder itself', { origin: 'OWN' }, 'open'],
    ['another site', { origin: 'https://elsewhere.example' }, 'Unexpected server response: 403'],
    ['the runtime host', { origin: 'RUNTIME' }, 'Unexpected server response: 403'],
    ['a sandboxed frame', { origin: 'null' }, 'Unexpected server response: 403'],
    // Browsers send remembered proxy credentials along from any page.
    [
      'another site, behind a proxy with a password',
      { origin: 'https://elsewhere.example', basic: true },
      'Unexpected server response: 403',
    ],
  ])('from %s', async (_who, { origin, basic }: { origin?: string; basic?: boolean }, answer) => {
    const own = origin?.replace('OWN', server.builderUrl).replace('RUNTIME', server.runtimeUrl);
    const more = { ...(own === undefined ? {} : { origin: own }), ...(basic ? { authorization: 'Basic YTpi' } : {}) };
    const socket = open({ cookie: owner.cookie, ...more });
    expect(await opened(socket)).toBe(answer);
    socket.terminate();
  });

  /** The response to one operation. */
  const resultOf = async (query: string): Promise<Data> => {
    const socket = open({ cookie: owner.cookie, origin: server.builderUrl });
    await opened(socket);
    socket.send(JSON.stringify({ type: 'connection_init' }));
    await once(socket, 'message');
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
    const [message] = await once(socket, 'message');
    socket.terminate();
    return JSON.parse(String(message));
  };

  test('has the same limits', async () => {
    expect(await resultOf('{ me { email } }')).toMatchObject({ type: 'next', payload: { data: { me: { email: owner.email } } } });
    const deep = await resultOf(nested(13));
    expect(deep.type).toBe('error');
    expect(JSON.stringify(deep.payload)).toMatch(/levels deep/);
    expect(JSON.stringify(await resultOf('{ __schema { types { name } } }'))).toMatch(/Only admins may read the schema/);
    expect(JSON.stringify(await resultOf(`{ ${times(31, (index) => `a${index}: me { id }`)} }`))).toMatch(/aliases/);
  });

  test('closes on a message that is too large', async () => {
    const socket = open({ origin: server.builderUrl });
    await opened(socket);
    socket.send('x'.repeat(1_100_000));
    const [code] = await once(socket, 'close');
    expect(code).toBe(1009);
  });

  test('over HTTP is refused to strangers as well', async () => {
    const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
    const body = JSON.stringify({ query: 'subscription { appChanged(appId: "x") { id } }' });
    const answer = await fetch(`${server.builderUrl}/graphql`, { method: 'POST', headers, body });
    expect(await answer.text()).toMatch(/"code":"unauthenticated"/);
  });
});
