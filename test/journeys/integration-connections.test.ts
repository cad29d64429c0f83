import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OauthServer, startOauthServer } from '@sayso/integrations/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const PAGE = `import { today } from '@/integrations/calendar';
import { useState } from 'react';

export default function Home() {
  const [answer, setAnswer] = useState('');
  const show = () => {
    setAnswer('…');
    today({}).then(({ text }) => setAnswer(text), (error) => setAnswer(error.message));
  };
  return (
    <main>
      <button onClick={show}>Today</button>
      <p role="status">{answer}</p>
    </main>
  );
}
`;

const calendar = (site: string): string => `
async function today(_input, { connections }) {
  const response = await fetch('${site}/events', { headers: { authorization: 'Bearer ' + connections.account } });
  if (!response.ok) throw new Error('The calendar does not know this account.');
  return { text: 'Lunch at noon' };
}
export default {
  name: 'calendar', title: 'Calendar', version: '1.0.0', sentence: 'Reads the events of a calendar.', hosts: ['${new URL(site).host}'],
  connections: { account: { title: 'Calendar account', description: 'Whose events are shown.', issuer: '${site}', scopes: ['events.read'] } },
  endpoints: { today: {
    sentence: 'The events of today.', input: { type: 'object' },
    output: { type: 'object', properties: { text: { type: 'string' } } }, example: { input: {}, output: { text: 'Lunch' } },
    run: today,
  } },
};`;

let folder: string;
let provider: OauthServer;
let world: World;
let page: Page;
let complaints: string[];
let appId: string;

const open = (query = '') => page.goto(`${world.url}/build/app/${appId}${query}`);
const frame = () => page.frameLocator('iframe');
const ask = async () => {
  await open();
  await frame().getByRole('button', { name: 'Today' }).click();
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-connections-'));
  provider = await startOauthServer();
  await writeFile(join(folder, 'calendar.js'), calendar(provider.site));
  world = await openWorld({ INTEGRATIONS_DIR: folder, INTEGRATION_PRIVATE_HOSTS: provider.host });
  ({ page, complaints } = await world.visit());
  const call = async (path: string, data: object) =>
    (await page.context().request.post(`${world.url}${path}`, { headers: { origin: world.url }, data })).json();
  await call('/api/auth/sign-up/email', { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' });
  appId = (await call('/api/apps', { appType: 'generated', genApp: { name: 'Days', pages: { Home: PAGE } } })).id;
});
afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await provider?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens the pop-up of the provider, and chooses there. */
async function consent(button: string, choice: 'Allow' | 'Deny') {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  const popup = await opened;
  const closed = popup.waitForEvent('close');
  await popup.getByRole('heading', { name: 'Allow access?' }).waitFor();
  expect(new URL(popup.url()).origin).toBe(provider.site);
  await popup.getByRole('link', { name: choice }).click();
  await closed;
}

it('installs a package with a client of its provider, and says that it has to be connected', async () => {
  await open('?panel=integrations');
  await page.getByRole('region', { name: 'Catalogue' }).getByRole('button', { name: 'Install Calendar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Install Calendar' });
  await dialog.getByText(`At ${provider.host}, it asks for: events.read`).waitFor();
  await dialog.getByText(`${world.url}/api/integrations/oauth/callback`).waitFor();
  expect(await inspect(page, 'the form of a package with an account')).toEqual([]);
  await dialog.getByRole('button', { name: 'Install', exact: true }).click();
  await page.getByText('Calendar account needs a client ID. Enter it in the settings of Calendar.').waitFor();
  expect(await inspect(page, 'a package without a client')).toEqual([]);
  await page.getByRole('button', { name: 'Settings of Calendar' }).click();
  await page.getByLabel('Client ID of Calendar account').fill(provider.client.id);
  await page.getByLabel('Client secret of Calendar account').fill(provider.client.secret);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Calendar account · Not connected').waitFor();
  expect(await inspect(page, 'a package that is not connected')).toEqual([]);
});

it('connects in a pop-up, after a refusal that changes nothing, and the app uses the account in the preview', async () => {
  await consent('Connect Calendar account', 'Deny');
  await page.getByText('You did not allow the access. Nothing has changed.').waitFor();
  await consent('Connect Calendar account', 'Allow');
  await page.getByText('Calendar account · Connected').waitFor();
  expect(await inspect(page, 'a connected package')).toEqual([]);
  await ask();
  await frame().getByText('Lunch at noon').waitFor();
});

it('says that the provider has ended the access, and connects again', async () => {
  provider.revokeAll();
  await ask();
  await frame().getByText('Calendar account needs to be connected again.').waitFor();
  await open('?panel=integrations');
  await page.getByText('Calendar account · Needs to be connected again').waitFor();
  await page.getByText('The provider answered invalid_grant').waitFor();
  expect(await inspect(page, 'a lost connection')).toEqual([]);
  await consent('Connect again: Calendar account', 'Allow');
  await page.getByText('Calendar account · Connected').waitFor();
  await ask();
  await frame().getByText('Lunch at noon').waitFor();
});

it('disconnects, and holds no token or secret in the page', async () => {
  const { revoke } = provider.counts;
  await open('?panel=integrations');
  await page.getByRole('button', { name: 'Disconnect Calendar account' }).click();
  await page.getByText('Calendar account · Not connected').waitFor();
  expect(provider.counts.revoke).toBe(revoke + 1);
  const content = await page.content();
  for (const secret of [...provider.granted, provider.client.secret]) expect(content).not.toContain(secret);
  await page.goto(`${world.url}/connected?outcome=expired`);
  await page.getByRole('heading', { name: 'Not connected' }).waitFor();
  expect(await inspect(page, 'an expired consent')).toEqual([]);
  expect(complaints).toEqual([]);
});
