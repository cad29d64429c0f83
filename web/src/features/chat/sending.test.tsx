import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setConnected } from '../../lib/connection.ts';
import { button, focused, gone, isGone, text, textGone } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { httpFailure, offline } from '../../testing/server.ts';
import { box, chat, message, messagesOf, type Parts, turn, words } from './testing/chat.tsx';
import { useQueue } from './useQueue.ts';

const queued = async () => within(await screen.findByRole('region', { name: 'Queued messages' })).getAllByRole('listitem');
const asked = (id: string, content: string, parts: Parts = []) =>
  turn('queued', [], {
    id,
    lastSeq: 0,
    userMessage: message(`u-${id}`, 'user', [words(content)], { turnId: id }),
    assistantMessage: message(`m-${id}`, 'assistant', parts, { turnId: id, status: 'queued' }),
  });

it('queues a message while an answer runs, and sends it after the answer', async () => {
  const { server, user, settle, ready } = chat(turn('streaming'), { sendMessage: asked('t2', 'next') });
  await ready();
  await user.type(await box(), 'next{Enter}then{Enter}');
  expect((await box()).value).toBe('');
  expect((await queued()).map(({ textContent }) => textContent)).toEqual(['next', 'then']);
  expect(server.calls('sendMessage')).toEqual([]);
  settle(turn('ready', [words('Done.')]));
  await waitFor(() => expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'next' } }]));
  await waitFor(async () => expect((await queued()).map(({ textContent }) => textContent)).toEqual(['then']));
});

it('waits for the version of the answer before it sends the next message', async () => {
  const { server, user, app, settle, ready } = chat(turn('streaming'), { sendMessage: asked('t2', 'next') });
  await ready();
  await user.type(await box(), 'next{Enter}');
  const made = turn('ready', [words('Done.')], { assistantMessage: message('m1', 'assistant', [words('Done.')], { versionId: 'v9' }) });
  settle(made);
  await text('Waiting to be sent');
  expect(server.calls('sendMessage')).toEqual([]);
  expect(app.currentVersion?.id).not.toBe('v9');
});

it('sends a message that was typed while the answer ended', async () => {
  const send = vi.fn(async () => true);
  const options = { appId: 'a1', ended: turn('ready'), isFree: true, currentVersionId: null, send };
  const { result } = renderHook(() => useQueue(options));
  act(() => result.current.add({ content: 'late' }));
  await waitFor(() => expect(result.current.messages).toEqual([]));
  expect(send).toHaveBeenCalledExactlyOnceWith({ id: expect.any(String), content: 'late' });
});

it('leaves queued messages to the builder after an answer that failed', async () => {
  const { server, user, settle, ready } = chat(turn('streaming'), { sendMessage: asked('t2', 'next') });
  await ready();
  await user.type(await box(), 'next{Enter}');
  settle(turn('failed', [], { error: 'The model did not answer.' }));
  await text('Waiting to be sent');
  expect(server.calls('sendMessage')).toEqual([]);
  await user.click(await button('Send now'));
  await waitFor(() => expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'next' } }]));
  await gone('region', 'Queued messages');
});

it('leaves queued messages to the builder after an answer that was stopped, though the one before it was complete', async () => {
  const { server, user, app, events, settle, ready } = chat(turn('streaming'));
  await ready();
  settle(turn('ready', [words('Done.')]));
  await button('Edit and send again');
  const running = asked('t2', 'write for ever');
  server.answer({ sendMessage: running });
  await user.type(await box(), 'write for ever{Enter}');
  await button('Stop');
  await user.type(await box(), 'next{Enter}');
  expect((await queued()).map(({ textContent }) => textContent)).toEqual(['next']);
  const stopped = { ...running, status: 'stopped' as const, lastSeq: 1 };
  server.answer({ app: { ...app, messages: messagesOf(stopped), latestTurn: stopped }, sendMessage: asked('t3', 'next') });
  const event = { kind: 'turn', partIndex: null, delta: null, action: null, source: null };
  act(() => events.send({ ...event, turnId: 't2', seq: 1, turn: stopped }));
  await text('Waiting to be sent');
  expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'write for ever' } }]);
});

it('keeps queued messages over a reload, and those that the server refuses', async () => {
  const first = chat(turn('streaming'));
  await first.ready();
  await first.user.type(await box(), 'next{Enter}');
  await queued();
  first.unmount();
  const { server, user, ready } = chat(turn('ready', [words('Done.')]), { sendMessage: httpFailure(429) });
  await ready();
  await user.click(await button('Send now'));
  await text(/Rate limit exceeded/);
  expect(localStorage.getItem('sayso-queue-a1')).toContain('next');
  server.answer({ sendMessage: asked('t2', 'next') });
  await user.click(await button('Try again'));
  await waitFor(() => expect(localStorage.getItem('sayso-queue-a1')).toBe('[]'));
  const [one, two] = server.calls('sendMessage');
  expect(two).toEqual(one);
});

const sentTexts = () => screen.getAllByRole('article', { name: 'You' }).map(({ textContent }) => textContent);

it('sends a message that did not reach the server once the connection is back, and then the one after it', async () => {
  const { server, user, ready } = chat(turn('ready', [words('Done.')]), { sendMessage: offline });
  await ready();
  act(() => setConnected(false));
  await user.type(await box(), 'next{Enter}');
  await text(/Not sent yet/);
  await user.type(await box(), 'then{Enter}');
  expect((await queued()).map(({ textContent }) => textContent)).toEqual(['then']);
  expect(server.calls('sendMessage')).toHaveLength(1);
  server.answer({ sendMessage: asked('t2', 'next') });
  act(() => setConnected(true));
  await waitFor(() => expect(server.calls('sendMessage')).toHaveLength(2));
  await textGone(/Not sent yet/);
  const [one, two] = server.calls('sendMessage');
  expect(two).toEqual(one);
  expect(sentTexts()).toEqual(['A habit tracker', 'next']);
  expect(JSON.parse(localStorage.getItem('sayso-queue-a1') ?? '')).toMatchObject([{ content: 'then' }]);
});

it('sends it when the network returns before the live connection has noticed the loss', async () => {
  const { server, user, ready } = chat(turn('ready', [words('Done.')]), { sendMessage: offline });
  await ready();
  await user.type(await box(), 'next{Enter}');
  await text(/Not sent yet/);
  server.answer({ sendMessage: asked('t2', 'next') });
  act(() => void window.dispatchEvent(new Event('online')));
  await textGone(/Not sent yet/);
  await waitFor(() => expect(sentTexts()).toEqual(['A habit tracker', 'next']));
  const ids = new Set(server.calls('sendMessage').map(({ input }) => input.clientId));
  expect(ids.size).toBe(1);
});

it('keeps a message that did not reach the server over a reload', async () => {
  const first = chat(turn('ready', [words('Done.')]), { sendMessage: offline });
  await first.ready();
  act(() => setConnected(false));
  await first.user.type(await box(), 'next{Enter}');
  await text(/Not sent yet/);
  const [{ input }] = first.server.calls('sendMessage');
  first.unmount();
  const { server, user, ready } = chat(turn('ready', [words('Done.')]), { sendMessage: asked('t2', 'next') });
  await ready();
  expect((await queued()).map(({ textContent }) => textContent)).toEqual(['next']);
  await user.click(await button('Send now'));
  await waitFor(() => expect(server.calls('sendMessage')).toMatchObject([{ input: { clientId: input.clientId, content: 'next' } }]));
  await waitFor(() => expect(localStorage.getItem('sayso-queue-a1')).toBe('[]'));
});

it('takes a queued message back into the box, and removes one', async () => {
  const { user, ready } = chat(turn('streaming'));
  await ready();
  await user.type(await box(), 'one{Enter}two{Enter}');
  await user.click(await button('Remove one'));
  await user.click(await button('Edit two'));
  expect((await box()).value).toBe('two');
  await focused(await box());
  await gone('region', 'Queued messages');
});

it('edits an earlier message and sends it again in its place', async () => {
  const last = turn('ready', [words('Done.')]);
  const { server, user, app, ready } = chat(last, { sendMessage: asked('t2', 'A habit tracker for two') });
  await ready();
  await user.type(await box(), 'unsent');
  await user.click(await button('Edit and send again'));
  await text(/returns your app to the state before this message/);
  await focused(await box());
  expect((await box()).value).toBe('A habit tracker');
  const after = asked('t2', 'A habit tracker for two');
  server.answer({ app: { ...app, messages: messagesOf(after), latestTurn: after } });
  await user.type(await box(), ' for two{Enter}');
  await waitFor(() =>
    expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'A habit tracker for two', replaces: 'u1' } }]),
  );
  await textGone('Done.');
  expect(screen.getAllByRole('article', { name: 'You' }).map(({ textContent }) => textContent)).toEqual(['A habit tracker for two']);
  expect((await box()).value).toBe('unsent');
});

it('gives the text back when editing is cancelled, and shows all messages when it is refused', async () => {
  const { user, ready } = chat(turn('ready', [words('Done.')]), { sendMessage: httpFailure(500) });
  await ready();
  await user.type(await box(), 'unsent');
  await user.click(await button('Edit and send again'));
  await user.keyboard('{Escape}');
  expect((await box()).value).toBe('unsent');
  await user.click(await button('Edit and send again'));
  await user.type(await box(), '!{Enter}');
  await text(/An error occurred while sending/);
  await text('Done.');
});

it('offers no editing while an answer runs', async () => {
  const { ready } = chat(turn('streaming'));
  await ready();
  expect(isGone('button', 'Edit and send again')).toBe(true);
});

it('keeps unsent text over a reload', async () => {
  const first = chat(turn('ready'));
  await first.ready();
  await first.user.type(await box(), 'half a thought');
  first.unmount();
  await chat(turn('ready')).ready();
  expect((await box()).value).toBe('half a thought');
});

const quota = (used: number, limit: number) => ({ __typename: 'MessageQuota', used, limit });
const limited = (day: object | null, month: object | null) => ({
  app: { ...draftApp, messages: [], latestTurn: null, messageQuotas: { __typename: 'MessageQuotas', day, month } },
});

it.each([
  ['7 of 10 messages left today', quota(3, 10), quota(3, 100)],
  ['2 of 100 messages left this month', quota(3, 10), quota(98, 100)],
])('says that %s', async (sentence, day, month) => {
  const { ready } = chat(null, limited(day, month));
  await ready();
  await text(sentence);
});

it.each([
  [/^You have reached your daily limit of 10 messages\. Please try again tomorrow/, quota(10, 10), null],
  ['You have reached your builder chat messages limit. Please upgrade your plan to continue.', null, quota(100, 100)],
])('keeps the text at the limit: %s', async (sentence, day, month) => {
  const { server, user, ready } = chat(null, limited(day, month));
  await ready();
  await text(sentence);
  await user.type(await box(), 'one more{Enter}');
  expect((await box()).value).toBe('one more');
  expect(server.calls('sendMessage')).toEqual([]);
});

it('sends the element that the builder points at along with the message, unless it is taken off', async () => {
  const { server, user, workspace, ready } = chat(turn('ready'), { sendMessage: asked('t2', 'Bigger') });
  await ready();
  const element = { versionId: 'v2', path: 'pages/Home', line: 8, column: 7, tag: 'Button' };
  const { pointed } = workspace.state;
  act(() => pointed.set(element));
  await text('Button · pages/Home, line 8');
  await user.click(await button('Take off Button · pages/Home, line 8'));
  expect(pointed.get()).toBeNull();
  act(() => pointed.set({ ...element, line: 9 }));
  await user.type(await box(), 'Bigger{Enter}');
  const selection = { versionId: 'v2', path: 'pages/Home', line: 9, column: 7 };
  await waitFor(() => expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'Bigger', selection } }]));
  await gone('group', 'About this element');
});

it('keeps the element of a queued message, and gives it back with the message', async () => {
  const { user, workspace, ready } = chat(turn('streaming'));
  await ready();
  act(() => workspace.state.pointed.set({ versionId: 'v2', path: 'pages/Home', line: 8, column: 7, tag: 'Button' }));
  await user.type(await box(), 'Bigger{Enter}');
  await gone('group', 'About this element');
  await user.click(await button('Edit Bigger'));
  await text('Button · pages/Home, line 8');
});
