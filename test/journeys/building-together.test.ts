import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { password, signUp } from '../security/world.ts';
import { REQUESTS } from './builder-model.ts';
import { inspect, openWorld, readyApp, type World } from './builder-world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

const people = (page: Page) => page.getByRole('dialog', { name: 'People' });

/** Makes a link in the header's panel. */
async function invite(page: Page, role: string): Promise<string> {
  await page.getByRole('button', { name: 'People' }).click();
  await people(page).getByLabel('What they may do').selectOption({ label: role });
  await people(page).getByRole('button', { name: 'Create link' }).click();
  const link = await people(page).getByLabel('Invitation link').inputValue();
  expect(new URL(link).search).toBe('');
  return link;
}

/** Signs up by the link, and joins. */
async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { name: /^Join / }).waitFor();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('button', { name: 'Join' }).click();
}

it('invites people by link, who see the app, change it, or own it, as their role permits', { timeout: 180_000 }, async () => {
  await signUp(world.product, 'ada@example.org');
  const { page, complaints } = await world.visit();
  const signedIn = await page
    .context()
    .request.post(`${world.url}/api/auth/sign-in/email`, { data: { email: 'ada@example.org', password } });
  expect(signedIn.status()).toBe(200);
  await page.goto(`${world.url}/home`);
  const appId = await readyApp(page);
  const link = await invite(page, 'Can view');
  expect(await inspect(page, 'people')).toEqual([]);

  const { page: other, complaints: others } = await world.visit();
  const sent: string[] = [];
  other.on('request', (request) => sent.push(request.url()));
  await join(other, link, 'Nell');
  await other.waitForURL(new RegExp(`/build/app/${appId}|/auth/verifyEmail`));
  expect(sent.filter((url) => url.includes(new URL(link).hash.slice('#code='.length)))).toEqual([]);
  await other.goto(`${world.url}/build/app/${appId}`);

  // Sees the app and the conversation, and changes nothing.
  await other.frameLocator('iframe').getByRole('button', { name: 'Add habit' }).waitFor({ timeout: 60_000 });
  await other.getByText('You can view this app, but not change it.').first().waitFor();
  expect(await other.getByLabel('Message', { exact: true }).count()).toBe(0);
  expect(await other.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
  for (const name of ['Helpful', 'Not helpful', 'Restore']) expect(await other.getByRole('button', { name, exact: true }).count()).toBe(0);
  expect(await inspect(other, 'viewer')).toEqual([]);

  // Each sees the other.
  await page.getByRole('list', { name: 'Also here' }).getByRole('img', { name: 'Nell' }).waitFor();
  await other.getByRole('list', { name: 'Also here' }).getByRole('img', { name: 'ada' }).waitFor();

  // They stand in the open panel, and a higher role takes effect at once.
  await people(page).getByText('nell@example.org').waitFor();
  await people(page).getByLabel('Role of Nell').selectOption({ label: 'Can edit' });
  await other.getByLabel('Message', { exact: true }).waitFor();
  expect(await other.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(false);

  // What one builds shows at the other, who is told who builds.
  await other.getByLabel('Message', { exact: true }).fill(REQUESTS.thinking);
  await other.getByLabel('Message', { exact: true }).press('Enter');
  await page.getByText('Nell is building…').waitFor();
  await other.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Nell is building…').waitFor({ state: 'hidden' });

  // A removal, too.
  await people(page).getByRole('button', { name: 'Remove Nell' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Nell was removed').waitFor();
  await other.goto(`${world.url}/build/app/${appId}`);
  await other.getByText('App not found').waitFor();
  expect([complaints, others]).toEqual([[], []]);
});
