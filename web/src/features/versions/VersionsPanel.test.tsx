import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
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
