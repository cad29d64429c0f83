import { startRegistry, type TestRegistry } from '@sayso/packages/testing';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

// An administrator allows a package of npm: from the app that lacks it to the published app.

const HOME = `import { Party } from 'party-widget';
import { cheer } from 'party-widget/cheer';
import 'party-widget/style.css';

export default function Home() {
  return <main><h1>Wedding</h1><Party text={cheer('hooray')} /></main>;
}
`;
const WIDGET = `const React = require('react');
require('./widget.css');
exports.Party = function Party({ text }) {
  const [count, setCount] = React.useState(0);
  return React.createElement('button', { className: 'party', onClick: () => setCount(count + 1) }, text + ' ' + count);
};`;

let registry: TestRegistry;
let world: World;
let page: Page;
let complaints: string[];
let appId: string;

const call = async (path: string, data: object) => {
  const response = await page.context().request.post(`${world.url}${path}`, { headers: { origin: world.url }, data });
  return response.json();
};
const frame = () => page.frameLocator('iframe');
const openApp = () => page.goto(`${world.url}/build/app/${appId}`);

beforeAll(async () => {
  registry = await startRegistry();
  await registry.add('party-widget', {
    version: '1.2.0',
    manifest: {
      peerDependencies: { react: '*' },
      dependencies: { 'loud-text': '^1.0.0' },
      scripts: { postinstall: 'exit 1' },
      exports: { '.': './index.js', './cheer': './cheer.js', './style.css': './style.css' },
    },
    files: {
      'index.js': WIDGET,
      'cheer.js': "exports.cheer = (text) => require('loud-text')(text);",
      'widget.css': '.party { color: rgb(0, 60, 120) }',
      'style.css': 'h1 { letter-spacing: 3px }',
    },
  });
  await registry.add('loud-text', { files: { 'index.js': 'module.exports = (text) => text.toUpperCase();' } });
  await registry.add('web-server', { files: { 'index.js': "require('http'); require('fs');" } });
  world = await openWorld({ NPM_REGISTRY: registry.url });
  ({ page, complaints } = await world.visit());
  await call('/api/auth/sign-up/email', { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' });
  appId = (await call('/api/apps', { appType: 'generated', genApp: { name: 'Wedding', pages: { Home: HOME } } })).id;
});
afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await registry?.[Symbol.asyncDispose]();
});

it('offers an administrator to allow what the app lacks, with the versions that there are', async () => {
  await openApp();
  await page.getByText('Your app imports “party-widget”, which apps here may not use yet.').waitFor();
  expect(await inspect(page, 'a package that apps may not import')).toEqual([]);
  await page.getByRole('link', { name: 'Allow party-widget' }).click();
  await page.getByRole('heading', { name: 'Packages', level: 1 }).waitFor();
  expect(await page.getByLabel('Package', { exact: true }).inputValue()).toBe('party-widget');
  await page.getByRole('combobox', { name: 'Version' }).click();
  await page.getByRole('option', { name: '1.2.0' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  const item = page.getByRole('listitem').filter({ hasText: 'party-widget' });
  await item.getByText('Ready').waitFor();
  await item.getByText('1 dependency').waitFor();
  await item.getByText('Also party-widget/cheer, party-widget/style.css').waitFor();
});

it('refuses a package of the server, and says why', async () => {
  await page.getByLabel('Package', { exact: true }).fill('web-server');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('It needs Node: "fs" is imported by "web-server", "http" by "web-server".').waitFor();
  expect(await inspect(page, 'packages')).toEqual([]);
});

it('the app imports it in the preview, with one React and its style sheets', async () => {
  await openApp();
  await frame().getByRole('button', { name: 'HOORAY 0' }).click();
  await frame().getByRole('button', { name: 'HOORAY 1' }).waitFor();
  const colour = await frame()
    .getByRole('button', { name: 'HOORAY 1' })
    .evaluate((button) => getComputedStyle(button).color);
  expect(colour).toBe('rgb(0, 60, 120)');
  expect(
    await frame()
      .getByRole('heading', { name: 'Wedding' })
      .evaluate((title) => getComputedStyle(title).letterSpacing),
  ).toBe('3px');
  await page.getByText('which apps here may not use yet').waitFor({ state: 'detached' });
});

it('the published app and the exported project have it, too', async () => {
  const query = 'mutation ($id: ID!) { publishApp(id: $id) { url } }';
  const { data } = await call('/graphql', { query, variables: { id: appId } });
  const { page: guest, complaints: guestComplaints } = await world.visit();
  await guest.goto(data.publishApp.url);
  await guest.getByRole('button', { name: 'HOORAY 0' }).click();
  await guest.getByRole('button', { name: 'HOORAY 1' }).waitFor();
  expect(guestComplaints).toEqual([]);
  const zip = await page.context().request.get(`${world.url}/api/apps/${appId}/export.zip`);
  const files = unzipSync(new Uint8Array(await zip.body()));
  const manifest = Object.entries(files).find(([path]) => /^[^/]+\/package\.json$/.test(path))?.[1];
  expect(JSON.parse(strFromU8(manifest ?? new Uint8Array()))).toMatchObject({ dependencies: { 'party-widget': '1.2.0' } });

  // Removed, with the app named first: the published app keeps working.
  await page.goto(`${world.url}/settings/packages`);
  await page.getByRole('button', { name: 'Actions for party-widget' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove party-widget?' });
  await dialog.getByText('Wedding (published)').waitFor();
  expect(await inspect(page, 'a removal')).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Actions for party-widget' }).waitFor({ state: 'detached' });
  await guest.reload();
  await guest.getByRole('button', { name: 'HOORAY 0' }).waitFor();
  expect(complaints).toEqual([]);
});
