import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alert, button, field, text, toggle } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { offline, pending, refusal } from '../../testing/server.ts';
import IntegrationsPanel from './IntegrationsPanel.tsx';

const limited = {
  id: 'a1/InvokeLLM',
  name: 'InvokeLLM',
  sentence: 'Asks a language model.',
  isOpenToVisitors: false,
  perCaller: null,
  perApp: 500,
  mostPerCaller: 200,
  mostPerApp: 5000,
  usedToday: 12,
};
const open = { isOpenToVisitors: null, perCaller: null, perApp: null, mostPerCaller: null, mostPerApp: null, usedToday: 0 };
const endpoints = [limited, { ...open, id: 'a1/CreateFileSignedUrl', name: 'CreateFileSignedUrl', sentence: 'Makes a link.' }];
const today = new Date().toISOString();
const day = {
  day: today.slice(0, 10),
  endpoint: 'InvokeLLM',
  calls: 12,
  failures: 2,
  refusals: 3,
  tokens: 4200,
  cost: 0.0123,
  unpriced: 1,
};
const call = {
  id: 'c1',
  endpoint: 'InvokeLLM',
  at: today,
  state: 'done',
  callerName: 'Grace',
  isVisitor: false,
  isDraft: true,
  message: null,
  milliseconds: 1234,
  retries: 1,
  model: 'small',
  tokens: 300,
  cost: 0.0004,
};
const failed = {
  ...call,
  id: 'c2',
  state: 'failed',
  callerName: null,
  isVisitor: true,
  isDraft: false,
  message: 'The credit is used up.',
  tokens: 0,
};
const empty = { id: 'a1', mailFields: ['Guest.email'], endpoints, days: [], calls: [] };
const full = { ...empty, days: [day], calls: [failed, call] };
/** Packages have tests of their own. */
const integrationPackages = { id: 'a1', missing: [], installed: [], catalogue: [], broken: [], events: [] };
const show = (integrations: unknown, answers: object = {}, app: object = draftApp) =>
  renderPanel(IntegrationsPanel, { answers: { app, integrations, integrationPackages, ...answers } });

it('waits for the integrations', async () => {
  show(pending);
  await waitFor(() => screen.getByRole('status', { name: 'Loading' }));
});

it('offers to load them again', async () => {
  const { server, user } = show(offline);
  await alert(/Could not load the integrations\./);
  server.answer({ integrations: empty });
  await user.click(await button('Try again'));
  await text('No calls yet');
});

it('shows calls, failures, tokens and cost by endpoint, and the latest calls', async () => {
  show(full);
  const row = await screen.findByRole('row', { name: /^InvokeLLM/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['12', '2', '3', '4.2K', '$0.0123']);
  await text('Without the calls of models whose price is not known.');
  await text('The credit is used up.');
  await text('Grace · preview · 1.2 s · 1 retry · small · 300 tokens, $0.0004');
  await text(/^A visitor · 1\.2 s/);
  await text('Today: 12 of 500');
  await text('Signed-in people only');
});

it('opens a function to visitors', async () => {
  const { server, user } = show(full, {
    changeIntegration: { ...empty, endpoints: [{ ...limited, isOpenToVisitors: true }, ...endpoints.slice(1)] },
  });
  await user.click(await toggle('Open InvokeLLM to visitors'));
  await waitFor(async () => expect((await toggle('Open InvokeLLM to visitors')).matches(':checked')).toBe(true));
  expect(server.calls('changeIntegration')).toEqual([{ appId: 'a1', endpoint: 'InvokeLLM', isOpenToVisitors: true }]);
});

it('sets a limit when its field is left, and takes it back when it is emptied', async () => {
  const { server, user } = show(full, { changeIntegration: empty });
  const group = await screen.findByRole('group', { name: 'Limits of InvokeLLM' });
  await user.type(within(group).getByLabelText('One person, a day'), '20');
  await user.tab();
  await waitFor(() => expect(server.calls('changeIntegration')).toEqual([{ appId: 'a1', endpoint: 'InvokeLLM', perCaller: 20 }]));
  await user.clear(within(group).getByLabelText('All people, a day'));
  await user.tab();
  await waitFor(() => expect(server.calls('changeIntegration')).toHaveLength(2));
  expect(server.calls('changeIntegration')[1]).toEqual({ appId: 'a1', endpoint: 'InvokeLLM', perApp: null });
});

it('says why a change was refused', async () => {
  const { user } = show(full, { changeIntegration: refusal(403, 'You may not do this.') });
  await user.click(await toggle('Open InvokeLLM to visitors'));
  await alert('You may not do this.');
});

it('sets the columns whose addresses may get mail', async () => {
  const { server, user } = show(full, { changeMailFields: { ...empty, mailFields: ['Guest.email', 'Order.contact'] } });
  const columns = await field('Columns with addresses that may get mail');
  expect(columns.value).toBe('Guest.email');
  await user.type(columns, ', Order.contact');
  await user.tab();
  await waitFor(() => expect(columns.value).toBe('Guest.email, Order.contact'));
  expect(server.calls('changeMailFields')).toEqual([{ appId: 'a1', fields: ['Guest.email', 'Order.contact'] }]);
});

it('keeps columns that the server refuses, and says why', async () => {
  const { user } = show(full, { changeMailFields: refusal(400, 'mailFields must be columns such as Guest.email.') });
  await user.type(await field('Columns with addresses that may get mail'), 'x y');
  await user.tab();
  await text('mailFields must be columns such as Guest.email.');
  expect((await field('Columns with addresses that may get mail')).value).toBe('Guest.emailx y');
});

it('lets people who only view the app change nothing', async () => {
  show(full, {}, { ...draftApp, role: 'view' });
  expect((await toggle('Open InvokeLLM to visitors')).hasAttribute('disabled')).toBe(true);
  expect((await screen.findByRole('group', { name: 'Limits of InvokeLLM' })).hasAttribute('disabled')).toBe(true);
});
