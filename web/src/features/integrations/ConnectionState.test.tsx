import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportVisit } from '../../lib/popup.ts';
import { button, text } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { refusal } from '../../testing/server.ts';
import { CONNECT_CHANNEL } from './connect.ts';
import { PackagesSection } from './PackagesSection.tsx';

const declared = {
  name: 'calendar',
  title: 'Calendar',
  version: '1.0.0',
  sentence: 'Reads a calendar.',
  icon: null,
  price: null,
  hosts: [],
  settings: {},
  secrets: {},
  endpoints: {},
  webhooks: {},
  connections: { account: { title: 'Calendar account', issuer: 'https://accounts.example', scopes: ['events.read'] } },
};
const connection = {
  id: 'i1 account',
  name: 'account',
  title: 'Calendar account',
  state: 'disconnected',
  problem: 'Calendar account is not connected.',
  lastError: null,
  clientId: 'mine',
  hasClientSecret: true,
  hasOperatorClient: false,
  callbackUrl: 'https://sayso.example/api/integrations/oauth/callback',
};
const packages = (more: object = {}) => {
  const state = { ...connection, ...more };
  const instance = {
    id: 'i1',
    name: 'main',
    settings: {},
    secretNames: [],
    visitors: [],
    hasSamples: false,
    problem: state.problem,
    lastCallAt: null,
    lastError: null,
    webhookUrls: {},
    upgradeAdds: null,
    upgrade: null,
    connections: [state],
    package: declared,
  };
  return { id: 'a1', missing: [], installed: [instance], catalogue: [], broken: [], events: [] };
};
const connected = packages({ state: 'connected', problem: null });
const show = (integrationPackages: unknown, answers: object = {}) =>
  renderPanel(PackagesSection, { answers: { app: draftApp, integrationPackages, ...answers } });

const popup = { location: { replace: vi.fn() }, close: vi.fn() };
beforeEach(() => {
  popup.location.replace.mockClear();
  popup.close.mockClear();
  vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
});
afterEach(() => vi.restoreAllMocks());

it('opens the provider in a pop-up, and shows the state that the server has afterwards', async () => {
  const { server, user } = show(packages(), { connectIntegration: 'https://accounts.example/authorize?state=a' });
  await text('Calendar account · Not connected');
  await user.click(await button('Connect Calendar account'));
  await waitFor(() => expect(popup.location.replace.mock.calls).toEqual([['https://accounts.example/authorize?state=a']]));
  server.answer({ integrationPackages: connected });
  reportVisit(CONNECT_CHANNEL, 'connected');
  await text('Connected Calendar account.');
  await text('Calendar account · Connected');
});

it.each([
  ['denied', 'You did not allow the access. Nothing has changed.'],
  ['expired', 'The attempt has expired. Try again.'],
  ['<b>', 'The provider did not accept it.'],
])('says what a consent that ended as %s means', async (outcome, sentence) => {
  const { user } = show(packages(), { connectIntegration: 'https://accounts.example/' });
  await user.click(await button('Connect Calendar account'));
  await waitFor(() => expect(popup.location.replace).toHaveBeenCalledOnce());
  reportVisit(CONNECT_CHANNEL, outcome);
  await text(sentence);
});

it('closes the pop-up when the server refuses, and says that the browser blocks pop-ups', async () => {
  const { user } = show(packages(), { connectIntegration: refusal(502, 'accounts.example cannot be reached.') });
  await user.click(await button('Connect Calendar account'));
  await text('accounts.example cannot be reached.');
  expect(popup.close).toHaveBeenCalledOnce();
  vi.spyOn(window, 'open').mockReturnValue(null);
  await user.click(await button('Connect Calendar account'));
  await text(/Your browser blocked the window/);
});

it('says why a connection was lost, and shows the address to be registered in its form', async () => {
  const { user } = show(packages({ state: 'lost', lastError: 'The provider answered invalid_grant' }));
  await text('The provider answered invalid_grant');
  await button('Connect again: Calendar account');
  await user.click(await button('Settings of Calendar'));
  expect(await screen.findByText(connection.callbackUrl)).toBeDefined();
});

it('disconnects', async () => {
  const { user } = show(connected, { disconnectIntegration: packages() });
  await user.click(await button('Disconnect Calendar account'));
  await text('Disconnected Calendar account.');
  await text('Calendar account · Not connected');
});
