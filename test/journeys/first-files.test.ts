import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inspect, openWorld, signIn, type World } from './builder-world.ts';

// Files on the home screen, which the first message of a new app takes along.

let world: World;
let page: Page;
beforeAll(async () => {
  world = await openWorld();
  ({ page } = await world.visit());
  await signIn(page, world.url);
});
beforeEach(async () => {
  await page.goto(`${world.url}/home`);
});
afterAll(() => world?.[Symbol.asyncDispose]());

interface Sent {
  readonly name: string;
  readonly type: string;
  /** Repeated `times`. */
  readonly text: string;
  readonly times?: number;
}
interface Part {
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

const prompt = () => page.getByLabel('Describe your app');
const files = () => page.getByRole('list', { name: 'Attached files' });
const build = () => page.getByRole('button', { name: 'Build it' });
const removed = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
const csv = (rows: string, name = 'people.csv'): Sent => ({ name, type: 'text/csv', text: `name,age\n${rows}\n` });

/** As the browser does it when files are dropped or pasted. */
function give(how: 'drop' | 'paste', given: readonly Sent[]): Promise<void> {
  return prompt().evaluate(
    (field, { kind, all }) => {
      const transfer = new DataTransfer();
      for (const { name, type, text, times = 1 } of all) transfer.items.add(new File([text.repeat(times)], name, { type }));
      const init = { bubbles: true, cancelable: true };
      field.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
      );
    },
    { kind: how, all: given },
  );
}

/** The last message that the model has received. */
function lastMessage(): { readonly text: string; readonly pictures: number } {
  const messages = world.model.requests.at(-1)?.body['messages'] as { content: string | readonly Part[] }[] | undefined;
  const content = messages?.at(-1)?.content ?? '';
  if (typeof content === 'string') return { text: content, pictures: 0 };
  return { text: content[0]?.text ?? '', pictures: content.filter(({ image_url: url }) => url !== undefined).length };
}

const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

it('takes dropped, pasted and picked files along with the first request, also two with one name', async () => {
  await prompt().fill('List the people of my club');
  await give('drop', [csv('Ada,36')]);
  await give('paste', [csv('Bo,7')]);
  await page.getByLabel('Files to attach').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot });
  await give('drop', [csv('Eve,9', 'gone.csv')]);
  await removed('gone.csv').click();
  expect(await files().getByRole('listitem').allTextContents()).toEqual(['people.csv', 'people.csv', 'dot.png']);
  expect(await inspect(page, 'files of the first request')).toEqual([]);
  await build().click();
  const message = page.getByRole('article', { name: 'You' });
  await message.getByText('List the people of my club').waitFor();
  expect(await message.getByRole('link', { name: 'Download people.csv' }).count()).toBe(2);
  await page.getByText('I have nothing to add.').first().waitFor();
  const { text, pictures } = lastMessage();
  for (const part of ['List the people of my club', 'Ada,36', 'Bo,7']) expect(text).toContain(part);
  expect([text.includes('Eve'), pictures]).toEqual([false, 1]);
  await page.reload();
  await message.waitFor();
  expect(await message.count()).toBe(1);
});

it('refuses files that are too large or too many before there is an app', async () => {
  await prompt().fill('A gallery');
  await give('drop', [{ name: 'huge.png', type: 'image/png', text: 'x'.repeat(1000), times: 10_001 }, csv('Ada,36')]);
  await files().getByText('File size to large').waitFor();
  expect(await build().isDisabled()).toBe(true);
  await prompt().press('Enter');
  expect(await inspect(page, 'a file that is too large')).toEqual([]);
  await removed('huge.png').click();
  expect(await build().isEnabled()).toBe(true);
  await give(
    'drop',
    Array.from({ length: 30 }, (_, n) => csv(`Row,${n}`, `part ${n}.csv`)),
  );
  await files().getByText('A message takes at most 10 files.').waitFor();
  expect(await files().getByRole('listitem').count()).toBe(11);
  expect(await build().isDisabled()).toBe(true);
  await removed('people.csv').click();
  expect(await files().getByRole('listitem').count()).toBe(10);
  expect(await build().isEnabled()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/home');
});

it('keeps the request when the server refuses a file, and sends it without the file', async () => {
  await prompt().fill('A list of my programs');
  await give('drop', [{ name: 'program.exe', type: 'application/octet-stream', text: 'MZ\0\u0001\u0002\u0003' }, csv('Ada,36')]);
  const before = world.model.requests.length;
  await build().click();
  await page.waitForURL(/\/build\/app\//);
  await files().getByRole('alert').waitFor();
  const box = page.getByLabel('Message', { exact: true });
  expect(await box.inputValue()).toBe('A list of my programs');
  expect(world.model.requests.length).toBe(before);
  await removed('program.exe').click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('article', { name: 'You' }).getByText('A list of my programs').waitFor();
  await expect.poll(() => lastMessage().text).toContain('Ada,36');
  expect(lastMessage().text).not.toContain('program.exe');
});
