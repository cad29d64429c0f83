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

/** Starts a turn that waits for its first piece. */
async function begin(builder: Builder): Promise<string> {
  const input = { appId: builder.appId, content: 'All of it', clientId: 'own' };
  const { sendMessage } = await builder.graphql('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }', { input });
  return sendMessage.id;
}

test(`useChat, cut ${CUTS} times at random bytes, ends with the same message as an uncut client`, { timeout: 120_000 }, async () => {
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
    // At any byte: within the response headers, within a character, or within new output.
    line.cutAfter(() => between(random, 1, 300 + lengthBefore(round)));
    void cut.current.experimental_resume();
    await cut.until(({ status }) => status === 'submitted' || status === 'streaming');
    open(round);
    const { messages } = await cut.until(({ status }) => status === 'error' || status === 'ready');
    expect([cut.current.status, line.cuts]).toEqual(['error', round + 1]);
    const half = messages.at(1)?.content ?? '';
    expect(ANSWER.startsWith(half)).toBe(true);
    // The resumed answer is replayed from its beginning.
    cut.current.setMessages(initialMessages);
    await cut.until((chat) => chat.messages.length === 1);
  }
  line.cutAfter(null);
  void cut.current.experimental_resume();
  await cut.until(({ status }) => status === 'submitted' || status === 'streaming');
  open(CUTS);
  const [expected, healed] = await Promise.all([whole, cut].map((hook) => hook.until(({ status }) => status === 'ready')));
  expect(expected?.messages[1]).toMatchObject({ role: 'assistant', content: ANSWER });
  // Each client sets its own ids and dates on its copies.
  const withoutIds = (messages: readonly object[] = []) => messages.map((message) => ({ ...message, createdAt: null, revisionId: null }));
  expect(withoutIds(healed?.messages)).toEqual(withoutIds(expected?.messages));
  const { app } = await builder.graphql(LATEST, { id: builder.appId });
  expect(app.latestTurn).toMatchObject({ status: 'ready', assistantMessage: { id: expected?.messages[1]?.id, content: ANSWER } });
  expect(builder.requests).toHaveLength(1);
});

// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the client's request
type TurnEvent = any;
const EVENTS = `subscription ($appId: ID!, $turnId: ID!, $after: Int!) { turnEvents(appId: $appId, turnId: $turnId, after: $after) {
  seq kind partIndex delta action { type file content status } turn { status } } }`;

/** Builds the message from the events; counts duplicates and expects the others in order without gaps. */
class Replay {
  seq = 0;
  status = '';
  repeated = 0;
  readonly parts: { __typename: string; text?: string; action?: object }[] = [];

  apply({ seq, kind, partIndex, delta, action, turn }: TurnEvent): void {
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

/** Subscribes until the connection is cut or the turn has settled. */
async function listen(line: CuttingProxy, builder: Builder, variables: { turnId: string; after: number }, replay: Replay): Promise<void> {
  const client = createClient({
    url: `${line.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: builder.headers,
    retryAttempts: 0,
  });
  try {
    const events = client.iterate<{ turnEvents: TurnEvent }>({ query: EVENTS, variables: { appId: builder.appId, ...variables } });
    for await (const { data } of events) {
      replay.apply(data?.turnEvents);
      if (replay.status === 'ready') return;
    }
  } catch {
    // The connection was cut, which `cuts` counts.
  } finally {
    await client.dispose();
  }
}

test.each([
  ['from the last event received', true],
  ['from the first event each time', false],
])(
  `a subscription, cut ${CUTS} times at random bytes, resumes %s and ends with the whole message`,
  { timeout: 120_000 },
  async (_how, isLast) => {
    const random = chance(seed);
    const { script, open, lengthBefore } = gatedAnswer(CUTS + 1);
    await using builder = await openBuilder(script);
    await using line = await openCuttingProxy(builder.server.builderUrl);
    const turnId = await begin(builder);
    const replay = new Replay();
    for (let round = 0; round < CUTS; round += 1) {
      // From here on the response has at least a handshake and one event, or all of them.
      line.cutAfter(() => between(random, 1, isLast ? 300 : 300 + lengthBefore(round)));
      const listening = listen(line, builder, { turnId, after: isLast ? replay.seq : 0 }, replay);
      open(round);
      await listening;
      expect(line.cuts).toBe(round + 1);
      expect(replay.status).not.toBe('ready');
    }
    line.cutAfter(null);
    const listening = listen(line, builder, { turnId, after: isLast ? replay.seq : 0 }, replay);
    open(CUTS);
    await listening;
    expect(replay.status).toBe('ready');
    const { latestTurn } = (await builder.graphql(LATEST, { id: builder.appId })).app;
    expect(replay.parts).toEqual(latestTurn.assistantMessage.parts);
    expect([replay.seq, latestTurn.assistantMessage.content]).toEqual([latestTurn.lastSeq, ANSWER]);
    if (isLast) expect(replay.repeated).toBe(0);
    else expect(replay.repeated).toBeGreaterThan(CUTS);
  },
);
