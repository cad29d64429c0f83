import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REQUESTS } from './builder-model.ts';
import { inspect, openWorld, readyApp, say, signIn, type World } from './builder-world.ts';

let world: World;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  await signIn(page, world.url);
  await readyApp(page);
});
afterAll(() => world?.[Symbol.asyncDispose]());

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

const box = () => page.getByLabel('Message', { exact: true });
const drafts = () => page.getByRole('list', { name: 'Attached files' }).last();
const chooser = () => page.getByLabel('Files to attach');
const table = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('name,age\nAda,36\nBo,7\n') };

/** The last request that the model received. */
function lastRequest(): string | readonly Part[] {
  const messages = world.model.requests.at(-1)?.body['messages'] as { content: string | readonly Part[] }[] | undefined;
  return messages?.at(-1)?.content ?? '';
}

/** A PDF with one line, by its objects alone: readers rebuild the missing table of references. */
const plan = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >> endobj
4 0 obj << /Length 46 >>
stream
BT /F1 12 Tf 10 100 Td (Opens in May) Tj ET   
endstream endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
trailer << /Root 1 0 R /Size 6 >>
%%EOF`;
const pdf = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(plan) };

/** A picture as a camera would send it: large. */
async function photo(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [3000, 2000];
    const context = canvas.getContext('2d');
    if (context === null) return '';
    context.fillStyle = '#d9480f';
    context.fillRect(0, 0, 3000, 2000);
    context.fillStyle = '#fff3bf';
    context.fillRect(400, 400, 1200, 900);
    return canvas.toDataURL('image/jpeg');
  });
  return { name: 'sketch.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') };
}

it('sends a picture and a table: the model receives the picture, and the table as data', async () => {
  await chooser().setInputFiles([await photo(), table]);
  await drafts().locator('img').waitFor();
  await drafts().getByText('people.csv', { exact: true }).waitFor();
  expect(await inspect(page, 'files in the message box')).toEqual([]);
  await page.reload();
  await drafts().locator('img').waitFor();
  await say(page, 'Make it look like this');
  await page.getByText('I have nothing to add.').last().waitFor();
  const [text, picture] = lastRequest() as readonly Part[];
  expect(text?.text).toContain(
    '<data>\n=== sketch.jpg\n(a picture, shown with this message)\n=== people.csv\nA table of 2 columns and 2 rows.',
  );
  expect(text?.text).toContain('name,age\nAda,36\nBo,7\n</data>');
  const size = await page.evaluate(async (src) => {
    const image = new Image();
    image.src = src ?? '';
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, picture?.image_url?.url);
  expect(size).toEqual([1568, 1045]);
});

it('shows the files in the sent message after a reload, larger or as a download', async () => {
  await page.reload();
  const message = page.getByRole('article', { name: 'You' }).last();
  await message.getByRole('button', { name: 'Open sketch.jpg' }).click();
  const dialog = page.getByRole('dialog', { name: 'sketch.jpg' });
  const shown = dialog.getByRole('img', { name: 'sketch.jpg' });
  await shown.waitFor();
  expect(await inspect(page, 'a picture of a message')).toEqual([]);
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1568);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const [download] = await Promise.all([page.waitForEvent('download'), message.getByRole('link', { name: 'Download people.csv' }).click()]);
  expect(download.suggestedFilename()).toBe('people.csv');
  expect(await inspect(page, 'files of a message')).toEqual([]);
});

it('keeps the files of a queued message and of one that is edited', async () => {
  await say(page, REQUESTS.writing);
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await chooser().setInputFiles(table);
  await page.getByRole('button', { name: 'Remove people.csv' }).waitFor();
  await box().fill('Use these people');
  await page.getByRole('button', { name: 'Send after this answer' }).click();
  const queue = page.getByRole('region', { name: 'Queued messages' });
  await queue.getByRole('img', { name: '1 file' }).waitFor();
  await page.reload();
  await queue.getByRole('img', { name: '1 file' }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await queue.getByRole('button', { name: 'Send now' }).click();
  await queue.waitFor({ state: 'detached' });
  const message = page.getByRole('article', { name: 'You' }).last();
  await message.getByRole('link', { name: 'Download people.csv' }).waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  await message.hover();
  await page.getByRole('button', { name: 'Edit and send again' }).last().click();
  await chooser().setInputFiles(pdf);
  await page.getByRole('button', { name: 'Remove plan.pdf' }).waitFor();
  await page.getByRole('button', { name: 'Remove people.csv' }).waitFor();
  await page.getByText('Uploading plan.pdf').waitFor({ state: 'detached' });
  await box().fill('Use these people again');
  const before = world.model.requests.length;
  await box().press('Enter');
  await expect.poll(() => world.model.requests.length, { timeout: 20_000 }).toBeGreaterThan(before);
  expect(lastRequest()).toContain('Use these people again\n\nThe person attached these files.');
  expect(lastRequest()).toContain('Ada,36');
  expect(lastRequest()).toContain('=== plan.pdf\n--- page 1 of 1\nOpens in May');
  expect(complaints).toEqual([]);
});

it('takes files along with the first request', async () => {
  await page.goto(`${world.url}/home`);
  await page.getByLabel('Describe your app').fill('List the people of my club');
  await chooser().setInputFiles([pdf, await photo()]);
  await page.getByLabel('Describe your app').evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['name,age\nAda,36\n'], 'people.csv', { type: 'text/csv' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole('button', { name: 'Remove people.csv' }).waitFor();
  expect(await inspect(page, 'files of the first request')).toEqual([]);
  await page.getByRole('button', { name: 'Build it' }).click();
  const message = page.getByRole('article', { name: 'You' });
  await message.getByRole('link', { name: 'Download people.csv' }).waitFor();
  await message.getByText('List the people of my club').waitFor();
  await page.getByText('I have nothing to add.').first().waitFor();
  const [text, picture] = lastRequest() as readonly Part[];
  for (const part of ['List the people of my club', '=== plan.pdf\n--- page 1 of 1\nOpens in May', 'Ada,36'])
    expect(text?.text).toContain(part);
  expect(picture?.image_url?.url).toMatch(/^data:image\//);
  await page.reload();
  await message.waitFor();
  expect(await message.count()).toBe(1);
  expect(complaints).toEqual([]);
});
