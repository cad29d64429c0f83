import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const PAGE = `import { Note } from '@/entities';
import { useEffect, useState } from 'react';

export default function Home() {
  const [notes, setNotes] = useState([]);
  useEffect(() => {
    Note.list().then(setNotes);
  }, []);
  return (
    <main>
      <h1>Notes</h1>
      {notes.map((note) => <p key={note.id}>{note.text}</p>)}
    </main>
  );
}
`;
const NOTE = JSON.stringify({ name: 'Note', type: 'object', properties: { text: { type: 'string' } } });

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

async function call(page: Page, path: string, data: object) {
  const answer = await page.context().request.post(`${world.url}${path}`, { headers: { origin: world.url }, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

async function newBuilder(name: string) {
  const visit = await world.visit();
  const email = `${name.toLowerCase()}@example.org`;
  await call(visit.page, '/api/auth/sign-up/email', { name, email, password: 'a long enough secret' });
  return visit;
}

const gallery = (page: Page) => page.getByRole('region', { name: 'Start from a template' });
const share = async (page: Page) => {
  await page.getByRole('button', { name: 'More for Club notes' }).click();
  await page.getByRole('menuitem', { name: 'Share as template…' }).click();
};

it('shares an app with its rows as a template, from which another builder begins', async () => {
  const { page, complaints } = await newBuilder('Ada');
  const genApp = { name: 'Club notes', pages: { Home: PAGE }, entities: { Note: NOTE } };
  const { id } = await call(page, '/api/apps', { appType: 'generated', genApp });
  await call(page, `/live_api/apps/${id}/entities/Note/bulk?rows=draft`, [{ text: 'Bread' }, { text: 'Milk' }]);
  await page.goto(`${world.url}/home`);
  await share(page);
  await page.getByLabel('What it is for, in a sentence').fill('What a club must not forget.');
  await page.getByRole('switch', { name: 'Include rows' }).check();
  expect(await inspect(page, 'sharing a template')).toEqual([]);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await gallery(page).getByText('By Ada').waitFor();
  expect(await inspect(page, 'a shared template')).toEqual([]);

  const { page: other, complaints: others } = await newBuilder('Bo');
  await other.goto(`${world.url}/home`);
  await gallery(other).getByText('What a club must not forget.').waitFor();
  await gallery(other).getByRole('button', { name: 'Club notes' }).click();
  await other.waitForURL(/\/build\/app\//);
  expect(other.url()).not.toContain(id);
  await other.frameLocator('iframe').getByText('Milk').waitFor({ timeout: 60_000 });

  await share(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  await gallery(page).getByText('By Ada').waitFor({ state: 'detached' });
  await other.goto(`${world.url}/home`);
  await other.getByRole('link', { name: 'Club notes' }).waitFor();
  expect(await gallery(other).getByText('By Ada').count()).toBe(0);
  expect([...complaints, ...others]).toEqual([]);
}, 120_000);

it('duplicates an app with its draft rows, which begin anew once it is published', async () => {
  const { page, complaints } = await newBuilder('Cy');
  const genApp = { name: 'Shop notes', pages: { Home: PAGE }, entities: { Note: NOTE } };
  const { id } = await call(page, '/api/apps', { appType: 'generated', genApp });
  await call(page, `/live_api/apps/${id}/entities/Note/bulk?rows=draft`, [{ text: 'Bread' }, { text: 'Milk' }]);
  await page.goto(`${world.url}/home`);
  await page.getByRole('button', { name: 'More for Shop notes' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate with rows' }).click();
  await page.getByRole('link', { name: 'Shop notes copy' }).click();
  await page.frameLocator('iframe').getByText('Milk').waitFor({ timeout: 60_000 });
  const copy = new URL(page.url()).pathname.split('/')[3] ?? '';

  // Each has its own rows from then on.
  await call(page, `/live_api/apps/${copy}/entities/Note?rows=draft`, { text: 'Only in the copy' });
  const query = 'mutation ($id: ID!) { publishApp(id: $id) { status } }';
  expect(await call(page, '/graphql', { query, variables: { id: copy } })).toEqual({ data: { publishApp: { status: 'active' } } });
  await call(page, `/live_api/apps/${copy}/entities/Note?rows=live`, { text: 'Live' });
  const texts = async (of: string, rows: string) => {
    const answer = await page.context().request.get(`${world.url}/live_api/apps/${of}/entities/Note?rows=${rows}&sort=text`);
    return ((await answer.json()) as { text: string }[]).map(({ text }) => text);
  };
  expect(await texts(id, 'draft')).toEqual(['Bread', 'Milk']);
  expect(await texts(copy, 'draft')).toEqual(['Bread', 'Milk', 'Only in the copy']);
  expect(await texts(copy, 'live')).toEqual(['Live']);
  expect(complaints).toEqual([]);
}, 120_000);
