import { appPurges } from '@sayso/apps/ref';
import type { VersionReview } from '@sayso/runtime/ref';
import { expect, test } from 'vitest';
import { action, addFile, addTable, openChat } from './testing/chat.ts';
import { ada } from './testing/fakes.ts';
import { INTERRUPTED } from './turns/run.ts';

const page = 'export default () => null;';
const deleteTable = action('delete_file', 'entities/Habit.json', '');
const review: VersionReview = {
  lines: [{ subject: 'page', change: 'added', names: ['Home'], count: 1, table: null }],
  moreLines: 0,
  vanished: [],
  moreVanished: 0,
};
type Chat = Awaited<ReturnType<typeof openChat>>;
const never = new Promise<void>(() => undefined);

/** A turn in the state that a dead node left, and the job that another node takes over. */
async function abandon(chat: Chat, status: 'streaming' | 'applying', { written = true } = {}) {
  const id = await chat.send('a');
  await chat.until(id);
  const { turns, messages, events } = chat.host.context.collections;
  const turn = (await turns.findOne({ _id: id }))!;
  const batches = await events.find({ turnId: id }, { sort: { from: 1 } });
  const text = batches.find((batch) => batch.events.some(({ kind }) => kind !== 'turn'));
  await events.deleteMany({ turnId: id, from: written ? { $gt: text?.from } : { $gte: text?.from } });
  await messages.updateOne(
    { _id: turn.assistantMessageId },
    { $set: { content: '', parts: [], status: 'queued', versionId: null, review: null } },
  );
  await turns.updateOne({ _id: id }, { $set: { status, slot: 'app-1', run: 'gone:1', versionId: null, lastSeq: 0 } });
  return { id, takeOver: () => chat.host.runJob('turn', { turnId: id, ticket: turn.ticket }) };
}

test('a partial answer is not restarted automatically, but by the builder', async () => {
  await using chat = await openChat(['Half an answer.'], ['Whole.']);
  const { id, takeOver } = await abandon(chat, 'streaming');
  await takeOver();
  expect(await chat.until(id)).toMatchObject({ status: 'failed', errorCode: 'interrupted', error: INTERRUPTED, versionId: null });
  expect(chat.models.requests).toHaveLength(1);
  await chat.chat.retry(ada, id);
  expect((await chat.until(id, 'ready')).assistantMessage.content).toBe('Whole.');
});

test('a turn without output is restarted automatically', async () => {
  await using chat = await openChat(['Lost.'], ['Whole.']);
  const { id, takeOver } = await abandon(chat, 'streaming', { written: false });
  await takeOver();
  expect((await chat.until(id, 'ready')).assistantMessage.content).toBe('Whole.');
  expect(chat.models.requests).toHaveLength(2);
});

test('a turn whose version was made before the node died is finished', async () => {
  await using chat = await openChat([addFile('pages/Home', page)]);
  chat.runtime.found = review;
  const { id, takeOver } = await abandon(chat, 'applying');
  await takeOver();
  const turn = await chat.until(id);
  expect(turn).toMatchObject({ status: 'ready', versionId: chat.apps.app.currentVersionId });
  expect(turn.assistantMessage.review).toEqual(review);
  expect(chat.apps.kept).toHaveLength(1);
});

test('a turn that is given up after its version was made keeps what it changed', async () => {
  await using chat = await openChat([addFile('pages/Home', page)]);
  chat.runtime.found = review;
  const { id } = await abandon(chat, 'applying');
  await chat.host.context.collections.turns.updateOne({ _id: id }, { $set: { updatedAt: '2020-01-01T00:00:00.000Z' } });
  expect((await chat.chat.latestTurn(ada, 'app-1'))?.assistantMessage).toMatchObject({ status: 'ready', review });
});

test('a turn continues although a run that was presumed dead appended an event', async () => {
  await using chat = await openChat([addFile('pages/Home', page)]);
  const { id, takeOver } = await abandon(chat, 'applying');
  const { events } = chat.host.context.collections;
  const { insertOne } = events;
  events.insertOne = async (batch) => {
    events.insertOne = insertOne;
    await events.insertOne({ ...batch, events: [] });
    await events.insertOne(batch);
  };
  await expect(takeOver()).rejects.toThrow('Another run went on with the turn');
  await takeOver();
  expect(await chat.until(id)).toMatchObject({ status: 'ready', versionId: chat.apps.app.currentVersionId });
});

test('a node that stalls before it calls the model shows nothing after another one has taken over', async () => {
  await using chat = await openChat(['Whole.'], ['Late.']);
  const stalled = Promise.withResolvers<number>();
  const { window } = chat.models;
  chat.models.window = () => stalled.promise;
  const id = await chat.send('a');
  chat.models.window = window;
  const { ticket } = (await chat.host.context.collections.turns.findOne({ _id: id }))!;
  await chat.host.runJob('turn', { turnId: id, ticket });
  const { assistantMessage, lastSeq } = await chat.until(id, 'ready');
  expect([assistantMessage.content, chat.models.requests.length]).toEqual(['Whole.', 1]);
  stalled.resolve(32_768);
  const jobId = await chat.host.context.enqueue('turn', { turnId: id, ticket }, { key: ticket });
  await expect.poll(async () => (await chat.host.context.jobState(jobId))?.status).toBe('done');
  expect(chat.models.requests).toHaveLength(2);
  expect(await chat.chat.turn(ada, id)).toMatchObject({ status: 'ready', lastSeq, assistantMessage: { content: 'Whole.' } });
  expect(await chat.host.context.collections.events.count({ turnId: id, to: { $gt: lastSeq } })).toBe(0);
});

test.each([
  ['its message is sent again', (chat: Chat) => chat.send('a', 'one')],
  ['the chat is read later', (chat: Chat) => chat.chat.latestTurn(ada, 'app-1')],
])('a turn that was stored as claimed without a job begins when %s', async (_when, act) => {
  await using chat = await openChat(['Hi.']);
  const { turns, events } = chat.host.context.collections;
  chat.faults.storeNoJobs = true;
  await expect(chat.send('a', 'one')).rejects.toThrow('The store is away.');
  chat.faults.storeNoJobs = false;
  const { _id, status } = (await turns.findOne({}))!;
  expect([status, await events.count({ turnId: _id }), chat.models.requests.length]).toEqual(['streaming', 1, 0]);
  await turns.updateOne({ _id }, { $set: { updatedAt: '2020-01-01T00:00:00.000Z' } });
  await act(chat);
  expect((await chat.until(_id, 'ready')).assistantMessage.content).toBe('Hi.');
  expect(chat.models.requests).toHaveLength(1);
});

test('a stale job changes nothing', async () => {
  await using chat = await openChat(['Cut', { finish: 'length' }], [' off.', never]);
  const id = await chat.send('a');
  await chat.until(id, 'truncated');
  const { ticket } = (await chat.host.context.collections.turns.findOne({ _id: id }))!;
  await chat.chat.continue(ada, id);
  await chat.until(id, 'streaming');
  await chat.host.runJob('turn', { turnId: id, ticket });
  expect(await chat.chat.turn(ada, id)).toMatchObject({ status: 'streaming', error: null });
  await chat.chat.stop(ada, id);
  await chat.until(id, 'stopped');
});

/** The state after some days: of a settled turn the message is kept, its events have expired. */
async function forgetEvents(chat: Chat, turnId: string, lastSeq: number): Promise<void> {
  const { events } = chat.host.context.collections;
  await expect.poll(() => events.count({ turnId, to: lastSeq })).toBe(1);
  await events.deleteMany({ turnId });
}

test('a truncated answer can be continued after its events have expired', async () => {
  const cut = ['Here.\n', addFile('pages/First', page), 'And', { finish: 'length' }] as const;
  await using chat = await openChat(cut, [' more', never]);
  const id = await chat.send('a');
  const { lastSeq, assistantMessage: before } = await chat.until(id, 'truncated');
  await forgetEvents(chat, id, lastSeq);
  await chat.chat.continue(ada, id);
  await chat.until(id, 'streaming');
  expect((await chat.chat.turn(ada, id)).assistantMessage).toMatchObject({ content: before.content, parts: before.parts });
  await chat.chat.stop(ada, id);
  const { assistantMessage: after } = await chat.until(id, 'stopped');
  expect(after.content).toContain(before.content);
  expect(after.parts.slice(0, 2)).toEqual(before.parts.slice(0, 2));
});

test('a change confirmed after its events have expired keeps its message when its node dies', async () => {
  await using chat = await openChat([addFile('pages/Home', page), addTable('Habit')], [deleteTable, 'Done.']);
  await chat.until(await chat.send('a'));
  chat.entities.rows.push({ entity: 'Habit', row: {} });
  const id = await chat.send('b');
  const { lastSeq, assistantMessage: before } = await chat.until(id, 'waiting');
  await forgetEvents(chat, id, lastSeq);
  const reached = Promise.withResolvers<void>();
  const dead = Promise.withResolvers<never>();
  chat.apps.commit = () => {
    reached.resolve();
    return dead.promise;
  };
  await chat.chat.answer(ada, id, true);
  await reached.promise;
  chat.apps.commit = () => Promise.reject(new Error('The store is away.'));
  const { ticket } = (await chat.host.context.collections.turns.findOne({ _id: id }))!;
  await chat.chat.run(
    { turnId: id, ticket },
    { id: 'other', attempt: 3, signal: new AbortController().signal, permit: async () => undefined },
  );
  const { assistantMessage: after } = await chat.until(id, 'failed');
  dead.reject(new Error('The node is gone.'));
  expect(after).toMatchObject({ content: before.content, parts: before.parts });
});

test('a message stored without a job is processed when it is sent again', async () => {
  await using chat = await openChat(['Hi.'], ['Again.']);
  const { turns, messages, events } = chat.host.context.collections;
  const id = await chat.send('a', 'one');
  await chat.until(id);
  await messages.deleteMany({});
  await events.deleteMany({});
  await turns.updateOne({ _id: id }, { $set: { status: 'queued', slot: 'app-1', run: null, ticket: 'new' } });
  expect(await chat.send('a', 'one')).toBe(id);
  expect((await chat.until(id, 'ready')).assistantMessage.content).toBe('Again.');
  expect(await chat.chat.messages(ada, 'app-1')).toHaveLength(2);
});

test.each([
  ['long ago', '2020-01-01T00:00:00.000Z'],
  ['with clock skew', '2099-01-01T00:00:00.000Z'],
])('a turn that stalled %s and lost its job does not block the app', async (_when, updatedAt) => {
  await using chat = await openChat(['Half.'], ['Next.']);
  const { id } = await abandon(chat, 'streaming');
  await chat.host.context.collections.turns.updateOne({ _id: id }, { $set: { updatedAt } });
  const next = await chat.send('b');
  expect(await chat.chat.turn(ada, id)).toMatchObject({ status: 'failed', errorCode: 'interrupted' });
  expect(await chat.until(next)).toMatchObject({ status: 'ready' });
});

test('the purge of an app deletes its conversation', async () => {
  await using chat = await openChat(['Hi.']);
  await chat.until(await chat.send('a'));
  const [purge] = chat.host.additions(appPurges);
  await purge?.remove('other');
  expect(await chat.host.context.collections.turns.count({})).toBe(1);
  await purge?.remove('app-1');
  for (const collection of Object.values(chat.host.context.collections)) expect(await collection.count({})).toBe(0);
});
