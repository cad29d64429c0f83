import { testHost } from '@sayso/core/testing';
import { expect, test } from 'vitest';
import plugin from './index.ts';
import { appsGraph } from './testing/apps-graph.ts';
import { addFile } from './testing/chat.ts';
import { ada, neighbours, type Script } from './testing/fakes.ts';
import type { TurnNews } from './turns/follow.ts';

const never = new Promise<void>(() => undefined);
const page = addFile('pages/Home', 'export default () => null;', ' app="Habits"');
/** Cut within the tag of an action, which is no part of the message yet. */
const [half, rest] = [`I will.\n${page.slice(0, 60)}`, page.slice(60)];
const whole = half + rest;

/** A chat whose jobs are run by the test, each as on another node. */
async function openChat(...scripts: Script[]) {
  const fakes = neighbours();
  fakes.models.scripts.push(...scripts);
  const host = await testHost(plugin, { provide: [...fakes.provide], plugins: [appsGraph] });
  const chat = host.service();
  const { turns } = host.context.collections;
  const find = async (id: string) => (await turns.findOne({ _id: id }))!;
  return {
    ...fakes,
    host,
    chat,
    find,
    send: (content: string) => chat.send(ada, { appId: 'app-1', content, clientId: content }),
    /** Works on the turn until it has output, then drains the node. */
    async workUntilDrained(id: string): Promise<TurnNews[]> {
      const node = new AbortController();
      const { ticket } = await find(id);
      const news: TurnNews[] = [];
      const reading = new AbortController();
      const followed = await chat.follow(ada, { appId: 'app-1', turnId: id, signal: reading.signal });
      const ended = (async () => {
        for await (const one of followed) {
          news.push(one);
          const { status, assistantMessage } = await chat.turn(ada, id);
          if (assistantMessage.content !== '') node.abort('draining');
          if (node.signal.aborted && status === 'queued' && one.turn?.status === 'queued') return;
        }
      })();
      await chat.run({ turnId: id, ticket }, { id: 'job', attempt: 1, signal: node.signal, permit: async () => undefined });
      await ended;
      reading.abort();
      return news;
    },
    /** The model's text as a new reader gets it. */
    async read(turnId: string): Promise<string> {
      const { signal } = new AbortController();
      let raw = '';
      const news = await chat.follow(ada, { appId: 'app-1', turnId, asItStands: true, untilSettled: true, signal });
      for await (const { event } of news) raw += event.raw ?? '';
      return raw;
    },
    async work(id: string): Promise<void> {
      await host.runJob('turn', { turnId: id, ticket: (await find(id)).ticket });
    },
    [Symbol.asyncDispose]: () => host.close(),
  };
}

test('a draining node hands its turn over to another, where the model continues', async () => {
  await using chat = await openChat([...half.split(/(?<=\n)/), never], [rest]);
  const id = await chat.send('Habits');
  const before = await chat.find(id);
  const news = await chat.workUntilDrained(id);
  // Readers are notified, and keep what they have.
  expect(news.at(-1)?.turn).toMatchObject({ status: 'queued', error: null });
  expect(news.some(({ event }) => event.isReset)).toBe(false);
  expect(await chat.chat.turn(ada, id)).toMatchObject({ status: 'queued', assistantMessage: { content: half } });
  const { ticket, step, run } = await chat.find(id);
  expect({ step, run, isNew: ticket !== before.ticket }).toEqual({ step: 'continue', run: null, isNew: true });
  expect(chat.apps.kept).toEqual([]);

  // The queue retries the job of the drained node as well: it is stale, and does nothing.
  await chat.host.runJob('turn', { turnId: id, ticket: before.ticket });
  expect(chat.models.requests).toHaveLength(1);
  await chat.work(id);
  const turn = await chat.chat.turn(ada, id);
  expect(turn).toMatchObject({ status: 'ready', assistantMessage: { content: whole } });
  expect(chat.apps.kept).toHaveLength(1);
  expect(chat.apps.app.name).toBe('Habits');
  expect(await chat.read(id)).toBe(whole);
  expect(chat.models.requests[1]?.messages.at(-2)).toEqual({ role: 'assistant', content: half });
});

test('a turn that is handed over has a queued job', async () => {
  await using chat = await openChat([...half.split(/(?<=\n)/), never]);
  const id = await chat.send('Habits');
  await chat.workUntilDrained(id);
  const jobId = await chat.host.context.enqueue('turn', { turnId: id, ticket: 'x' }, { key: (await chat.find(id)).ticket });
  expect(await chat.host.context.jobState(jobId)).toMatchObject({ status: 'queued', attempt: 0 });
});

test('a model that does not read the conversation restarts its answer', async () => {
  await using chat = await openChat([...half.split(/(?<=\n)/), never], [whole]);
  chat.models.capabilities.conversation = false;
  const id = await chat.send('Habits');
  const news = await chat.workUntilDrained(id);
  expect(news.at(-1)).toMatchObject({ event: { isReset: true }, turn: { status: 'queued', assistantMessage: { content: '' } } });
  await chat.work(id);
  expect(await chat.chat.turn(ada, id)).toMatchObject({ status: 'ready', assistantMessage: { content: whole } });
  expect(chat.models.requests[1]?.messages).toEqual(chat.models.requests[0]?.messages);
  // A new reader does not get the text before the reset.
  expect(await chat.read(id)).toBe(whole);
});

test('a draining node still applies a complete answer', async () => {
  const node = new AbortController();
  await using chat = await openChat([page]);
  const { repair } = chat.validator;
  chat.validator.repair = (proposed) => {
    node.abort('draining');
    return repair(proposed);
  };
  const id = await chat.send('Habits');
  await chat.chat.run(
    { turnId: id, ticket: (await chat.find(id)).ticket },
    { id: 'job', attempt: 1, signal: node.signal, permit: async () => undefined },
  );
  expect(await chat.chat.turn(ada, id)).toMatchObject({ status: 'ready', versionId: chat.apps.app.currentVersionId });
  expect(chat.apps.kept).toHaveLength(1);
});

test('a turn that was stopped during the hand-over stays stopped', async () => {
  await using chat = await openChat([...half.split(/(?<=\n)/), never]);
  const id = await chat.send('Habits');
  await chat.workUntilDrained(id);
  await chat.chat.stop(ada, id);
  await chat.work(id);
  expect(await chat.chat.turn(ada, id)).toMatchObject({ status: 'stopped', assistantMessage: { content: half } });
  expect(chat.models.requests).toHaveLength(1);
});
