import { type ModelServer, type Reply, saying, startModelServer } from '@sayso/models/testing';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Product, startProduct } from '../product.ts';
import { bearer, type Data, type Person, password, signUp } from '../security/world.ts';
import { inspect, startApp } from './builder-world.ts';

// An app that writes a product description from a photo: made in a chat, opened to visitors, and used by a stranger up to its limit.

const REQUEST = 'an app that writes a product description from a photo';
const HOME = `import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { InvokeLLM, UploadFile } from '@/integrations/Core';
export default function Home() {
  const [text, setText] = useState('');
  const [photo, setPhoto] = useState(null);
  const [error, setError] = useState(null);
  const [part, setPart] = useState(null);
  async function describe() {
    setError(null);
    setText('');
    try {
      const { file_url } = await UploadFile({ file: photo }, { onProgress: setPart });
      setText(await InvokeLLM({ prompt: 'Describe this product in one sentence.', file_urls: [file_url] }, { onText: setText }));
    } catch (failure) {
      setError(failure.message);
    }
  }
  return (
    <main>
      <h1>Describe a product</h1>
      <label>Photo <input type="file" accept="image/*" onChange={(event) => setPhoto(event.target.files[0])} /></label>
      <Button disabled={photo === null} onClick={describe}>Describe it</Button>
      {part === null ? null : <p>{Math.round(part * 100)} % sent</p>}
      <p>{text}</p>
      {error === null ? null : <p role="alert">{error}</p>}
    </main>
  );
}`;

let product: Product;
let browser: Browser;
let model: ModelServer;
let owner: Person;
let photo: Buffer;

/** Writes the app, and describes pictures. */
function script({ messages }: Data): Reply {
  const asked = JSON.stringify(messages.filter(({ role }: Data) => role === 'user').at(-1));
  if (asked.includes('image_url')) return saying('A blue cup ', 'for slow mornings.');
  if (asked.includes(REQUEST))
    return saying(`I write it.\n<action type="add_file" file="pages/Home" title="Describe a photo">\n${HOME}\n</action>\n`);
  return saying('I have nothing to add.');
}

beforeAll(async () => {
  model = await startModelServer(script);
  [product, browser] = await Promise.all([startProduct({ OPENAI_BASE_URL: model.url, MODEL_RETRY_DELAY: '1' }), launchBrowser()]);
  owner = await signUp(product, 'ada@example.org');
  photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#47a' } })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await model?.close();
});

async function visit(): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

async function describe(app: Page | FrameLocator): Promise<void> {
  await app.getByLabel('Photo').setInputFiles({ name: 'cup.jpg', mimeType: 'image/jpeg', buffer: photo });
  await app.getByRole('button', { name: 'Describe it' }).click();
}

async function publish(id: string): Promise<string> {
  const query = 'mutation ($id: ID!) { publishApp(id: $id) { url } }';
  const headers = { 'content-type': 'application/json', ...bearer(owner.token) };
  const answer = await fetch(`${product.builderUrl}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables: { id } }),
  });
  return ((await answer.json()) as Data).data.publishApp.url;
}

test('a product description from a photo, within the limits of strangers', { timeout: 240_000 }, async () => {
  const builder = await visit();
  await builder.context().request.post(`${product.builderUrl}/api/auth/sign-in/email`, { data: { email: owner.email, password } });
  await builder.goto(`${product.builderUrl}/home`);
  const appId = await startApp(builder, REQUEST);
  const preview = builder.frameLocator('iframe');
  await preview.getByRole('heading', { name: 'Describe a product' }).waitFor({ timeout: 60_000 });
  await describe(preview);
  await preview.getByText('A blue cup for slow mornings.').waitFor();
  await preview.getByText('100 % sent').waitFor();

  const url = await publish(appId);
  const stranger = await visit();
  await stranger.goto(url);
  await describe(stranger);
  await stranger.getByRole('alert').getByText('Please log in to use UploadFile.').waitFor();

  await builder.goto(`${product.builderUrl}/build/app/${appId}?panel=integrations`);
  const panel = builder.getByRole('main');
  for (const name of ['UploadFile', 'InvokeLLM']) await panel.getByRole('switch', { name: `Open ${name} to visitors` }).check();
  const limits = panel.getByRole('group', { name: 'Limits of InvokeLLM' });
  await limits.getByLabel('One person, a day').fill('2');
  const saved = builder.waitForResponse((answer) => answer.request().postData()?.includes('ChangeIntegration') === true && answer.ok());
  await limits.getByLabel('One person, a day').press('Enter');
  await saved;

  for (const _time of [1, 2]) {
    await stranger.reload();
    await describe(stranger);
    await stranger.getByText('A blue cup for slow mornings.').waitFor();
  }
  await describe(stranger);
  await stranger
    .getByRole('alert')
    .getByText('InvokeLLM: You have used InvokeLLM as often today as this app allows. Please try again tomorrow.')
    .waitFor();
  const described = model.requests.filter(({ body }) => JSON.stringify(body).includes('image_url'));
  expect(described).toHaveLength(3);

  await builder.reload();
  await panel.getByText('Today: 3 of 5000').waitFor();
  await panel
    .getByText(/^A visitor · /)
    .nth(1)
    .waitFor();
  await panel.getByText(/preview · /).waitFor();
  const row = panel.getByRole('row', { name: /^InvokeLLM/ });
  expect((await row.getByRole('cell').allTextContents()).slice(0, 3)).toEqual(['3', '0', '1']);
  expect(await inspect(builder, 'integrations')).toEqual([]);
});
