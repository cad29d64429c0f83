import { type ModelServer, type Reply, saying, startModelServer } from '@sayso/models/testing';
import { expect, test } from 'vitest';
import { addFile, openConnectedChat } from './testing/chat.ts';
import { ada } from './testing/fakes.ts';

const page = 'export default () => null;';

/** The chat with the real models plugin, which speaks to a server that says what it is told to. */
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

test('what does not compile goes back to the model with the answer so far', async () => {
  await using chat = await openConnected(saying(addFile('pages/Home', 'SYNTAX ERROR')), saying(addFile('pages/Home', page)));
  expect(await chat.until(await chat.send('A page'))).toMatchObject({ status: 'ready' });
  const [written, correction] = asked(chat.server, 1).slice(-2);
  expect(written).toEqual({ role: 'assistant', content: addFile('pages/Home', 'SYNTAX ERROR') });
  expect(correction?.content).toContain('pages/Home:3: Unexpected token.');
});

test('an answer at the model’s limit is cut off, and goes on', async () => {
  const whole = addFile('pages/Home', page);
  await using chat = await openConnected([{ text: whole.slice(0, 70) }, { finish: 'length' }], saying(whole.slice(70)));
  const id = await chat.send('A page');
  await chat.until(id, 'truncated');
  await chat.chat.continue(ada, id);
  expect((await chat.until(id, 'ready')).assistantMessage.content).toBe(whole);
});

const broken: readonly (readonly [string, Reply, string])[] = [
  ['a connection that breaks in mid-answer', [{ text: addFile('pages/Home', page) }, { cut: true }], 'model-cut-off'],
  ['too many requests', { status: 429 }, 'model-rate-limited'],
  ['a key that is refused', { status: 401, body: { error: { message: 'Bad key' } } }, 'model-key-refused'],
];

test.each(broken)('%s ends the turn and changes nothing', async (_name, reply, code) => {
  await using chat = await openConnected(reply);
  const turn = await chat.until(await chat.send('A page'));
  expect(turn).toMatchObject({ status: 'failed', errorCode: code, error: expect.stringMatching(/language model/) });
  expect(chat.apps.kept).toEqual([]);
});

test('a stop hangs up', async () => {
  await using chat = await openConnected([{ text: 'Half' }, { stall: true }]);
  const id = await chat.send('A page');
  await chat.untilText(id, 'Half');
  await chat.chat.stop(ada, id);
  await chat.server.whenAborted();
  expect(await chat.until(id)).toMatchObject({ status: 'stopped' });
});
