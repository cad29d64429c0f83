import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { button, link, text, textGone } from '../../testing/find.ts';
import { admin, builder, draftApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { offline } from '../../testing/server.ts';
import MissingPackagesPanel from './MissingPackagesPanel.tsx';

const show = (missing: readonly string[], options: object = {}) =>
  renderPanel(MissingPackagesPanel, { answers: { integrationPackages: { id: 'a1', missing }, absentPackages: [] }, ...options });

it('offers to install each package that the app imports and does not have', async () => {
  const { user, workspace } = show(['slack', 'weather']);
  await text('Your app uses the package “slack”, which is not installed.');
  await user.click(await button('Install weather'));
  expect(workspace.show.mock.calls).toEqual([['integrations', { install: 'weather' }]]);
});

it('hides one on demand', async () => {
  const { user } = show(['slack', 'weather']);
  await user.click(await button('Hide: slack is not installed'));
  await textGone(/slack/);
  await text(/weather/);
});

it.each([
  ['without missing packages', { integrationPackages: { id: 'a1', missing: [] } }, {}],
  ['while the server cannot be reached', { integrationPackages: offline }, {}],
  ['for an older version', { integrationPackages: { id: 'a1', missing: ['slack'] } }, { olderVersion: 'v0' }],
])('shows nothing %s', async (_when, answers, options) => {
  const { server } = renderPanel(MissingPackagesPanel, { answers: { absentPackages: [], ...answers }, ...options });
  if (!('olderVersion' in options)) await waitFor(() => expect(server.calls('integrationPackages')).toHaveLength(1));
  else await waitFor(() => expect(server.calls('app')).toHaveLength(1));
  expect(screen.queryByRole('complementary')).toBeNull();
});

const absent = (status: 'absent' | 'pending' | 'refused', reason: string | null = null) => ({ name: 'party', status, reason });

it('offers an admin to allow a package of npm', async () => {
  renderPanel(MissingPackagesPanel, {
    answers: { integrationPackages: { id: 'a1', missing: [] }, absentPackages: [absent('absent')], me: admin },
  });
  await text('Your app imports “party”, which apps here may not use yet.');
  expect((await link('Allow party')).getAttribute('href')).toBe('/settings/packages?name=party');
});

it.each([
  [absent('absent'), 'Your app imports “party”, which apps here may not use yet. An administrator can allow it.'],
  [absent('pending'), 'Fetching party…'],
  [
    absent('refused', 'It needs Node.'),
    '“party” is missing. It needs Node. Ask an administrator to try again, or the assistant to do without it.',
  ],
])('tells others what is to be done about %j', async (one, sentence) => {
  renderPanel(MissingPackagesPanel, {
    answers: { integrationPackages: { id: 'a1', missing: [] }, absentPackages: [one], me: builder },
  });
  await text(sentence);
  expect(screen.queryByRole('link', { name: 'Allow party' })).toBeNull();
});

it('tells the workspace what is being fetched, and has the preview compile again when it is here', async () => {
  const answers = { integrationPackages: { id: 'a1', missing: [] }, absentPackages: [absent('pending')] };
  const { workspace, server } = renderPanel(MissingPackagesPanel, { answers });
  const restarted = vi.fn();
  workspace.state.previewRestarts.listen(restarted);
  await text('Fetching party…');
  expect(workspace.state.fetching.get()).toEqual(['party']);
  server.answer({ absentPackages: [] });
  await waitFor(() => expect(screen.queryByText('Fetching party…')).toBeNull(), { timeout: 5000 });
  await waitFor(() => expect(restarted).toHaveBeenCalledTimes(1));
  expect(workspace.state.fetching.get()).toEqual([]);
});

it('asks again while something waits for a compile, also before the first version', async () => {
  const { workspace, server } = renderPanel(MissingPackagesPanel, {
    answers: { app: { ...draftApp, currentVersion: null }, absentPackages: [] },
  });
  await waitFor(() => expect(server.calls('absentPackages')).toHaveLength(1));
  server.answer({ absentPackages: [absent('pending')] });
  act(() => workspace.state.turn.set({ isBusy: true, status: 'applying', step: null }));
  await waitFor(() => expect(workspace.state.fetching.get()).toEqual(['party']), { timeout: 5000 });
});
