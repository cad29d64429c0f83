import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alert, button, dialog, field, gone, text } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { offline, refusal } from '../../testing/server.ts';
import { PackagesSection } from './PackagesSection.tsx';

const declared = {
  name: 'slack',
  title: 'Slack',
  version: '1.0.0',
  sentence: 'Sends messages.',
  icon: null,
  price: null,
  hosts: ['hooks.slack.com', '{server}'],
  settings: {
    server: { title: 'Server', type: 'url', required: false },
    format: { title: 'Format', type: 'choice', required: true, default: 'plain', choices: [{ value: 'plain', label: 'Plain' }] },
    limit: { title: 'Limit', type: 'number', required: false },
    loud: { title: 'Loud', type: 'boolean', required: false },
  },
  secrets: { key: { title: 'Key', required: true } },
  endpoints: { post: { sentence: 'Posts a message.', example: { input: { text: 'Hello' } } } },
  webhooks: { events: {} },
  connections: {},
};
const offer = { digest: 'd1', isBuiltIn: true, package: declared };
const instance = {
  id: 'i1',
  name: 'main',
  settings: { format: 'plain' },
  secretNames: ['key'],
  visitors: [],
  hasSamples: false,
  problem: null,
  lastCallAt: null,
  lastError: null,
  webhookUrls: { events: 'https://apps.example/hook' },
  upgradeAdds: null,
  upgrade: null,
  connections: [],
  package: declared,
};
const none = { id: 'a1', missing: [], installed: [], catalogue: [offer], broken: [], events: [] };
const one = { ...none, installed: [instance] };
const show = (integrationPackages: unknown, answers: object = {}) =>
  renderPanel(PackagesSection, { answers: { app: draftApp, integrationPackages, ...answers } });

it('says what to do without packages, names broken ones, and offers to load again', async () => {
  const { server, user } = show(offline);
  await alert(/cannot be reached/);
  server.answer({ integrationPackages: { ...none, broken: [{ name: 'odd', problem: 'title is missing' }] } });
  await user.click(await button('Try again'));
  await text('No packages yet');
  await text('Cannot be used: title is missing');
});

it('installs a package by a form of its settings and secrets, after it has named the servers', async () => {
  let given: object = {};
  const { user } = show(none, {
    installIntegration: (variables: object) => {
      given = variables;
      return one;
    },
  });
  await user.click(await button('Install Slack'));
  const dialog = await screen.findByRole('dialog', { name: 'Install Slack' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['hooks.slack.com', 'Server']);
  await user.type(await field('Server'), 'https://chat.example');
  await user.type(await field(/^Limit/), '5');
  await user.click(screen.getByRole('checkbox', { name: 'Loud' }));
  await user.type(within(dialog).getByLabelText(/^Key/), 'secret-1');
  await user.click(await button('Install'));
  await text('Installed Slack.');
  expect(given).toMatchObject({
    package: 'slack',
    digest: 'd1',
    settings: { format: 'plain', server: 'https://chat.example', limit: 5, loud: true },
    secrets: { key: 'secret-1' },
  });
  await text(/Ready/);
});

it('keeps the form with the reason when the server refuses it', async () => {
  const { user } = show(none, { installIntegration: refusal(400, 'Key is required.') });
  await user.click(await button('Install Slack'));
  await user.click(await button('Install'));
  await alert('Key is required.');
});

it('shows what a package asks for now when it changed before the click, with what was entered', async () => {
  const { server, user } = show(none, { installIntegration: refusal(409, 'The package has changed since it was shown.') });
  await user.click(await button('Install Slack'));
  await user.type(within(await dialog('Install Slack')).getByLabelText(/^Key/), 'secret-1');
  const changed = { ...offer, digest: 'd2', package: { ...declared, hosts: ['evil.example'], price: '9 € a month' } };
  server.answer({ integrationPackages: { ...none, catalogue: [changed] } });
  await user.click(await button('Install'));
  await alert('The package has changed since it was shown.');
  await text('evil.example');
  await text('Price: 9 € a month');
  let given: object = {};
  server.answer({
    installIntegration: (variables: object) => {
      given = variables;
      return one;
    },
  });
  await user.click(await button('Install'));
  await text('Installed Slack.');
  expect(given).toMatchObject({ digest: 'd2', secrets: { key: 'secret-1' } });
});

it('offers what the app uses and does not have', async () => {
  const { user } = show({ ...none, missing: ['slack', 'unknown'] });
  await text('Your app uses Slack, which is not installed');
  await text(/No package unknown is in the catalogue/);
  const [first] = await screen.findAllByRole('button', { name: 'Install Slack' });
  await user.click(first as HTMLElement);
  await screen.findByRole('dialog', { name: 'Install Slack' });
});

it('keeps a stored secret when its field stays empty', async () => {
  let given: object = {};
  const { user } = show(one, {
    configureIntegration: (variables: object) => {
      given = variables;
      return one;
    },
  });
  await user.click(await button('Settings of Slack'));
  await screen.findByPlaceholderText('Stored. Leave it empty to keep it.');
  await user.click(await button('Save'));
  await text('Saved Slack.');
  expect(given).toMatchObject({ settings: { format: 'plain' }, secrets: {} });
});

it('shows what fails, and what a new version wants before it is accepted', async () => {
  let accepted: object = {};
  const waiting = {
    ...instance,
    lastError: 'The channel is gone.',
    upgrade: { ...offer, digest: 'd2', package: { ...declared, version: '2.0.0' } },
    upgradeAdds: { hosts: ['evil.example'], secrets: [], endpoints: [], webhooks: [], connections: [], price: ['9 € a month'] },
  };
  const { user } = show(
    { ...none, installed: [waiting] },
    {
      upgradeIntegration: (variables: object) => {
        accepted = variables;
        return one;
      },
    },
  );
  await text('The channel is gone.');
  await text('Version 2.0.0 wants more');
  await text('Servers: evil.example');
  await text('Price: 9 € a month (until now: free)');
  await user.click(await button('Accept and use it'));
  await text(/Ready/);
  expect(accepted).toMatchObject({ id: 'i1', digest: 'd2' });
});

it('tests a function with the example of the author', async () => {
  const { user } = show(one, {
    testIntegration: ({ input }: { readonly input: object }) => ({
      isOk: true,
      output: { got: input },
      milliseconds: 12,
      logs: ['posted'],
    }),
  });
  await user.click(await button('Test Slack'));
  await user.click(await button('Run'));
  await text('Answered after 12 ms');
  const [output, logs] = (await screen.findByText('Answered after 12 ms')).parentElement?.querySelectorAll('pre') ?? [];
  expect(JSON.parse(output?.textContent ?? '')).toEqual({ got: { text: 'Hello' } });
  expect(logs?.textContent).toBe('posted');
});

it('removes a package after a question, and works events off again', async () => {
  const event = {
    id: 'e1',
    package: 'slack',
    webhook: 'events',
    state: 'failed',
    attempts: 5,
    note: null,
    error: 'No.',
    receivedAt: new Date().toISOString(),
  };
  const { user } = show(
    { ...one, events: [event] },
    { replayWebhook: { ...one, events: [{ ...event, state: 'pending', error: null }] }, removeIntegration: none },
  );
  await user.click(await button('Work off again'));
  await screen.findByRole('img', { name: 'Waiting' });
  await user.click(await button('More about Slack'));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await screen.findByRole('dialog', { name: 'Remove Slack?' });
  await user.click(await button('Remove'));
  await text('No packages yet');
});

it('opens the form of a package that another panel asks for, once', async () => {
  const { user } = renderPanel(PackagesSection, {
    answers: { app: draftApp, integrationPackages: none },
    at: `/build/app/${draftApp.id}?panel=integrations&install=slack`,
  });
  await dialog('Install Slack');
  await user.click(await button('Cancel'));
  await gone('dialog', 'Install Slack');
});
