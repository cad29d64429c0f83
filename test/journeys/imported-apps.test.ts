import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { inspect, openWorld, signIn, type World } from './builder-world.ts';
import { type ImportedApp, importedApps } from './imported-apps.ts';

let world: World;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  page.setDefaultTimeout(60_000);
  await signIn(page, world.url);
}, 180_000);
afterAll(() => world?.[Symbol.asyncDispose]());

const zipOf = ({ files }: Pick<ImportedApp, 'files'>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))));

async function importApp(app: ImportedApp) {
  const file = { name: `${app.name}.zip`, mimeType: 'application/zip', buffer: zipOf(app) };
  const headers = { origin: world.url };
  const answer = await page.context().request.post(`${world.url}/api/apps/import`, { headers, multipart: { file } });
  expect(answer.status()).toBe(200);
  return answer.json();
}

async function graph(query: string, variables: object) {
  const headers = { origin: world.url };
  const answer = await page.context().request.post(`${world.url}/graphql`, { headers, data: { query, variables } });
  const { data, errors } = await answer.json();
  expect(errors).toBeUndefined();
  return data;
}

type Place = Pick<Page, 'getByRole' | 'getByPlaceholder' | 'getByText'>;

async function use(place: Place, { use: { fill, click, shows } }: ImportedApp): Promise<void> {
  if (fill !== undefined) await place.getByPlaceholder(fill[0]).fill(fill[1]);
  await place.getByRole('button', { name: click, exact: true }).click();
  await place.getByText(shows).first().waitFor();
}

test.each(importedApps.map((app) => [app.name, app] as const))(
  '%s is imported, opened, used and published',
  async (_name, app) => {
    complaints.length = 0;
    const { id, left, backEnds } = await importApp(app);
    expect(left.filter(({ reason }: { reason: string }) => reason === 'refused' || reason === 'unknown')).toEqual([]);
    expect(backEnds.map(({ name }: { name: string }) => name)).toEqual(app.backEnds ?? []);

    await page.goto(`${world.url}/build/app/${id}`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: app.heading }).waitFor();
    await use(frame, app);

    const { publishApp } = await graph('mutation ($id: ID!) { publishApp(id: $id) { url } }', { id });
    await page.goto(publishApp.url);
    await page.getByRole('heading', { name: app.heading }).waitFor();
    if (app.at !== undefined) {
      const [path, heading] = app.at;
      await page.goto(new URL(path, publishApp.url).href);
      await page.getByRole('heading', { name: heading }).waitFor();
    }
    // Visitors of a table for people who are signed in.
    expect(complaints.filter((complaint) => !complaint.includes('Please log in to see the rows of'))).toEqual([]);
  },
  180_000,
);

it('reports what became of a project that is dropped as a zip, and has its calls replaced first', async () => {
  const app = importedApps.find(({ name }) => name === 'lovable-supabase') as ImportedApp;
  await page.goto(`${world.url}/home`);
  const zip = zipOf(app).toString('base64');
  await page.getByRole('region', { name: 'Import an app' }).evaluate((region, base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], 'clients.zip', { type: 'application/zip' }));
    region.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  }, zip);
  const report = page.getByRole('dialog', { name: 'Clients is here' });
  await report.getByText('Supabase, in 3 files').waitFor();
  await report.getByText('supabase/migrations/1_start.sql').waitFor();
  expect(await inspect(page, 'import report')).toEqual([]);
  await report.getByRole('button', { name: 'Open it and have the calls replaced' }).click();
  await page.waitForURL(/\/build\/app\//);
  await page.getByText('This app came from another product').first().waitFor();
}, 180_000);

it('shows the first preview of an app of 400 files', async () => {
  const components = Array.from({ length: 380 }, (_, at) => [
    `src/components/part${at % 20}/Part${at}.tsx`,
    `import { cn } from '@/lib/utils';\nexport default function Part${at}({ label = 'Part ${at}' }: { label?: string }) { return <p className={cn('p-${at % 12} text-sm')}>{label}</p>; }`,
  ]);
  const pages = Array.from({ length: 20 }, (_, at) => {
    const names = Array.from({ length: 19 }, (_part, index) => at * 19 + index);
    const imports = names.map((name) => `import Part${name} from '@/components/part${name % 20}/Part${name}';`).join('\n');
    const title = at === 0 ? 'Home' : `Page${at}`;
    return [
      `src/pages/${title}.tsx`,
      `${imports}\nexport default () => <main><h1>${title}</h1>${names.map((name) => `<Part${name} />`).join('')}</main>;`,
    ];
  });
  const files = Object.fromEntries([...components, ...pages]);
  const { id, taken } = await importApp({ name: 'large', files, heading: 'Home', use: { click: '', shows: '' } });
  expect(taken).toBe(400);
  await page.goto(`${world.url}/build/app/${id}`);
  await page.frameLocator('iframe').getByRole('heading', { name: 'Home' }).waitFor();
}, 180_000);
