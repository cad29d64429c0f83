import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { openBuilder, postJson, signUp } from './builder.ts';

type Builder = Awaited<ReturnType<typeof openBuilder>>;
// biome-ignore lint/suspicious/noExplicitAny: parts of all kinds
type Part = readonly [code: string, value: any];

const page = '<action type="add_file" file="pages/Home" title="A page">\nexport default () => null;\n</action>';

/** Parses a data stream of the AI SDK: one part per line. */
function partsOf(stream: string): Part[] {
  const lines = stream.split('\n').filter((line) => line !== '');
  return lines.map((line) => [line.slice(0, line.indexOf(':')), JSON.parse(line.slice(line.indexOf(':') + 1))]);
}
const send = async ({ api, headers }: Builder, body: unknown): Promise<Part[]> => {
  const response = await postJson(api, body, headers);
  expect([response.status, response.headers.get('x-vercel-ai-data-stream')]).toEqual([200, 'v1']);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  return partsOf(await response.text());
};
const valuesOf = (parts: readonly Part[], code: string) => parts.filter(([own]) => own === code).map(([, value]) => value);
const bodyOf = (content: unknown) => ({ id: 'chat', messages: [{ role: 'user', content }] });

describe('the data stream', () => {
  test('of a turn that makes a version', async () => {
    await using builder = await openBuilder(['Here.\n', page]);
    const parts = await send(builder, { ...bodyOf('A page'), versionId: null, currentPath: '/', templateId: 'x' });
    expect(valuesOf(parts, '0').join('')).toBe(`Here.\n${page}`);
    expect(parts[0]).toEqual(['f', { messageId: expect.any(String) }]);
    const usage = { promptTokens: 10, completionTokens: 5, totalTokens: 15, modelInfo: { model: 'scripted' }, finishReason: 'stop' };
    expect(valuesOf(parts, '8')).toMatchObject([[{ versionId: expect.any(String), status: 'ready', usage }]]);
    expect(parts.slice(-2)).toEqual([
      ['e', { finishReason: 'stop', usage: { promptTokens: 10, completionTokens: 5 }, isContinued: false }],
      ['d', { finishReason: 'stop', usage: { promptTokens: 10, completionTokens: 5 } }],
    ]);
  });

  test('of an answer that was cut', async () => {
    await using builder = await openBuilder(
      ...Array.from(
        { length: 6 },
        () => ['<action type="add_file" file="pages/Home" title="A page">\nexport', { finish: 'length' }] as const,
      ),
    );
    const parts = await send(builder, bodyOf('A page'));
    expect(valuesOf(parts, '8')).toMatchObject([[{ versionId: null, status: 'truncated' }]]);
    expect(valuesOf(parts, 'd')).toMatchObject([{ finishReason: 'length' }]);
  });

  test('of a model that fails', async () => {
    await using builder = await openBuilder([new Error('the key is secret')]);
    const parts = await send(builder, bodyOf('A page'));
    expect(valuesOf(parts, '3')).toEqual(['An error occurred while processing your request please try again later.']);
    expect(valuesOf(parts, 'd')).toEqual([]);
    expect(JSON.stringify(parts)).not.toContain('secret');
  });

  test.each([
    ['text', bodyOf('A page')],
    ['text in parts', { messages: [{ role: 'user', parts: [{ type: 'text', text: 'A page' }] }] }],
    ['parts as the content', bodyOf([{ type: 'text', text: 'A page' }])],
    ['earlier messages', { messages: [{ role: 'user', content: 'x' }, { role: 'assistant', content: 'y' }, ...bodyOf('A page').messages] }],
  ])('accepts %s', async (_how, body) => {
    await using builder = await openBuilder(['Yes.']);
    expect(valuesOf(await send(builder, body), '0').join('')).toBe('Yes.');
    expect(builder.requests[0]?.messages.at(-1)?.content).toContain('A page');
  });
});

test.each([
  ['in the body', { ...bodyOf('A page'), mode: 'plan' }],
  ['in the message', { messages: [{ role: 'user', content: 'A page', mode: 'plan' }] }],
  ['in its annotations', { messages: [{ role: 'user', content: 'A page', annotations: [{ mode: 'plan' }] }] }],
])('a plan changes nothing, stated %s', async (_where, body) => {
  await using builder = await openBuilder(['I would do this.\n', page]);
  expect(valuesOf(await send(builder, body), '8')).toMatchObject([[{ versionId: null, status: 'ready' }]]);
  const { app } = await builder.graphql(`{ app(id: "${builder.appId}") { currentVersion { id } messages { isPlan } } }`);
  expect(app).toEqual({ currentVersion: null, messages: [{ isPlan: true }, { isPlan: true }] });
});

describe('rejected messages', () => {
  let builder: Builder;
  let stranger: string;
  beforeAll(async () => {
    builder = await openBuilder();
    stranger = (await signUp(builder.server.builderUrl, 'stranger@example.org')).token;
  });
  afterAll(() => builder.server.close());

  test.each([
    ['nothing', bodyOf('   '), 'owner', 400, 'The message is empty.'],
    ['no messages', { messages: [] }, 'owner', 400, '"messages" in the body must have at least 1 entry.'],
    ['no body', undefined, 'owner', 400, 'The body is missing.'],
    [
      'a message of the assistant',
      { messages: [{ role: 'assistant', content: 'x' }] },
      'owner',
      400,
      'The last message is not one of the builder.',
    ],
    ['too long a message', bodyOf('x'.repeat(50_001)), 'owner', 400, 'The message has more than 50000 characters.'],
    [
      'a message about an older version',
      { ...bodyOf('x'), versionId: 'older' },
      'owner',
      409,
      "You're viewing an older version. Switch to latest version before you send a message.",
    ],
    ['a message of a stranger', bodyOf('x'), 'stranger', 404, 'The app was not found.'],
    ['a message without a session', bodyOf('x'), 'nobody', 401, 'Please log in first.'],
  ])('%s', async (_what, body, who, status, message) => {
    const headers = who === 'owner' ? builder.headers : who === 'stranger' ? { authorization: `Bearer ${stranger}` } : {};
    const response = await postJson(builder.api, body, headers);
    expect([response.status, await response.json()]).toMatchObject([status, { message, error: { message } }]);
  });

  test('a restore of no version, without a message', async () => {
    const response = await postJson(builder.api.replace(/chat$/, 'versions/none/restore'), {}, builder.headers);
    expect([response.status, await response.json()]).toMatchObject([404, { message: 'The version was not found.' }]);
  });
});

test('a restore hides later messages and returns the remaining ones', async () => {
  await using builder = await openBuilder([page], ['Nothing more.']);
  const { api, headers } = builder;
  const [[{ versionId }]] = valuesOf(await send(builder, bodyOf('A page')), '8');
  await send(builder, bodyOf('And then?'));
  const [{ id: messageId }] = (await builder.graphql(`{ app(id: "${builder.appId}") { messages { id } } }`)).app.messages.slice(1);
  const response = await postJson(api.replace(/chat$/, `versions/${versionId}/restore`), { messageId }, headers);
  expect([response.status, await response.json()]).toMatchObject([
    200,
    {
      messages: [
        { role: 'user', content: 'A page', parts: [{ type: 'text', text: 'A page' }] },
        { role: 'assistant', annotations: [{ versionId, status: 'ready', usage: { totalTokens: 15, modelInfo: { model: 'scripted' } } }] },
      ],
    },
  ]);
  const missing = await postJson(api.replace(/chat$/, 'versions/none/restore'), { messageId }, headers);
  expect([missing.status, await missing.json()]).toMatchObject([404, { message: 'The version was not found.' }]);
});

test('refuses a second message, and a late client reads the first answer from its beginning', async () => {
  const gate = Promise.withResolvers<void>();
  await using builder = await openBuilder(['Half', gate.promise, ' whole.']);
  const first = send(builder, bodyOf('first'));
  await expect.poll(() => builder.requests.length).toBe(1);
  const second = await postJson(builder.api, bodyOf('second'), builder.headers);
  expect([second.status, await second.json()]).toMatchObject([409, { code: 'chat-busy' }]);
  const late = await fetch(builder.api, { headers: builder.headers });
  gate.resolve();
  const whole = await first;
  expect(valuesOf(whole, '0').join('')).toBe('Half whole.');
  expect(valuesOf(partsOf(await late.text()), '0').join('')).toBe('Half whole.');
  expect(await (await fetch(builder.api, { headers: builder.headers })).text()).toBe('');
});

describe('subscriptions', () => {
  const query = 'subscription ($id: ID!) { turnEvents(appId: $id) { seq kind delta action { type file status } turn { status } } }';

  test.each(['authorization', 'Authorization', 'cookie'])('stream the turn, with a token by %s', async (how) => {
    await using builder = await openBuilder(['Here.\n', page]);
    const { builderUrl } = builder.server;
    const signedIn = await postJson(`${builderUrl}/api/auth/sign-in/email`, {
      email: 'ada@example.org',
      password: 'correct horse battery',
    });
    const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
    class Browser extends WebSocket {
      constructor(address: string, protocol: string) {
        super(address, protocol, how === 'cookie' ? { headers: { cookie: cookie.join('; '), origin: builderUrl } } : {});
      }
    }
    const client = createClient({
      url: `${builderUrl.replace('http', 'ws')}/graphql`,
      webSocketImpl: Browser,
      connectionParams: how === 'cookie' ? {} : { [how]: builder.headers.authorization },
      retryAttempts: 0,
    });
    const { promise: isConnected, resolve } = Promise.withResolvers<unknown>();
    client.on('connected', resolve);
    const events: { seq: number; kind: string; delta: string | null; turn: { status: string } | null }[] = [];
    const done = (async () => {
      for await (const { data } of client.iterate<{ turnEvents: (typeof events)[number] }>({ query, variables: { id: builder.appId } })) {
        if (data) events.push(data.turnEvents);
        if (data?.turnEvents.turn?.status === 'ready') return;
      }
    })();
    await isConnected;
    await send(builder, bodyOf('A page'));
    await done;
    await client.dispose();
    const from = events[0]?.seq ?? 0;
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => from + index));
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['turn', 'text', 'action']));
  });

  test('are refused without a session', async () => {
    await using builder = await openBuilder();
    const url = `${builder.server.builderUrl.replace('http', 'ws')}/graphql`;
    for (const connectionParams of [{}, { authorization: 'Bearer wrong' }]) {
      const client = createClient({ url, webSocketImpl: WebSocket, connectionParams, retryAttempts: 0 });
      const { value } = await client.iterate({ query, variables: { id: builder.appId } }).next();
      expect(value?.errors).toMatchObject([{ message: 'Please log in first.', extensions: { code: 'unauthenticated', status: 401 } }]);
      await client.dispose();
    }
  });
});
