import { useChat } from '@ai-sdk/react';
import { DomainError, TooManyRequests } from '@sayso/core';
import { expect, test } from 'vitest';
import { openBuilder } from './builder.ts';
import { renderHook } from './render-hook.ts';

const page = '<action type="add_file" file="pages/Home" title="A page">\nexport default () => null;\n</action>';
const never = new Promise<void>(() => undefined);
const STOP = 'mutation ($id: ID!) { stopTurn(turnId: $id) { status } }';
const LATEST = 'query ($id: ID!) { app(id: $id) { currentVersion { id } latestTurn { id status } messages { role content status } } }';
type Builder = Awaited<ReturnType<typeof openBuilder>>;
type Options = Parameters<typeof useChat>[0];

class RateLimited extends TooManyRequests {
  override readonly code = 'model-rate-limited';
}
class Away extends DomainError {
  readonly code = 'model-unavailable';
  readonly status = 502;
}

/** The unmodified client of the AI SDK, and its requests. */
async function openClient({ api, headers }: Builder, options: Options = {}) {
  const asked: string[] = [];
  const counting: typeof fetch = (input, init) => {
    asked.push(`${init?.method ?? 'GET'} ${new URL(String(input)).search}`.trim());
    return fetch(input, init);
  };
  return { asked, hook: await renderHook(() => useChat({ api, headers, fetch: counting, ...options })) };
}

test('a stop ends the answer with its partial text, and changes nothing', async () => {
  await using builder = await openBuilder(['Half of it. ', page, never]);
  const finished: string[] = [];
  const { hook, asked } = await openClient(builder, { onFinish: (_message, { finishReason }) => void finished.push(finishReason) });
  using chat = hook;
  void chat.current.append({ role: 'user', content: 'a' });
  await chat.until(({ messages }) => messages.at(-1)?.content.endsWith('</action>') ?? false);
  const { app } = await builder.graphql(LATEST, { id: builder.appId });
  await builder.graphql(STOP, { id: app.latestTurn.id });
  const { messages, error } = await chat.until(({ status }) => status === 'ready');
  expect(error).toBeUndefined();
  expect(messages[1]).toMatchObject({ content: `Half of it. ${page}`, annotations: [{ status: 'stopped', versionId: null }] });
  expect([finished, asked]).toEqual([['other'], ['POST']]);
  const after = (await builder.graphql(LATEST, { id: builder.appId })).app;
  expect(after).toMatchObject({ currentVersion: null, latestTurn: { status: 'stopped' } });
  expect(after.messages[1]).toMatchObject({ content: `Half of it. ${page}`, status: 'stopped' });
});

test('a disconnect does not stop the answer', async () => {
  const gate = Promise.withResolvers<void>();
  await using builder = await openBuilder(['Half of it. ', gate.promise, page]);
  const { hook } = await openClient(builder);
  using chat = hook;
  void chat.current.append({ role: 'user', content: 'a' });
  await chat.until(({ messages }) => messages.at(-1)?.content === 'Half of it. ');
  chat.current.stop();
  await chat.until(({ status }) => status === 'ready');
  gate.resolve();
  const latest = async () => (await builder.graphql(LATEST, { id: builder.appId })).app;
  await expect.poll(async () => (await latest()).latestTurn.status).toBe('ready');
  expect((await latest()).messages[1]).toMatchObject({ content: `Half of it. ${page}`, status: 'ready' });
});

test.each([
  ['that makes a version', [page]],
  ['of text only', ['Nothing to do.']],
  ['that was cut', ['<action type="add_file" file="pages/Home">', { finish: 'length' as const }]],
  ['that fails', [new Error('secret')]],
])('an answer %s triggers no further request, even with several steps permitted', async (_how, script) => {
  await using builder = await openBuilder(script);
  const { hook, asked } = await openClient(builder, { maxSteps: 4 });
  using chat = hook;
  void chat.current.append({ role: 'user', content: 'a' });
  await chat.until(({ status }) => status === 'submitted');
  await chat.until(({ status }) => status === 'ready' || status === 'error');
  // A further step would be requested before this query is answered.
  const { app } = await builder.graphql(LATEST, { id: builder.appId });
  expect(app.messages).toHaveLength(2);
  expect([asked, builder.requests.length]).toEqual([['POST'], 1]);
  // A client that is opened later tries to resume and learns that nothing is running.
  const late = await openClient(builder, { id: 'late', initialMessages: chat.current.messages });
  using later = late.hook;
  void later.current.experimental_resume();
  await later.until(({ status }) => status === 'submitted');
  const { messages, error } = await later.until(({ status }) => status === 'ready');
  expect([error, messages.length]).toEqual([undefined, chat.current.messages.length]);
  expect(late.asked).toEqual(['GET ?chatId=late']);
});

const FAILED = 'An error occurred while processing your request please try again later.';
test.each([
  ['fails', new Error('the key is secret'), FAILED],
  ['is unreachable', new Away('The language model could not be reached.'), FAILED],
  ['is rate-limited', new RateLimited('The language model is busy.'), 'Rate limit exceeded. Please try again later.'],
])('reports a model that %s, at once or in mid-answer, with the text of the specification', async (_how, error, words) => {
  await using builder = await openBuilder([error], ['So far', error]);
  for (const [round, text] of ['', 'So far'].entries()) {
    const { hook } = await openClient(builder, { id: `chat ${round}` });
    using chat = hook;
    void chat.current.append({ role: 'user', content: 'a' });
    const failed = await chat.until(({ status }) => status === 'error');
    expect(failed.error?.message).toBe(words);
    expect(failed.messages[1]).toMatchObject({ content: text, annotations: [{ status: 'failed', versionId: null }] });
    expect(JSON.stringify(failed.messages)).not.toContain('secret');
  }
});
