import { type Actor, DomainError } from '@sayso/core';
import { afterEach, expect, test, vi } from 'vitest';
import { openLimitedChat } from '../testing/chat.ts';
import { ada } from '../testing/fakes.ts';

afterEach(() => vi.useRealTimers());

type Chat = Awaited<ReturnType<typeof openLimitedChat>>;
/** Sends a message and waits for its answer. */
async function say(chat: Chat, content: string): Promise<void> {
  chat.models.scripts.push(['Hm.']);
  await chat.until(await chat.send(content));
}
const QUOTAS = '{ app(id: "app-1") { messageQuotas { day { used limit } month { used limit } } } }';
const quotas = async (chat: Chat, actor: Actor = ada) => (await chat.host.graphql(QUOTAS, {}, actor)).data?.['app'].messageQuotas;

const daily = 'You have reached your daily limit of 2 messages. Please try again tomorrow or upgrade to a paid plan to remove daily limit.';
const monthly = 'You have reached your builder chat messages limit. Please upgrade your plan to continue.';

test.each([
  ['a day', { CHAT_MESSAGES_PER_DAY: 2 }, 'daily-chat-messages-limit-reached', daily],
  ['a month', { CHAT_MESSAGES_PER_MONTH: 2 }, 'builder-chat-messages-limit-reached', monthly],
])('limits the messages of %s, in both interfaces', async (_name, config, code, message) => {
  await using chat = await openLimitedChat(config);
  await say(chat, 'a');
  await say(chat, 'b');
  const input = { appId: 'app-1', content: 'c', clientId: 'c' };
  const sent = await chat.host.graphql('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }', { input }, ada);
  expect(sent.errors).toMatchObject([{ message, extensions: { code, status: 402 } }]);
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'c' }] });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const posted = await chat.host.fetch('/api/apps/app-1/chat', init, ada);
  expect([posted.status, await posted.json()]).toMatchObject([402, { message, code }]);
  expect(await chat.host.context.collections.turns.count({})).toBe(2);
});

test('lets one of 50 concurrent messages through at one below the limit', async () => {
  await using chat = await openLimitedChat({ CHAT_MESSAGES_PER_DAY: 2 });
  await say(chat, 'a');
  chat.models.scripts.push(['Hm.']);
  const all = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => chat.send(`b${n}`)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await quotas(chat)).toEqual({ day: { used: 2, limit: 2 }, month: null });
});

test('counts a message once, and none that was refused', async () => {
  await using chat = await openLimitedChat({ CHAT_MESSAGES_PER_DAY: 9, CHAT_MESSAGES_PER_MONTH: 99 });
  chat.models.scripts.push(['Hm.']);
  const ids = await Promise.all(Array.from({ length: 5 }, () => chat.send('a', 'same')));
  await chat.until(ids[0] ?? '');
  await chat.send('a', 'same');
  await expect(chat.send(' ')).rejects.toThrow('empty');
  await expect(chat.chat.send(ada, { appId: 'app-1', content: 'x', clientId: 'x', replaces: 'none' })).rejects.toThrow('The message');
  await expect(chat.chat.send(ada, { appId: 'app-1', content: 'x', clientId: 'y', versionId: 'old' })).rejects.toThrow('older version');
  expect(await quotas(chat)).toEqual({ day: { used: 1, limit: 9 }, month: { used: 1, limit: 99 } });
});

test('does not count a turn that is started again, nor the rounds of a correction', async () => {
  await using chat = await openLimitedChat({ CHAT_MESSAGES_PER_DAY: 9 });
  chat.models.scripts.push([new Error('The endpoint is down.')], ['Hm.']);
  const id = await chat.send('a');
  await chat.until(id, 'failed');
  await chat.chat.retry(ada, id);
  await chat.until(id, 'ready');
  expect((await quotas(chat)).day.used).toBe(1);
});

class Outage extends DomainError {
  readonly code = 'model-outage';
  readonly status: number;
  constructor(status: number) {
    super('The language model is not working.');
    this.status = status;
  }
}

test.each([
  [429, 0],
  [500, 0],
  [502, 0],
  [504, 0],
  [402, 0],
  [400, 1],
])('counts a message whose turn the model ended with %i as %i, and its successful retry once', async (status, used) => {
  await using chat = await openLimitedChat({ CHAT_MESSAGES_PER_DAY: 1, CHAT_MESSAGES_PER_MONTH: 9 });
  chat.models.scripts.push([new Outage(status)], [new Outage(status)], ['Hm.']);
  const id = await chat.send('a');
  for (const end of ['failed', 'failed', 'ready'] as const) {
    await chat.until(id, end);
    const counted = end === 'ready' ? 1 : used;
    expect(await quotas(chat)).toEqual({ day: { used: counted, limit: 1 }, month: { used: counted, limit: 9 } });
    expect((await chat.chat.turn(ada, id)).assistantMessage.quotaCost).toMatchObject({ messages: counted });
    if (end === 'failed') await chat.chat.retry(ada, id);
  }
});

test('refuses to start a turn again that was given back when the limit is reached meanwhile', async () => {
  await using chat = await openLimitedChat({ CHAT_MESSAGES_PER_MONTH: 1 });
  chat.models.scripts.push([new Outage(500)]);
  const id = await chat.send('a');
  await chat.until(id, 'failed');
  await chat.host.context.collections.quotas.updateMany({}, { $set: { used: 1 } });
  await expect(chat.chat.retry(ada, id)).rejects.toThrow(monthly);
  expect((await quotas(chat)).month.used).toBe(1);
});

test('a paid plan removes the daily limit, not the monthly one; admins have neither', async () => {
  await using chat = await openLimitedChat({ CHAT_MESSAGES_PER_DAY: 1, CHAT_MESSAGES_PER_MONTH: 2 });
  chat.accounts.plan = 'explorer';
  await say(chat, 'a');
  await say(chat, 'b');
  await expect(chat.send('c')).rejects.toThrow(monthly);
  expect(await quotas(chat)).toEqual({ day: null, month: { used: 2, limit: 2 } });
  expect(await quotas(chat, { ...ada, admin: true } as Actor)).toEqual({ day: null, month: null });
});

test('begins again on the next day', async () => {
  await using chat = await openLimitedChat({ CHAT_MESSAGES_PER_DAY: 1 });
  await say(chat, 'a');
  await expect(chat.send('b')).rejects.toThrow('daily limit of 1 messages');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3600 * 1000 });
  expect((await quotas(chat)).day).toEqual({ used: 0, limit: 1 });
  await chat.send('c', 'c').catch((error: Error) => expect(error.message).not.toContain('limit'));
});

const COSTS = '{ app(id: "app-1") { messages { role furtherRounds quotaCost { messages dayLimit monthLimit } } } }';

test('keeps with the answer what its message cost, however many rounds it took', async () => {
  await using chat = await openLimitedChat({ CHAT_MESSAGES_PER_DAY: 9, CHAT_MESSAGES_PER_MONTH: 99 });
  const page = (text: string) => `<action type="add_file" file="pages/Home" title="Home">\n${text}\n</action>`;
  chat.models.scripts.push([page('SYNTAX ERROR')], [page('export default 1;')]);
  const quotaCost = { messages: 1, dayLimit: 9, monthLimit: 99 };
  const id = await chat.send('a');
  expect((await chat.chat.turn(ada, id)).assistantMessage.quotaCost).toEqual(quotaCost);
  await chat.until(id, 'ready');
  const read = await chat.host.graphql(COSTS, {}, ada);
  expect(read.data?.['app'].messages).toEqual([
    { role: 'user', furtherRounds: 0, quotaCost: null },
    { role: 'assistant', furtherRounds: 1, quotaCost },
  ]);
  expect((await quotas(chat)).day.used).toBe(1);
});

test('stores no cost for an account without a limit', async () => {
  await using chat = await openLimitedChat({ CHAT_MESSAGES_PER_DAY: 0 });
  await say(chat, 'a');
  const read = await chat.host.graphql(COSTS, {}, ada);
  expect(read.data?.['app'].messages[1]).toMatchObject({ quotaCost: null });
});
