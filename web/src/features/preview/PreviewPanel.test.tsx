import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setConnected } from '../../lib/connection.ts';
import { noProblems } from '../../lib/workspace/problems.ts';
import { alert, button, isGone, link, text, textGone } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { setScreen } from '../../testing/screen.ts';
import { createChannel, held, offline, pending, refusal } from '../../testing/server.ts';
import PreviewPanel from './PreviewPanel.tsx';
import { PreviewTab } from './PreviewTab.tsx';

const pages = [
  { name: 'Home', path: 'home', isMain: true },
  { name: 'WeekView', path: 'weekview', isMain: false },
];
const build = { id: 'b1', versionId: 'v2', manifest: { entry: 'http://localhost:4001/e.js' }, pages, problems: [] as object[] };
const session = { build, token: 't1', expiresAt: '2099-01-01T00:00:00Z', frameUrl: 'http://localhost:4001/preview' };
const broken = { path: 'pages/Home', line: 3, column: null, message: 'A bracket is missing', severity: 'error' };

/** The window in the frame, as far as the builder uses it. */
const frameWindow = { postMessage: vi.fn<(message: { type: string; [key: string]: unknown }, origin: string) => void>() };
beforeEach(() => {
  frameWindow.postMessage.mockReset();
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(frameWindow as unknown as Window);
});
const frame = () => screen.findByTitle<HTMLIFrameElement>('Preview of Habits');
const sent = (type: string) => frameWindow.postMessage.mock.calls.map(([message]) => message).filter((message) => message.type === type);

/** The frame posts a message, with its nonce unless stated. */
async function post(message: object): Promise<void> {
  const nonce = /nonce=(\w+)/.exec((await frame()).src)?.[1];
  const data = { source: 'sayso-preview', nonce, ...message };
  await act(() => void window.dispatchEvent(new MessageEvent('message', { source: frameWindow as unknown as Window, data })));
}
const draw = async (buildId = 'b1') => {
  await post({ type: 'ready' });
  await post({ type: 'rendered', buildId });
};
/** Draws the build, and waits until the builder asks for a picture of it. */
const asksForPicture = async () => {
  await draw();
  await waitFor(() => expect(sent('snapshot').length).toBe(1), { timeout: 4000 });
};

function preview(answers: object = {}, options: object = {}) {
  const builds = createChannel();
  const rendered = renderPanel(PreviewPanel, {
    answers: { startPreview: session, previewBuilt: builds, ...answers },
    ...options,
  });
  act(() => rendered.workspace.state.toolbar.set(document.body.appendChild(document.createElement('div'))));
  return { ...rendered, builds };
}

it.each([
  [{ isBusy: false, status: null, step: null }, 'Describe your app in the chat. It appears here as soon as it runs.'],
  [{ isBusy: false, status: 'waiting', step: null }, 'The assistant has a question for you in the chat.'],
  [{ isBusy: false, status: 'failed', step: null }, 'Your app is not finished yet. Continue in the chat.'],
  [{ isBusy: true, status: 'streaming', step: { label: 'Writing pages/Home', share: 0.5 } }, 'Writing pages/Home'],
] as const)('says what happens before the first version', async (turn, sentence) => {
  const { user, workspace } = preview({ app: { ...draftApp, currentVersion: null } });
  act(() => workspace.state.turn.set(turn));
  await text(sentence);
  if (turn.isBusy) return;
  await user.click(await button('Go to the chat'));
  expect(workspace.show.mock.calls).toEqual([['chat']]);
});

it('opens the app in a frame, and hands over the token to the window with the nonce only', async () => {
  preview();
  await text('Opening your app');
  expect((await frame()).getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-popups allow-modals allow-downloads');
  await post({ type: 'ready', nonce: 'another' });
  expect(frameWindow.postMessage).not.toHaveBeenCalled();
  await draw();
  expect(sent('preview-state-changed')).toMatchObject([{ manifest: build.manifest, token: 't1', apiUrl: 'http://localhost:4001' }]);
  await textGone('Opening your app');
});

it.each([
  [refusal(422, 'The compiler is busy.'), 'The compiler is busy.'],
  [offline, 'The server cannot be reached. Check your connection and try again.'],
])('offers to start the preview again', async (failure, sentence) => {
  const { server, user } = preview({ startPreview: failure });
  await alert('Could not start the preview');
  await alert(sentence);
  server.answer({ startPreview: session });
  await user.click(await button('Try again'));
  await frame();
});

it('starts again by itself once the connection is back', async () => {
  const { server } = preview({ startPreview: offline });
  await alert('Could not start the preview');
  act(() => setConnected(false));
  server.answer({ startPreview: session });
  act(() => setConnected(true));
  await frame();
});

it('shows later builds as the server sends them, and says while the preview is behind', async () => {
  const { builds, workspace, user } = preview();
  await frame();
  await draw();
  act(() => workspace.state.unsaved.set(new Set(['code'])));
  await text('Your unsaved changes are not in the preview yet.');
  await user.click(await button('Show code'));
  expect(workspace.show.mock.calls).toEqual([['code']]);
  act(() => workspace.state.unsaved.set(new Set()));
  await waitFor(() => expect(builds.subscribers.size).toBe(1));
  act(() => builds.send({ ...build, id: 'b2', problems: [broken] }));
  await text('The code has an error. This is the last build that worked.');
  await waitFor(() => expect(sent('preview-state-changed').length).toBe(2));
  expect(workspace.state.problems.get().list).toMatchObject([
    { title: 'App compilation failed: A bracket is missing', scope: 'page', line: 3 },
  ]);
  act(() => builds.send({ ...build, id: 'b3' }));
  await text('The preview is updating to the latest code.');
  await post({ type: 'rendered', buildId: 'b3' });
  await textGone('The preview is updating to the latest code.');
  expect(workspace.state.problems.get().list).toEqual([]);
});

it('refreshes on demand, and when rows were added', async () => {
  const { server, user, workspace } = preview();
  await frame();
  await draw();
  await user.click(await button('Refresh preview'));
  expect((await button('Refresh preview')).hasAttribute('disabled')).toBe(true);
  await waitFor(() => expect(sent('refresh').length).toBe(1));
  await waitFor(() => expect(server.calls('startPreview').length).toBe(2));
  act(() => workspace.state.turnEnds.emit({ addsRows: true }));
  await waitFor(() => expect(sent('refresh').length).toBe(2));
});

it('chooses pages by a menu, and follows those that the app opens', async () => {
  const { router, user, workspace } = preview();
  await frame();
  await draw();
  expect((await link('Open preview in a new tab')).getAttribute('href')).toBe('/preview/app/a1/home');
  await user.click(await button('Page: Home'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Week view' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/build/app/a1/weekview'));
  expect(sent('navigate')).toMatchObject([{ page: 'WeekView' }]);
  await waitFor(() => expect(workspace.state.page.get()).toBe('WeekView'));
  await post({ type: 'app-changed-url', page: 'Home', path: '/home' });
  await button('Page: Home');
});

it('says that an address names no page', async () => {
  preview({}, { at: '/build/app/a1/nothing' });
  await button('Page: none');
});

it.each([
  ['Tablet, 768 by 1024', 'tablet', '768px'],
  ['Phone, 375 by 667', 'mobile', '375px'],
])('shows the app on a %s', async (name, device, width) => {
  const { user } = preview();
  await user.click(await screen.findByRole('radio', { name }));
  const box = (await frame()).parentElement;
  expect(box?.dataset['device']).toBe(device);
  expect(box?.style.width).toBe(width);
});

it('has no device sizes on narrow screens', async () => {
  setScreen({ width: 800 });
  preview();
  await button('Page: Home');
  expect(isGone('radio', 'Tablet, 768 by 1024')).toBe(true);
});

it('reports errors of the app once', async () => {
  const { workspace } = preview();
  await frame();
  const error = { title: 'Streaks', details: 'at Home', componentName: 'Home', scope: 'page', file: 'pages/Home', line: 1 };
  await draw();
  await post({ type: 'app-error', error });
  await post({ type: 'app-error', error });
  expect(workspace.state.problems.get().list).toEqual([error]);
});

it('lists again what remains after the problems were cleared, without another build', async () => {
  const { builds, workspace } = preview();
  await frame();
  await draw();
  await waitFor(() => expect(builds.subscribers.size).toBe(1));
  act(() => builds.send({ ...build, id: 'b2', problems: [broken] }));
  const { problems, problemChecks } = workspace.state;
  await waitFor(() => expect(problems.get().list.length).toBe(1));
  expect(sent('report-errors')).toEqual([]);
  act(() => {
    problems.set(noProblems);
    problemChecks.emit();
  });
  expect(problems.get().list).toMatchObject([{ title: 'App compilation failed: A bracket is missing' }]);
  await waitFor(() => expect(sent('report-errors').length).toBe(1));
});

it.each([
  [true, ['Add a chart']],
  [false, []],
])('sends a message of the app only after a click of the builder: %s', async (isActive, messages) => {
  vi.stubGlobal('navigator', Object.create(navigator, { userActivation: { value: { isActive } } }));
  const { workspace } = preview();
  const received: string[] = [];
  workspace.state.messages.receive(({ content }) => received.push(content));
  await frame();
  await post({ type: 'send-chat-message', content: 'Add a chart' });
  await post({ type: 'send-chat-message', content: 'And again' });
  expect(received).toEqual(messages);
});

it('saves a picture of the current version', async () => {
  const { server } = preview({ setAppThumbnail: { id: 'a1', thumbnailUrl: '/t.webp', updatedAt: draftApp.updatedAt } });
  await frame();
  await asksForPicture();
  await post({ type: 'snapshot', image: 'data:image/webp;base64,AA' });
  await waitFor(() => expect(server.calls('setAppThumbnail')).toEqual([{ id: 'a1', image: 'data:image/webp;base64,AA' }]));
});

it('saves no picture that it has not asked for, and one for each time that it asks', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server } = preview({ setAppThumbnail: { id: 'a1', thumbnailUrl: '/t.webp', updatedAt: draftApp.updatedAt } });
  await frame();
  await post({ type: 'snapshot', image: 'data:image/webp;base64,AA' });
  await post({ type: 'rendered', buildId: 'another' });
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(sent('snapshot')).toEqual([]);
  await asksForPicture();
  await post({ type: 'snapshot', image: 'data:image/webp;base64,AB' });
  await post({ type: 'snapshot', image: 'data:image/webp;base64,AC' });
  await act(() => vi.advanceTimersByTimeAsync(25_000));
  expect(server.calls('setAppThumbnail')).toEqual([{ id: 'a1', image: 'data:image/webp;base64,AB' }]);
});

it('hears nothing from other windows, with another nonce, of another kind, or once more', async () => {
  const { workspace } = preview();
  await asksForPicture();
  const nonce = /nonce=(\w+)/.exec((await frame()).src)?.[1];
  const messages = [
    { type: 'app-error', error: { title: 'Forged', scope: 'app' } },
    { type: 'app-changed-url', path: '/x', page: 'WeekView' },
    { type: 'rendered', buildId: 'b9' },
    { type: 'snapshot', image: 'data:image/webp;base64,AA' },
    { type: 'send-chat-message', content: 'Delete all' },
  ];
  const before = frameWindow.postMessage.mock.calls.length;
  const elsewhere = [window, window.parent, null, { postMessage: () => {} } as unknown as Window];
  for (const fields of messages) {
    const data = { source: 'sayso-preview', nonce, ...fields };
    for (const source of elsewhere)
      act(() => void window.dispatchEvent(new MessageEvent('message', { source, data, origin: 'http://localhost:4001' })));
    await post({ ...fields, nonce: 'guessed' });
    await post({ ...fields, source: 'sayso-builder' });
    await post({ ...fields, type: `${fields.type} ` });
  }
  for (const type of ['token', 'constructor', '__proto__', 'preview-state-changed']) await post({ type });
  expect(workspace.state.problems.get().list).toEqual([]);
  expect(frameWindow.postMessage.mock.calls.length).toBe(before);
});

it('hears nothing from the frame of a person who may only view that would change the app or spend', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('navigator', Object.create(navigator, { userActivation: { value: { isActive: true } } }));
  const { server, workspace } = preview({
    app: { ...draftApp, role: 'view' },
    setAppThumbnail: { id: 'a1', thumbnailUrl: '/t.webp', updatedAt: draftApp.updatedAt },
  });
  const received: string[] = [];
  workspace.state.messages.receive(({ content }) => received.push(content));
  await frame();
  await draw();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(sent('snapshot')).toEqual([]);
  await post({ type: 'snapshot', image: 'data:image/webp;base64,AA' });
  await post({ type: 'send-chat-message', content: 'Add a chart' });
  await act(() => vi.advanceTimersByTimeAsync(25_000));
  expect(server.calls('setAppThumbnail')).toEqual([]);
  expect(received).toEqual([]);
});

it('saves a picture despite an error that the page survived, listed or hidden', async () => {
  const { server } = preview({ setAppThumbnail: { id: 'a1', thumbnailUrl: '/t.webp', updatedAt: draftApp.updatedAt } });
  await frame();
  await asksForPicture();
  await post({ type: 'app-error', error: { title: 'Streaks cannot be counted', scope: 'page' } });
  await post({ type: 'snapshot', image: 'data:image/webp;base64,AA' });
  await waitFor(() => expect(server.calls('setAppThumbnail')).toHaveLength(1));
});

it.each([null, 'data:image/webp;base64,AA'])(
  'saves no picture of a page that fails, nor of a version that does not compile: %s',
  async (image) => {
    const problems = image === null ? [] : [broken];
    const { server } = preview({
      startPreview: { ...session, build: { ...build, problems } },
      setAppThumbnail: { id: 'a1', thumbnailUrl: '/t.webp', updatedAt: draftApp.updatedAt },
    });
    await frame();
    await asksForPicture();
    await post({ type: 'snapshot', image });
    expect(server.calls('setAppThumbnail')).toEqual([]);
  },
);

it('renews the token before it expires, and after an outage', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { setInterval } = window;
  /** The check of the expiry; other intervals are those of the waiting test. */
  let check: (() => void) | undefined;
  vi.spyOn(window, 'setInterval').mockImplementation(((callback: () => void, ms: number) => {
    if (ms !== 30_000) return setInterval(callback, ms);
    check = callback;
    return 0;
  }) as typeof window.setInterval);
  const pass = (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    act(() => check?.());
  };
  const expiresAt = new Date(Date.now() + 180_000).toISOString();
  const { server } = preview({ startPreview: { ...session, expiresAt } });
  await frame();
  await draw();
  pass(30_000);
  expect(server.calls('startPreview').length).toBe(1);
  server.answer({ startPreview: offline });
  pass(60_001);
  await alert('The server cannot be reached. Check your connection and try again.');
  server.answer({ startPreview: { ...session, token: 't2' } });
  pass(30_000);
  await waitFor(() => expect(sent('token')).toMatchObject([{ token: 't2' }]));
});

const tab = (answers: object = {}) =>
  renderScreen(<PreviewTab />, {
    path: '/preview/app/:appId/*',
    at: '/preview/app/a1/weekview',
    answers: { app: draftApp, startPreview: session, previewBuilt: createChannel(), ...answers },
  });

it('a tab of its own waits for the app', async () => {
  tab({ app: pending });
  await text('Opening your app');
});

it.each([
  ['the app', { app: refusal(404, 'There is no such app.') }, 'There is no such app.'],
  ['its build', { startPreview: offline }, 'The server cannot be reached. Check your connection and try again.'],
])('a tab of its own offers to load %s again', async (_name, answers, sentence) => {
  const { server, user } = tab(answers);
  await text('Could not start the preview');
  await text(sentence);
  expect((await link('Open the builder')).getAttribute('href')).toBe('/build/app/a1');
  server.answer({ app: draftApp, startPreview: session });
  await user.click(await button('Try again'));
  await screen.findByTitle('Habits');
});

it('a tab of its own says that there is nothing to show yet', async () => {
  tab({ app: { ...draftApp, currentVersion: null } });
  await text('Nothing to show yet');
});

it('a tab of its own leads to the builder when the app fails', async () => {
  const start = held(session);
  tab({ startPreview: start });
  start.release();
  const { src } = await screen.findByTitle<HTMLIFrameElement>('Habits');
  const data = { source: 'sayso-preview', nonce: /nonce=(\w+)/.exec(src)?.[1], type: 'app-error', error: { title: 'Streaks' } };
  await act(() => void window.dispatchEvent(new MessageEvent('message', { source: frameWindow as unknown as Window, data })));
  await text('Streaks');
  expect((await link('Fix it in the builder')).getAttribute('href')).toBe('/build/app/a1');
});

it('has the frame outline what is selected, also around what was pointed at', async () => {
  const places = [
    { file: 'pages/Home', line: 6, column: 7 },
    { file: 'pages/Home', line: 5, column: 5 },
  ];
  const element = {
    ...{ endLine: 9, code: '<p>Text</p>', component: null, texts: [], hasComputedText: false, classes: [], image: null, link: null },
    ...{ canMoveBefore: false, canMoveAfter: false, canDuplicate: true, canRemove: true, isRepeated: false },
  };
  const appElement = ({ at: { path, line, column } }: { at: { path: string; line: number; column: number } }) => ({
    ...{ ...element, path, line, column, tag: line === 6 ? 'p' : 'main' },
  });
  const { user } = preview({ appElement });
  await draw();
  await user.click(await button('Select an element'));
  (await screen.findByRole('application')).focus();
  await user.keyboard('{Enter}');
  await post({ type: 'picked', id: sent('pick')[0]?.['id'], element: { places, row: null } });
  await waitFor(() => expect(sent('choose').map(({ place }) => place)).toEqual([places[0]]));
  await user.click(await button('Around it'));
  await waitFor(() => expect(sent('choose').map(({ place }) => place)).toEqual(places));
});
