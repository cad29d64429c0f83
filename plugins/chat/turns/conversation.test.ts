import { expect, test, vi } from 'vitest';
import { addFile, openChat } from '../testing/chat.ts';
import { ada } from '../testing/fakes.ts';
import { Conversations } from './conversation.ts';
import { preparePrompt } from './generate.ts';
import { readPromptInput } from './prompt-input.ts';

type Chat = Awaited<ReturnType<typeof openChat>>;
const page = (text: string) => addFile('pages/Home', `export default () => '${text}';`);

/** The prompt that a node without anything kept would build for a turn. */
async function coldPrompt({ host, apps }: Chat, turnId: string) {
  const { context } = host;
  const turn = await context.collections.turns.findOne({ _id: turnId });
  if (turn === null) throw new Error('The turn is gone.');
  const base = turn.baseVersionId === null ? {} : await apps.files('', turn.baseVersionId);
  const input = await readPromptInput(context, { turn, app: apps.app, base }, await new Conversations(context).before(turn));
  return (await preparePrompt(input)).messages;
}

async function answered(chat: Chat, content: string, script: string, mode: 'build' | 'plan' = 'build') {
  chat.models.scripts.push([script]);
  const id = await chat.send(content, crypto.randomUUID(), mode);
  await chat.until(id, 'ready');
  return id;
}

const between: readonly (readonly [string, (chat: Chat, ids: readonly string[]) => Promise<unknown>])[] = [
  ['nothing', async () => undefined],
  ['a plan', (chat) => answered(chat, 'What could it do?', 'Much.', 'plan')],
  [
    'a manual edit',
    async ({ apps }) => {
      const change = { path: 'pages/Home', content: 'export default () => null;' };
      await apps.commit({ appId: 'app-1', baseVersionId: apps.app.currentVersionId, changes: [change], title: 'By hand' });
    },
  ],
  [
    'a restored version',
    async ({ chat, apps, host }) => {
      const [message] = await host.context.collections.messages.find({ role: 'assistant' }, { sort: { _id: 1 }, limit: 1 });
      await chat.restore(ada, 'app-1', apps.kept[0]?.id ?? '', message?._id);
    },
  ],
  [
    'a message that is sent again',
    async (chat, [, second = '']) => {
      const turn = await chat.host.context.collections.turns.findOne({ _id: second });
      chat.models.scripts.push(['Again.']);
      const replaces = turn?.userMessageId ?? '';
      await chat.until(await chat.chat.send(ada, { appId: 'app-1', content: 'Always in red.', clientId: 'again', replaces }), 'ready');
    },
  ],
  [
    'a turn that failed and was started again',
    async (chat) => {
      chat.models.scripts.push([new Error('away')], ['Here I am.']);
      const id = await chat.send('c2');
      await chat.until(id, 'failed');
      await chat.chat.retry(ada, id);
      await chat.until(id, 'ready');
    },
  ],
];

test.each(between)('the prompt on the node of the last turn is that of any other node, after %s', async (_name, act) => {
  await using chat = await openChat();
  const ids = [
    await answered(chat, 'Always in blue, a page', page('one')),
    await answered(chat, 'Always in red, too', page('two')),
    await answered(chat, 'And a third', 'Nothing to do.'),
  ];
  await act(chat, ids);
  for (const content of ['Go on', 'And on']) {
    const id = await answered(chat, content, 'Well.');
    expect(chat.models.requests.at(-1)?.messages).toEqual(await coldPrompt(chat, id));
  }
});

test('reads no earlier messages for the next turn on the same node', async () => {
  await using chat = await openChat();
  const keep = vi.spyOn(Conversations.prototype, 'keep');
  await answered(chat, 'a', page('one'));
  await answered(chat, 'b', page('two'));
  // A turn is ready before its conversation is kept.
  await vi.waitFor(() => expect(keep).toHaveBeenCalledTimes(2), { timeout: 15_000 });
  await Promise.all(keep.mock.results.map(({ value }) => value));
  keep.mockRestore();
  const { messages } = chat.host.context.collections;
  const find = vi.spyOn(messages, 'find');
  await answered(chat, 'c', 'Well.');
  expect(find.mock.calls.filter(([filter]) => (filter as { role?: string }).role === 'user')).toEqual([]);
});

test('does not keep a conversation that is too long', async () => {
  await using chat = await openChat();
  await answered(chat, 'x'.repeat(49_000), `Long. ${'y'.repeat(60_000)}`);
  const id = await answered(chat, 'b', 'Well.');
  expect(chat.models.requests.at(-1)?.messages).toEqual(await coldPrompt(chat, id));
});

test('answers without what packages can do when that cannot be read', async () => {
  await using chat = await openChat();
  chat.apps.described = ['- @/integrations/slack: Posts messages.'];
  const id = await answered(chat, 'Post it', `Done.${page('Home')}`);
  expect(JSON.stringify(await coldPrompt(chat, id))).toContain('@/integrations/slack: Posts messages.');
  chat.apps.described = null;
  const other = await answered(chat, 'Post it again', `Done.${page('Start')}`);
  expect(JSON.stringify(await coldPrompt(chat, other))).not.toContain('@/integrations/slack: Posts messages.');
});
