import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const SECRET = 'a key that only the service gets 4711';
const PAGE = `import { forecast } from '@/integrations/weather';
import { useState } from 'react';

export default function Home() {
  const [answer, setAnswer] = useState('');
  const show = () => forecast({ city: 'Bern' }).then(({ text }) => setAnswer(text), (error) => setAnswer(error.message));
  return (
    <main>
      <button onClick={show}>Forecast</button>
      <p role="status">{answer}</p>
    </main>
  );
}
`;

/** A package of the operator: `more` are further hosts. */
const weather = (site: string, version: string, more: readonly string[] = []): string => `
async function forecast({ city }, { settings, secrets }) {
  const response = await fetch('http://${site}/' + encodeURIComponent(city) + '?units=' + settings.units, {
    headers: { authorization: 'Bearer ' + secrets.key },
  });
  if (!response.ok) throw new Error('The weather service does not know this key.');
  return { text: (await response.json()).text + ' (${version})' };
}
export default {
  name: 'weather', title: 'Weather', version: '${version}', sentence: 'Tells the weather of a city.', price: 'Free',
  hosts: ${JSON.stringify([site, ...more])},
  settings: {
    units: {
      title: 'Units', type: 'choice', required: true, default: 'metric',
      choices: [{ value: 'metric', label: 'Celsius' }, { value: 'imperial', label: 'Fahrenheit' }],
    },
  },
  secrets: { key: { title: 'Key', description: 'Of your account at the weather service.' } },
  endpoints: {
    forecast: {
      sentence: 'The weather of a city.',
      input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      output: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      example: { input: { city: 'Ulm' }, output: { text: 'Rain in Ulm' } },
      run: forecast,
    },
  },
};`;

let folder: string;
let service: Server;
let site: string;
let received: string[] = [];
let world: World;
let page: Page;
let complaints: string[];
let appId: string;

const call = async (path: string, data: object) => {
  const response = await page.context().request.post(`${world.url}${path}`, { headers: { origin: world.url }, data });
  return response.json();
};
const offer = (text: string) => writeFile(join(folder, 'weather.js'), text);
const open = (query = '') => page.goto(`${world.url}/build/app/${appId}${query}`);
const frame = () => page.frameLocator('iframe');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-integrations-'));
  service = createServer((request, response) => {
    received.push(`${request.url} ${request.headers.authorization}`);
    const isKnown = request.headers.authorization === `Bearer ${SECRET}`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ text: 'Sunny in Bern' }));
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  site = `localhost:${(service.address() as AddressInfo).port}`;
  await offer(weather(site, '1.0.0'));
  world = await openWorld({ INTEGRATIONS_DIR: folder, INTEGRATION_PRIVATE_HOSTS: site });
  ({ page, complaints } = await world.visit());
  await call('/api/auth/sign-up/email', { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' });
  appId = (await call('/api/apps', { appType: 'generated', genApp: { name: 'Trips', pages: { Home: PAGE } } })).id;
});
afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  service?.close();
  await rm(folder, { recursive: true, force: true });
});

it('says that the app uses a package that is not installed, and installs it by its form', async () => {
  await open();
  await frame().getByRole('button', { name: 'Forecast' }).click();
  await frame().getByText('The integration "weather" is not installed in this app.').waitFor();
  await page.getByText('Your app uses the package “weather”, which is not installed.').waitFor();
  expect(await inspect(page, 'a missing package')).toEqual([]);
  await page.setViewportSize({ width: 375, height: 740 });
  await page.getByRole('radiogroup', { name: 'What is shown' }).locator('label', { hasText: 'Preview' }).click();
  // Neither covers the other on a phone.
  await page.getByRole('button', { name: '1 problem' }).click({ trial: true });
  await page.getByRole('button', { name: 'Install weather' }).click({ trial: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Install weather' }).click();

  const dialog = page.getByRole('dialog', { name: 'Install Weather' });
  await dialog.getByText(site).waitFor();
  expect(await inspect(page, 'the form of a package')).toEqual([]);
  await dialog.getByRole('button', { name: 'Install', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Key is missing. Enter it in the settings of Weather.').waitFor();
  expect(await inspect(page, 'a package that needs a secret')).toEqual([]);
});

it('takes a secret, tests the package, and the app calls it in the preview', async () => {
  await page.getByRole('button', { name: 'Settings of Weather' }).click();
  await page.getByLabel('Key').fill('another key, which the service refuses');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Test Weather' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('The weather service does not know this key.').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings of Weather' }).click();
  await page.getByRole('combobox', { name: 'Units' }).click();
  await page.getByRole('option', { name: 'Fahrenheit' }).click();
  await page.getByLabel('Key').fill(SECRET);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Test Weather' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Sunny in Bern (1.0.0)').waitFor();
  expect(await inspect(page, 'the answer of a package')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByText('Ready · version 1.0.0 · last used').waitFor();

  received = [];
  await open();
  await frame().getByRole('button', { name: 'Forecast' }).click();
  await frame().getByText('Sunny in Bern (1.0.0)').waitFor();
  expect(received).toEqual([`/Bern?units=imperial Bearer ${SECRET}`]);
  await page.getByText('which is not installed').waitFor({ state: 'detached' });
});

it('takes a version that wants no more by itself, and asks for one that does', async () => {
  await offer(weather(site, '1.1.0'));
  await expect
    .poll(async () => {
      await frame().getByRole('button', { name: 'Forecast' }).click();
      return frame().getByRole('status').textContent();
    })
    .toBe('Sunny in Bern (1.1.0)');

  await offer(weather(site, '2.0.0', ['maps.example.com']));
  await expect
    .poll(async () => {
      await open('?panel=integrations');
      await page.getByRole('button', { name: 'Settings of Weather' }).waitFor();
      return page.getByText('Version 2.0.0 wants more').count();
    })
    .toBe(1);
  await page.getByText('Servers: maps.example.com').waitFor();
  await page.getByText('Secrets that were entered for other servers are removed: enter them again in the settings.').waitFor();
  expect(await inspect(page, 'a version that waits')).toEqual([]);
  await open();
  await frame().getByRole('button', { name: 'Forecast' }).click();
  await frame().getByText('Sunny in Bern (1.1.0)').waitFor();
  await open('?panel=integrations');
  await page.getByRole('button', { name: 'Accept and use it' }).click();
  await page.getByText('Version 2.0.0 wants more').waitFor({ state: 'detached' });
  // The key was entered for one server, and the version calls two.
  await page.getByText('Key is missing. Enter it in the settings of Weather.').waitFor();
  await page.getByRole('button', { name: 'Settings of Weather' }).click();
  await page.getByLabel('Key').fill(SECRET);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Ready · version 2.0.0').waitFor();
  await open();
  await frame().getByRole('button', { name: 'Forecast' }).click();
  await frame().getByText('Sunny in Bern (2.0.0)').waitFor();
  expect(await page.content()).not.toContain(SECRET);
  expect(complaints).toEqual([]);
});
