import { expect, test } from 'vitest';
import { PROMPT_VERSION } from './prompt/parts.ts';
import { action, addFile, addTable, edit, openChat, SETTLED } from './testing/chat.ts';
import { ada, bo } from './testing/fakes.ts';

const page = 'export default () => null;';

test('a message becomes one version, with its rows, and names the new app', async () => {
  const text = [
    'I will build it.\n',
    addFile('pages/Home', page, ' app="Habits"'),
    addTable('Habit'),
    action('insert_records', 'entities/Habit.json', '[{"title": "Read"}]'),
    'Done.',
  ];
  await using chat = await openChat(text);
  const turn = await chat.until(await chat.send('A habit tracker'));
  expect(turn).toMatchObject({ status: 'ready', error: null, confirmations: [], versionId: chat.apps.app.currentVersionId });
  expect(turn.userMessage).toMatchObject({ role: 'user', content: 'A habit tracker', status: 'ready' });
  expect(turn.assistantMessage.content).toBe(text.join(''));
  expect(turn.assistantMessage.parts.map((part) => part.kind)).toEqual(['text', 'action', 'action', 'action', 'text']);
  expect(turn.usage).toMatchObject({ totalTokens: 15, model: 'scripted' });
  expect(chat.apps.kept).toHaveLength(1);
  expect(chat.apps.app.name).toBe('Habits');
  expect(chat.apps.kept[0]).toMatchObject({ title: 'A habit tracker', messageId: turn.assistantMessage.id });
  expect(Object.keys(chat.apps.kept[0]?.files ?? {})).toEqual(['pages/Home', 'entities/Habit.json']);
  expect(chat.entities.rows).toEqual([{ entity: 'Habit', row: { title: 'Read' } }]);
});

test('an answer without actions makes no version', async () => {
  await using chat = await openChat([{ reasoning: 'Hm.' }, 'Hello ', 'there.']);
  const turn = await chat.until(await chat.send('Hi'));
  expect(turn).toMatchObject({ status: 'ready', versionId: null });
  expect(turn.assistantMessage.parts).toEqual([
    { kind: 'reasoning', text: 'Hm.' },
    { kind: 'text', text: 'Hello there.' },
  ]);
  expect(chat.apps.kept).toEqual([]);
});

test('a request knows what was asked before the answers that it repeats, and what changed then', async () => {
  await using chat = await openChat([addFile('pages/Home', page)], ['Hello.'], ['Hello.'], ['Hello.']);
  const line = { subject: 'page', change: 'added', names: ['Home'], count: 1, table: null } as const;
  chat.runtime.found = { lines: [line], moreLines: 0, vanished: [], moreVanished: 0 };
  for (const request of ['A page', 'Fix this error: x is not defined', 'And then?', 'Go on']) await chat.until(await chat.send(request));
  const about = chat.models.requests.at(-1)?.messages[1]?.content;
  expect(about).toContain('- "A page": added page Home\n- "Fix errors of the app"');
  expect(about).not.toContain('"And then?"');
});

test('sources follow the text of their round, each once', async () => {
  const first = { url: 'https://example.org/a', title: 'A' };
  const second = { url: 'https://example.org/b', title: 'B' };
  await using chat = await openChat([first, 'Hello ', second, first, 'there.']);
  const turn = await chat.until(await chat.send('Hi'));
  expect(turn.assistantMessage.parts).toEqual([
    { kind: 'text', text: 'Hello there.' },
    { kind: 'source', source: first },
    { kind: 'source', source: second },
  ]);
});

test('an answer that asks is not asked for actions, and the next request knows the question', async () => {
  const question = '<question>Which colour?</question>\n<option>Red</option>\n<option>Blue</option>';
  await using chat = await openChat([`I'll change the colour then.\n${question}`], ['Hello.']);
  const turn = await chat.until(await chat.send('Change the colour'));
  expect(turn).toMatchObject({ status: 'ready', versionId: null, note: null });
  expect(turn.assistantMessage.parts.slice(1)).toEqual([
    { kind: 'question', text: 'Which colour?' },
    { kind: 'option', text: 'Red' },
    { kind: 'option', text: 'Blue' },
  ]);
  await chat.until(await chat.send('Blue'));
  expect(chat.models.requests).toHaveLength(2);
  const asked = chat.models.requests[1]?.messages.find(({ role }) => role === 'assistant')?.content;
  expect(asked).toBe("I'll change the colour then.\nWhich colour?\n- Red\n- Blue\n");
});

test('a plan changes nothing, whatever its answer says, and the next request knows it', async () => {
  await using chat = await openChat(
    [addFile('pages/Home', page, ' app="Habits"')],
    ['1. A page for groups.\n', addFile('pages/Groups', page), action('delete_records', 'entities/Habit.json', '{"query": {}}')],
    [addFile('pages/Groups', page)],
  );
  await chat.until(await chat.send('A habit tracker'));
  const before = chat.apps.app.currentVersionId;
  const plan = await chat.until(await chat.send('Add groups', 'plan-1', 'plan'));
  expect(plan).toMatchObject({ status: 'ready', versionId: null, note: null, confirmations: [] });
  expect([plan.userMessage.isPlan, plan.assistantMessage.isPlan]).toEqual([true, true]);
  expect([chat.apps.app.currentVersionId, chat.apps.kept.length]).toEqual([before, 1]);
  expect(chat.models.requests[1]?.messages.at(-1)?.content).toMatch(/^Add groups\n\nOnly discuss this/);
  await chat.until(await chat.send('Build this plan'));
  const { messages = [] } = chat.models.requests[2] ?? {};
  expect(messages.at(-1)?.content).toBe('Build this plan');
  expect(messages.some(({ role, content }) => role === 'assistant' && content.includes('1. A page for groups.'))).toBe(true);
  expect(chat.apps.kept).toHaveLength(2);
});

test('a turn that names the app renames it, and others keep the name', async () => {
  await using chat = await openChat(
    [addFile('pages/Home', page, ' app="One"')],
    [addFile('pages/Home', `${page}//`)],
    [addFile('pages/Home', `${page}///`, ' app="Two"')],
  );
  const names: string[] = [];
  for (const message of ['a', 'b', 'c']) {
    await chat.until(await chat.send(message));
    names.push(chat.apps.app.name);
  }
  expect(names).toEqual(['One', 'One', 'Two']);
  expect(chat.apps.kept).toHaveLength(3);
});

const refused: readonly (readonly [name: string, code: string, reason: RegExp, actions: string])[] = [
  ['an edit that does not match', 'action-failed', /block 1 is not in the file: "nowhere"/, edit('pages/Home', 'nowhere', 'x')],
  ['an edit of a missing file', 'action-failed', /no pages\/Lost/, edit('pages/Lost', 'a', 'b')],
  ['an invalid path', 'action-failed', /is not a file of an app/, addFile('../secret', 'x')],
  ['an invalid schema', 'action-failed', /needs "properties"/, action('add_entity', 'entities/A.json', '{"type":"object"}')],
  ['broken JSON', 'action-failed', /not valid JSON/, action('add_entity', 'entities/A.json', '{')],
  ['rows of an unknown table', 'action-failed', /no entities\/Lost/, action('insert_records', 'Lost', '[{}]')],
  ['an unknown permission', 'action-failed', /permission is/, action('set_permissions', 'Habit', '{"read":"world"}')],
  ['code that does not compile', 'compilation-failed', /pages\/Home:3: Unexpected token/, addFile('pages/Home', 'SYNTAX ERROR')],
  ['one of two edits of a file', 'action-failed', /not in the file/, edit('pages/Home', 'nowhere', 'x') + edit('pages/Home', 'null', '1')],
  [
    'a version that the apps plugin rejects',
    'action-failed',
    /at most 8 files/,
    [...'ABCDEFGH'].map((name) => addFile(`pages/${name}`, page)).join(''),
  ],
  ['an action truncated by another one', 'action-failed', /was not finished/, '<action type="add_file" file="pages/Cut">\nhalf\n'],
];

test.each(refused)('nothing changes for %s', async (_name, code, reason, actions) => {
  await using chat = await openChat(
    [addFile('pages/Home', page), addTable('Habit')],
    [addFile('pages/Good', page), actions, addFile('pages/Other', page)],
  );
  chat.models.capabilities.conversation = false;
  await chat.until(await chat.send('a'));
  const before = chat.apps.app.currentVersionId;
  const turn = await chat.until(await chat.send('b'));
  expect(turn).toMatchObject({ status: 'failed', errorCode: code, versionId: null, error: expect.stringMatching(/^Nothing was changed/) });
  expect(turn.error).toMatch(reason);
  expect(chat.apps.app.currentVersionId).toBe(before);
  expect(chat.apps.kept).toHaveLength(1);
  expect(chat.entities.rows).toEqual([]);
  expect(chat.models.requests).toHaveLength(2);
});

test('a turn is answered without the signatures of files while the compiler is busy', async () => {
  await using chat = await openChat(['I see.']);
  const long = `export const text = '${'many words '.repeat(30_000)}';`;
  await chat.apps.commit({ appId: 'app-1', baseVersionId: null, title: 'Long', changes: [{ path: 'components/Long', content: long }] });
  chat.runtime.isBusy = true;
  expect(await chat.until(await chat.send('What is in it?'))).toMatchObject({ status: 'ready' });
  expect(JSON.stringify(chat.models.requests[0]?.messages)).toContain('only the name');
});

test('a turn records the version of the prompt that it was asked with, also when its changes are confirmed later', async () => {
  const open = action('set_permissions', 'entities/Guest.json', '{"read": "anonymous", "write": "admin"}');
  await using chat = await openChat([addFile('pages/Home', page), addTable('Guest')], [open]);
  const { turns } = chat.host.context.collections;
  await chat.until(await chat.send('A guest book'), 'ready');
  const waiting = await chat.until(await chat.send('Open it'), 'waiting');
  expect(await turns.findOne({ _id: waiting.id })).toMatchObject({ promptVersion: PROMPT_VERSION });
  await turns.updateOne({ _id: waiting.id }, { $set: { promptVersion: 'older' } });
  await chat.chat.answer(ada, waiting.id, true);
  await chat.until(waiting.id, 'ready');
  expect(await turns.findOne({ _id: waiting.id })).toMatchObject({ promptVersion: 'older' });
});

test('a model gets one chance to correct what cannot be applied', async () => {
  await using chat = await openChat(['Here:\n', addFile('pages/Home', 'SYNTAX ERROR')], [addFile('pages/Home', page)]);
  const turn = await chat.until(await chat.send('a'));
  expect(turn).toMatchObject({ status: 'ready', usage: { totalTokens: 30, totalCost: 1 } });
  expect(chat.models.requests[1]?.messages.at(-1)?.content).toContain('pages/Home:3: Unexpected token.');
  expect(chat.apps.kept).toHaveLength(1);
  expect(chat.apps.kept[0]?.files['pages/Home']).toContain('export default');
});

test('a correction may be another edit; repeated rows are added once', async () => {
  const rows = action('insert_records', 'Habit', '[{"title": "Read"}]');
  await using chat = await openChat(
    [addFile('pages/Home', page), addTable('Habit')],
    [edit('pages/Home', 'nowhere', 'x'), rows],
    [edit('pages/Home', 'null', '1'), rows],
  );
  await chat.until(await chat.send('a'));
  expect(await chat.until(await chat.send('b'))).toMatchObject({ status: 'ready' });
  expect((await chat.apps.files('app-1'))['pages/Home']).toBe('export default () => 1;\n');
  expect(chat.entities.rows).toHaveLength(1);
});

test('after an edit that fails again, the model is asked for the whole file', async () => {
  const wrong = edit('pages/Home', 'nowhere', 'x');
  await using chat = await openChat([addFile('pages/Home', page)], [wrong], [wrong], [addFile('pages/Home', `${page}//`)]);
  await chat.until(await chat.send('a'));
  expect(await chat.until(await chat.send('b'))).toMatchObject({ status: 'ready' });
  const [first, second] = chat.models.requests.slice(2).map(({ messages }) => messages.at(-1)?.content);
  expect(first).toContain('pages/Home: The search text of block 1 is not in the file: "nowhere".');
  expect(second).toContain('Write no edits any more. Write these files whole, with add_file:\n<data>\npages/Home\n</data>');
  expect((await chat.apps.files('app-1'))['pages/Home']).toBe(`${page}//\n`);
});

test('a whole file that does not compile gets no further round', async () => {
  const wrong = edit('pages/Home', 'nowhere', 'x');
  await using chat = await openChat([addFile('pages/Home', page)], [wrong], [wrong], [addFile('pages/Home', 'SYNTAX ERROR')]);
  await chat.until(await chat.send('a'));
  expect(await chat.until(await chat.send('b'))).toMatchObject({ status: 'failed', errorCode: 'compilation-failed' });
  expect(chat.models.requests).toHaveLength(4);
});

test.each([
  ['a promise', "I'll add a page for you."],
  ['code without its file', 'Here:\n```tsx\nexport default function Home() {}\n```'],
  ['a promise in German', 'Ich werde eine Seite für dich erstellen.'],
])('an answer of %s alone gets one round that says what is lacking', async (_what, answer) => {
  await using chat = await openChat([answer], [addFile('pages/Home', page)]);
  expect(await chat.until(await chat.send('a'))).toMatchObject({ status: 'ready', versionId: expect.any(String) });
  const [written, asked] = chat.models.requests[1]?.messages.slice(-2) ?? [];
  expect(written).toEqual({ role: 'assistant', content: answer });
  expect(asked?.content).toContain('your answer has no action');
});

test.each(['What colour should it have?', 'I will add a page. Which name should it have?', 'A page is a file.'])(
  'an answer of "%s" gets no further round',
  async (answer) => {
    await using chat = await openChat([answer]);
    expect(await chat.until(await chat.send('a'))).toMatchObject({ status: 'ready', versionId: null });
    expect(chat.models.requests).toHaveLength(1);
  },
);

test('problems of the base version do not block a turn', async () => {
  await using chat = await openChat([addFile('pages/Home', page)], [addFile('pages/New', page)]);
  await chat.until(await chat.send('a'));
  await chat.apps.commit({
    appId: 'app-1',
    baseVersionId: chat.apps.app.currentVersionId,
    changes: [{ path: 'pages/Home', content: 'SYNTAX ERROR' }],
    title: 'by hand',
  });
  expect(await chat.until(await chat.send('b'))).toMatchObject({ status: 'ready' });
});

test('invalid rows are marked as failed; the version stays', async () => {
  await using chat = await openChat([addTable('Habit'), action('insert_records', 'Habit', '[{"bad": true}]')]);
  const turn = await chat.until(await chat.send('a'));
  expect(turn).toMatchObject({ status: 'ready', versionId: chat.apps.app.currentVersionId });
  expect(turn.assistantMessage.parts[1]).toMatchObject({ action: { status: 'failed', error: 'bad is no column.' } });
});

test('the same client id is the same turn, and another one is rejected while it is in flight', async () => {
  const gate = Promise.withResolvers<void>();
  await using chat = await openChat(['Thinking', gate.promise, ' done.']);
  const [first, again] = await Promise.all([chat.send('a', 'one'), chat.send('a', 'one')]);
  expect(again).toBe(first);
  await expect(chat.send('b', 'two')).rejects.toMatchObject({ code: 'chat-busy', status: 409 });
  await expect(chat.chat.restore(ada, 'app-1', 'v')).rejects.toMatchObject({ code: 'chat-busy' });
  gate.resolve();
  await chat.until(first);
  expect(await chat.send('a', 'one')).toBe(first);
  expect(chat.models.requests).toHaveLength(1);
  expect(await chat.host.context.collections.messages.count({})).toBe(2);
});

test('a message is listed after the previous one, even if its node has a slow clock', async () => {
  await using chat = await openChat(['One.'], ['Two.']);
  const first = await chat.send('a');
  const { lastSeq } = await chat.until(first);
  const { turns, messages, events } = chat.host.context.collections;
  await expect.poll(() => events.count({ turnId: first, to: lastSeq })).toBe(1);
  // As stored by a node whose clock is an hour fast.
  const hourLater = (id: string) => (BigInt(`0x${id.replaceAll('-', '').slice(0, 12)}`) + 3_600_000n).toString(16).padStart(12, '0');
  const moved = (id: string) => `${hourLater(id).slice(0, 8)}-${hourLater(id).slice(8)}${id.slice(13)}`;
  const turn = (await turns.findOne({ _id: first }))!;
  const [_id, userMessageId, assistantMessageId] = [moved(first), moved(turn.userMessageId), moved(turn.assistantMessageId)];
  await turns.deleteMany({});
  await turns.insertOne({ ...turn, _id, slot: _id, userMessageId, assistantMessageId });
  for (const message of await messages.find({})) {
    await messages.deleteOne({ _id: message._id });
    await messages.insertOne({ ...message, _id: moved(message._id), turnId: _id });
  }
  const signal = AbortSignal.timeout(15_000);
  const news = await chat.chat.follow(ada, { appId: 'app-1', signal });
  const next = news.next();
  const second = await chat.send('b');
  expect((await next).value).toMatchObject({ turnId: second });
  await chat.until(second);
  expect(await chat.chat.latestTurn(ada, 'app-1')).toMatchObject({ id: second });
  const all = await chat.chat.messages(ada, 'app-1');
  expect(all.map(({ content }) => content)).toEqual(['a', 'One.', 'b', 'Two.']);
});

test('a subscriber gets the events of a turn that settled before its node began to read the log', async () => {
  await using chat = await openChat(['Hello.']);
  const subscription = 'subscription { turnEvents(appId: "app-1") { seq turn { status } } }';
  const live = await chat.host.subscribe(subscription, {}, ada, AbortSignal.timeout(15_000));
  await chat.until(await chat.send('Hi'));
  expect((await live.next()).value).toEqual({ data: { turnEvents: { seq: 1, turn: { status: 'queued' } } } });
  await live.return?.();
});

test('the title of a version is cut between characters', async () => {
  await using chat = await openChat([addFile('pages/Home', page)]);
  await chat.until(await chat.send(`${'x'.repeat(78)}😀😀`));
  expect(chat.apps.kept[0]?.title).toBe(`${'x'.repeat(78)}…`);
});

test('rejects a message to an older version', async () => {
  await using chat = await openChat([addFile('pages/Home', page)]);
  await chat.until(await chat.send('a'));
  const message = { appId: 'app-1', content: 'b', clientId: 'x', versionId: 'old' };
  await expect(chat.chat.send(ada, message)).rejects.toMatchObject({ code: 'older-version', status: 409 });
});

test('a concurrent change of the app is a conflict, and a retry is based on it', async () => {
  const gate = Promise.withResolvers<void>();
  await using chat = await openChat(['Wait', gate.promise, addFile('pages/Home', page)], [addFile('pages/Home', page)]);
  const id = await chat.send('a');
  await chat.until(id, 'streaming');
  const mine = { path: 'pages/Mine', content: page };
  await chat.apps.commit({ appId: 'app-1', baseVersionId: null, changes: [mine], title: 'by hand' });
  gate.resolve();
  expect(await chat.until(id)).toMatchObject({ status: 'failed', errorCode: 'conflict', error: expect.stringContaining('Try again') });
  expect(chat.apps.kept).toHaveLength(1);
  await chat.chat.retry(ada, id);
  expect(await chat.until(id, 'ready')).toMatchObject({ versionId: chat.apps.app.currentVersionId, error: null });
  expect(Object.keys(await chat.apps.files('app-1'))).toEqual(['pages/Mine', 'pages/Home']);
  expect(await chat.chat.messages(ada, 'app-1')).toHaveLength(2);
});

test('a stopped turn keeps its text and makes no version; it can be retried', async () => {
  await using chat = await openChat([addFile('pages/Home', page), 'And', new Promise(() => undefined)], ['Again.']);
  const id = await chat.send('a');
  await chat.untilText(id, 'And');
  await chat.chat.stop(ada, id);
  const turn = await chat.until(id);
  expect(turn).toMatchObject({ status: 'stopped', error: null, versionId: null });
  expect(turn.assistantMessage.content).toContain('And');
  expect(turn.assistantMessage.parts.at(-1)).toEqual({ kind: 'text', text: 'And' });
  expect(chat.apps.kept).toEqual([]);
  await expect(chat.chat.continue(ada, id)).rejects.toMatchObject({ code: 'turn-moved-on' });
  await chat.chat.retry(ada, id);
  expect((await chat.until(id, 'ready')).assistantMessage).toMatchObject({ content: 'Again.', parts: [{ kind: 'text', text: 'Again.' }] });
});

test('a truncated answer keeps complete actions and continues after its last character', async () => {
  const whole = addFile('pages/Home', 'const first = 1;\nconst second = 2;\nconst third = 3;');
  const cut = whole.indexOf('second = 2') + 4;
  await using chat = await openChat(
    ['Here.\n', addFile('pages/First', page), whole.slice(0, cut), { finish: 'length' }],
    [`\`\`\`tsx\n${whole.slice(whole.indexOf('const second'))}`, 'Done.'],
  );
  const id = await chat.send('a');
  const first = await chat.until(id);
  expect(first).toMatchObject({ status: 'truncated', versionId: null });
  expect(first.assistantMessage.parts).toMatchObject([
    { kind: 'text' },
    { action: { status: 'complete', file: 'pages/First' } },
    { action: { status: 'truncated', file: 'pages/Home' } },
  ]);
  expect(chat.apps.kept).toEqual([]);
  await chat.chat.continue(ada, id);
  const second = await chat.until(id, 'ready');
  expect(second.assistantMessage.content).toBe(`Here.\n${addFile('pages/First', page)}${whole}Done.`);
  expect(chat.apps.kept).toHaveLength(1);
  expect(chat.apps.kept[0]?.files['pages/Home']).toBe('const first = 1;\nconst second = 2;\nconst third = 3;\n');
});

test('an open action at the end is truncated, whatever finish reason the model reports', async () => {
  await using chat = await openChat(['<action type="add_file" file="pages/Home">\nhalf', { finish: 'stop' }]);
  expect(await chat.until(await chat.send('a'))).toMatchObject({ status: 'truncated' });
  expect(chat.apps.kept).toEqual([]);
});

test('a model’s error ends the turn with its message', async () => {
  const error = Object.assign(new Error('secret'), {});
  await using chat = await openChat(['So', error], [addFile('pages/Home', page)]);
  const id = await chat.send('a');
  expect(await chat.until(id)).toMatchObject({
    status: 'failed',
    errorCode: 'internal',
    error: 'An error occurred while processing your request please try again later.',
  });
  await chat.chat.retry(ada, id);
  expect(await chat.until(id, 'ready')).toMatchObject({ error: null, errorCode: null });
});

test('turns of others cannot be read or changed', async () => {
  await using chat = await openChat(['Hi.']);
  const id = await chat.send('a');
  await chat.until(id);
  const missing = { code: 'not-found', status: 404 };
  await expect(chat.chat.send(bo, { appId: 'app-1', content: 'x', clientId: 'y' })).rejects.toMatchObject(missing);
  for (const call of ['stop', 'continue', 'retry', 'turn'] as const) await expect(chat.chat[call](bo, id)).rejects.toMatchObject(missing);
  await expect(chat.chat.answer(bo, id, true)).rejects.toMatchObject(missing);
  await expect(chat.chat.restore(bo, 'app-1', 'v')).rejects.toMatchObject(missing);
  await expect(chat.chat.messages(bo, 'app-1')).rejects.toMatchObject(missing);
  await expect(chat.chat.follow(bo, { appId: 'app-1', signal: AbortSignal.timeout(15_000) })).rejects.toMatchObject(missing);
  await expect(chat.chat.turn(ada, 'nowhere')).rejects.toMatchObject(missing);
});

test.each(['', ' \n', 'x'.repeat(50_001)])('rejects an empty or too long message', async (content) => {
  await using chat = await openChat();
  await expect(chat.send(content)).rejects.toMatchObject({ status: 400, code: 'message-invalid' });
  expect(await chat.host.context.collections.turns.count({})).toBe(0);
});

test.each([{ clientId: 'x'.repeat(201) }, { currentPath: 'x'.repeat(2001) }])(
  'limits the length of a message’s other fields',
  async (more) => {
    await using chat = await openChat();
    const message = { appId: 'app-1', content: 'hi', clientId: 'one', ...more };
    await expect(chat.chat.send(ada, message)).rejects.toMatchObject({ status: 400, code: 'message-invalid' });
    expect(await chat.host.context.collections.turns.count({})).toBe(0);
  },
);

test('rejects a message without an app with the specification’s message', async () => {
  await using chat = await openChat();
  const message = { appId: '', content: 'hi', clientId: 'one' };
  await expect(chat.chat.send(ada, message)).rejects.toMatchObject({ status: 400, message: 'App ID is not set.' });
  expect(await chat.host.context.collections.turns.count({})).toBe(0);
});

test('every state is published as an event, each number once', async () => {
  await using chat = await openChat(['Hi ', 'there.']);
  const id = await chat.send('a');
  await chat.until(id);
  const events = await chat.host.context.collections.events.find({ turnId: id }, { sort: { from: 1 } });
  const all = events.flatMap((batch) => batch.events);
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1));
  expect(all.flatMap(({ state }) => state?.status ?? [])).toEqual(['queued', 'streaming', 'ready']);
  // Other nodes are notified after the debounce.
  await expect.poll(() => chat.host.emitted('chat.turnAdvanced').at(-1)).toEqual({ appId: 'app-1', turnId: id, seq: all.length });
  expect(SETTLED).toContain('ready');
});
