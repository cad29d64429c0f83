import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { TurnFieldsFragment } from '../../gen/chat.ts';
import { setConnected } from '../../lib/connection.ts';
import { alert, button, focused, gone, isGone, text, textGone } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { held, httpFailure, offline, pending, refusal } from '../../testing/server.ts';
import { action, box, chat, message, messagesOf, type Parts, status, turn, words } from './testing/chat.tsx';

it('shows a skeleton while the conversation loads', async () => {
  chat(null, { app: { ...draftApp, messages: pending, latestTurn: null } });
  await screen.findByRole('status', { name: 'Loading' });
});

it('offers to load the conversation again', async () => {
  let isBroken = true;
  const messages = () => {
    if (isBroken) throw offline;
    return [];
  };
  const { user } = chat(null, { app: { ...draftApp, messages, latestTurn: null } });
  await alert('Could not load the chat');
  isBroken = false;
  await user.click(await button('Try again'));
  await text('Start a conversation');
});

it('says what to do first, with examples to send or to complete', async () => {
  const send = held(turn('queued'));
  const { server, user } = chat(null, { app: { ...draftApp, currentVersion: null, messages: [], latestTurn: null }, sendMessage: send });
  await text('Start a conversation');
  await text('Ask for new features or modifications to your app');
  await user.click(await button('Add a page for…'));
  expect((await box()).value).toBe('Add a page for');
  await focused(await box());
  await user.click(await button('A poll'));
  expect(server.calls('sendMessage')).toMatchObject([{ input: { appId: 'a1', content: 'A poll', currentPath: '/', versionId: null } }]);
});

it('sends by Enter, breaks the line by Shift and Enter, and shows the message at once', async () => {
  const send = held(turn('queued', [], { userMessage: message('u1', 'user', [words('one\ntwo')]) }));
  const { server, user, workspace, ready } = chat(null, { sendMessage: send });
  await ready();
  await user.type(await box(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
  expect((await screen.findByRole('article', { name: 'You' })).textContent).toBe('one\ntwo');
  expect((await box()).value).toBe('');
  await button('Stop');
  send.release();
  await text('Starting');
  expect(server.calls('sendMessage').length).toBe(1);
  await waitFor(() =>
    expect(workspace.state.turn.get()).toEqual({ isBusy: true, status: 'queued', step: { label: 'Starting', share: 0 } }),
  );
});

it.each([
  ['a rate limit', httpFailure(429), 'Rate limit exceeded. Please try again later.'],
  ['an error', httpFailure(500), 'An error occurred while sending your message.'],
  [
    'the message limit',
    refusal(402, 'You have reached your builder chat messages limit. Please upgrade your plan to continue.'),
    'You have reached your builder chat messages limit. Please upgrade your plan to continue.',
  ],
])('keeps a message that was not sent because of %s', async (_name, failure, sentence) => {
  const { server, user, ready } = chat(null, { sendMessage: failure });
  await ready();
  await user.type(await box(), 'hello{Enter}');
  await alert(sentence);
  server.answer({ sendMessage: turn('queued', [], { userMessage: message('u1', 'user', [words('hello')]) }) });
  await user.click(await button('Try again'));
  await text('Starting');
  const [first, second] = server.calls('sendMessage');
  expect(second).toEqual(first);
});

it('discards a message that was not sent', async () => {
  const { user, ready } = chat(null, { sendMessage: httpFailure(500) });
  await ready();
  await user.type(await box(), 'hello{Enter}');
  await user.click(await button('Discard'));
  await text('Start a conversation');
  await focused(await box());
});

it('asks to switch to the latest version, and keeps the text', async () => {
  const { server, user, workspace, ready } = chat(turn('ready'), {}, { olderVersion: 'v1' });
  await ready();
  await user.type(await box(), 'hello{Enter}');
  expect(workspace.mayChange).toHaveBeenCalledOnce();
  expect((await box()).value).toBe('hello');
  expect(server.calls('sendMessage')).toEqual([]);
});

it('follows an answer: reasoning, text, files, and its end', async () => {
  const ends: unknown[] = [];
  const { send, settle, ready, user, workspace } = chat(turn('queued'));
  workspace.state.turnEnds.listen((end) => ends.push(end));
  await ready();
  send({ kind: 'reasoning', partIndex: 0, delta: 'A chart is needed.' });
  const thinking = await button('Thinking');
  expect(thinking.getAttribute('aria-expanded')).toBe('false');
  await user.click(thinking);
  await text('A chart is needed.');
  send({ partIndex: 1, delta: 'I add **a chart**' });
  send({ partIndex: 1, delta: '.' });
  await waitFor(() => expect(screen.getByRole('article', { name: 'Assistant' }).textContent).toContain('I add a chart.'));
  send({ kind: 'action', partIndex: 2, action: { ...action, content: '', lines: 3, status: 'streaming', isComplete: false } });
  const row = await button(/Writing pages\/Home/);
  expect(row.textContent).toContain('3 lines');
  expect(row.hasAttribute('disabled')).toBe(true);
  await waitFor(() => expect(workspace.state.turn.get().step?.label).toBe('Writing pages/Home'));
  send({ kind: 'action', partIndex: 2, action });
  await user.click(await button(/Wrote pages\/Home/));
  within(await screen.findByRole('dialog')).getByText('Draw the home page');
  await user.keyboard('{Escape}');
  await gone('dialog', /Wrote/);
  settle(turn('applying', [words('I add a chart.')]));
  await text('Putting your app together');
  act(() => workspace.state.fetching.set(['antd', 'echarts']));
  await text('Fetching antd, echarts…');
  await waitFor(() => expect(workspace.state.turn.get().step?.label).toBe('Fetching antd, echarts…'));
  act(() => workspace.state.fetching.set([]));
  await text('Putting your app together');
  settle(turn('ready', [words('I add **a chart**.')]));
  await waitFor(() => expect(status()).toContain('I add a chart.'));
  expect(ends).toEqual([{ addsRows: false }]);
  await gone('button', 'Stop');
  expect(workspace.state.turn.get()).toEqual({ isBusy: false, status: 'ready', step: null });
});

it('reads the turn again after a gap in its events', async () => {
  const { server, app, events, ready } = chat(turn('streaming', [words('One')]));
  await ready();
  const later = turn('streaming', [words('One two three')], { lastSeq: 9 });
  server.answer({ app: { ...app, messages: messagesOf(later), latestTurn: later } });
  act(() => events.send({ turnId: 't1', seq: 9, kind: 'text', partIndex: 0, delta: ' three', action: null, source: null, turn: null }));
  await text('One two three');
});

it('says when the connection is lost, and when it is back', async () => {
  const { ready } = chat(turn('ready', [words('Done.')]));
  await ready();
  act(() => setConnected(false));
  await text('Connection lost. Trying again…');
  act(() => setConnected(true));
  await textGone('Connection lost. Trying again…');
});

it('subscribes again, from what it has read meanwhile, when the subscription ends', async () => {
  const { server, app, events, ready } = chat(turn('streaming', [words('One')]));
  await ready();
  const done = turn('ready', [words('One two')], { lastSeq: 5 });
  server.answer({ app: { ...app, messages: messagesOf(done), latestTurn: done } });
  act(() => events.end());
  await text('Connection lost. Trying again…');
  await waitFor(() => expect(screen.getByRole('article', { name: 'Assistant' }).textContent).toContain('One two'));
  await textGone('Connection lost. Trying again…');
});

it('announces an answer that ends while the page is hidden, without animation frames', async () => {
  const { send, settle, ready } = chat(turn('streaming'));
  await ready();
  vi.stubGlobal('requestAnimationFrame', () => 1);
  send({ partIndex: 0, delta: 'Done' });
  settle(turn('ready', [words('Done now.')]));
  await waitFor(() => {
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(status()).toContain('Done now.');
  });
});

it('takes an answer that arrives before the response to the message', async () => {
  const late = held(turn('queued', [], { lastSeq: 0, userMessage: message('u1', 'user', [words('Hello')]) }));
  const { settle, ready, user } = chat(null, { sendMessage: late });
  await ready();
  await user.type(await box(), 'Hello{Enter}');
  const done = turn('ready', [words('I have nothing to add.')], { userMessage: message('u1', 'user', [words('Hello')]) });
  settle(done);
  await waitFor(() => expect(status()).toContain('I have nothing to add.'));
  late.release();
  await act(async () => undefined);
  expect(screen.getAllByRole('article', { name: 'You' }).length).toBe(1);
  await button('Send');
});

it('a stale answer to a read of the conversation does not remove the next message', async () => {
  const { server, app, settle, ready, user } = chat(turn('streaming'));
  await ready();
  const done = turn('ready', [words('Done.')]);
  const stale = held({ ...app, messages: messagesOf(done), latestTurn: { ...done, lastSeq: 2 } });
  settle(done);
  server.answer({ app: stale });
  await button('Send');
  const next = { id: 't2', userMessage: message('u2', 'user', [words('And now?')]), assistantMessage: message('m2', 'assistant', []) };
  server.answer({ sendMessage: turn('streaming', [], next) });
  await user.type(await box(), 'And now?{Enter}');
  await text('Waiting for the language model');
  stale.release();
  await act(async () => undefined);
  await text('And now?');
  await button('Stop');
});

const outcomes: readonly (readonly [string, TurnFieldsFragment, string, string | null, string | null])[] = [
  ['queued', turn('queued'), 'Starting', null, null],
  ['streaming, no word yet', turn('streaming'), 'Waiting for the language model', null, null],
  ['applying', turn('applying'), 'Putting your app together', null, null],
  ['cut off', turn('truncated'), 'The output was too long for one iteration', "Let's keep going", 'continueTurn'],
  [
    'broken off',
    turn('truncated', [], { note: 'The model stopped answering.' }),
    'The model stopped answering.',
    "Let's keep going",
    'continueTurn',
  ],
  ['stopped', turn('stopped'), 'Stopped. Your app was not changed.', 'Start again', 'retryTurn'],
  ['failed', turn('failed', [], { error: 'The model refused.', errorDetail: '400: no' }), 'The model refused.', 'Try again', 'retryTurn'],
  [
    'failed without a reason',
    turn('failed'),
    'An error occurred while processing your request please try again later.',
    'Try again',
    'retryTurn',
  ],
  ['ready with a note', turn('ready', [], { note: 'Nothing was changed.' }), 'Nothing was changed.', null, null],
];
it.each(outcomes)('a turn that is %s', async (_name, last, sentence, next, call) => {
  const { server, user, ready } = chat(last);
  await ready();
  await text(sentence);
  if (last.errorDetail !== null) await text(last.errorDetail);
  if (next === null || call === null) return;
  server.answer({ [call]: refusal(409, 'Another turn is running.') });
  await user.click(await button(next));
  await alert('Another turn is running.');
  server.answer({ [call]: { ...last, status: 'queued' } });
  await user.click(await button(next));
  await text('Starting');
  expect(server.calls(call)).toEqual([{ turnId: 't1' }, { turnId: 't1' }]);
  await focused(await box());
});

it('stops a turn', async () => {
  const { server, user, ready } = chat(turn('streaming'), { stopTurn: turn('stopped', [], { lastSeq: 2 }) });
  await ready();
  await user.click(await button('Stop'));
  await text('Stopped. Your app was not changed.');
  expect(server.calls('stopTurn')).toEqual([{ turnId: 't1' }]);
  await focused(await box());
});

it.each([
  ['Confirm', true],
  ['Decline', false],
])('%s answers what waits for the builder, and sending waits for it', async (name, accept) => {
  const waiting = turn('waiting', [], { confirmations: ['Everyone will see all habits.'] });
  const next = turn(accept ? 'applying' : 'stopped');
  const { server, user, ready } = chat(waiting, { answerConfirmation: next });
  await ready();
  server.answer({ app: { ...draftApp, messages: messagesOf(next), latestTurn: next } });
  await text('Please confirm: everyone will see all habits.');
  await text('Your app stays as it is until you choose.');
  await text('Sending waits until you choose above');
  expect((await button('Send')).hasAttribute('disabled')).toBe(true);
  await user.click(await button(name));
  await textGone(/^Please confirm/);
  expect(server.calls('answerConfirmation')).toEqual([{ turnId: 't1', accept }]);
});

it('lists several confirmations', async () => {
  const { ready } = chat(turn('waiting', [], { confirmations: ['Everyone sees it.', 'The table goes.'] }));
  await ready();
  await text('Please confirm:');
  await text('The table goes.');
});

it('tells how much of its window the model reads, also of what is being written', async () => {
  const asked: unknown[] = [];
  const size = { budget: 24_000, instructions: 3_000, files: 8_000, conversation: 500, request: 500, wholeFiles: 3, allFiles: 12 };
  const promptSize = (variables: object) => {
    asked.push(variables);
    return { __typename: 'PromptSize', ...size, request: size.request * asked.length };
  };
  const { user, ready } = chat(turn('ready'), {
    app: { ...draftApp, messages: messagesOf(turn('ready')), latestTurn: turn('ready'), nextSteps: [], promptSize },
  });
  await ready();
  await user.click(await button('The assistant reads 50% of what it can'));
  await text('About 12K of 24K tokens');
  await text('3 of 12 files are read whole, of the others an outline.');
  await user.keyboard('{Escape}');
  await user.type(await box(), 'A longer request');
  await button('The assistant reads 52% of what it can');
  expect(asked).toMatchObject([{ content: '' }, { content: 'A longer request' }]);
});

it('lists the sources of an answer as links', async () => {
  const source = (url: string, title: string): Parts[number] => ({
    __typename: 'SourcePart',
    url,
    title,
  });
  const parts = [
    words('Rates are up.'),
    source('https://www.example.org/rates', 'Rates of today'),
    source('https://example.net/', 'example.net'),
  ];
  const { ready } = chat(turn('ready', parts));
  await ready();
  await text('Sources');
  const links = within(screen.getByRole('region', { name: 'Sources' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
    ['Rates of todayexample.org', 'https://www.example.org/rates', 'noreferrer'],
    ['example.net', 'https://example.net/', 'noreferrer'],
  ]);
});

it('folds many changes into one line', async () => {
  const parts: Parts = Array.from({ length: 6 }, (_, index) => ({
    __typename: 'ActionPart',
    action: { ...action, file: `components/C${index}` },
  }));
  const { user, ready } = chat(turn('ready', parts, { assistantMessage: message('m1', 'assistant', parts, { versionId: 'v2' }) }));
  await ready();
  expect(isGone('button', /components\/C1/)).toBe(true);
  const fold = await button('6 changes');
  await user.click(fold);
  await button(/Wrote components\/C1/);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
});

it.each([
  ['truncated', { status: 'truncated', isTruncated: true }, 'Cut off', 'Too long output, ask the chat to continue'],
  ['failed', { status: 'failed', error: 'The text to replace was not found.' }, 'Failed', 'The text to replace was not found.'],
  ['stopped', {}, 'Not applied', null],
] as const)('a file of a turn that is %s', async (ended, more, state, note) => {
  const { ready } = chat(turn(ended, [{ __typename: 'ActionPart', action: { ...action, ...more } }]));
  await ready();
  expect((await button(/pages\/Home/)).textContent).toContain(state);
  if (note !== null) await text(note);
});

it('suggests next messages once the answer is complete', async () => {
  const parts: Parts = [
    words('Done.'),
    { __typename: 'SuggestionPart', text: 'Make it dark' },
    { __typename: 'SuggestionPart', text: 'Rename it to…' },
  ];
  const { server, user, ready } = chat(turn('ready', parts), { sendMessage: pending });
  await ready();
  await user.click(await button('Rename it to…'));
  expect((await box()).value).toBe('Rename it to');
  await user.click(await button('Make it dark'));
  expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'Make it dark' } }]);
});

it('counts errors that are attached to a message instead of showing them', async () => {
  const content = 'Please fix the errors in my app\n\n```app-errors\n[{"title":"a"},{"title":"b"}]\n```';
  const { ready } = chat(turn('ready', [], { userMessage: message('u1', 'user', [words(content)]) }));
  await ready();
  expect((await screen.findByRole('article', { name: 'You' })).textContent).toBe('Please fix the errors in my app2 errors attached');
});

it('views and restores the version of an older message', async () => {
  const last = turn('ready', [], { assistantMessage: message('m1', 'assistant', [words('Done.')], { versionId: 'v1' }) });
  const { user, workspace, ready } = chat(last);
  await ready();
  await user.click(await button('View'));
  expect(workspace.view.mock.calls).toEqual([['v1']]);
  await user.click(await button('Restore'));
  expect(workspace.restore.mock.calls).toEqual([['v1', 'm1']]);
});

it('marks the older version that is shown', async () => {
  const last = turn('ready', [], { assistantMessage: message('m1', 'assistant', [words('Done.')], { versionId: 'v1' }) });
  const { ready } = chat(last, {}, { olderVersion: 'v1' });
  await ready();
  await text('· Viewing');
  expect(isGone('button', 'View')).toBe(true);
});

it('loads earlier messages', async () => {
  const many = Array.from({ length: 50 }, (_, index) => message(`x${index}`, 'user', [words(`Message ${index}`)]));
  const messages = ({ before }: { before?: string | null }) => (before == null ? many : [message('x-1', 'user', [words('The first')])]);
  const { user, ready } = chat(null, { app: { ...draftApp, messages, latestTurn: null } });
  await ready();
  await user.click(await button('Show earlier messages'));
  await text('The first');
  await gone('button', 'Show earlier messages');
});

it('keeps earlier messages when the conversation is read again', async () => {
  const all = Array.from({ length: 55 }, (_, index) => message(`x${index}`, 'user', [words(`Message ${index}.`)]));
  let count = all.length;
  const messages = ({ before }: { before?: string | null }) => {
    const end = before == null ? count : all.findIndex(({ id }) => id === before);
    return all.slice(Math.max(0, end - 50), end);
  };
  const { user, ready, workspace } = chat(null, { app: { ...draftApp, messages, latestTurn: null } });
  await ready();
  await user.click(await button('Show earlier messages'));
  await text('Message 0.');
  count = 54;
  act(() => workspace.state.restores.emit());
  await textGone('Message 54.');
  await text('Message 0.');
  expect(isGone('button', 'Show earlier messages')).toBe(true);
});

it('sends the prompt of the home page once', async () => {
  const state = { firstPrompt: 'A club' };
  const { router, server } = chat(null, { sendMessage: pending }, { at: { pathname: '/build/app/a1', state } });
  await screen.findByRole('article', { name: 'You' });
  expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'A club', clientId: 'first-a1' } }]);
  expect(router.state.location.state).toBeNull();
});

it('sends what other panels ask for, and reads again after a restore', async () => {
  const { server, workspace, ready, app } = chat(turn('ready', [words('Done.')]), { sendMessage: pending });
  await ready();
  server.answer({ app: { ...app, messages: [message('u0', 'user', [words('Before')])], latestTurn: null } });
  act(() => workspace.state.restores.emit());
  await text('Before');
  act(() => workspace.state.messages.send({ content: 'Fix it' }));
  await text('Fix it');
});
