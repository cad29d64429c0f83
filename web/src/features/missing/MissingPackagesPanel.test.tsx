import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { button, link, text, textGone } from '../../testing/find.ts';
import { admin, builder } from '../../testing/fixtures.ts';
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
  [absent('pending'), '“party” is being fetched…'],
  [absent('refused', 'It needs Node.'), '“party” cannot be used in apps. It needs Node.'],
])('tells others what is to be done about %j', async (one, sentence) => {
  renderPanel(MissingPackagesPanel, {
    answers: { integrationPackages: { id: 'a1', missing: [] }, absentPackages: [one], me: builder },
  });
  await text(sentence);
  expect(screen.queryByRole('link', { name: 'Allow party' })).toBeNull();
});
