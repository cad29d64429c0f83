import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
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

/** Keeps a value by each of the usual libraries and by the browser's own interface, and shows what was read again. */
const NOTES = `import { useEffect, useState } from 'react';
import Dexie from 'dexie';
import { openDB } from 'idb';
import localforage from 'localforage';

const byIdb = async () => {
  const database = await openDB('by-idb', 1, { upgrade: (db) => void db.createObjectStore('notes', { keyPath: 'id' }).createIndex('byText', 'text') });
  await database.put('notes', { id: 1, text: 'idb' });
  return (await database.getFromIndex('notes', 'byText', IDBKeyRange.only('idb'))).text;
};
const byDexie = async () => {
  const database = new Dexie('by-dexie');
  database.version(1).stores({ notes: '++id, text' });
  await database.transaction('rw', database.notes, () => database.notes.add({ text: 'dexie' }));
  return (await database.notes.where('text').startsWith('dex').first()).text;
};
const byForage = async () => {
  await localforage.setItem('note', { text: 'forage' });
  return (await localforage.getItem('note')).text + ' in ' + (localforage.driver() === localforage.INDEXEDDB ? 'IndexedDB' : 'another place');
};
const byHand = () => new Promise((resolve, reject) => {
  const request = indexedDB.open('by-hand', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('notes');
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const store = request.result.transaction('notes', 'readwrite').objectStore('notes');
    store.put(new Blob(['by hand']), 'a');
    store.get('a').onsuccess = ({ target }) => target.result.text().then(resolve);
  };
});

export default function Home() {
  const [kept, setKept] = useState('');
  useEffect(() => {
    Promise.all([byIdb(), byDexie(), byForage(), byHand()]).then((all) => setKept(all.join(', ')), (error) => setKept(String(error)));
  }, []);
  return <main><h1>Notes</h1><p>{kept}</p></main>;
}
`;
const KEPT = 'idb, dexie, forage in IndexedDB, by hand';
/** Packages of npm that keep data in IndexedDB: their entry, as the test has them. */
const DATABASES = { idb: 'build/index.cjs', dexie: 'dist/dexie.js', localforage: 'dist/localforage.js' } as const;

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
  for (const [name, main] of Object.entries(DATABASES)) {
    const entry = await readFile(join(dirname(findPackageJSON(name, import.meta.url) ?? ''), main), 'utf8');
    await registry.add(name, { manifest: { main }, files: { [main]: entry } });
  }
  const allowed = Object.keys(DATABASES).map((name) => `${name}@1.0.0`);
  world = await openWorld({ NPM_REGISTRY: registry.url, ALLOWED_PACKAGES: allowed.join(',') });
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

it('keeps data in IndexedDB in the preview, whose origin has none, and in the published app', async () => {
  const { id } = await call('/api/apps', { appType: 'generated', genApp: { name: 'Notes', pages: { Home: NOTES } } });
  await page.goto(`${world.url}/build/app/${id}`);
  await frame().getByText(KEPT).waitFor();
  const query = 'mutation ($id: ID!) { publishApp(id: $id) { url } }';
  const { data } = await call('/graphql', { query, variables: { id } });
  const { page: guest, complaints: guestComplaints } = await world.visit();
  await guest.goto(data.publishApp.url);
  await guest.getByText(KEPT).waitFor();
  expect(guestComplaints).toEqual([]);
  expect(complaints).toEqual([]);
});
