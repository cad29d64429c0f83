import { once } from 'node:events';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { z } from 'zod';
import { type Actor, type Builder, definePlugin, InvalidInput, serviceRef } from '../contract/index.ts';
import { startTestServer, type TestHost, type TestServer, testHost } from '../testing/index.ts';
import { buildGraph, printGraph } from './index.ts';

const person: Actor = { kind: 'account', id: 'ada', admin: false, builder: true };
const admin: Actor = { kind: 'account', id: 'eve', admin: true };

interface Counter {
  watch(signal: AbortSignal): AsyncIterable<number>;
  /** Number of active subscriptions. */
  watching(): number;
}
const counter = serviceRef<Counter>('counter');

declare module '../contract/index.ts' {
  interface EventMap {
    'counter.counted': number;
  }
}

const plugin = definePlugin({
  name: 'counter',
  contract: 1,
  provides: counter,
  identify: async ({ headers }) => (headers.get('authorization') === 'Bearer ada' ? person : null),
  start(context) {
    let watching = 0;
    return {
      watching: () => watching,
      async *watch(signal) {
        watching += 1;
        try {
          for await (const event of context.subscribe('counter.counted', signal)) if ('payload' in event) yield event.payload;
        } finally {
          watching -= 1;
        }
      },
    };
  },
  graph(builder) {
    interface Node {
      readonly name: string;
    }
    const node = builder.objectRef<Node>('Node');
    node.implement({
      extensions: { access: 'parent' },
      fields: (t) => ({
        name: t.exposeString('name'),
        children: t.field({ type: [node], args: { limit: t.arg.int() }, resolve: () => [] }),
      }),
    });
    const open = { public: true };
    builder.queryFields((t) => ({
      node: t.field({ type: node, does: 'look', authScopes: open, resolve: () => ({ name: 'root' }) }),
      mine: t.string({ does: 'look', authScopes: { account: true }, resolve: () => 'mine' }),
      secret: t.string({ does: 'look', authScopes: { admin: true }, resolve: () => 'secret' }),
      broken: t.string({
        does: 'look',
        authScopes: open,
        resolve: () => {
          throw new Error('the password is swordfish');
        },
      }),
      refused: t.string({
        does: 'look',
        authScopes: open,
        resolve: () => {
          throw new InvalidInput('Choose another name.', [{ path: 'name', message: 'is taken' }]);
        },
      }),
      parsed: t.int({
        does: 'look',
        authScopes: open,
        args: { n: t.arg.int({ required: true }) },
        resolve: (_r, { n }) => z.number().max(3).parse(n),
      }),
      at: t.field({
        type: 'DateTime',
        does: 'look',
        authScopes: open,
        args: { at: t.arg({ type: 'DateTime', required: true }) },
        resolve: (_r, { at }) => at,
      }),
      echo: t.field({
        type: 'JSON',
        does: 'look',
        authScopes: open,
        args: { value: t.arg({ type: 'JSON', required: true }) },
        resolve: (_r, { value }) => value,
      }),
    }));
    builder.subscriptionField('counted', (t) =>
      t.int({
        does: 'look',
        authScopes: { account: true },
        subscribe: (_r, _a, { get, signal }) => get(counter).watch(signal),
        resolve: (n) => n as number,
      }),
    );
  },
});

describe('operations', () => {
  let host: TestHost<unknown>;
  beforeAll(async () => {
    host = await testHost(plugin, { config: { NODE_ENV: 'production' } });
  });
  afterAll(() => host.close());

  test.each([
    ['{ mine }', undefined, 'unauthenticated', 401],
    ['{ secret }', person, 'forbidden', 403],
    ['{ refused }', undefined, 'invalid-input', 400],
    ['{ parsed(n: 4) }', undefined, 'invalid-input', 400],
    ['{ broken }', undefined, 'internal', 500],
    ['{ at(at: "yesterday") }', undefined, 'invalid-input', 400],
    ['{ nothing }', undefined, 'invalid-input', 400],
    ['{ ', undefined, 'invalid-input', 400],
    ['{ __schema { types { name } } }', person, 'forbidden', 403],
  ] as const)('%s fails with a code', async (query, as, code, status) => {
    const { errors } = await host.graphql(query, {}, as);
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions).toMatchObject({ code, status });
    expect(JSON.stringify(errors)).not.toContain('swordfish');
  });

  test('keeps the message and the issues of a domain error', async () => {
    const { errors } = await host.graphql('{ refused }');
    expect(errors?.[0]).toMatchObject({
      message: 'Choose another name.',
      path: ['refused'],
      extensions: { issues: [{ path: 'name', message: 'is taken' }] },
    });
  });

  test.each([
    ['{ mine }', person, { mine: 'mine' }],
    ['{ secret }', admin, { secret: 'secret' }],
    ['{ at(at: "2026-01-31T13:00:00+01:00") }', undefined, { at: '2026-01-31T12:00:00.000Z' }],
    ['{ echo(value: {a: [1, null, "x"]}) }', undefined, { echo: { a: [1, null, 'x'] } }],
    ['{ __type(name: "Node") { name } }', admin, { __type: { name: 'Node' } }],
  ])('%s answers', async (query, as, data) => {
    expect(await host.graphql(query, {}, as as Actor)).toEqual({ data });
  });

  const nest = (levels: number): string => `{ node ${'{ children(limit: 1) '.repeat(levels)}{ name }${' }'.repeat(levels)} }`;
  test.each([
    ['12 levels', nest(10), null],
    ['13 levels', nest(11), 'The operation nests 13 levels deep; 12 are allowed.'],
    ['levels in fragments', `{ node { ...a } } fragment a on Node ${nest(11).replace('{ node ', '').slice(0, -2)}`, 'nests 13 levels deep'],
    ['31 aliases', `{ ${Array.from({ length: 31 }, (_, i) => `a${i}: mine`).join(' ')} }`, 'uses 31 aliases; 30 are allowed.'],
    ['2,000 words', `{ ${'mine '.repeat(1999)} }`, 'Document contains more than 2000 tokens.'],
    ['many rows', '{ node { children(limit: 200) { children(limit: 200) { name } } } }', 'asks for too much at once'],
    ['a circle', '{ node { ...a } } fragment a on Node { children { ...a } }', 'Cannot spread fragment'],
  ])('the limits: %s', async (_what, query, message) => {
    const { errors } = await host.graphql(query, {}, person);
    if (message === null) expect(errors).toBeUndefined();
    else expect(errors?.[0]?.message).toContain(message);
  });

  test('limits the depth of JSON in variables and literals', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const operation = 'query ($v: JSON!) { echo(value: $v) }';
    const get = async (levels: number) => {
      const address = `/graphql?query=${encodeURIComponent(operation)}&variables=${encodeURIComponent(`{"v":${deep(levels)}}`)}`;
      return (await (await host.fetch(address)).json()) as { data?: { echo: unknown }; errors?: { message: string; extensions: object }[] };
    };
    const results = [await get(65), await get(10_000), await host.graphql(`{ echo(value: ${deep(65)}) }`)];
    for (const { data, errors } of results) {
      expect(data?.echo ?? null).toBeNull();
      expect(errors?.[0]?.message).toMatch(/nests more than 64 levels deep/);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'invalid-input', status: 400 });
    }
    expect(JSON.stringify((await get(64)).data?.echo)).toBe(deep(64));
  });

  test('refuses batched operations', async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await host.fetch('/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify([{ query: '{ mine }' }, { query: '{ mine }' }]),
    });
    expect(response.status).toBe(400);
  });

  test('ends the source of a cancelled subscription', async () => {
    const live = await host.subscribe<{ counted: number }>('subscription { counted }', {}, person);
    const first = live.next();
    await expect.poll(() => host.service(counter).watching()).toBe(1);
    await host.emit('counter.counted', 7);
    expect((await first).value).toEqual({ data: { counted: 7 } });
    await live.return?.();
    await expect.poll(() => host.service(counter).watching()).toBe(0);
    await expect(host.subscribe('subscription { counted }')).rejects.toThrow('Please log in first.');
  });
});

describe('transports', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer([plugin]);
  });
  afterAll(() => server.close());
  const url = () => `${server.builderUrl.replace('http', 'ws').replace('localhost', '127.0.0.1')}/graphql`;

  const open = (headers: Record<string, string>) =>
    class extends WebSocket {
      constructor(address: string, protocols: string[]) {
        super(address, protocols, { headers });
      }
    };

  test('authenticates a WebSocket by the headers of its upgrade, and ends the subscription on disconnect', async () => {
    const client = createClient({ url: url(), webSocketImpl: open({ authorization: 'Bearer ada' }), retryAttempts: 0 });
    const live = client.iterate({ query: 'subscription { counted }' });
    const next = live.next();
    await expect.poll(() => server.service(counter).watching()).toBe(1);
    await live.return?.();
    await next.catch(() => undefined);
    await client.dispose();
    await expect.poll(() => server.service(counter).watching()).toBe(0);
  });

  test('streams results as server-sent events, and ends the subscription on disconnect', async () => {
    const leaving = new AbortController();
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream', authorization: 'Bearer ada' };
    const body = JSON.stringify({ query: 'subscription { counted }' });
    const response = await fetch(`${server.builderUrl}/graphql`, { method: 'POST', headers, body, signal: leaving.signal });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    await expect.poll(() => server.service(counter).watching()).toBe(1);
    leaving.abort();
    await expect.poll(() => server.service(counter).watching()).toBe(0);
  });

  test.each([{ authorization: 'Bearer ada' }, { Authorization: 'Bearer ada' }, { headers: { Authorization: 'Bearer ada' } }])(
    'authenticates a WebSocket by connectionParams: %o',
    async (connectionParams) => {
      const client = createClient({ url: url(), webSocketImpl: WebSocket, connectionParams, retryAttempts: 0 });
      const { value } = await client.iterate({ query: '{ mine }' }).next();
      expect(value).toEqual({ data: { mine: 'mine' } });
      await client.dispose();
    },
  );

  test('sends the same errors over WebSocket as over HTTP', async () => {
    const client = createClient({ url: url(), webSocketImpl: WebSocket, retryAttempts: 0 });
    const { value } = await client.iterate({ query: '{ broken }' }).next();
    expect(value?.errors?.[0]?.message).toBe('Something went wrong on our side. Please try again later.');
    await expect(client.iterate({ query: '{ nothing }' }).next()).rejects.toMatchObject([{ message: expect.stringContaining('nothing') }]);
    await client.dispose();
  });

  test('refuses WebSockets of other origins', async () => {
    const socket = new WebSocket(url(), 'graphql-transport-ws', { headers: { origin: server.runtimeUrl, cookie: 'session=1' } });
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode)).on('error', () => undefined);
    });
    expect(status).toBe(403);
  });
});

test('closes the socket of a message that is too large, with one debug line and no stack trace', async () => {
  const printed = vi.spyOn(console, 'error');
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  await using server = await startTestServer([plugin], {}, { log });
  const socket = new WebSocket(`${server.builderUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send('x'.repeat(1_000_001));
  expect((await once(socket, 'close'))[0]).toBe(1009);
  expect(printed).not.toHaveBeenCalled();
  expect(log.debug.mock.calls.filter(([, message]) => message === 'A WebSocket was closed')).toEqual([
    [{ reason: 'Max payload size exceeded' }, 'A WebSocket was closed'],
  ]);
  expect([log.warn, log.error].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

describe('declarations', () => {
  const part = (name: string, graph: (builder: Builder) => void) => ({ name, graph });
  const permit = async () => undefined;
  const built = (parts: Parameters<typeof buildGraph>[0]) => buildGraph(parts, () => undefined, permit);
  const field = (name: string) => (builder: Builder) =>
    builder.queryField(name, (t) => t.boolean({ does: 'look', authScopes: { public: true }, resolve: () => true }));
  const type = (name: string) => (builder: Builder) =>
    void builder.objectRef<object>(name).implement({ extensions: { access: 'parent' }, fields: () => ({}) });

  test.each([
    ['the same field', field('a'), field('a'), { plugin: 'two', problem: 'It adds the field "Query.a", which the plugin "one" adds too.' }],
    [
      'the same type',
      type('Thing'),
      type('Thing'),
      { plugin: 'two', problem: 'It declares the graph type "Thing", which the plugin "one" declares too.' },
    ],
    [
      'no access',
      field('a'),
      (builder: Builder) => builder.queryField('b', (t) => t.boolean({ does: 'look', resolve: () => true })),
      { plugin: 'two', problem: 'Query.b does not say who may call it.' },
    ],
    [
      'no deed',
      field('a'),
      (builder: Builder) => builder.mutationField('b', (t) => t.boolean({ authScopes: { public: true }, resolve: () => true })),
      { plugin: 'two', problem: 'Mutation.b does not say what it does.' },
    ],
    [
      'a query that changes',
      field('a'),
      (builder: Builder) => builder.queryField('b', (t) => t.boolean({ does: 'spend', authScopes: { public: true }, resolve: () => true })),
      { plugin: 'two', problem: 'Query.b says that it does more than `look`.' },
    ],
  ])('%s names the plugins', async (_what, one, two, problem) => {
    const { schema, problems } = await built([part('one', one), part('two', two)]);
    expect(schema).toBeNull();
    expect(problems).toMatchObject([problem]);
  });

  test('are printed in the same order for any order of the plugins', async () => {
    const print = async (...parts: Parameters<typeof buildGraph>[0]) => printGraph((await built(parts)).schema!);
    const [one, two] = [part('one', field('a')), part('two', field('b'))];
    expect(await print(one, two)).toBe(await print(two, one));
  });
});
