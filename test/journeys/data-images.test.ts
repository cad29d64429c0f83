import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const PET = {
  name: 'Pet',
  type: 'object',
  properties: { name: { type: 'string' }, image: { type: 'string', format: 'image' } },
  'x-accessControl': { permissions: { read: 'all', write: 'creator' } },
};
const HOME = `import { useEffect, useState } from 'react';
import { Pet } from '@/entities/Pet';
import { UploadFile } from '@/integrations/Core';
export default function Home() {
  const [pets, setPets] = useState([]);
  const [last, setLast] = useState('');
  const [problem, setProblem] = useState('');
  const read = () => Pet.list('name').then(setPets);
  useEffect(() => { read(); return Pet.subscribe(read); }, []);
  const add = async (file) => {
    try {
      const { file_url } = await UploadFile({ file });
      setLast(file_url);
      await Pet.create({ name: file.name, image: file_url });
    } catch (error) { setProblem(error.message); }
  };
  return <main className="p-4"><h1>Pets</h1>
    <input type="file" aria-label="Photo" onChange={(event) => add(event.target.files[0])} />
    <p role="alert">{problem}</p>
    {last && <img src={last} alt="Last upload" />}
    {pets.map(({ id, name, image }) => <figure key={id}>{image && <img src={image + '?width=160'} alt={name} />}<figcaption>{name}</figcaption></figure>)}
  </main>;
}`;

const FORM = `import { DataForm } from '@/components/blocks/form';
import { Pet } from '@/entities/Pet';
export default function New() {
  return <main className="p-4"><h1>New pet</h1><DataForm entity={Pet} fields={['name', 'image']} /></main>;
}`;

let world: World;
let page: Page;
let complaints: string[];
let appId: string;
let red: Buffer;
let blue: Buffer;

const grid = () => page.getByRole('grid', { name: 'Pet' });
const cells = (image: string) => grid().locator(`[role=gridcell] img[src*="${image}"]`);
const stored = async (): Promise<Record<string, string>[]> =>
  (await page.context().request.get(`${world.url}/live_api/apps/${appId}/entities/Pet?rows=draft&sort=name`)).json();
const picture = (background: string) =>
  sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
/** A file as the browser drops or pastes it. */
const fileIn = (bytes: Buffer, name: string) =>
  page.evaluateHandle(
    ([base64, fileName]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], fileName, { type: 'image/png' }));
      return data;
    },
    [bytes.toString('base64'), name] as const,
  );
/** The cell in the column of images, in a row. */
const imageCell = (row: number) => grid().locator(`[data-cell="${row}:1"]`);

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  [red, blue] = await Promise.all([picture('#c33'), picture('#33c')]);
  const { request } = page.context();
  const headers = { origin: world.url };
  const person = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
  await request.post(`${world.url}/api/auth/sign-up/email`, { headers, data: person });
  const genApp = { name: 'Pets', pages: { Home: HOME, New: FORM }, entities: { Pet: JSON.stringify(PET) } };
  appId = (await (await request.post(`${world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } })).json()).id;
  const data = ['Ada', 'Bo', 'Cy'].map((name) => ({ name }));
  await request.post(`${world.url}/live_api/apps/${appId}/entities/Pet/bulk?rows=draft`, { headers, data });
  await page.goto(`${world.url}/build/app/${appId}?panel=data&table=Pet`);
  await grid().getByRole('gridcell', { name: 'Ada', exact: true }).waitFor();
});
afterAll(() => world?.[Symbol.asyncDispose]());

it('uploads an image in its cell, which becomes a picture', async () => {
  await imageCell(0).dblclick();
  const editor = grid().getByRole('group', { name: 'Image' });
  await editor.getByText('Drop or paste an image here').waitFor();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), editor.getByRole('button', { name: 'Upload' }).click()]);
  await chooser.setFiles({ name: 'red.png', mimeType: 'image/png', buffer: red });
  await cells('red.png').waitFor();
  await editor.waitFor({ state: 'detached' });
  await expect.poll(() => cells('red.png').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(160);
});

it('uploads what is dropped or pasted on a cell', async () => {
  const dropped = await fileIn(blue, 'blue.png');
  await imageCell(1).dispatchEvent('dragover', { dataTransfer: dropped });
  await imageCell(1).dispatchEvent('drop', { dataTransfer: dropped });
  await cells('blue.png').waitFor();
  await imageCell(2).click();
  const pasted = await fileIn(red, 'pasted.png');
  await grid().evaluate((element, clipboardData) => {
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
  await cells('pasted.png').waitFor();
  // A cell of another type takes no file.
  await grid().locator('[data-cell="2:0"]').dispatchEvent('drop', { dataTransfer: dropped });
  await expect.poll(async () => (await stored()).filter(({ image }) => image).length).toBe(3);
});

it('refuses what is too large, and says so', async () => {
  await imageCell(2).dblclick();
  const editor = grid().getByRole('group', { name: 'Image' });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), editor.getByRole('button', { name: 'Replace' }).click()]);
  await chooser.setFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.concat([red], 10_000_000) });
  await editor.getByText('File size to large').waitFor();
  // Dropped on the open editor.
  const dropped = await fileIn(red, 'again.png');
  await editor.getByRole('textbox').dispatchEvent('drop', { dataTransfer: dropped });
  await cells('again.png').waitFor();
});

it('replaces and removes the image in the form of the row', async () => {
  await page.getByRole('button', { name: 'Open row' }).nth(2).click();
  const open = page.getByRole('dialog');
  await open.getByRole('img', { name: 'Preview' }).waitFor();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open.getByRole('button', { name: 'Replace' }).click()]);
  await chooser.setFiles({ name: 'replaced.png', mimeType: 'image/png', buffer: blue });
  await cells('replaced.png').waitFor();
  expect(await inspect(page, 'form with an image')).toEqual([]);
  await open.getByRole('button', { name: 'Remove image' }).click();
  await open.getByText('Drop or paste an image here').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await stored()).filter(({ image }) => image).length).toBe(2);
});

it('shows the images in the app, where people upload their own', async () => {
  await page.goto(`${world.url}/build/app/${appId}`);
  const app = page.frameLocator('iframe');
  for (const image of ['red.png', 'blue.png'])
    await expect
      .poll(() => app.locator(`img[src*="${image}"]`).evaluate((element) => (element as HTMLImageElement).naturalWidth), {
        timeout: 20_000,
      })
      .toBe(160);
  await app.getByLabel('Photo').setInputFiles({ name: 'Dot.png', mimeType: 'image/png', buffer: red });
  await app.getByRole('img', { name: 'Dot.png' }).waitFor();
  expect(complaints).toEqual([]);
});

it('uploads an image in a form of the app', async () => {
  await page.goto(`${world.url}/build/app/${appId}/new`);
  const app = page.frameLocator('iframe');
  await app.getByLabel('Name').fill('Eve');
  await app.getByLabel('Upload Image').setInputFiles({ name: 'form.png', mimeType: 'image/png', buffer: blue });
  await app.getByRole('button', { name: 'Replace image' }).waitFor();
  await app.locator('img[src*="form.png?width=640"]').waitFor();
  await app.getByRole('button', { name: 'Add pet' }).click();
  await expect.poll(async () => (await stored()).find(({ name }) => name === 'Eve')?.['image']).toMatch(/\/form\.png$/);
  expect(complaints).toEqual([]);
});

it('reports a refused upload as an error of the app', async () => {
  await page.goto(`${world.url}/build/app/${appId}`);
  const app = page.frameLocator('iframe');
  await app.getByLabel('Photo').setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html></html>') });
  const sentence = 'UploadFile: The file "page.png" is no image, though its name or its type says so.';
  await app.getByText(sentence).waitFor();
  await page.getByRole('button', { name: /1 problem/ }).click();
  await page.getByText(sentence).first().waitFor();
});

it('takes uploads of visitors of the published app once the owner opens them', async () => {
  const { request } = page.context();
  const mutation = 'mutation ($id: ID!) { publishApp(id: $id) { url } }';
  const data = { query: mutation, variables: { id: appId } };
  const { url } = (await (await request.post(`${world.url}/graphql`, { headers: { origin: world.url }, data })).json()).data.publishApp;
  const visit = await world.visit();
  const upload = () => visit.page.getByLabel('Photo').setInputFiles({ name: 'seen.png', mimeType: 'image/png', buffer: red });
  await visit.page.goto(url);
  await upload();
  await visit.page.getByText('UploadFile: Please log in to use UploadFile.').waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('switch', { name: 'Let visitors upload files' }).check();
  await page.getByText('Anyone with the link can upload files in your app, without an account.').waitFor();
  await expect
    .poll(async () => {
      await upload();
      return visit.page
        .getByRole('img', { name: 'Last upload' })
        .evaluateAll(([image]) => (image as HTMLImageElement | undefined)?.naturalWidth);
    })
    .toBe(640);
});
