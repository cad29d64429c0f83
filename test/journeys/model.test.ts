import { saying, startModelServer } from '@sayso/models/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { startProduct } from '../product.ts';
import { signUp } from './first-app.ts';

const KEY = 'sk-a-key-of-an-admin-4711';

let product: Awaited<ReturnType<typeof startProduct>>;
let model: Awaited<ReturnType<typeof startModelServer>>;
let browser: Awaited<ReturnType<typeof launchBrowser>>;

beforeAll(async () => {
  model = await startModelServer((body) =>
    JSON.stringify(body['messages']).includes('A page for my band') ? [{ reasoning: 'Hm.' }, { finish: 'stop' }] : saying('ready'),
  );
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await model?.close();
});

it('an admin connects a model without a restart, and it answers in the chat', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(60_000);
  await signUp(page, product.builderUrl);
  await page.goto(`${product.builderUrl}/settings/model`);
  await page.getByText('No language model is connected.').waitFor();

  await page.getByLabel('Endpoint').fill(model.url);
  await page.getByLabel('Key', { exact: true }).fill(KEY);
  await page.getByRole('combobox', { name: 'Model' }).click();
  await page.getByText('2 models found').waitFor();
  await page.getByRole('option', { name: 'small' }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText(/^small answered after/).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. small answers from now on.').waitFor();
  await page.reload();
  await page.getByText('Set, ends in …4711. Leave it empty to keep it.').waitFor();
  expect(await page.content()).not.toContain(KEY);
  expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('');

  await page.goto(`${product.builderUrl}/home`);
  await page.getByText('small', { exact: true }).waitFor();
  await page.getByLabel('Describe your app').fill('A page for my band');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/build\/app\//);
  await page.getByRole('alert').getByText('thought about it, but wrote no answer').waitFor();
  expect(model.requests.at(-1)).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'small' } });
});
