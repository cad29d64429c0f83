import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';
import { signUp } from './first-app.ts';
import { pointAt } from './point.ts';

const HOME = `export default function Home() {
  return (
    <main className="p-6">
      <h1 className="text-lg md:text-2xl hover:underline">Habits</h1>
    </main>
  );
}
`;

let world: World;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  await signUp(page, world.url);
  const { request } = page.context();
  const genApp = { name: 'Habits', pages: { Home: HOME } };
  const made = await request.post(`${world.url}/api/apps`, { headers: { origin: world.url }, data: { appType: 'generated', genApp } });
  await page.goto(`${world.url}/build/app/${(await made.json()).id}`);
  await title().waitFor();
});
afterAll(() => world?.[Symbol.asyncDispose]());

const app = () => page.frameLocator('iframe');
const title = () => app().getByRole('heading', { name: 'Habits' });
const inspector = () => page.getByRole('complementary', { name: 'Selected element' });
const shown = () => expect.poll(() => title().getAttribute('class'));

it('adds, pastes and removes classes of an element, by pointer and keyboard', async () => {
  await page.getByRole('button', { name: 'Select an element' }).click();
  await pointAt(page, title());
  const all = inspector().getByLabel('All classes', { exact: true });
  await all.fill('italic');
  await all.press('Enter');
  await shown().toBe('text-lg md:text-2xl hover:underline italic');
  await all.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'tracking-wide  uppercase');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await shown().toBe('text-lg md:text-2xl hover:underline italic tracking-wide uppercase');
  // The second press comes while the first is being saved.
  for (let press = 0; press < 2; press++) await all.press('Backspace');
  await shown().toBe('text-lg md:text-2xl hover:underline italic');
  await inspector().getByRole('button', { name: 'Remove md:text-2xl' }).click();
  await shown().toBe('text-lg hover:underline italic');
  await inspector().getByRole('button', { name: 'Remove hover:underline' }).focus();
  await page.keyboard.press('Enter');
  await shown().toBe('text-lg italic');
  // A class that a choice has set is in the list, and the other way round.
  await inspector().getByRole('button', { name: 'Text colour: red-600' }).click();
  await inspector().getByRole('button', { name: 'Remove text-red-600' }).waitFor();
  await all.fill('bg-[url(//example.org)]');
  await all.press('Enter');
  await inspector().getByRole('alert').waitFor();
  await shown().toBe('text-lg italic text-red-600');
  expect(complaints).toEqual([]);
});

it('shows classes in targets of sufficient size', async () => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole('radiogroup', { name: 'What is shown' }).getByText('Preview').click();
  const remove = inspector().getByRole('button', { name: 'Remove text-lg' });
  await remove.scrollIntoViewIfNeeded();
  expect(await inspect(page, 'classes')).toEqual([]);
});
