import { expect, test } from 'vitest';
import { addFile, openChat } from './testing/chat.ts';
import { ada } from './testing/fakes.ts';

test('does not call the model for a turn that could not be stored', async () => {
  await using chat = await openChat(['Hi.']);
  const { turns, messages } = chat.host.context.collections;
  const { insertOne } = turns;
  turns.insertOne = () => Promise.reject(new Error('The store is away.'));
  await expect(chat.send('a')).rejects.toThrow('The store is away.');
  expect([await turns.count({}), await messages.count({}), chat.models.requests.length]).toEqual([0, 0, 0]);
  expect(await chat.chat.latestTurn(ada, 'app-1')).toBeNull();
  turns.insertOne = insertOne;
  expect((await chat.until(await chat.send('a'))).assistantMessage.content).toBe('Hi.');
});

test('two concurrent messages call the model once', async () => {
  await using chat = await openChat(['Hi.']);
  const sent = await Promise.allSettled([chat.send('a'), chat.send('b')]);
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [id] = sent.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect((await chat.until(id ?? '')).assistantMessage.content).toBe('Hi.');
  expect(chat.models.requests).toHaveLength(1);
  expect(await chat.chat.messages(ada, 'app-1')).toHaveLength(2);
});

test('messages are listed at once, and stored when the turn settles', async () => {
  const gate = Promise.withResolvers<void>();
  await using chat = await openChat(['Half', gate.promise, ' whole.']);
  const id = await chat.send('a');
  const listed = async () => (await chat.chat.messages(ada, 'app-1')).map(({ role, content, turnId }) => [role, content, turnId === id]);
  await chat.untilText(id, 'Half');
  expect(await listed()).toEqual([
    ['user', 'a', true],
    ['assistant', 'Half', true],
  ]);
  expect((await chat.chat.messages(ada, 'app-1', { limit: 1 })).map(({ role }) => role)).toEqual(['assistant']);
  expect(await chat.host.context.collections.messages.count({})).toBe(0);
  gate.resolve();
  await chat.until(id, 'ready');
  expect((await listed()).at(-1)).toEqual(['assistant', 'Half whole.', true]);
  expect(await chat.host.context.collections.messages.count({})).toBe(2);
});

test('a turn that settles for the first time stores each message in one write', async () => {
  await using chat = await openChat(['Hi.']);
  const { messages } = chat.host.context.collections;
  messages.updateOne = () => Promise.reject(new Error('The message was stored before it was whole.'));
  const id = await chat.send('a');
  await chat.until(id, 'ready');
  expect((await messages.find({}, { sort: { _id: 1 } })).map(({ role, content, status }) => [role, content, status])).toEqual([
    ['user', 'a', 'ready'],
    ['assistant', 'Hi.', 'ready'],
  ]);
});

test('an answer is stored whole before the work on it begins', async () => {
  const script = ['I will.\n', addFile('pages/Home', 'export default () => null;'), 'Done.'];
  await using chat = await openChat(script);
  const { turns } = chat.host.context.collections;
  const { repair } = chat.validator;
  const stored: string[] = [];
  chat.validator.repair = async (proposed) => {
    const [turn] = await turns.find({});
    stored.push((await chat.chat.turn(ada, turn?._id ?? '')).assistantMessage.content);
    return repair(proposed);
  };
  await chat.until(await chat.send('a'), 'ready');
  expect(stored).toEqual([script.join('')]);
});
