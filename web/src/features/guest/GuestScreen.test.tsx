import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alert, button, isGone, link, text } from '../../testing/find.ts';
import { guest } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, held, offline, pending, refusal } from '../../testing/server.ts';
import { GuestScreen } from './GuestScreen.tsx';

const club = { id: 'c', name: 'Club', url: 'http://club.localhost:4001', logoUrl: null };
const signup = { isFirst: false, isGoogleEnabled: false, policy: 'open' };
const home = (answers: Answers = {}) => renderScreen(<GuestScreen />, { answers: { me: guest, appsInUse: [club], signup, ...answers } });

it('shows a skeleton while the apps load', async () => {
  home({ appsInUse: pending });
  await screen.findByRole('status', { name: 'Loading' });
  await text(/Your account, gil@example\.org, is for using these apps\./);
});

it('links to the apps in use', async () => {
  home();
  expect((await link('Open Club')).getAttribute('href')).toBe('http://club.localhost:4001');
});

it('says how the first app appears', async () => {
  home({ appsInUse: [] });
  await text("Open an app's link and log in. The app then appears here.");
  await link('Account settings');
});

it('offers to load the apps again', async () => {
  const { server, user } = home({ appsInUse: offline });
  await alert('Could not load your apps');
  server.answer({ appsInUse: [club] });
  await user.click(await button('Try again'));
  await link('Open Club');
});

it.each([
  ['open', 'Anyone with an account can build here.'],
  ['invite', 'You need an invitation to build here. Ask the person who runs this site for a link.'],
  ['closed', 'Ask the person who runs this site to let you build here.'],
])('says how to build where sign-up is %s', async (policy, sentence) => {
  home({ signup: { ...signup, policy } });
  await text(sentence);
  expect(isGone('button', 'Start building')).toBe(policy !== 'open');
});

it('starts building', async () => {
  const start = held({ ...guest, mayBuild: true, accountType: 'builder' });
  const { client, server, user } = home({ startBuilding: refusal(403, 'You need an invitation to build here.') });
  await user.click(await button('Start building'));
  await alert('You need an invitation to build here.');
  server.answer({ startBuilding: start, me: { ...guest, mayBuild: true } });
  await user.click(await button('Start building'));
  expect((await button('Start building')).hasAttribute('data-loading')).toBe(true);
  start.release();
  await waitFor(() => expect(JSON.stringify(client.cache.extract())).toContain('"mayBuild":true'));
});
