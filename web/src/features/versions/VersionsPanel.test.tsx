import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alert, button, text } from '../../testing/find.ts';
import { liveApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { offline, pending, refusal } from '../../testing/server.ts';
import VersionsPanel from './VersionsPanel.tsx';

const version = (id: string, title: string) => ({ id, title, messageId: null, createdAt: '2026-01-02T08:00:00Z' });
const app = { ...liveApp, publishedVersionId: 'v1', versions: [version('v2', 'Add a chart'), version('v1', 'A habit tracker')] };
const rows = async () => (await screen.findAllByRole('listitem')).map((row) => within(row));

it('marks the latest and the live version, and offers the others', async () => {
  renderPanel(VersionsPanel, { answers: { app } });
  const [latest, older] = await rows();
  latest!.getByText(/Latest/);
  expect(latest!.queryAllByRole('button')).toEqual([]);
  older!.getByText(/Live/);
  expect(older!.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['View', 'Restore']);
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
  expect(older!.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Restore']);
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
