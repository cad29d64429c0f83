import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

// The log-in is the first page that people load, often on a slow phone.

/** Bytes over the network, with headers. */
const MOST = 150_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

/** What a page loads until nothing is requested any more. */
async function load(page: Page, path: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const urls = new Map<string, string>();
  const loaded: { readonly url: string; readonly bytes: number }[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    loaded.push({ url: new URL(urls.get(requestId) ?? 'about:blank').pathname, bytes: encodedDataLength }),
  );
  await page.goto(`${world.url}${path}`, { waitUntil: 'networkidle' });
  return { loaded, bytes: loaded.reduce((sum, one) => sum + one.bytes, 0) };
}

it.each([
  // Of an installation without accounts.
  ['en-GB', '/login', 'Create your account'],
  ['en-GB', '/login?mode=login', 'Log in to Sayso'],
  ['en-GB', '/login?mode=signup&redirectTo=%2Fsettings', 'Create your account'],
  ['de-DE', '/login?mode=login', 'Bei Sayso anmelden'],
])('%s %s loads at most 150 kB', async (locale, path, heading) => {
  const { page, complaints } = await world.visit({ locale });
  const { loaded, bytes } = await load(page, path);
  await page.getByRole('heading', { name: heading }).waitFor();
  expect({ bytes, loaded: bytes > MOST ? loaded : [] }).toEqual({ bytes: expect.any(Number), loaded: [] });
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('signs up and in, and continues to the wanted page', async () => {
  const { page, complaints } = await world.visit();
  await page.goto(`${world.url}/login?redirectTo=%2Fsettings`);
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Log in to Sayso' }).waitFor();
  expect(await inspect(page, 'log in')).toEqual([]);
  await page.getByRole('button', { name: 'Sign up' }).click();
  expect(new URL(page.url()).search).toBe('?redirectTo=%2Fsettings&mode=signup');
  expect(await inspect(page, 'sign up')).toEqual([]);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/(auth\/verifyEmail|settings)/);
  await page.goto(`${world.url}/login?redirectTo=%2Foutbox`);
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.context().clearCookies();
  await page.goto(`${world.url}/login`);
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Invalid email or password' }).waitFor();
  expect(await inspect(page, 'refused')).toEqual([]);
  expect(complaints).toEqual([]);
});

it('says which settings to change when it is opened at another address', async () => {
  const { page } = await world.visit();
  const elsewhere = world.url.replace('localhost', '127.0.0.1');
  await page.goto(`${elsewhere}/login`);
  await page
    .getByRole('alert')
    .filter({ hasText: `This page was opened at ${elsewhere}, but BUILDER_URL is ${world.url}.` })
    .waitFor();
  expect(await inspect(page, 'another address')).toEqual([]);
  await page.context().close();
});
