import { type Message, useChat } from '@ai-sdk/react';
import { TooManyRequests } from '@sayso/core';
import { expect, test } from 'vitest';
import { openBuilder, openBuilderWith, postJson, signUp } from './builder.ts';
import { renderHook } from './render-hook.ts';

const page = '<action type="add_file" file="pages/Home" title="A page">\nexport default () => null;\n</action>';
const never = new Promise<void>(() => undefined);
class RateLimited extends TooManyRequests {
  override readonly code = 'model-rate-limited';
}
type Options = Parameters<typeof useChat>[0];
type Builder = Awaited<ReturnType<typeof openBuilder>>;

const chatWith = ({ api, headers }: Builder, options: Options = {}) => renderHook(() => useChat({ api, headers, ...options }));

const MESSAGES = 'query ($id: ID!) { app(id: $id) { latestTurn { id status } messages { id role content status versionId } } }';
const STOP = 'mutation ($id: ID!) { stopTurn(turnId: $id) { status } }';

test('useChat sends a message and reads the answer while it is written', async () => {
  const gate = Promise.withResolvers<void>();
  await using builder = await openBuilder(['Here', ' it comes.\n', gate.promise, page]);
  const finished: unknown[] = [];
  using hook = await chatWith(builder, { onFinish: (_message, { finishReason, usage }) => void finished.push({ finishReason, usage }) });
  void hook.current.append({ role: 'user', content: 'A page' });
  const during = await hook.until(({ messages }) => messages.at(-1)?.content === 'Here it comes.\n');
  expect(during.status).toBe('streaming');
  gate.resolve();
  const { messages, data, error } = await hook.until(({ status }) => status === 'ready');
  expect(error).toBeUndefined();
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'A page'],
    ['assistant', `Here it comes.\n${page}`],
  ]);
  const { app } = await builder.graphql(MESSAGES, { id: builder.appId });
  const kept = app.messages[1];
  expect(messages[1]).toMatchObject({
    id: kept.id,
    annotations: [
      {
        versionId: kept.versionId,
        status: 'ready',
        usage: { totalTokens: 15 },
        systemActionInfo: {
          actions: [{ type: 'add_file', file: 'pages/Home', error: null, isComplete: true, isTruncated: false }],
        },
      },
    ],
  });
  expect(kept.versionId).toEqual(expect.any(String));
  expect(data).toMatchObject([{ status: 'queued' }, { status: 'streaming' }, { status: 'applying' }, { status: 'ready' }]);
  expect(finished).toMatchObject([{ finishReason: 'stop', usage: { promptTokens: 10, completionTokens: 5, totalTokens: 15 } }]);
});

test('useChat has the sources of an answer', async () => {
  const source = { url: 'https://example.org/rates', title: 'Rates' };
  await using builder = await openBuilder(['Rates are up.', source]);
  using hook = await chatWith(builder);
  void hook.current.append({ role: 'user', content: 'What do they say?' });
  const { messages: all } = await hook.until(({ status, messages }) => status === 'ready' && messages.length === 2);
  expect(all[1]?.parts?.filter(({ type }) => type === 'source')).toEqual([
    { type: 'source', source: { sourceType: 'url', id: source.url, ...source } },
  ]);
  expect(all[1]?.annotations).toMatchObject([{ systemActionInfo: null }]);
});

test('a disconnect does not stop the turn, and another client resumes from the beginning', async () => {
  const gate = Promise.withResolvers<void>();
  await using builder = await openBuilder(['Half', gate.promise, ' whole.']);
  using first = await chatWith(builder);
  void first.current.append({ role: 'user', content: 'a' });
  const { messages } = await first.until((chat) => chat.messages.at(-1)?.content === 'Half');
  first.current.stop();
  await first.until(({ status }) => status === 'ready');
  const own = messages.filter(({ role }) => role === 'user');
  using second = await chatWith(builder, { id: 'second', initialMessages: own });
  void second.current.experimental_resume();
  await second.until((chat) => chat.messages.at(-1)?.content === 'Half');
  gate.resolve();
  const after = await second.until(({ status }) => status === 'ready');
  expect(after.messages.map(({ content }) => content)).toEqual(['a', 'Half whole.']);
  const { app } = await builder.graphql(MESSAGES, { id: builder.appId });
  expect(app.latestTurn.status).toBe('ready');
  expect(app.messages).toHaveLength(2);
});

test('resuming without a running turn leaves the chat unchanged', async () => {
  await using builder = await openBuilder();
  const asked: Request[] = [];
  const counted: typeof fetch = (...call) => {
    asked.push(new Request(...call));
    return fetch(...call);
  };
  using hook = await chatWith(builder, { fetch: counted, initialMessages: [{ id: 'a', role: 'user', content: 'a' }] });
  void hook.current.experimental_resume();
  await hook.until(({ status }) => status === 'submitted');
  const after = await hook.until(({ status }) => status !== 'submitted');
  expect([after.status, after.error, after.messages.map(({ content }) => content)]).toEqual(['ready', undefined, ['a']]);
  expect(asked.map(({ method }) => method)).toEqual(['GET']);
});

test('errors have the texts of the specification', async () => {
  await using builder = await openBuilder(['So', new Error('secret')], [never]);
  using hook = await chatWith(builder);
  void hook.current.append({ role: 'user', content: 'a' });
  const failed = await hook.until(({ status }) => status === 'error');
  expect(failed.error?.message).toBe('An error occurred while processing your request please try again later.');
  expect(failed.messages[1]).toMatchObject({ content: 'So', annotations: [{ status: 'failed', errorCode: 'internal', versionId: null }] });
  const waiting = postJson(builder.api, { messages: [{ id: 'b', role: 'user', content: 'b' }] }, builder.headers);
  expect((await waiting).headers.get('x-vercel-ai-data-stream')).toBe('v1');
  using other = await chatWith(builder, { id: 'other' });
  void other.current.append({ role: 'user', content: 'c' });
  const busy = await other.until(({ status }) => status === 'error');
  expect(JSON.parse(busy.error?.message ?? '')).toMatchObject({
    code: 'chat-busy',
    error: { code: 'chat-busy', message: 'Please wait for chat to finish before sending another message.' },
  });
  const { app } = await builder.graphql(MESSAGES, { id: builder.appId });
  await builder.graphql(STOP, { id: app.latestTurn.id });
  expect(await (await waiting).text()).toContain('"status":"stopped"');
});

test('a rate-limited model', async () => {
  await using builder = await openBuilder([new RateLimited('The language model is busy.')]);
  using hook = await chatWith(builder);
  void hook.current.append({ role: 'user', content: 'a' });
  const { error, messages } = await hook.until(({ status }) => status === 'error');
  expect(error?.message).toBe('Rate limit exceeded. Please try again later.');
  expect(messages[1]?.annotations).toMatchObject([{ error: 'The language model is busy.', errorCode: 'model-rate-limited' }]);
});

/** The limits are not for admins, such as the first account: another one with an app of its own. */
async function secondBuilder({ server, ...more }: Builder) {
  const { token } = await signUp(server.builderUrl, 'bo@example.org');
  const headers = { authorization: `Bearer ${token}` };
  const graphql = async (query: string, variables: object = {}) => {
    const answer = await postJson(`${server.builderUrl}/graphql`, { query, variables }, headers);
    return ((await answer.json()) as { data: Awaited<ReturnType<Builder['graphql']>> }).data;
  };
  const appId: string = (await graphql('mutation { createApp(input: {}) { id } }')).createApp.id;
  return { ...more, server, headers, graphql, appId, api: `${server.builderUrl}/api/apps/${appId}/chat` };
}

const DAY = 'You have reached your daily limit of 1 messages. Please try again tomorrow or upgrade to a paid plan to remove daily limit.';
test.each([
  ['CHAT_MESSAGES_PER_DAY', 'daily-chat-messages-limit-reached', DAY],
  [
    'CHAT_MESSAGES_PER_MONTH',
    'builder-chat-messages-limit-reached',
    'You have reached your builder chat messages limit. Please upgrade your plan to continue.',
  ],
])('%s refuses the next message with 402, and keeps the conversation', async (setting, code, message) => {
  await using opened = await openBuilderWith({ [setting]: 1, BUILDER_SIGNUP: 'open' }, ['One.'], ['Two.']);
  const builder = await secondBuilder(opened);
  const statuses: number[] = [];
  using hook = await chatWith(builder, { sendExtraMessageFields: true, onResponse: ({ status }) => void statuses.push(status) });
  await hook.current.append({ role: 'user', content: 'a' });
  await hook.until(({ status }) => status === 'ready');
  void hook.current.append({ role: 'user', content: 'b' });
  const { error } = await hook.until(({ status }) => status === 'error');
  expect(statuses).toEqual([200, 402]);
  expect(JSON.parse(error?.message ?? '')).toMatchObject({ code, message, error: { code, message } });
  expect(builder.requests).toHaveLength(1);
  const { app } = await builder.graphql(MESSAGES, { id: builder.appId });
  expect(app.messages.map(({ content }: { content: string }) => content)).toEqual(['a', 'One.']);
  // A message that was taken before is not counted again.
  const [sent] = hook.current.messages;
  const again = await postJson(builder.api, { messages: [sent] }, builder.headers);
  expect([again.status, await again.text()]).toEqual([200, expect.stringContaining('0:"One."')]);
});

test('a stop by call ends the answer that useChat reads, with its partial text', async () => {
  await using builder = await openBuilder(['Half', never], ['Whole.']);
  using hook = await chatWith(builder);
  void hook.current.append({ role: 'user', content: 'a' });
  await hook.until(({ messages }) => messages.at(-1)?.content === 'Half');
  const before = await builder.graphql(MESSAGES, { id: builder.appId });
  await builder.graphql(STOP, { id: before.app.latestTurn.id });
  const stopped = await hook.until(({ status }) => status === 'ready' || status === 'error');
  expect(stopped.messages.at(-1)).toMatchObject({ content: 'Half', annotations: [{ status: 'stopped', versionId: null }] });
  await hook.current.append({ role: 'user', content: 'b' });
  const after = await hook.until((chat) => chat.status === 'ready' && chat.messages.length === 4);
  expect(after.messages.map(({ content }) => content)).toEqual(['a', 'Half', 'b', 'Whole.']);
});

test('messages with tool parts, as clients keep them, are taken by their text', async () => {
  await using builder = await openBuilder(['Fine.']);
  const toolInvocation = {
    state: 'result',
    step: 0,
    toolCallId: 'call',
    toolName: 'weather',
    args: { city: 'Rome' },
    result: 'sunny',
  } as const;
  const initialMessages: Message[] = [
    { id: 'u', role: 'user', content: 'Weather?' },
    {
      id: 't',
      role: 'assistant',
      content: 'Sunny.',
      parts: [
        { type: 'tool-invocation', toolInvocation },
        { type: 'text', text: 'Sunny.' },
      ],
    },
  ];
  using hook = await chatWith(builder, { initialMessages });
  void hook.current.append({ role: 'user', content: 'Then a page' });
  const { messages, error } = await hook.until(
    (chat) => chat.status === 'error' || (chat.status === 'ready' && chat.messages.length === 4),
  );
  expect(error).toBeUndefined();
  expect(messages.map(({ content }) => content)).toEqual(['Weather?', 'Sunny.', 'Then a page', 'Fine.']);
  expect(messages[1]?.parts).toEqual(initialMessages[1]?.parts);
  const sent = builder.requests[0]?.messages.map(({ role, content }) => (role === 'system' ? role : content));
  expect(sent?.at(-1)).toBe('Then a page');
  expect(JSON.stringify(sent)).not.toContain('sunny');
});

test('reports an answer that was cut off', async () => {
  await using builder = await openBuilder(['<action type="add_file" file="pages/Home">\nhalf', { finish: 'length' }]);
  const reasons: string[] = [];
  using hook = await chatWith(builder, { onFinish: (_message, { finishReason }) => void reasons.push(finishReason) });
  void hook.current.append({ role: 'user', content: 'a' });
  const { messages } = await hook.until((chat) => chat.status === 'ready' && chat.messages.length === 2);
  const action = { type: 'add_file', file: 'pages/Home', isComplete: true, isTruncated: true };
  expect(messages[1]?.annotations).toMatchObject([{ status: 'truncated', versionId: null, systemActionInfo: { actions: [action] } }]);
  expect(reasons).toEqual(['length']);
});

test('accepts the last three messages with their ids: sending twice starts one turn', async () => {
  await using builder = await openBuilder([page], ['Fine.']);
  const lastThree = ({ id, messages }: { id: string; messages: Message[] }) => ({ id, messages: messages.slice(-3), currentPath: '/home' });
  using hook = await chatWith(builder, { sendExtraMessageFields: true, experimental_prepareRequestBody: lastThree });
  for (const content of ['a', 'b']) {
    await hook.current.append({ role: 'user', content });
    await hook.until(({ status, messages }) => status === 'ready' && messages.at(-1)?.role === 'assistant');
  }
  const { messages } = hook.current;
  const again = await postJson(builder.api, lastThree({ id: 'x', messages: messages.slice(0, 3) }), builder.headers);
  expect(await again.text()).toContain('0:"Fine."');
  expect(builder.requests).toHaveLength(2);
  expect(builder.requests[1]?.messages.map(({ role, content }) => (role === 'system' ? role : content))).toEqual([
    'system',
    'system',
    'a',
    '[A page]\n',
    'b',
  ]);
});

test('restoring a version refuses messages of others and returns the remaining conversation', async () => {
  await using builder = await openBuilder([page], [page.replace('null', 'undefined')]);
  using hook = await chatWith(builder);
  for (const content of ['a', 'b']) {
    await hook.current.append({ role: 'user', content });
    await hook.until(({ status }) => status === 'ready');
  }
  const { app } = await builder.graphql(MESSAGES, { id: builder.appId });
  const [, first] = app.messages;
  const restore = `${builder.api.replace(/chat$/, 'versions')}/${first.versionId}/restore`;
  for (const { id: messageId } of app.messages.filter(({ id }: { id: string }) => id !== first.id)) {
    const refused = await postJson(restore, { messageId }, builder.headers);
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'message-of-other-version' }]);
  }
  const unhidden = await postJson(restore, {}, builder.headers);
  expect([unhidden.status, (await unhidden.json()).messages.length]).toEqual([200, app.messages.length]);
  const restored = await postJson(restore, { messageId: first.id }, builder.headers);
  expect(restored.status).toBe(200);
  expect(await restored.json()).toMatchObject({
    versionId: expect.any(String),
    messages: [
      { role: 'user', content: 'a' },
      { id: first.id, role: 'assistant', content: page, annotations: [{ versionId: first.versionId, status: 'ready' }] },
    ],
  });
});

test.each([
  ['nobody', 401],
  ['another account', 404],
])('%s is answered %i', async (who, status) => {
  await using builder = await openBuilder();
  const { token } = await signUp(builder.server.builderUrl, 'bo@example.org');
  const headers: Record<string, string> = who === 'nobody' ? {} : { authorization: `Bearer ${token}` };
  const body = { messages: [{ role: 'user', content: 'a' }] };
  expect((await postJson(builder.api, body, headers)).status).toBe(status);
  expect((await fetch(builder.api, { headers })).status).toBe(status);
  expect((await postJson(builder.api.replace(/chat$/, 'versions/v/restore'), { messageId: 'm' }, headers)).status).toBe(status);
});

test.each([
  [{}],
  [{ messages: [] }],
  [{ messages: [{ role: 'user', content: ' ' }] }],
  [{ messages: [{ role: 'assistant', content: 'x' }] }],
])('%j is refused', async (body) => {
  await using builder = await openBuilder();
  expect((await postJson(builder.api, body, builder.headers)).status).toBe(400);
});
