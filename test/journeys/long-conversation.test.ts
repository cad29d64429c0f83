import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from './builder-world.ts';

const TURNS = 70;

let world: World;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  const { request } = page.context();
  const headers = { origin: world.url };
  const person = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
  await request.post(`${world.url}/api/auth/sign-up/email`, { headers, data: person });
  const genApp = { name: 'Notes', pages: { Home: 'export default function Home() { return <h1>Notes</h1>; }' } };
  const { id } = await (await request.post(`${world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } })).json();
  for (let turn = 0; turn < TURNS; turn += 1) {
    const content = `Request ${turn}. ${'It should be short. '.repeat(turn % 12)}`;
    const messages = [{ id: `message-${turn}`, role: 'user', content }];
    await (await request.post(`${world.url}/api/apps/${id}/chat`, { headers, data: { messages } })).body();
  }
  await page.goto(`${world.url}/build/app/${id}`);
  await message(TURNS - 1).waitFor();
});
afterAll(() => world?.[Symbol.asyncDispose]());

const message = (turn: number) => page.getByText(`Request ${turn}.`);
const inDocument = () => page.getByTestId('chat-scroll').getByRole('article').count();

/** Turns the wheel over the conversation until `turn` is shown. */
async function wheelTo(turn: number, pixels: number): Promise<void> {
  await page.getByTestId('chat-scroll').hover();
  for (let turns = 0; turns < 400 && (await message(turn).count()) === 0; turns += 1) {
    await page.mouse.wheel(0, pixels);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await message(turn).waitFor();
}

it('reads older messages while one scrolls up, and keeps few of them in the document', async () => {
  await wheelTo(0, -400);
  await page.getByRole('button', { name: 'Show earlier messages' }).waitFor({ state: 'detached' });
  expect(await inDocument()).toBeLessThan(60);
  await page.getByRole('button', { name: 'Latest' }).click();
  await message(TURNS - 1).waitFor();
  expect(await inDocument()).toBeLessThan(60);
});

it('keeps the message on the screen where it is while older ones arrive', async () => {
  await page.reload();
  await message(TURNS - 1).waitFor();
  await page.getByRole('button', { name: 'Show earlier messages' }).waitFor();
  const { top, moved } = await page.evaluate(async () => {
    const box = document.querySelector('[data-testid=chat-scroll]') as HTMLElement;
    box.dispatchEvent(new WheelEvent('wheel'));
    box.scrollTop = 650;
    await new Promise(requestAnimationFrame);
    const first = box.querySelector('[data-message]') as HTMLElement;
    const start = first.getBoundingClientRect().top;
    const before = box.scrollHeight;
    box.dispatchEvent(new WheelEvent('wheel'));
    box.scrollTop = 590;
    while (box.scrollHeight < before + 1000) await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    return { top: start + 60, moved: first.getBoundingClientRect().top };
  });
  expect(Math.abs(moved - top)).toBeLessThan(60);
});

it('keeps a comment on an answer while its message is scrolled away', async () => {
  await page.reload();
  await message(TURNS - 1).waitFor();
  await page.getByRole('button', { name: 'Not helpful' }).last().click();
  const comment = page.getByLabel('What was wrong?');
  await comment.fill('It has nothing to add.');
  await wheelTo(0, -400);
  await wheelTo(TURNS - 1, 600);
  expect(await comment.inputValue()).toBe('It has nothing to add.');
  await page.keyboard.press('Escape');
});

it('stays at the end at another width of the screen', async () => {
  const distance = () =>
    page.getByTestId('chat-scroll').evaluate(async (box) => {
      for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
      return Math.round(box.scrollHeight - box.scrollTop - box.clientHeight);
    });
  await page.reload();
  await message(TURNS - 1).waitFor();
  for (const width of [375, 812, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(distance).toBe(0);
  }
});

it('shows a new message and its answer below, from any place', async () => {
  const latest = page.getByRole('button', { name: 'Latest' });
  // A frame that keeps the end in view after the width has changed takes back a scroll before it.
  await expect
    .poll(async () => {
      await page.getByTestId('chat-scroll').evaluate((box) => {
        box.dispatchEvent(new WheelEvent('wheel'));
        box.scrollTop = 0;
      });
      return latest.isVisible();
    })
    .toBe(true);
  await page.getByLabel('Message', { exact: true }).fill('One more.');
  await page.keyboard.press('Enter');
  await page.getByText('One more.').waitFor();
  await page.getByText('I have nothing to add.').last().waitFor();
  await latest.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});
