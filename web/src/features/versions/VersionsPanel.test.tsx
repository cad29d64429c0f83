import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { alert, button, text } from '../../testing/find.ts';
import { liveApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { offline, pending, refusal } from '../../testing/server.ts';
import VersionsPanel from './VersionsPanel.tsx';

const version = (id: string, title: string) => ({
  id,
  title,
  name: null,
  isStarred: false,
  messageId: null,
  createdAt: '2026-01-02T08:00:00Z',
});
const app = { ...liveApp, publishedVersionId: 'v1', versions: [version('v2', 'Add a chart'), version('v1', 'A habit tracker')] };
/** The buttons with words. */
const namesIn = (row: Awaited<ReturnType<typeof rows>>[number]) =>
  row.queryAllByRole('button').flatMap(({ textContent }: HTMLElement) => textContent || []);
const rows = async () => (await screen.findAllByRole('listitem')).map((row) => within(row));

it('marks the latest and the live version, and offers the others', async () => {
  renderPanel(VersionsPanel, { answers: { app } });
  const [latest, older] = await rows();
  latest!.getByText(/Latest/);
  expect(namesIn(latest!)).toEqual([]);
  older!.getByText(/Live/);
  expect(namesIn(older!)).toEqual(['View', 'Restore']);
});

it.each([
  ['View', 'view'],
  ['Restore', 'restore'],
] as const)('%s closes the panel', async (name, call) => {
  const { user, workspace } = renderPanel(VersionsPanel, { answers: { app } });
  await user.click(await button(name));
  expect(workspace[call].mock.calls).toEqual([['v1']]);
  expect(workspace.close).toHaveBeenCalledOnce();
});

it('offers to restore the older version that is shown, and to view the latest', async () => {
  const { user, workspace } = renderPanel(VersionsPanel, { answers: { app }, olderVersion: 'v1' });
  const [latest, older] = await rows();
  expect(namesIn(older!)).toEqual(['Restore']);
  await user.click(latest!.getByRole('button', { name: 'View' }));
  expect(workspace.view.mock.calls).toEqual([['v2']]);
});

it('offers those who only view the app to look at versions alone', async () => {
  const { user } = renderPanel(VersionsPanel, { answers: { app: { ...app, role: 'view' } } });
  const [, older] = await rows();
  expect(namesIn(older!)).toEqual(['View']);
  expect(older!.getByRole<HTMLButtonElement>('button', { name: 'Star A habit tracker' }).disabled).toBe(true);
  await user.click(older!.getByRole('button', { name: 'More for A habit tracker' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['All Changes', 'Changes since this version']);
});

it('shows a skeleton while the versions load', async () => {
  renderPanel(VersionsPanel, { answers: { app: { ...app, versions: pending } } });
  await text('Versions');
  await screen.findByRole('status', { name: 'Loading' });
});

it('says that there is no version yet', async () => {
  const { user, workspace } = renderPanel(VersionsPanel, { answers: { app: { ...app, currentVersion: null, versions: [] } } });
  await text('No versions yet');
  await user.click(await button('Go to the chat'));
  expect(workspace.show.mock.calls).toEqual([['chat']]);
});

it.each([
  [offline, 'The server cannot be reached. Check your connection and try again.'],
  [refusal(404, 'This app does not exist.'), 'This app does not exist.'],
])('offers to load them again', async (failure, sentence) => {
  let isBroken = true;
  const versions = () => {
    if (isBroken) throw failure;
    return app.versions;
  };
  const { user } = renderPanel(VersionsPanel, { answers: { app: { ...app, versions } } });
  await alert(sentence);
  isBroken = false;
  await user.click(await button('Try again'));
  await text('Add a chart');
});

it('shows older versions by pages', async () => {
  const page = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => version(`v${first - index}`, `Change ${first - index}`));
  const versions = ({ before }: { before?: string }) => (before === undefined ? page(13, 10) : page(3, 3));
  const { user } = renderPanel(VersionsPanel, { answers: { app: { ...app, versions } } });
  await user.click(await button('Show older versions'));
  await text('Change 1');
  expect(await rows()).toHaveLength(13);
  expect(screen.queryByRole('button', { name: 'Show older versions' })).toBeNull();
});

const LIST = 'GET /live_api/apps/a1/snapshots';
const kept = {
  id: 's1',
  rows: 'draft',
  at: '2026-01-02T08:00:00Z',
  version: { id: 'v2', title: 'Delete the column effort' },
  tables: [
    { name: 'Task', rows: 700, bytes: 12_345, present: 690 },
    { name: 'Gone', rows: 1, bytes: 20, present: null },
  ],
};

describe('rows that were kept', () => {
  const open = async (answer: unknown, more: object = {}) => {
    const rendered = renderPanel(VersionsPanel, { answers: { app, [LIST]: answer, ...more } });
    await rendered.user.click(await screen.findByText('Rows'));
    return rendered;
  };

  it('lists them, and restores those of tables that the app has after a question, with an undo', async () => {
    const begin = 'POST /live_api/apps/a1/rows/restore';
    const done = { id: 'c1', state: 'done', done: 2, total: 2, undo: 's2', error: null };
    const { user, server, workspace } = await open({ snapshots: [kept] }, { [begin]: done });
    await text('Before “Delete the column effort”');
    await text('Task: 700 rows');
    await text('Gone: one row. The app does not have this table now.');
    await screen.findByText(/Preview · 12 kB/);
    await user.click(await button('Restore the rows: Before “Delete the column effort”'));
    expect(workspace.close).toHaveBeenCalledOnce();
    const question = within(await screen.findByRole('dialog', { name: 'Restore these rows?' }));
    question.getByText('Task: 700 rows replace the 690 there now');
    await user.click(question.getByRole('button', { name: 'Restore' }));
    await screen.findByText(/Restored, with the rows/);
    expect(server.calls(begin)).toEqual([{ tables: [{ name: 'Task', snapshotId: 's1' }] }]);
    await user.click(await button('Undo for the rows'));
    await text('The rows are as before the restore');
    expect(server.calls(begin)[1]).toEqual({ tables: [{ name: 'Task', snapshotId: 's2' }] });
  });

  it('says which rows are those of the published app, and restores nothing while an older version is shown', async () => {
    const answers = { app, [LIST]: { snapshots: [{ ...kept, rows: 'live', version: null }] } };
    const { user, workspace } = renderPanel(VersionsPanel, { answers, olderVersion: 'v1' });
    await user.click(await screen.findByText('Rows'));
    await screen.findByText(/Published app/);
    await user.click(await button('Restore the rows: Before rows were replaced'));
    expect(workspace.mayChange).toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('deletes them after a question', async () => {
    const { user, server } = await open({ snapshots: [kept] }, { 'DELETE /live_api/apps/a1/snapshots/s1': { deleted: true } });
    await user.click(await button('Delete the rows: Before “Delete the column effort”'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete these kept rows?' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await text('No kept rows');
    expect(server.calls('DELETE /live_api/apps/a1/snapshots/s1')).toHaveLength(1);
  });

  it.each([
    [offline, 'The server cannot be reached. Check your connection and try again.'],
    [refusal(404, 'This app does not exist.'), 'This app does not exist.'],
  ])('offers to load them again', async (failure, sentence) => {
    const { user, server } = await open(failure);
    await alert(sentence);
    server.answer({ [LIST]: { snapshots: [] } });
    await user.click(await button('Try again'));
    await text('No kept rows');
  });

  it('loads', async () => {
    await open(pending);
    await screen.findByRole('status', { name: 'Loading' });
  });

  it('does not offer them to those who only view the app', async () => {
    renderPanel(VersionsPanel, { answers: { app: { ...app, role: 'view' } } });
    await text('Starred');
    expect(screen.queryByText('Rows')).toBeNull();
  });
});
