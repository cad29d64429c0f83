import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { alert, button, dialog, field, focused, gone, heading, isGone, link, text, textGone } from '../../testing/find.ts';
import { draftApp, liveApp } from '../../testing/fixtures.ts';
import { renderRoutes } from '../../testing/render.tsx';
import { setScreen } from '../../testing/screen.ts';
import { type Answers, createChannel, held, offline, pending, refusal } from '../../testing/server.ts';
import { Component as BuilderRoute } from '../routes/BuilderRoute.tsx';

const version = (id: string, title: string) => ({
  id,
  title,
  messageId: null,
  name: null,
  isStarred: false,
  createdAt: '2026-01-02T08:00:00Z',
});
const versions = [version('v2', 'Add a chart'), version('v1', 'A habit tracker')];
const files = [{ path: 'pages/Home', kind: 'page', content: '// Home' }];
const more = { mayEditCode: true, versions, messages: [], latestTurn: null, version: ({ id }: { id: string }) => ({ id, files }) };
const app = { ...draftApp, ...more };

function workspace(answers: Answers = {}, search = '') {
  const channels = { presence: createChannel(), appChanged: createChannel(), turnEvents: createChannel(), previewBuilt: createChannel() };
  const routes = [
    { path: '/build/app/:appId/:pageName?', element: <BuilderRoute /> },
    { path: '*', element: <h1>Elsewhere</h1> },
  ];
  const rendered = renderRoutes(() => routes, {
    at: `/build/app/a1${search}`,
    answers: {
      app,
      assistant: { examplePrompts: [], takesPictures: true, isDemo: false },
      startPreview: pending,
      integrationPackages: { id: app.id, missing: [] },
      absentPackages: [],
      checkAppFiles: pending,
      ...channels,
      ...answers,
    },
  });
  return { ...rendered, channels };
}
const chat = () => screen.findByRole('region', { name: 'Chat' });
const view = (name: string) => screen.findByRole('radio', { name });

it('shows a skeleton while the app loads', async () => {
  workspace({ app: pending });
  await screen.findByRole('status', { name: 'Loading' });
});

it('an app that is not there leads home', async () => {
  workspace({ app: refusal(404, 'There is no such app.') });
  await heading('App not found');
  expect((await link('Go home')).getAttribute('href')).toBe('/home');
});

it('offers to load the app again', async () => {
  const { server, user } = workspace({ app: offline });
  await heading('Could not load your app');
  server.answer({ app });
  await user.click(await button('Try again'));
  await chat();
});

it('opens with preview and chat, and switches the main panel, which the address names', async () => {
  const { router, user } = workspace();
  await chat();
  await screen.findByRole('region', { name: 'Preview' });
  await user.click(await view('Code'));
  await field('pages/Home');
  expect(router.state.location.search).toBe('?panel=code');
  await user.click(await view('Preview'));
  expect(router.state.location.search).toBe('');
  expect(document.title).toBe('Habits · Sayso');
});

it.each([
  [draftApp, 'DraftNot published'],
  [liveApp, 'LivePublished'],
])('says whether the app is published', async (state, words) => {
  workspace({ app: { ...state, ...more } });
  await waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(words));
});

it('follows changes of the app from elsewhere', async () => {
  const { channels } = workspace();
  await button('Habits, rename');
  await waitFor(() => expect(channels.appChanged.subscribers.size).toBe(1));
  act(() => channels.appChanged.send({ ...draftApp, name: 'Streaks' }));
  await button('Streaks, rename');
});

it('shows who else is here, each once and not the builder', async () => {
  const { channels } = workspace();
  await waitFor(() => expect(channels.presence.subscribers.size).toBe(1));
  expect(screen.queryByRole('list', { name: 'Also here' })).toBeNull();
  const people = ['ada', 'ben', 'cy', 'di', 'ed', 'flo'].map((id) => ({ accountId: id, name: id }));
  act(() => channels.presence.send(people));
  const list = await screen.findByRole('list', { name: 'Also here' });
  expect(
    within(list)
      .getAllByRole('img')
      .map((each) => each.getAttribute('aria-label')),
  ).toEqual(['ben', 'cy', 'di', 'ed, flo']);
  act(() => channels.presence.send(people.slice(0, 1)));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Also here' })).toBeNull());
});

it('still follows them after the app could not be read again', async () => {
  const { channels, server } = workspace();
  await button('Habits, rename');
  await waitFor(() => expect(channels.appChanged.subscribers.size).toBe(1));
  server.answer({ app: offline });
  const before = server.calls('app').length;
  act(() => channels.appChanged.end());
  await waitFor(() => expect(server.calls('app').length).toBeGreaterThan(before), { timeout: 10_000 });
  await waitFor(() => expect(channels.appChanged.subscribers.size).toBe(1));
  act(() => channels.appChanged.send({ ...draftApp, name: 'Streaks' }));
  await button('Streaks, rename');
});

it('renames the app at once, and back when that is refused', async () => {
  const rename = held(offline);
  const { user } = workspace({ renameApp: rename });
  await user.click(await button('Habits, rename'));
  await user.keyboard('{Control>}a{/Control}Streaks{Enter}');
  await focused(await button('Streaks, rename'));
  rename.release();
  await alert('Failed saving app, your changes might be lost. Please try again or contact us.');
  await button('Habits, rename');
});

it('hides and shows the chat by button and by key, and remembers it', async () => {
  const { user } = workspace();
  await chat();
  const toggle = await button('Chat');
  expect(toggle.getAttribute('aria-pressed')).toBe('true');
  await user.click(toggle);
  await gone('region', 'Chat');
  expect(document.cookie).toContain('sidebar_state=false');
  await user.keyboard('{Control>}b{/Control}');
  await chat();
  expect(document.cookie).toContain('sidebar_state=true');
});

it('changes the width of the chat by keyboard, within limits', async () => {
  workspace();
  await text('Start a conversation');
  const handle = await screen.findByRole('separator', { name: 'Width of the chat' });
  const press = (key: string) => fireEvent.keyDown(handle, { key });
  const width = () => handle.getAttribute('aria-valuenow');
  expect(width()).toBe('400');
  press('ArrowRight');
  expect(width()).toBe('416');
  press('End');
  press('ArrowRight');
  expect(width()).toBe('560');
  press('Home');
  expect(width()).toBe('360');
  expect(localStorage.getItem('sayso-chat-width')).toBe('360');
  fireEvent.doubleClick(handle);
  expect(width()).toBe('400');
});

it('shows one panel at a time on phones', async () => {
  setScreen({ width: 375 });
  const { user } = workspace();
  await chat();
  const bar = within(await screen.findByRole('navigation', { name: 'What is shown' }));
  expect(bar.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual(['chat', 'preview', 'data', 'code']);
  await user.click(bar.getByRole('radio', { name: 'Preview' }));
  await screen.findByRole('region', { name: 'Preview' });
  expect(isGone('region', 'Chat')).toBe(true);
  expect(isGone('separator', 'Width of the chat')).toBe(true);
});

it('opens popovers by keyboard, keeps the focus in them, and returns it', async () => {
  const { user } = workspace();
  const opener = await button('Versions');
  opener.focus();
  await user.keyboard('{Enter}');
  const popover = await dialog('Versions');
  await within(popover).findByText('Add a chart');
  await waitFor(() => expect(popover.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await gone('dialog', 'Versions');
  await focused(opener);
});

it('shows an older version read-only, and asks before a change', async () => {
  const { router, server, user } = workspace();
  await user.click(await button('Versions'));
  await user.click(await button('View'));
  await text("You're viewing an older version");
  expect(router.state.location.search).toBe('?version=v1');
  await user.type(await field('Message'), 'anything{Enter}');
  const question = within(await dialog("You're viewing an older version"));
  await user.click(question.getByRole('button', { name: 'Stay on this version' }));
  await gone('dialog', "You're viewing an older version");
  expect((await field('Message')).value).toBe('anything');
  expect(server.calls('sendMessage')).toEqual([]);
  await user.click(await button('Switch to latest version'));
  await textGone("You're viewing an older version");
  expect(router.state.location.search).toBe('');
});

it('says on phones over each panel, also the chat, that an older version is shown', async () => {
  setScreen({ width: 375 });
  const { user } = workspace({}, '?version=v1');
  await chat();
  await button('Switch to latest version');
  const bar = within(await screen.findByRole('navigation', { name: 'What is shown' }));
  await user.click(bar.getByRole('radio', { name: 'Preview' }));
  await screen.findByRole('region', { name: 'Preview' });
  await user.click(await button('Switch to latest version'));
  await textGone("You're viewing an older version");
});

it('leads those who only view the app back from an older version', async () => {
  const { router, user } = workspace({ app: { ...app, role: 'view' } }, '?version=v1');
  await text("You're viewing an older version");
  expect(isGone('button', 'Restore')).toBe(true);
  await user.click(await button('Switch to latest version'));
  await textGone("You're viewing an older version");
  expect(router.state.location.search).toBe('');
});

const EFFECTS = 'GET /live_api/apps/a1/versions/v1/effects';
const count = { values: 2, unconverted: 0 };
const tables = [
  { name: 'Idea', kind: 'removed', rows: 12, columns: [], isPartial: false },
  { name: 'Key', kind: 'removed', rows: null, columns: [], isPartial: false },
  { name: 'Note', kind: 'added', rows: 1, columns: [], isPartial: false },
  {
    ...{ name: 'Task', kind: 'changed', rows: 9000, isPartial: true },
    columns: [
      { name: 'level', kind: 'added', from: null, ...count },
      { name: 'extra', kind: 'removed', from: null, ...count },
      { name: 'due', kind: 'renamed', from: 'until', ...count },
      { name: 'size', kind: 'retyped', from: null, values: 2, unconverted: 1 },
    ],
  },
];

it('says before a restore what it does to tables and rows', async () => {
  const { server, user } = workspace({ app: { ...liveApp, ...more }, [EFFECTS]: { tables, snapshots: [] } }, '?version=v1');
  await user.click(await button('Restore'));
  const effects = within(await within(await dialog('Restore this version?')).findByRole('region', { name: 'Tables in the preview' }));
  await effects.findByText('Idea: disappears. Its 12 rows are kept, for versions that have the table.');
  const lines = [
    'Key: changes. No one may see its rows, so they are not counted.',
    'Note: comes back with 1 row',
    'level: comes back with 2 values',
    'extra: is removed, with 2 values. They are kept for 30 days.',
    'until becomes due',
    'size: 2 values get another type · 1 value does not fit, and stays as before.',
    'Counted in the first rows of the table.',
    'Rows of the published app change when you publish.',
  ];
  for (const line of lines) effects.getByText(line);
  await user.click(await button('Cancel'));
  server.answer({ [EFFECTS]: { tables: [], snapshots: [] } });
  await user.click(await button('Restore'));
  await text('Your tables and rows stay as they are.');
  await user.click(await button('Cancel'));
  server.answer({ [EFFECTS]: refusal(500, 'x') });
  await user.click(await button('Restore'));
  await text('What this does to your rows could not be read.');
});

it('restores rows with the version when that is chosen, and undoes it', async () => {
  const [begin, follow] = ['POST /live_api/apps/a1/rows/restore', 'GET /live_api/apps/a1/rows/copy/c1'];
  const snapshots = [{ name: 'Task', snapshotId: 's1', at: '2026-01-02T08:00:00Z', rows: 3 }];
  const copy = { id: 'c1', state: 'queued', done: 0, total: 6, error: null, undo: null };
  const restored = { ...copy, state: 'done', undo: 's2' };
  const answers = { restoreVersion: { id: 'v3' }, [EFFECTS]: { tables: [], snapshots }, [begin]: copy, [follow]: restored };
  const { server, user } = workspace(answers, '?version=v1');
  await user.click(await button('Restore'));
  const question = within(await dialog('Restore this version?'));
  await user.click(await question.findByRole('switch', { name: /^Restore the rows too/ }));
  question.getByText(/^Task: 3 rows, as before the change of/);
  await user.click(question.getByRole('button', { name: 'Restore' }));
  await text('Restoring rows (0 of 6 steps)');
  await user.click(await button('Undo for the rows'));
  await text('The rows are as before the restore');
  expect(server.calls(begin)).toEqual(['s1', 's2'].map((snapshotId) => ({ tables: [{ name: 'Task', snapshotId }] })));
});

it('asks before it restores a version, and says when that failed', async () => {
  const { router, server, user } = workspace(
    { restoreVersion: refusal(500, 'x'), [EFFECTS]: { tables: [], snapshots: [] } },
    '?version=v1',
  );
  await user.click(await button('Restore'));
  const question = within(await dialog('Restore this version?'));
  question.getByText('Your app goes back to this version. Newer versions are kept, so you can return to them.');
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await gone('dialog', 'Restore this version?');
  expect(server.calls('restoreVersion')).toEqual([]);
  await user.click(await button('Restore'));
  await user.click(within(await dialog('Restore this version?')).getByRole('button', { name: 'Restore' }));
  await alert('Failed to restore version');
  server.answer({ restoreVersion: { id: 'v3' } });
  await user.click(await button('Restore'));
  await user.click(within(await dialog('Restore this version?')).getByRole('button', { name: 'Restore' }));
  await text('Restored');
  expect(server.calls('restoreVersion').at(-1)).toEqual({ id: 'a1', versionId: 'v1', messageId: null });
  expect(router.state.location.search).toBe('');
});

it.each([
  [false, '/build/app/a1'],
  [true, '/home'],
])('asks before unsaved changes are discarded; confirmed: %s', async (isConfirmed, pathname) => {
  const confirm = vi.fn(() => isConfirmed);
  vi.stubGlobal('confirm', confirm);
  // On a busy machine the code is saved by itself before the link is clicked.
  const { router, user } = workspace({ updateAppFile: pending }, '?panel=code');
  await user.type(await field('pages/Home'), '!');
  await button('Save');
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  await user.click(await link('Home'));
  await waitFor(() => expect(confirm.mock.calls).toEqual([['You have unsaved changes! Are you sure you want to leave?']]));
  await waitFor(() => expect(router.state.location.pathname).toBe(pathname));
});

it('shows an older version without the draft of the latest one, and keeps the draft', async () => {
  const { user } = workspace({}, '?panel=code');
  await user.type(await field('pages/Home'), '!');
  await user.click(await button('Versions'));
  await user.click(await button('View'));
  await text("You're viewing an older version");
  await waitFor(async () => expect((await field('pages/Home')).value).toBe('// Home'));
  expect(isGone('button', 'Save')).toBe(true);
  await user.click(await button('Switch to latest version'));
  await waitFor(async () => expect((await field('pages/Home')).value).toBe('// Home!'));
  await button('Save');
});
