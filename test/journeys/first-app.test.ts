import { expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { startProduct } from '../product.ts';
import { firstApp } from './first-app.ts';

it('gets from a sentence to a published app', async () => {
  await using product = await startProduct();
  const browser = await launchBrowser();
  try {
    await firstApp(browser, product);
  } finally {
    await browser.close();
  }
  expect(await product.stop()).toBe(0);
});
