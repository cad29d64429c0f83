import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect } from './builder-world.ts';
import { type OpenedApp, openHabits, pointAt } from './point.ts';

const HOME = `export default function Home() {
  return (
    <main className="p-6">
      <h1 className="text-lg md:text-2xl hover:underline">Habits</h1>
    </main>
  );
}
`;

let opened: OpenedApp;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  opened = await openHabits(HOME);
  ({ page, complaints } = opened);
});
afterAll(() => opened?.[Symbol.asyncDispose]());

const app = () => opened.app();
const title = () => app().getByRole('heading', { name: 'Habits' });
const inspector = () => opened.inspector();
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
