import type { Frame, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openForm } from './demo-app.ts';
import { fillIn, formFields } from './demo-form.ts';
import { type DemoWorld, openDemoWorld, type Shown, type TableSchema } from './demo-world.ts';

/** An app on a slow connection: optimistic changes must hold. */
let world: DemoWorld;
let id: string;
let table: TableSchema;
beforeAll(async () => {
  world = await openDemoWorld();
  id = await world.build('A grocery shopping list');
  const [first] = (await world.read(id)).tables;
  if (!first) throw new Error('The app has no table.');
  table = first;
});
afterAll(() => world?.[Symbol.asyncDispose]());

const ROWS = /\/live_api\/apps\/[^/]+\/entities\/[^/]+/;
const namesOn = (frame: Frame) =>
  frame.getByRole('button', { name: /^More for / }).evaluateAll((menus) => menus.map((menu) => menu.getAttribute('aria-label')?.slice(9)));

/**
 * Delays the first response to a method: `held` resolves when the server has answered, `release` delivers the response. The request is sent
 * after `before`.
 */
async function holdFirst(shown: Shown, method: string, before?: Promise<void>) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isFirst = true;
  await shown.page.route(ROWS, async (route: Route) => {
    if (route.request().method() !== method || !isFirst) return route.fallback();
    isFirst = false;
    await before;
    const response = await route.fetch();
    held.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return { held: held.promise, release: released.resolve };
}

async function reload({ frame }: Shown): Promise<void> {
  const left = frame.waitForNavigation();
  await frame.evaluate(() => location.reload());
  await left;
}

async function add(shown: Shown, text: string): Promise<void> {
  const dialog = await openForm(shown, table);
  await fillIn(dialog, formFields(table), text);
  await dialog.getByRole('button', { name: /^Add / }).click();
}

it('shows a row that is added during a read', async () => {
  await using shown = await world.open(id);
  const list = await holdFirst(shown, 'GET');
  await reload(shown);
  await list.held;
  await add(shown, 'Read before');
  await shown.frame.getByRole('dialog').waitFor({ state: 'detached' });
  list.release();
  await expect.poll(() => namesOn(shown.frame)).toEqual(['Read before']);
  expect(shown.complaints).toEqual([]);
});

it('shows a row once when a read returns it before the response to adding it', async () => {
  await using shown = await world.open(id);
  const creation = await holdFirst(shown, 'POST');
  const list = await holdFirst(shown, 'GET', creation.held);
  await reload(shown);
  await add(shown, 'Read after');
  await list.held;
  list.release();
  creation.release();
  await expect.poll(() => namesOn(shown.frame)).toEqual(['Read after', 'Read before']);
  expect(shown.complaints).toEqual([]);
});

it('the last of several quick changes wins, and a refused one is rolled back', async () => {
  await using shown = await world.open(id);
  const box = shown.frame.getByRole('checkbox', { name: 'Read after' });
  const isChecked = await box.isChecked();
  const first = await holdFirst(shown, 'PUT');
  await box.click();
  await first.held;
  await box.click();
  const last = shown.page.waitForResponse((answer) => Object.values(answer.request().postDataJSON() ?? {}).includes(isChecked));
  first.release();
  await last;
  expect(await box.isChecked()).toBe(isChecked);
  await reload(shown);
  await box.waitFor();
  expect(await box.isChecked()).toBe(isChecked);

  const refused = Promise.withResolvers<void>();
  await shown.page.route(ROWS, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    await refused.promise;
    await route.fulfill({ status: 500, json: { message: 'Broken' } });
  });
  for (let time = 1; time <= 3; time++) await box.click();
  refused.resolve();
  await shown.frame.getByText('Could not save').first().waitFor();
  await expect.poll(() => box.isChecked()).toBe(isChecked);
});
