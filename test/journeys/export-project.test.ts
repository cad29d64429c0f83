import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, signIn, type World } from './builder-world.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Made by git: see `bundles.ts` beside it. */
const BUNDLE = join(ROOT, 'plugins/apps/importing/testing/rows.bundle');
const HOME = `import { Flame } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/blocks/table';
import { Note } from '@/entities/Note';
import Title from '../components/Title';
import { shout } from '@/services/words';

export default function Home() {
  return (
    <main className="p-6">
      <Title>{shout('Notes')}</Title>
      <Flame aria-hidden="true" />
      <Button onClick={() => void Note.create({ text: 'Written there' })}>Write</Button>
      <DataTable entity={Note} />
    </main>
  );
}
`;
const genApp = {
  name: 'Notes & more',
  pages: { Home: HOME, About: 'export default () => <h1>About us</h1>;' },
  components: { Title: 'export default function Title({ children }) { return <h1 className="text-4xl">{children}</h1>; }' },
  services: { words: "export const shout = <T,>(word: T): string => String(word).concat('!');" },
  layout: 'export default function Layout({ children }) { return <div className="bg-background">{children}</div>; }',
  globalsCss: '@tailwind base;\n:root { --primary: 222 47% 11%; }',
  entities: {
    Note: {
      name: 'Note',
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      'x-accessControl': { permissions: { read: 'anonymous', write: 'anonymous' } },
    },
  },
};

let world: World;
let page: Page;
let complaints: string[];
let folder: string;
let server: PreviewServer;
let zip: Buffer;
let appId: string;
beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  await signIn(page, world.url);
  const { request } = page.context();
  const headers = { origin: world.url };
  const made = await request.post(`${world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } });
  ({ id: appId } = await made.json());
  const query = 'mutation ($id: ID!) { publishApp(id: $id) { id } }';
  await request.post(`${world.url}/graphql`, { headers, data: { query, variables: { id: appId } } });
  zip = await (await request.get(`${world.url}/api/apps/${appId}/export.zip`)).body();
  // Within the project, so that the packages are found. Tailwind would read all files behind a link to them.
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  folder = await mkdtemp(join(ROOT, '.cache/exported-'));
  for (const [path, bytes] of Object.entries(unzipSync(zip))) {
    const file = join(folder, path.slice(path.indexOf('/') + 1));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
});
afterAll(async () => {
  await server?.close();
  await world?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

it('is built by Vite alone, and reads and writes the rows of the server', async () => {
  await build({ root: folder, logLevel: 'error' });
  server = await preview({ root: folder, logLevel: 'silent', preview: { port: 0, host: '127.0.0.1' } });
  const [address = ''] = server.resolvedUrls?.local ?? [];
  await page.goto(address);
  await page.getByRole('heading', { name: 'Notes!' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Notes!' }).evaluate((node) => getComputedStyle(node).fontSize)).toBe('36px');
  await page.getByRole('button', { name: 'Write' }).click();
  await page.getByText('Written there').waitFor();
  await page.goto(`${address}about`);
  await page.getByRole('heading', { name: 'About us' }).waitFor();
  expect(complaints).toEqual([]);
});

it('has the same bytes each time, exact versions, and nothing secret', async () => {
  const { request } = page.context();
  const again = await (await request.get(`${world.url}/api/apps/${appId}/export.zip`)).body();
  expect(again.equals(zip)).toBe(true);
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  for (const version of Object.values({ ...dependencies, ...devDependencies })) expect(version).toMatch(/^\d+\.\d+\.\d+/);
  const texts = Object.values(unzipSync(zip)).map((bytes) => Buffer.from(bytes).toString('utf8'));
  for (const { value } of await page.context().cookies()) expect(texts.some((text) => text.includes(value))).toBe(false);
  expect(texts.some((text) => text.includes(ROOT))).toBe(false);
});

it('comes back as an app by the button on the home page', async () => {
  await page.goto(`${world.url}/home`);
  await page
    .getByRole('region', { name: 'Import an app' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.zip', mimeType: 'application/zip', buffer: zip });
  await page.waitForURL(/\/build\/app\//);
  await page.getByRole('heading', { name: 'Notes & more' }).waitFor();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Notes!' }).waitFor();
  const id = new URL(page.url()).pathname.split('/')[3];
  expect(id).not.toBe(appId);
  const { request } = page.context();
  const [old, imported] = await Promise.all(
    [appId, id].map(async (one) => (await request.get(`${world.url}/runtime/bundle?appId=${one}`)).json()),
  );
  const files = 'query ($id: ID!) { app(id: $id) { currentVersion { files { path } } } }';
  const data = { query: files, variables: { id } };
  const { currentVersion } = (await (await request.post(`${world.url}/graphql`, { headers: { origin: world.url }, data })).json()).data.app;
  const own = ['components/Title', 'entities/Note.json', 'globals.css', 'layout', 'pages/About', 'pages/Home', 'services/words'];
  expect(currentVersion.files.map(({ path }: { path: string }) => path).sort()).toEqual(own);
  for (const kind of ['pages', 'components', 'services', 'layout', 'entities', 'mainPage']) expect(imported[kind]).toEqual(old[kind]);
  expect(complaints).toEqual([]);
});

it('lists what did not come along, and makes no app of another file', async () => {
  const foreign = zipSync({
    'shop/src/pages/Home.tsx': strToU8('export default () => <h1>Shop</h1>;'),
    'shop/src/context/cart.ts': strToU8('export const cart = [];'),
    'shop/src/notes.txt': strToU8('none'),
    'shop/src/entities/Order.json': strToU8('no JSON'),
  });
  await page.goto(`${world.url}/home`);
  await page
    .getByRole('region', { name: 'Import an app' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'shop.zip', mimeType: 'application/zip', buffer: Buffer.from(foreign) });
  const report = page.getByRole('dialog', { name: 'shop is here' });
  await report.getByText('2 files came along.').waitFor();
  await report.getByRole('heading', { name: '2 files did not come along' }).waitFor();
  await report.getByText('src/notes.txt').waitFor();
  await report.getByText(/^entities\/Order\.json: /).waitFor();
  expect(await inspect(page, 'import report')).toEqual([]);
  await report.getByRole('button', { name: 'Open shop' }).click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Shop' }).waitFor();
  await page.goto(`${world.url}/home`);
  await page
    .getByRole('region', { name: 'Import an app' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') });
  await page.getByText('The project was not imported: it is no zip and no git bundle, or it is damaged.').waitFor();
});

it('makes an app of a git bundle', async () => {
  const file = { name: 'rows.bundle', mimeType: 'application/octet-stream', buffer: await readFile(BUNDLE) };
  await page.goto(`${world.url}/home`);
  await page.getByRole('region', { name: 'Import an app' }).locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog', { name: 'Rows is here' }).getByRole('button', { name: 'Open Rows' }).click();
  await page.frameLocator('iframe').getByText('The fortieth row of the list').waitFor();
  expect(complaints).toEqual([]);
});
