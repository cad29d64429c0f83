import type { Actor } from '@sayso/core';
import { type ModelServer, type Reply, saying, startModelServer } from '@sayso/models/testing';
import { describe, expect, test } from 'vitest';
import { addFile, openConnectedChat } from './testing/chat.ts';
import { ada } from './testing/fakes.ts';

// biome-ignore lint/suspicious/noExplicitAny: the answers of the graph
type Data = Record<string, any>;

const page = 'export default () => null;';

/** The chat with the real models plugin, connected to a scripted server. */
async function openConnected(...script: Reply[]) {
  const server = await startModelServer(script);
  const chat = await openConnectedChat(server.url);
  return {
    ...chat,
    server,
    async [Symbol.asyncDispose]() {
      await chat[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

const asked = (server: ModelServer, call: number) => server.requests[call]?.body['messages'] as { role: string; content: string }[];

test('a real model writes a version', async () => {
  await using chat = await openConnected([
    { reasoning: 'Hm.' },
    { text: 'Here.\n<action type="add_file" file="pa' },
    { text: `ges/Home">\n${page}\n</action>` },
    { finish: 'stop', usage: { prompt: 7, completion: 3 } },
  ]);
  const turn = await chat.until(await chat.send('A page'));
  expect(turn).toMatchObject({ status: 'ready', usage: { promptTokens: 7, completionTokens: 3, totalTokens: 10, finishReason: 'stop' } });
  expect(turn.assistantMessage.parts.map(({ kind }) => kind)).toEqual(['reasoning', 'text', 'action']);
  expect(await chat.apps.files('app-1')).toEqual({ 'pages/Home': `${page}\n` });
  expect(asked(chat.server, 0).map(({ role }) => role)).toEqual(['system', 'system', 'user']);
});

test('compile problems go back to the model, with the answer so far', async () => {
  await using chat = await openConnected(saying(addFile('pages/Home', 'SYNTAX ERROR')), saying(addFile('pages/Home', page)));
  expect(await chat.until(await chat.send('A page'))).toMatchObject({ status: 'ready' });
  const [written, correction] = asked(chat.server, 1).slice(-2);
  expect(written).toEqual({ role: 'assistant', content: addFile('pages/Home', 'SYNTAX ERROR') });
  expect(correction?.content).toContain('pages/Home:3: Unexpected token.');
});

test('an answer cut off at the model’s limit can be continued', async () => {
  const whole = addFile('pages/Home', page);
  await using chat = await openConnected([{ text: whole.slice(0, 70) }, { finish: 'length' }], saying(whole.slice(70)));
  const id = await chat.send('A page');
  await chat.until(id, 'truncated');
  await chat.chat.continue(ada, id);
  expect((await chat.until(id, 'ready')).assistantMessage.content).toBe(whole);
});

const broken: readonly (readonly [string, Reply, string])[] = [
  ['too many requests', { status: 429 }, 'model-rate-limited'],
  ['a key that is refused', { status: 401, body: { error: { message: 'Bad key' } } }, 'model-key-refused'],
];

test.each(broken)('%s ends the turn and changes nothing', async (_name, reply, code) => {
  await using chat = await openConnected(reply);
  const turn = await chat.until(await chat.send('A page'));
  expect(turn).toMatchObject({ status: 'failed', errorCode: code, error: expect.stringMatching(/language model/) });
  expect(chat.apps.kept).toEqual([]);
});

test('only admins see the endpoint’s error, without the key', async () => {
  await using chat = await openConnected({ status: 401, body: { error: { message: 'Incorrect API key provided' } } });
  const id = await chat.send('A page');
  await chat.until(id, 'failed');
  const document = '{ app(id: "app-1") { latestTurn { error errorCode errorDetail } } }';
  const turnAs = async (actor: Actor) => (await chat.host.graphql<Data>(document, {}, actor)).data?.['app'].latestTurn;
  const error = expect.stringMatching(/does not accept its key/);
  expect(await turnAs(ada)).toEqual({ error, errorCode: 'model-key-refused', errorDetail: null });
  const admin = { ...ada, admin: true } as Actor;
  expect(await turnAs(admin)).toEqual({ error, errorCode: 'model-key-refused', errorDetail: '401: Incorrect API key provided' });
});

describe('an answer that breaks off', () => {
  const whole = addFile('pages/Home', page);

  test.each([
    ['a cut connection', { cut: true }],
    ['an end without a finish', { raw: '' }],
    ['a stall', { stall: true }],
  ] as const)('%s: the model continues after it, in the same turn', async (_what, end) => {
    await using chat = await openConnected([{ reasoning: 'Hm.' }, { text: whole.slice(0, 70) }, end], saying(whole.slice(60)));
    const turn = await chat.until(await chat.send('A page'));
    expect(turn).toMatchObject({ status: 'ready', note: null, assistantMessage: { content: whole } });
    expect(await chat.apps.files('app-1')).toEqual({ 'pages/Home': `${page}\n` });
    const [written, goOn] = asked(chat.server, 1).slice(-2);
    expect(written).toEqual({ role: 'assistant', content: whole.slice(0, 70) });
    expect(goOn?.content).toContain('Go on exactly behind its last character');
  });

  test('one that broke off during reasoning is retried', async () => {
    await using chat = await openConnected([{ reasoning: 'Hm.' }, { cut: true }], saying(whole));
    expect(await chat.until(await chat.send('A page'))).toMatchObject({ status: 'ready', assistantMessage: { content: whole } });
    expect(asked(chat.server, 1)).toEqual(asked(chat.server, 0));
  });

  test('repeatedly: has a note, keeps the text so far, and can be continued', async () => {
    const pieces = [whole.slice(0, 40), whole.slice(40, 60), whole.slice(60, 80)];
    await using chat = await openConnected(...pieces.map((text): Reply => [{ text }, { cut: true }]), saying(whole.slice(80)));
    const id = await chat.send('A page');
    const turn = await chat.until(id, 'truncated');
    expect(turn).toMatchObject({
      note: expect.stringMatching(/broke off.*Nothing is lost/),
      assistantMessage: { content: whole.slice(0, 80) },
    });
    expect(chat.apps.kept).toEqual([]);
    expect(chat.server.requests).toHaveLength(3);
    await chat.chat.continue(ada, id);
    expect(await chat.until(id, 'ready')).toMatchObject({ note: null, assistantMessage: { content: whole } });
  });

  test('repeatedly, with reasoning only: the turn fails with its own message', async () => {
    await using chat = await openConnected([{ reasoning: 'Hm.' }, { cut: true }]);
    expect(await chat.until(await chat.send('A page'))).toMatchObject({ status: 'failed', errorCode: 'model-cut-off' });
    expect(chat.server.requests).toHaveLength(3);
  });
});

const empty: readonly (readonly [string, Reply, RegExp])[] = [
  ['nothing', [{ finish: 'stop' }], /answered with nothing/],
  ['white space', [{ text: ' \n' }, { finish: 'stop' }], /answered with nothing/],
  ['thoughts alone', [{ reasoning: 'Hm.' }, { finish: 'stop' }], /thought about it, but wrote no answer/],
  ['thoughts between tags alone', [{ text: '<think>Hm.</think>' }, { finish: 'stop' }], /thought about it, but wrote no answer/],
  ['thoughts up to the limit', [{ text: '<think>Hm. And' }, { finish: 'length' }], /used up its whole answer by thinking/],
];

test.each(empty)('an answer of %s fails with a message that names it', async (_what, reply, words) => {
  await using chat = await openConnected(reply);
  const turn = await chat.until(await chat.send('A page'));
  expect(turn).toMatchObject({ status: 'failed', errorCode: 'answer-empty', error: expect.stringMatching(words) });
  expect(chat.apps.kept).toEqual([]);
});

const FENCED = 'Here you are:\n```jsx\nexport default () => <h1>Hello</h1>;\n```\nPut it into Home.';
const FIX = 'Please fix the errors in my app:\n- Home: x is not defined';
const unchanged: readonly (readonly [string, string, string, RegExp | null])[] = [
  ['code in a fence', 'A page', FENCED, /shows code, but does not say which file/],
  ['bare code', 'A page', "import { useState } from 'react';\nexport default () => null;", /shows code/],
  ['a call of a tool as text', 'A page', '<tool_call>\n{"name": "add_file"}\n</tool_call>', /shows code/],
  ['words alone, when errors were to be fixed', FIX, 'All is well.', /the errors may still be there/],
  ['words alone', 'What is a page?', 'A page is a file, such as `pages/Home`.', null],
];

test.each(unchanged)('an answer of %s changes nothing, and has a note', async (_what, request, answer, note) => {
  await using chat = await openConnected(saying(answer));
  const turn = await chat.until(await chat.send(request));
  expect(turn).toMatchObject({ status: 'ready', versionId: null, note: note === null ? null : expect.stringMatching(note) });
  expect(chat.apps.kept).toEqual([]);
});

test.each([
  ['an action in a fence', `\`\`\`xml\n${addFile('pages/Home', page)}\`\`\``],
  ['code in a fence with its path', `\`\`\`tsx pages/Home.tsx\n${page}\n\`\`\``],
  [
    'a call of a tool as text',
    `<tool_call>\n${JSON.stringify({ name: 'add_file', arguments: { file: 'pages/Home', content: page } })}\n</tool_call>`,
  ],
])('%s makes a version', async (_what, answer) => {
  await using chat = await openConnected(saying(answer));
  const id = await chat.send('A page');
  expect(await chat.until(id)).toMatchObject({ status: 'ready', note: null, versionId: expect.any(String) });
  expect(await chat.apps.files('app-1')).toEqual({ 'pages/Home': `${page}\n` });
});

test('an answer that writes the present contents has a note', async () => {
  await using chat = await openConnected(saying(addFile('pages/Home', page)));
  expect(await chat.until(await chat.send('A page'))).toMatchObject({ status: 'ready', note: null });
  const turn = await chat.until(await chat.send('The same'));
  expect(turn).toMatchObject({ status: 'ready', versionId: null, note: expect.stringMatching(/is in your app already/) });
  expect(chat.apps.kept).toHaveLength(1);
});

test.each([
  ['words', 'I cannot see what is wrong.'],
  ['the same again', addFile('pages/Home', 'SYNTAX ERROR')],
])('a correction of %s changes nothing, and fails the turn', async (_what, correction) => {
  await using chat = await openConnected(saying(addFile('pages/Home', 'SYNTAX ERROR')), saying(correction));
  const turn = await chat.until(await chat.send('A page'));
  const error = expect.stringMatching(/Unexpected token.* tried to correct it, but that changed nothing/);
  expect(turn).toMatchObject({ status: 'failed', errorCode: 'compilation-failed', error });
});

test('a second correction may mend what the first one left', async () => {
  const [first, other] = [addFile('pages/Home', 'SYNTAX ERROR'), addFile('pages/Home', page) + addFile('pages/Other', 'SYNTAX ERROR')];
  await using chat = await openConnected(saying(first), saying(other), saying(addFile('pages/Other', page)));
  expect(await chat.until(await chat.send('A page'))).toMatchObject({ status: 'ready' });
  expect(Object.keys(await chat.apps.files('app-1'))).toEqual(['pages/Home', 'pages/Other']);
});

test('the version has the validator’s repairs, and the message says so', async () => {
  await using chat = await openConnected(saying(addFile('pages/Home', 'TYPO')));
  const note = 'Small mistakes in this answer were corrected automatically: pages/Home.';
  expect(await chat.until(await chat.send('A page'))).toMatchObject({ status: 'ready', note });
  expect(await chat.apps.files('app-1')).toEqual({ 'pages/Home': 'repaired\n' });
});

test('a stop closes the connection to the model', async () => {
  await using chat = await openConnected([{ text: 'Half' }, { stall: true }]);
  const id = await chat.send('A page');
  await chat.untilText(id, 'Half');
  await chat.chat.stop(ada, id);
  await chat.server.whenAborted();
  expect(await chat.until(id)).toMatchObject({ status: 'stopped' });
});
