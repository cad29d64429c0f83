import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, readyApp, signIn, type World } from './builder-world.ts';
import { layoutFaults } from './layout-faults.ts';

let world: World;
let page: Page;
let complaints: string[];
/** URL of an app in the builder. */
let builder: string;
beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit({ locale: 'en-GB' }));
  await signIn(page, world.url);
  builder = `${world.url}/build/app/${await readyApp(page)}`;
});
afterAll(() => world?.[Symbol.asyncDispose]());

const lang = () => page.locator('html').getAttribute('lang');

it('follows the browser before the log-in, and changes beside it', async () => {
  const { page: visitor, complaints: theirs } = await world.visit({ locale: 'de-AT' });
  await visitor.goto(`${world.url}/login`);
  await visitor.getByRole('heading', { name: 'Bei Sayso anmelden' }).waitFor();
  await visitor.getByLabel('E-Mail').fill('ada@example.org');
  await visitor.getByLabel('Passwort', { exact: true }).fill('a wrong password');
  await visitor.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await visitor.getByText('E-Mail-Adresse oder Passwort ist falsch').waitFor();
  await visitor.getByRole('button', { name: 'English' }).click();
  await visitor.getByRole('heading', { name: 'Log in to Sayso' }).waitFor();
  await visitor.reload();
  await visitor.getByRole('heading', { name: 'Log in to Sayso' }).waitFor();
  expect(theirs).toEqual([]);
  await visitor.context().close();
});

it('changes in the account menu, without a reload', async () => {
  await page.goto(`${world.url}/home`);
  await page.getByLabel('Describe your app').fill('This stays');
  expect(await lang()).toBe('en');
  await page.getByRole('button', { name: 'Account: ada@example.org' }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Was möchtest du bauen?' }).waitFor();
  expect(await page.getByLabel('Beschreibe deine App').inputValue()).toBe('This stays');
  expect(await lang()).toBe('de');
  expect(await page.title()).toBe('Startseite · Sayso');
});

it('is remembered on every screen', async () => {
  await page.reload();
  await page.getByRole('heading', { name: 'Was möchtest du bauen?' }).waitFor();
  await page.getByText(/vor \d+ Sekunden|gerade eben|vor \d+ Minute/).waitFor();

  expect(await layoutFaults(page, 'home')).toEqual([]);
  await page.goto(builder);
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: 'Veröffentlichen' }).waitFor();
  expect(await header.locator('label').allTextContents()).toEqual(expect.arrayContaining(['Vorschau', 'Code']));
  await page.getByRole('button', { name: /^\d+ Änderungen/ }).waitFor();

  expect(await layoutFaults(page, 'builder')).toEqual([]);
  for (const panel of ['code', 'versions', 'publish']) {
    await page.goto(`${builder}?panel=${panel}`);
    await page.getByRole('region', { name: 'Code' }).or(page.getByRole('dialog')).waitFor();
    expect(await layoutFaults(page, panel)).toEqual([]);
  }

  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('dialog', { name: 'Suchen' }).getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor();
  expect(await page.getByLabel('Sprache').inputValue()).toBe('de');
  expect(await layoutFaults(page, 'settings')).toEqual([]);
  await page.getByLabel('Sprache').selectOption('en');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});
