import * as react5 from '@ai-sdk/react-5';
import * as react6 from '@ai-sdk/react-6';
import * as react7 from '@ai-sdk/react-7';
import { TooManyRequests } from '@sayso/core';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import * as ai7 from 'ai7';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { openBuilder, openBuilderWith, postJson, signUp } from './builder.ts';
import { renderHook } from './render-hook.ts';

const page = '<action type="add_file" file="pages/Home" title="A page">\nexport default () => null;\n</action>';
const never = new Promise<void>(() => undefined);
class RateLimited extends TooManyRequests {
  override readonly code = 'model-rate-limited';
}
type Builder = Pick<Awaited<ReturnType<typeof openBuilder>>, 'api' | 'headers'>;

interface Part {
  readonly type: string;
  readonly [key: string]: unknown;
}
interface Message {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly Part[];
  readonly metadata?: Record<string, unknown>;
}
/** What the tests use of `useChat`, which has other types in each version. */
interface Chat {
  readonly status: string;
  readonly error: Error | undefined;
  readonly messages: readonly Message[];
  sendMessage(message?: object, options?: object): Promise<void>;
  regenerate(options?: object): Promise<void>;
  resumeStream(): Promise<void>;
  stop(): Promise<void>;
}
interface Client {
  readonly useChat: (options: object) => Chat;
  readonly DefaultChatTransport: new (options: object) => object;
}
const clients = [
  { version: 5, useChat: react5.useChat, DefaultChatTransport: ai5.DefaultChatTransport },
  { version: 6, useChat: react6.useChat, DefaultChatTransport: ai6.DefaultChatTransport },
  { version: 7, useChat: react7.useChat, DefaultChatTransport: ai7.DefaultChatTransport },
] as unknown as readonly (Client & { readonly version: number })[];

const MESSAGES =
  'query ($id: ID!) { app(id: $id) { latestTurn { id status } messages { id role content status versionId attachments { name contentType } } } }';
const STOP = 'mutation ($id: ID!) { stopTurn(turnId: $id) { status } }';

const textOf = (message: Message | undefined) => message?.parts.map(({ type, text }) => (type === 'text' ? text : '')).join('');
const lastText = ({ messages }: Chat) => textOf(messages.at(-1));
const isOver = ({ status, messages }: Chat) => status === 'error' || (status === 'ready' && messages.at(-1)?.role === 'assistant');
const typesOf = (message: Message | undefined) => message?.parts.map(({ type }) => type);

describe.each(clients)('AI SDK $version', ({ useChat, DefaultChatTransport }) => {
  const open = ({ api, headers }: Builder, options: object = {}, more: object = {}) => {
    const transport = new DefaultChatTransport({ api, headers, ...more });
    return renderHook(() => useChat({ transport, ...options }));
  };

  test('sends a message and reads the answer while it is written', async () => {
    const gate = Promise.withResolvers<void>();
    await using builder = await openBuilder(['Here', ' it comes.\n', gate.promise, page]);
    const reasons: unknown[] = [];
    using hook = await open(builder, { onFinish: ({ finishReason }: Record<string, unknown>) => void reasons.push(finishReason) });
    void hook.current.sendMessage({ text: 'A page' });
    const during = await hook.until((chat) => lastText(chat) === 'Here it comes.\n');
    expect(during.status).toBe('streaming');
    gate.resolve();
    const { messages, error } = await hook.until(isOver);
    expect(error).toBeUndefined();
    const { app } = await builder.graphql(MESSAGES, { id: builder.appId });
    const kept = app.messages[1];
    expect(messages).toMatchObject([
      { role: 'user', parts: [{ type: 'text', text: 'A page' }] },
      {
        id: kept.id,
        role: 'assistant',
        metadata: { status: 'ready', versionId: kept.versionId, usage: { totalTokens: 15 }, error: null },
        parts: [
          { type: 'text', text: 'Here it comes.\n', state: 'done' },
          {
            type: 'tool-add_file',
            state: 'output-available',
            providerExecuted: true,
            input: { file: 'pages/Home', title: 'A page', content: 'export default () => null;' },
            output: { versionId: kept.versionId },
          },
        ],
      },
    ]);
    expect(kept.versionId).toEqual(expect.any(String));
    expect(reasons).toEqual(['stop']);
  });

  test('has the reasoning, the sources and the suggestions of an answer', async () => {
    const source = { url: 'https://example.org/rates', title: 'Rates' };
    await using builder = await openBuilder([
      { reasoning: 'They ask' },
      { reasoning: ' for rates.' },
      'Rates are up.\n<suggestion>Show a chart</suggestion>\n',
      source,
    ]);
    using hook = await open(builder);
    void hook.current.sendMessage({ text: 'What do they say?' });
    const { messages } = await hook.until(isOver);
    expect(messages[1]?.parts).toMatchObject([
      { type: 'reasoning', text: 'They ask for rates.', state: 'done' },
      { type: 'text', text: 'Rates are up.\n' },
      { type: 'data-suggestion', data: { text: 'Show a chart' } },
      { type: 'source-url', sourceId: source.url, ...source },
    ]);
  });

  test('two messages are two turns of one conversation', async () => {
    await using builder = await openBuilder(['One.'], ['Two.']);
    using hook = await open(builder);
    for (const text of ['a', 'b']) {
      await hook.current.sendMessage({ text });
      await hook.until(isOver);
    }
    expect(hook.current.messages.map(textOf)).toEqual(['a', 'One.', 'b', 'Two.']);
    const { app } = await builder.graphql(MESSAGES, { id: builder.appId });
    expect(app.messages.map(({ content }: { content: string }) => content)).toEqual(['a', 'One.', 'b', 'Two.']);
  });

  test('a disconnect does not stop the turn, and the same client and another one resume it', async () => {
    const gate = Promise.withResolvers<void>();
    await using builder = await openBuilder(['Half', gate.promise, ` whole.\n${page}`]);
    using first = await open(builder);
    void first.current.sendMessage({ text: 'a' });
    await first.until((chat) => lastText(chat) === 'Half');
    await first.current.stop();
    await first.until(({ status }) => status === 'ready');
    using second = await open(builder, { id: 'second', resume: true, messages: first.current.messages.slice(0, 1) });
    void first.current.resumeStream();
    await second.until((chat) => lastText(chat) === 'Half');
    gate.resolve();
    for (const hook of [first, second]) {
      const { messages, error } = await hook.until((chat) => isOver(chat) && lastText(chat) === 'Half whole.\n');
      expect([error, messages.map(textOf), typesOf(messages[1])]).toEqual([undefined, ['a', 'Half whole.\n'], ['text', 'tool-add_file']]);
    }
    const { app } = await builder.graphql(MESSAGES, { id: builder.appId });
    expect([app.latestTurn.status, app.messages.length]).toEqual(['ready', 2]);
  });

  test('resuming without a running turn leaves the chat unchanged', async () => {
    await using builder = await openBuilder();
    const messages = [{ id: 'a', role: 'user', parts: [{ type: 'text', text: 'a' }] }];
    using hook = await open(builder, { messages });
    await hook.current.resumeStream();
    const after = await hook.until(({ status }) => status !== 'submitted');
    expect([after.status, after.error, after.messages]).toEqual(['ready', undefined, messages]);
  });

  test('a stop by call ends the answer with its partial text', async () => {
    await using builder = await openBuilder(['Half', never], ['Whole.']);
    using hook = await open(builder);
    void hook.current.sendMessage({ text: 'a' });
    await hook.until((chat) => lastText(chat) === 'Half');
    const before = await builder.graphql(MESSAGES, { id: builder.appId });
    await builder.graphql(STOP, { id: before.app.latestTurn.id });
    const stopped = await hook.until(isOver);
    expect(stopped.error).toBeUndefined();
    expect(stopped.messages[1]).toMatchObject({
      metadata: { status: 'stopped', versionId: null },
      parts: [{ text: 'Half', state: 'done' }],
    });
    void hook.current.regenerate();
    const after = await hook.until((chat) => isOver(chat) && lastText(chat) === 'Whole.');
    expect(after.messages.map(textOf)).toEqual(['a', 'Whole.']);
  });

  test('an answer is regenerated, and a message is edited: the app returns to the version before', async () => {
    await using builder = await openBuilder(['One.'], [page], ['Three.'], ['Four.']);
    using hook = await open(builder);
    await hook.current.sendMessage({ text: 'a' });
    const said = async () => {
      const { app } = await builder.graphql(MESSAGES, { id: builder.appId });
      return app.messages.map(({ content }: { content: string }) => content);
    };
    await hook.current.regenerate();
    expect(await said()).toEqual(['a', page]);
    await hook.current.regenerate();
    expect(await said()).toEqual(['a', 'Three.']);
    expect(hook.current.messages.map(textOf)).toEqual(['a', 'Three.']);
    await hook.current.sendMessage({ text: 'b', messageId: hook.current.messages[0]?.id });
    expect(await said()).toEqual(['b', 'Four.']);
    expect(builder.requests.map(({ workspace }) => workspace?.files)).toEqual([{}, {}, {}, {}]);
  });

  test('files of a message reach the model: as bytes and by the address of an uploaded one', async () => {
    await using builder = await openBuilder(['Seen.'], ['Seen again.']);
    const png = await sharp({ create: { width: 2, height: 2, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer();
    const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;
    const files = [
      { type: 'file', mediaType: 'image/png', filename: 'red.png', url: dataUrl('image/png', png) },
      { type: 'file', mediaType: 'text/plain', filename: 'notes.txt', url: dataUrl('text/plain', Buffer.from('Buy milk, grüße')) },
    ];
    using hook = await open(builder);
    await hook.current.sendMessage({ text: 'Use them', files });
    const { error, messages } = await hook.until(isOver);
    expect([error, messages.map(textOf)]).toEqual([undefined, ['Use them', 'Seen.']]);
    const asked = JSON.stringify(builder.requests[0]?.messages.at(-1));
    expect(asked).toContain('Buy milk, grüße');
    expect(asked).toContain('image/png');
    const { app } = await builder.graphql(MESSAGES, { id: builder.appId });
    expect(app.messages[0].attachments).toMatchObject([
      { name: 'red.png', contentType: 'image/png' },
      { name: 'notes.txt', contentType: 'text/plain' },
    ]);
    const form = new FormData();
    form.append('file', new Blob(['name,amount\nrent,5\n']), 'costs.csv');
    const stored = await fetch(builder.api.replace(/chat$/, 'attachments'), { method: 'POST', headers: builder.headers, body: form });
    const { url } = (await stored.json()) as { url: string };
    await hook.current.sendMessage({ text: 'And this', files: [{ type: 'file', mediaType: 'text/csv', url }] });
    expect(JSON.stringify(builder.requests[1]?.messages.at(-1))).toContain('rent');
  });

  test.each([
    ['an address elsewhere', [{ type: 'file', mediaType: 'image/png', url: 'http://169.254.169.254/x.png' }], 'attachments-invalid'],
    ['a malformed data URL', [{ type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,%%%' }], 'attachments-invalid'],
    ['a file without an address', [{ type: 'file', mediaType: 'image/png' }], 'attachments-invalid'],
    ['a part of another kind', [{ type: 'data-form', data: { a: 1 } }], 'message-invalid'],
    ['a binary file of no known kind', [{ type: 'file', mediaType: 'x/y', url: 'data:x/y;base64,AAECAwQ=' }], 'attachment-invalid'],
  ])('%s is refused', async (_what, extra, code) => {
    await using builder = await openBuilder();
    using hook = await open(builder);
    void hook.current.sendMessage({ role: 'user', parts: [{ type: 'text', text: 'a' }, ...extra] });
    const { error } = await hook.until(({ status }) => status === 'error');
    expect(JSON.parse(error?.message ?? '')).toMatchObject({ code });
    expect(builder.requests).toEqual([]);
  });

  test('errors have the texts of the specification, and the metadata say which', async () => {
    await using builder = await openBuilder(['So', new Error('secret')], [new RateLimited('The language model is busy.')]);
    using hook = await open(builder);
    void hook.current.sendMessage({ text: 'a' });
    const failed = await hook.until(({ status }) => status === 'error');
    expect(failed.error?.message).toBe('An error occurred while processing your request please try again later.');
    expect(failed.messages[1]).toMatchObject({
      metadata: { status: 'failed', errorCode: 'internal', versionId: null },
      parts: [{ type: 'text', text: 'So' }],
    });
    void hook.current.sendMessage({ text: 'b' });
    await hook.until(({ status }) => status === 'submitted');
    const limited = await hook.until(({ status }) => status === 'error');
    expect(limited.error?.message).toBe('Rate limit exceeded. Please try again later.');
    expect(limited.messages.at(-1)).toMatchObject({ metadata: { errorCode: 'model-rate-limited' } });
  });

  test('a chat that is busy refuses another message', async () => {
    await using builder = await openBuilder(['Half', never]);
    using hook = await open(builder);
    void hook.current.sendMessage({ text: 'a' });
    await hook.until((chat) => lastText(chat) === 'Half');
    using other = await open(builder, { id: 'other' });
    void other.current.sendMessage({ text: 'b' });
    const { error } = await other.until(({ status }) => status === 'error');
    expect(JSON.parse(error?.message ?? '')).toMatchObject({ code: 'chat-busy' });
    const { app } = await builder.graphql(MESSAGES, { id: builder.appId });
    await builder.graphql(STOP, { id: app.latestTurn.id });
    await hook.until(isOver);
  });

  test('a message over the quota is refused with 402', async () => {
    await using opened = await openBuilderWith({ CHAT_MESSAGES_PER_DAY: 1, BUILDER_SIGNUP: 'open' }, ['One.'], ['Two.']);
    const { token } = await signUp(opened.server.builderUrl, 'bo@example.org');
    const headers = { authorization: `Bearer ${token}` };
    const made = await postJson(`${opened.server.builderUrl}/graphql`, { query: 'mutation { createApp(input: {}) { id } }' }, headers);
    const { data } = (await made.json()) as { data: { createApp: { id: string } } };
    const api = `${opened.server.builderUrl}/api/apps/${data.createApp.id}/chat`;
    const statuses: number[] = [];
    const counted: typeof fetch = async (...call) => {
      const response = await fetch(...call);
      statuses.push(response.status);
      return response;
    };
    using hook = await open({ api, headers }, {}, { fetch: counted });
    await hook.current.sendMessage({ text: 'a' });
    await hook.until(isOver);
    const notes = { type: 'file', mediaType: 'text/plain', filename: 'a.txt', url: 'data:text/plain,hello' };
    void hook.current.sendMessage({ text: 'b', files: [notes] });
    const { error } = await hook.until(({ status }) => status === 'error');
    expect(statuses).toEqual([200, 402]);
    expect(JSON.parse(error?.message ?? '')).toMatchObject({ code: 'daily-chat-messages-limit-reached' });
    expect(opened.requests).toHaveLength(1);
  });

  test('reports an answer that was cut off', async () => {
    await using builder = await openBuilder(['<action type="add_file" file="pages/Home">\nhalf', { finish: 'length' }]);
    using hook = await open(builder);
    void hook.current.sendMessage({ text: 'a' });
    const { messages } = await hook.until(isOver);
    expect(messages[1]).toMatchObject({
      metadata: { status: 'truncated', versionId: null },
      parts: [{ type: 'tool-add_file', state: 'output-error' }],
    });
  });

  test('metadata of a message and of the request are heeded', async () => {
    await using builder = await openBuilder(['I would do this.\n', page], [page]);
    using hook = await open(builder);
    void hook.current.sendMessage({ text: 'a', metadata: { mode: 'plan' } });
    const { messages } = await hook.until(isOver);
    expect(messages[1]).toMatchObject({ metadata: { status: 'ready', versionId: null } });
    void hook.current.sendMessage({ text: 'b' }, { body: { versionId: 'older' } });
    const { error } = await hook.until(({ status }) => status === 'error');
    expect(JSON.parse(error?.message ?? '')).toMatchObject({ code: 'older-version' });
  });

  test('a client that sends only its last message gets the protocol of its message', async () => {
    await using builder = await openBuilder(['Yes.']);
    const prepareSendMessagesRequest = ({ id, messages }: { id: string; messages: Message[] }) => ({
      body: { id, messages: messages.slice(-1) },
    });
    using hook = await open(builder, {}, { prepareSendMessagesRequest });
    await hook.current.sendMessage({ text: 'a' });
    const { messages, error } = await hook.until(isOver);
    expect([error, messages.map(textOf)]).toEqual([undefined, ['a', 'Yes.']]);
  });
});

describe('the protocol of an answer', () => {
  const MESSAGE = { id: 'm', role: 'user', parts: [{ type: 'text', text: 'a' }] };
  const old = { role: 'user', content: 'a' };
  const events = { accept: 'text/event-stream' };
  test.each([
    ['a trigger', { trigger: 'submit-message', messages: [MESSAGE] }, {}, 'text/event-stream; charset=utf-8'],
    ['a trigger and a content', { trigger: 'submit-message', messages: [old] }, {}, 'text/event-stream; charset=utf-8'],
    ['parts alone', { messages: [MESSAGE] }, {}, 'text/event-stream; charset=utf-8'],
    ['the header', { messages: [old] }, events, 'text/event-stream; charset=utf-8'],
    ['none of them', { messages: [old] }, {}, 'text/plain; charset=utf-8'],
    ['none of them, with parts', { messages: [{ ...MESSAGE, ...old }] }, { accept: '*/*' }, 'text/plain; charset=utf-8'],
  ])('follows from %s', async (_what, body, headers, type) => {
    await using builder = await openBuilder(['Yes.']);
    const response = await postJson(builder.api, body, { ...builder.headers, ...headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    const isNew = type.startsWith('text/event-stream');
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe(isNew ? 'v1' : null);
    expect((await response.text()).endsWith('data: [DONE]\n\n')).toBe(isNew);
  });

  test.each([
    ['a trigger that is not known', { trigger: 'submit-tool-result', messages: [MESSAGE] }],
    ['no messages', { trigger: 'submit-message', messages: [] }],
    ['another name for the messages', { trigger: 'submit-message', message: MESSAGE }],
    ['an answer as the last message', { trigger: 'submit-message', messages: [MESSAGE, { ...MESSAGE, role: 'assistant' }] }],
    ['parts that are none', { trigger: 'submit-message', messages: [{ ...MESSAGE, parts: 'a' }] }],
    ['a part of a model message', { messages: [{ role: 'user', content: [{ type: 'image', image: 'data:image/png;base64,AA==' }] }] }],
  ])('%s is refused', async (_what, body) => {
    await using builder = await openBuilder();
    const response = await postJson(builder.api, body, builder.headers);
    expect([response.status, await response.json()]).toMatchObject([400, { message: expect.stringMatching(/\w/) }]);
    expect(builder.requests).toEqual([]);
  });

  test('resuming has the protocol of its address and header', async () => {
    await using builder = await openBuilder(['Half', never]);
    const { api, headers } = builder;
    const none = await Promise.all([fetch(`${api}/x/stream`, { headers }), fetch(api, { headers: { ...headers, ...events } })]);
    expect(none.map(({ status }) => status)).toEqual([204, 204]);
    const sent = await postJson(api, { messages: [old] }, headers);
    const resumed = await Promise.all([
      fetch(`${api}/x/stream`, { headers }),
      fetch(api, { headers: { ...headers, ...events } }),
      fetch(api, { headers }),
    ]);
    expect(resumed.map((each) => each.headers.get('content-type')?.split(';')[0])).toEqual([
      'text/event-stream',
      'text/event-stream',
      'text/plain',
    ]);
    const { app } = await builder.graphql(MESSAGES, { id: builder.appId });
    await builder.graphql(STOP, { id: app.latestTurn.id });
    await Promise.all([sent, ...resumed].map((each) => each.text()));
    const { token } = await signUp(builder.server.builderUrl, 'bo@example.org');
    const stranger = await fetch(`${api}/x/stream`, { headers: { authorization: `Bearer ${token}` } });
    expect([(await fetch(`${api}/x/stream`)).status, stranger.status]).toEqual([401, 404]);
  });
});

test('AI SDK 4 sends the bytes of its files, too', async () => {
  await using builder = await openBuilder(['Seen.']);
  const experimental_attachments = [{ name: 'notes.txt', contentType: 'text/plain', url: 'data:text/plain;base64,QnV5IG1pbGs=' }];
  const body = { messages: [{ role: 'user', content: 'Use it', experimental_attachments }] };
  const answer = await (await postJson(builder.api, body, builder.headers)).text();
  expect(answer).toContain('0:"Seen."');
  expect(JSON.stringify(builder.requests[0]?.messages.at(-1))).toContain('Buy milk');
});

test('messages of a restore have their reasoning, their actions as tools, and their files', async () => {
  await using builder = await openBuilder([{ reasoning: 'A page.' }, 'Here.\n', page], ['Nothing more.']);
  const { api, headers, appId } = builder;
  const url = 'data:text/plain;base64,QnV5IG1pbGs=';
  const files = [{ type: 'file', mediaType: 'text/plain', filename: 'notes.txt', url }];
  const send = async (parts: object[]) => {
    const response = await postJson(
      api,
      { trigger: 'submit-message', messages: [{ id: JSON.stringify(parts), role: 'user', parts }] },
      headers,
    );
    return response.text();
  };
  await send([...files, { type: 'text', text: 'a' }]);
  await send([{ type: 'text', text: 'b' }]);
  const { app } = await builder.graphql(MESSAGES, { id: appId });
  const [, { id: messageId, versionId }] = app.messages;
  const response = await postJson(api.replace(/chat$/, `versions/${versionId}/restore`), { messageId }, headers);
  const { messages } = (await response.json()) as { messages: Message[] };
  expect(messages.map(({ parts }) => parts)).toMatchObject([
    [
      { type: 'text', text: 'a' },
      { type: 'file', mimeType: 'text/plain', filename: 'notes.txt', url: expect.stringContaining(`/api/apps/${appId}/attachments/`) },
    ],
    [
      { type: 'text', text: `Here.\n${page}` },
      { type: 'reasoning', reasoning: 'A page.', details: [{ type: 'text', text: 'A page.' }] },
      {
        type: 'tool-invocation',
        toolInvocation: {
          state: 'result',
          toolName: 'add_file',
          args: { file: 'pages/Home', title: 'A page', content: 'export default () => null;' },
          result: { status: 'complete', error: null, versionId },
        },
      },
    ],
  ]);
});
