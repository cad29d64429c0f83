import { useChat } from '@ai-sdk/react';
import { createClient } from 'graphql-ws';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { type CuttingProxy, openCuttingProxy } from '../cutting-proxy.ts';
import { between, chance, seed } from '../loss/chance.ts';
import { openBuilder } from './builder.ts';
import { renderHook } from './render-hook.ts';
import { ANSWER, gatedAnswer } from './stream-answer.ts';

const CUTS = 100;
const PART = '__typename ... on TextPart { text } ... on ActionPart { action { type file content status } }';
const LATEST = `query ($id: ID!) { app(id: $id) { latestTurn { id status lastSeq assistantMessage { id content parts { ${PART} } } } } }`;
type Builder = Awaited<ReturnType<typeof openBuilder>>;

/** A turn that waits for its first piece. */
async function begin(builder: Builder): Promise<string> {
  const input = { appId: builder.appId, content: 'All of it', clientId: 'own' };
  const { sendMessage } = await builder.graphql('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }', { input });
  return sendMessage.id;
}

test(`useChat, cut ${CUTS} times at random bytes, ends with the message of one that was never cut`, { timeout: 120_000 }, async () => {
  const random = chance(seed);
  const { script, open, lengthBefore } = gatedAnswer(CUTS + 1);
  await using builder = await openBuilder(script);
  await using line = await openCuttingProxy(builder.server.builderUrl);
  await begin(builder);
  const initialMessages = [{ id: 'own', role: 'user' as const, content: 'All of it' }];
  const chatBy = (url: string) => {
    const api = builder.api.replace(builder.server.builderUrl, url);
    return renderHook(() => useChat({ id: url, api, headers: builder.headers, initialMessages }));
  };
  using whole = await chatBy(builder.server.builderUrl);
  void whole.current.experimental_resume();
  await whole.until(({ status }) => status === 'streaming');

  using cut = await chatBy(line.url);
  for (let round = 0; round < CUTS; round += 1) {
    // Anywhere: within the head of the answer, within a character, within what is written just now.
    line.cutAfter(() => between(random, 1, 300 + lengthBefore(round)));
    void cut.current.experimental_resume();
    await cut.until(({ status }) => status === 'submitted' || status === 'streaming');
    open(round);
    const { messages } = await cut.until(({ status }) => status === 'error' || status === 'ready');
    expect([cut.current.status, line.cuts]).toEqual(['error', round + 1]);
    const half = messages.at(1)?.content ?? '';
    expect(ANSWER.startsWith(half)).toBe(true);
    // What there is of the answer is read again from its beginning.
    cut.current.setMessages(initialMessages);
    await cut.until((chat) => chat.messages.length === 1);
  }
  line.cutAfter(null);
  void cut.current.experimental_resume();
  await cut.until(({ status }) => status === 'submitted' || status === 'streaming');
  open(CUTS);
  const [expected, healed] = await Promise.all([whole, cut].map((hook) => hook.until(({ status }) => status === 'ready')));
  expect(expected?.messages[1]).toMatchObject({ role: 'assistant', content: ANSWER });
  // Each client numbers and dates its copies itself.
  const said = (messages: readonly object[] = []) => messages.map((message) => ({ ...message, createdAt: null, revisionId: null }));
  expect(said(healed?.messages)).toEqual(said(expected?.messages));
  const { app } = await builder.graphql(LATEST, { id: builder.appId });
  expect(app.latestTurn).toMatchObject({ status: 'ready', assistantMessage: { id: expected?.messages[1]?.id, content: ANSWER } });
  expect(builder.requests).toHaveLength(1);
});

// biome-ignore lint/suspicious/noExplicitAny: a client knows what it asked for
type TurnEvent = any;
const EVENTS = `subscription ($appId: ID!, $turnId: ID!, $after: Int!) { turnEvents(appId: $appId, turnId: $turnId, after: $after) {
  seq kind partIndex delta action { type file content status } turn { status } } }`;

/** The message as the events make it, each of which is heard once and in order, however often it comes. */
class Heard {
  seq = 0;
  status = '';
  repeated = 0;
  readonly parts: { __typename: string; text?: string; action?: object }[] = [];

  hear({ seq, kind, partIndex, delta, action, turn }: TurnEvent): void {
    if (seq <= this.seq) {
      this.repeated += 1;
      return;
    }
    expect(seq).toBe(this.seq + 1);
    this.seq = seq;
    if (turn !== null) this.status = turn.status;
    if (kind === 'action') this.parts[partIndex] = { __typename: 'ActionPart', action };
    if (kind === 'text') this.parts[partIndex] = { __typename: 'TextPart', text: (this.parts[partIndex]?.text ?? '') + delta };
  }
}

/** Listens until the line is cut or the turn has settled. */
async function listen(line: CuttingProxy, builder: Builder, variables: { turnId: string; after: number }, heard: Heard): Promise<void> {
  const client = createClient({
    url: `${line.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: builder.headers,
    retryAttempts: 0,
  });
  try {
    const events = client.iterate<{ turnEvents: TurnEvent }>({ query: EVENTS, variables: { appId: builder.appId, ...variables } });
    for await (const { data } of events) {
      heard.hear(data?.turnEvents);
      if (heard.status === 'ready') return;
    }
  } catch {
    // The line was cut: `cuts` counts that.
  } finally {
    await client.dispose();
  }
}

test.each([
  ['from the last event that it heard', true],
  ['from the same event again and again', false],
])(
  `a subscription, cut ${CUTS} times at random bytes, goes on %s and ends with the message`,
  { timeout: 120_000 },
  async (_how, isLast) => {
    const random = chance(seed);
    const { script, open, lengthBefore } = gatedAnswer(CUTS + 1);
    await using builder = await openBuilder(script);
    await using line = await openCuttingProxy(builder.server.builderUrl);
    const turnId = await begin(builder);
    const heard = new Heard();
    for (let round = 0; round < CUTS; round += 1) {
      // From here on the answer has at least a handshake and one event, or all of them.
      line.cutAfter(() => between(random, 1, isLast ? 300 : 300 + lengthBefore(round)));
      const listening = listen(line, builder, { turnId, after: isLast ? heard.seq : 0 }, heard);
      open(round);
      await listening;
      expect(line.cuts).toBe(round + 1);
      expect(heard.status).not.toBe('ready');
    }
    line.cutAfter(null);
    const listening = listen(line, builder, { turnId, after: isLast ? heard.seq : 0 }, heard);
    open(CUTS);
    await listening;
    expect(heard.status).toBe('ready');
    const { latestTurn } = (await builder.graphql(LATEST, { id: builder.appId })).app;
    expect(heard.parts).toEqual(latestTurn.assistantMessage.parts);
    expect([heard.seq, latestTurn.assistantMessage.content]).toEqual([latestTurn.lastSeq, ANSWER]);
    if (isLast) expect(heard.repeated).toBe(0);
    else expect(heard.repeated).toBeGreaterThan(CUTS);
  },
);
