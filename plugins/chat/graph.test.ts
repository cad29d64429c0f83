import { expect, test } from 'vitest';
import { action, addFile, openChat } from './testing/chat.ts';
import { ada, bo } from './testing/fakes.ts';

const MESSAGE = `{ id role content createdAt versionId status turnId usage { totalTokens totalCost model finishReason }
  parts { __typename ... on TextPart { text } ... on ReasoningPart { reasoning: text } ... on SourcePart { url title } ... on SuggestionPart { suggestion: text }
    ... on ActionPart { action { type title file content lines status isComplete isTruncated error } } } }`;
const TURN = `{ id appId status lastSeq error errorCode confirmations userMessage ${MESSAGE} assistantMessage ${MESSAGE} }`;
const SEND = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) ${TURN} }`;
const EVENTS = `subscription ($turnId: ID, $after: Int) { turnEvents(appId: "app-1", turnId: $turnId, after: $after) {
  turnId seq kind partIndex delta action { type title file content lines status isComplete isTruncated error } turn ${TURN} } }`;
const page = 'const a = 1;\nexport default () => null;';

// biome-ignore lint/suspicious/noExplicitAny: a client knows what it asked for
type Json = any;
type Chat = Awaited<ReturnType<typeof openChat>>;

function send(chat: Chat, content: string, clientId = 'one') {
  return chat.host.graphql(SEND, { input: { appId: 'app-1', content, clientId } }, ada);
}

/** How a client applies the events: the only rules it needs. */
class Client {
  turn: Json = null;
  readonly seen: number[] = [];
  take({ seq, kind, partIndex, delta, action: value, turn }: Json): void {
    this.seen.push(seq);
    if (kind === 'turn') {
      this.turn = turn;
      return;
    }
    const { parts } = this.turn.assistantMessage;
    if (kind === 'action') parts[partIndex] = { __typename: 'ActionPart', action: value };
    else if (kind === 'text') parts[partIndex] = { __typename: 'TextPart', text: (parts[partIndex]?.text ?? '') + delta };
    else if (kind === 'suggestion') parts[partIndex] = { __typename: 'SuggestionPart', suggestion: delta };
    else parts[partIndex] = { __typename: 'ReasoningPart', reasoning: (parts[partIndex]?.reasoning ?? '') + delta };
  }
}

async function follow(chat: Chat, variables: Json, client: Client, done: () => boolean): Promise<void> {
  const live = await chat.host.subscribe<Json>(EVENTS, variables, ada, AbortSignal.timeout(15_000));
  for await (const { data, errors } of live) {
    expect(errors).toBeUndefined();
    client.take(data.turnEvents);
    if (done()) break;
  }
}

test('a message is sent, followed and read again', async () => {
  await using chat = await openChat([
    { reasoning: 'Hm.' },
    'Here.\n',
    addFile('pages/Home', page),
    'Done.\n<suggestion>Make it dark</suggestion>',
  ]);
  const { data, errors } = await send(chat, 'A page');
  expect(errors).toBeUndefined();
  const sent = data?.['sendMessage'];
  expect(sent).toMatchObject({
    appId: 'app-1',
    error: null,
    errorCode: null,
    confirmations: [],
    userMessage: { role: 'user', content: 'A page' },
  });
  const client = new Client();
  await follow(chat, { turnId: sent.id, after: 0 }, client, () => client.turn?.status === 'ready');
  expect(client.seen).toEqual(client.seen.map((_, index) => index + 1));
  const query = `{ app(id: "app-1") { latestTurn ${TURN} messages ${MESSAGE} } }`;
  const app = (await chat.host.graphql(query, {}, ada)).data?.['app'];
  expect(app.latestTurn).toEqual(client.turn);
  expect(app.latestTurn.lastSeq).toBe(client.seen.at(-1));
  expect(app.messages).toEqual([client.turn.userMessage, client.turn.assistantMessage]);
  expect(app.messages[1]).toMatchObject({ versionId: chat.apps.app.currentVersionId, status: 'ready', usage: { totalTokens: 15 } });
  expect(app.messages[1].parts).toEqual([
    { __typename: 'ReasoningPart', reasoning: 'Hm.' },
    { __typename: 'TextPart', text: 'Here.\n' },
    {
      __typename: 'ActionPart',
      action: {
        type: 'add_file',
        title: 'Write pages/Home',
        file: 'pages/Home',
        content: page,
        lines: 2,
        status: 'complete',
        isComplete: true,
        isTruncated: false,
        error: null,
      },
    },
    { __typename: 'TextPart', text: 'Done.\n' },
    { __typename: 'SuggestionPart', suggestion: 'Make it dark' },
  ]);
});

test('resuming after any event, a client builds the same message', async () => {
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const words = ['One ', 'two.\n', '<action type="add_file" file="pages/Home">\nconst a = 1;\n', '</action>\nthree', ' four.'];
  const script = words.flatMap((word, index) => [word, ...(gates[index] === undefined ? [] : [gates[index].promise])]);
  await using chat = await openChat(script);
  const id = (await send(chat, 'a')).data?.['sendMessage'].id;
  const live = new Client();
  const following = follow(chat, { turnId: id, after: 0 }, live, () => live.turn?.status === 'ready');
  let text = '';
  for (const [index, gate] of gates.entries()) {
    text += words[index];
    await chat.untilText(id, text);
    gate.resolve();
  }
  await following;
  const { lastSeq } = live.turn;
  expect(lastSeq).toBeGreaterThanOrEqual(8);
  for (let after = 0; after < lastSeq; after += 1) {
    const client = new Client();
    // The state of a client that has read up to here.
    const known = new Client();
    await follow(chat, { turnId: id, after: 0 }, known, () => known.seen.at(-1) === Math.max(after, 1));
    client.turn = known.turn;
    await follow(chat, { turnId: id, after }, client, () => client.turn?.status === 'ready');
    expect(client.seen).toEqual(Array.from({ length: lastSeq - after }, (_, index) => after + 1 + index));
    expect(client.turn).toEqual(live.turn);
  }
});

test('an in-flight message can be read at any moment, and followed from there', async () => {
  const gate = Promise.withResolvers<void>();
  await using chat = await openChat(['Half ', '<action type="add_file" file="pages/Home">\na\nb', gate.promise, '\n</action> done.']);
  const id = (await send(chat, 'a')).data?.['sendMessage'].id;
  await chat.untilText(id, 'a\nb');
  const read = await chat.host.graphql(`{ app(id: "app-1") { latestTurn ${TURN} } }`, {}, ada);
  const latestTurn = read.data?.['app'].latestTurn;
  expect(latestTurn).toMatchObject({ status: 'streaming', assistantMessage: { status: 'streaming' } });
  expect(latestTurn.assistantMessage.parts).toMatchObject([
    { text: 'Half ' },
    { action: { status: 'streaming', content: '', lines: 2, isComplete: false, isTruncated: false } },
  ]);
  const client = new Client();
  client.turn = latestTurn;
  gate.resolve();
  await follow(chat, { turnId: id, after: latestTurn.lastSeq }, client, () => client.turn.status === 'ready');
  expect(client.seen[0]).toBe(latestTurn.lastSeq + 1);
  expect(client.turn.assistantMessage.content).toBe('Half <action type="add_file" file="pages/Home">\na\nb\n</action> done.');
});

test('a subscription continues with later turns', async () => {
  await using chat = await openChat(['One.'], ['Two.']);
  const client = new Client();
  const live = follow(chat, {}, client, () => client.turn?.status === 'ready' && client.turn.userMessage.content === 'b');
  await chat.until((await send(chat, 'a', 'one')).data?.['sendMessage'].id);
  await send(chat, 'b', 'two');
  await live;
  expect(client.turn.assistantMessage.content).toBe('Two.');
});

test('a subscription without a turn starts with the first event of the first one, and skips hidden ones', async () => {
  await using chat = await openChat([addFile('pages/Home', page)], ['Two.'], ['Three.']);
  const first = await chat.until(await chat.send('a'));
  const late = new Client();
  await follow(chat, { after: 0 }, late, () => late.turn?.status === 'ready');
  expect(late.seen[0]).toBe(1);
  await chat.until(await chat.send('b'));
  await chat.chat.restore(ada, 'app-1', first.versionId ?? '', first.assistantMessage.id);
  const after = new Client();
  const live = follow(chat, { after: 0 }, after, () => after.turn?.status === 'ready');
  await chat.until(await chat.send('c'));
  await live;
  expect(after.seen[0]).toBe(1);
  expect(after.turn.assistantMessage.content).toBe('Three.');
});

test('after the events have expired, the turn itself has its final state', async () => {
  await using chat = await openChat(['Hi.']);
  const id = (await send(chat, 'a')).data?.['sendMessage'].id;
  await chat.until(id);
  await chat.host.context.collections.events.deleteMany({});
  const client = new Client();
  await follow(chat, { turnId: id, after: 0 }, client, () => true);
  expect(client.turn).toMatchObject({ status: 'ready', assistantMessage: { content: 'Hi.' } });
  expect(client.seen).toEqual([client.turn.lastSeq]);
});

test('pages through messages from the newest', async () => {
  await using chat = await openChat(['One.'], ['Two.']);
  await chat.until(await chat.send('a'));
  await chat.until(await chat.send('b'));
  const read = async (args: string) =>
    (await chat.host.graphql(`{ app(id: "app-1") { messages${args} { id content } } }`, {}, ada)).data?.['app'].messages;
  const all = await read('');
  expect(all.map(({ content }: Json) => content)).toEqual(['a', 'One.', 'b', 'Two.']);
  expect(await read('(limit: 1)')).toEqual([all[3]]);
  expect(await read(`(limit: 2, before: "${all[3].id}")`)).toEqual([all[1], all[2]]);
});

test('tells how much of the window a message would take, and changes nothing', async () => {
  await using chat = await openChat([addFile('pages/Home', page)]);
  const query = (content: string) => `{ app(id: "app-1") { promptSize(content: "${content}", currentPath: "/home")
    { budget instructions files conversation request wholeFiles allFiles } latestTurn { id } } }`;
  const measure = async (content: string, as = ada) => (await chat.host.graphql(query(content), {}, as)).data?.['app'];
  const empty = await measure('');
  expect(empty).toMatchObject({ latestTurn: null, promptSize: { conversation: 0, wholeFiles: 0, allFiles: 0 } });
  await chat.until(await chat.send('A page'));
  const { promptSize } = await measure('Make the title larger, and everything else smaller');
  expect(promptSize).toMatchObject({
    budget: empty.promptSize.budget,
    instructions: empty.promptSize.instructions,
    wholeFiles: 1,
    allFiles: 1,
  });
  for (const part of ['files', 'conversation', 'request']) expect(promptSize[part]).toBeGreaterThan(empty.promptSize[part]);
  expect(chat.models.requests).toHaveLength(1);
  chat.models.capabilities = { conversation: false, objects: false };
  expect((await measure('')).promptSize).toBeNull();
  expect((await chat.host.graphql(query(''), {}, bo)).errors).toBeDefined();
});

test('stop, continue, retry and answer return the turn', async () => {
  await using chat = await openChat(['Cut', { finish: 'length' }], [' off.'], [new Promise(() => undefined)], ['Fine.']);
  const call = async (name: string, id: string, more = '') =>
    chat.host.graphql(`mutation ($id: ID!) { ${name}(turnId: $id${more}) ${TURN} }`, { id }, ada);
  const first = await chat.send('a');
  await chat.until(first, 'truncated');
  expect((await call('continueTurn', first)).data?.['continueTurn']).toMatchObject({ id: first, error: null });
  expect((await chat.until(first, 'ready')).assistantMessage.content).toBe('Cut off.');
  const second = await chat.send('b');
  await chat.until(second, 'streaming');
  expect((await call('stopTurn', second)).data?.['stopTurn'].id).toBe(second);
  await chat.until(second, 'stopped');
  expect((await call('retryTurn', second)).data?.['retryTurn'].id).toBe(second);
  await chat.until(second, 'ready');
  const { errors } = await call('answerConfirmation', second, ', accept: true');
  expect(errors).toMatchObject([{ extensions: { code: 'turn-moved-on', status: 409 } }]);
});

test('restoring makes a version and hides later messages', async () => {
  await using chat = await openChat([addFile('pages/Home', page)], [action('delete_file', 'pages/Home', '')], ['Hm.']);
  const first = await chat.until(await chat.send('a'));
  await chat.until(await chat.send('b'));
  const restore = 'mutation ($v: ID!, $m: ID) { restoreVersion(id: "app-1", versionId: $v, messageId: $m) { id title } }';
  const { data } = await chat.host.graphql(restore, { v: first.versionId, m: first.assistantMessage.id }, ada);
  expect(data?.['restoreVersion'].id).toBe(chat.apps.app.currentVersionId);
  expect(Object.keys(await chat.apps.files('app-1'))).toEqual(['pages/Home']);
  const read = `{ app(id: "app-1") { latestTurn { id } messages { content } } }`;
  const { app } = (await chat.host.graphql(read, {}, ada)).data ?? {};
  expect(app.messages.map(({ content }: Json) => content)).toEqual(['a', addFile('pages/Home', page)]);
  expect(app.latestTurn).toBeNull();
  expect(await chat.host.context.collections.messages.count({})).toBe(4);
  // Hidden messages are not in the prompt either.
  await chat.until(await chat.send('c'));
  expect(chat.models.requests.at(-1)?.messages.map(({ content }) => content)).not.toContain('b');
  expect((await chat.host.graphql(restore, { v: 'nowhere' }, ada)).errors).toMatchObject([{ extensions: { status: 404 } }]);
});

const replace = ({ chat }: Awaited<ReturnType<typeof openChat>>, replaces: string) =>
  chat.send(ada, { appId: 'app-1', content: 'a2', clientId: replaces, replaces });

test('a message that replaces an earlier one returns the app to the version before it', async () => {
  const about = addFile('pages/About', page);
  await using chat = await openChat([addFile('pages/Home', page)], [about], ['Hm.'], [addFile('pages/Team', page)]);
  await chat.until(await chat.send('a'));
  const second = await chat.until(await chat.send('b'));
  await chat.until(await chat.send('c'));
  const { apps } = chat;
  const input = { appId: 'app-1', content: 'b2', clientId: 'again', replaces: second.userMessage.id };
  const refused = await chat.host.graphql(SEND, { input: { ...input, versionId: 'another' } }, ada);
  expect(refused.errors).toMatchObject([{ extensions: { code: 'older-version' } }]);
  const sent = await chat.host.graphql(SEND, { input: { ...input, versionId: apps.app.currentVersionId } }, ada);
  const turn = await chat.until(sent.data?.['sendMessage'].id);
  expect(Object.keys(await apps.files('app-1')).sort()).toEqual(['pages/Home', 'pages/Team']);
  const messages = await chat.chat.messages(ada, 'app-1');
  expect(messages.map(({ content }) => content)).toEqual(['a', addFile('pages/Home', page), 'b2', turn.assistantMessage.content]);
  expect(chat.models.requests.at(-1)?.messages.map(({ content }) => content)).not.toContain('b');
  // Idempotent by client id, and a hidden message cannot be replaced again.
  expect((await chat.host.graphql(SEND, { input }, ada)).data?.['sendMessage'].id).toBe(turn.id);
  const again = await chat.host.graphql(SEND, { input: { ...input, clientId: 'other' } }, ada);
  expect(again.errors).toMatchObject([{ extensions: { status: 404 } }]);
});

test('replacing the first message starts the app again, with its versions kept', async () => {
  await using chat = await openChat([addFile('pages/Home', page)], [addFile('pages/Team', page)]);
  const first = await chat.until(await chat.send('a'));
  await chat.until(await replace(chat, first.userMessage.id));
  expect(Object.keys(await chat.apps.files('app-1'))).toEqual(['pages/Team']);
  expect((await chat.chat.messages(ada, 'app-1'))[0]?.content).toBe('a2');
  expect(Object.keys(await chat.apps.files('app-1', first.versionId ?? ''))).toEqual(['pages/Home']);
});

test('replaces a message that made no version, without making one', async () => {
  await using chat = await openChat(['Hm.'], ['Yes.']);
  const first = await chat.until(await chat.send('a'));
  await chat.until(await replace(chat, first.userMessage.id));
  expect((await chat.chat.messages(ada, 'app-1')).map(({ content }) => content)).toEqual(['a2', 'Yes.']);
  expect(chat.apps.kept).toEqual([]);
});

test('refuses to replace an answer, an unknown message, and any while a turn is in flight', async () => {
  await using chat = await openChat(['Hm.'], [new Promise(() => undefined)]);
  const first = await chat.until(await chat.send('a'));
  for (const replaces of [first.assistantMessage.id, 'unknown'])
    await expect(replace(chat, replaces)).rejects.toMatchObject({ code: 'not-found' });
  const second = await chat.send('b');
  await chat.until(second, 'streaming');
  await expect(replace(chat, first.userMessage.id)).rejects.toMatchObject({ code: 'chat-busy' });
  expect((await chat.chat.messages(ada, 'app-1')).length).toBe(4);
  await chat.chat.stop(ada, second);
});

test.each([
  ['unauthenticated', undefined],
  ['not-found', bo],
])('answers %s without access', async (code, as) => {
  await using chat = await openChat(['Hi.']);
  const id = await chat.send('a');
  await chat.until(id);
  const sent = await chat.host.graphql(SEND, { input: { appId: 'app-1', content: 'x', clientId: 'y' } }, as);
  const stopped = await chat.host.graphql(`mutation { stopTurn(turnId: "${id}") { id } }`, {}, as);
  const restored = await chat.host.graphql('mutation { restoreVersion(id: "app-1", versionId: "v") { id } }', {}, as);
  for (const { data, errors } of [sent, stopped, restored]) {
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code } }]);
  }
  const live = chat.host.subscribe(EVENTS, { turnId: id }, as, AbortSignal.timeout(15_000));
  await expect(live).rejects.toThrow();
  expect(await chat.host.context.collections.turns.count({})).toBe(1);
});

test('events end when the caller no longer builds the app', async () => {
  await using chat = await openChat(['Hi.']);
  const live = await chat.host.subscribe<Json>(EVENTS, {}, ada, AbortSignal.timeout(15_000));
  const events = live[Symbol.asyncIterator]();
  const next = events.next();
  Object.assign(chat.apps.app, { ownerId: 'someone' });
  await chat.host.emit('apps.changed', { appId: 'other', ownerId: 'someone', currentVersionId: null });
  await chat.host.emit('apps.changed', { appId: 'app-1', ownerId: 'someone', currentVersionId: null });
  expect(await next).toMatchObject({ done: true });
});
