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
let page: Page;
let complaints: string[];
let appId: string;
const call = async (path: string, data?: object) => {
  const { request } = page.context();
  const url = `${world.url}${path}`;
  return (await (data === undefined ? request.get(url) : request.post(url, { headers: { origin: world.url }, data }))).json();
};
const rowsOf = async (id: string) =>
  ((await call(`/live_api/apps/${id}/entities/Note?rows=draft&sort=text`)) as { text: string }[]).map(({ text }) => text);
const edit = async (id: string, from: string, to: string) => {
  const query = 'query ($id: ID!) { app(id: $id) { currentVersion { id files { path content } } } }';
  const { currentVersion } = (await call('/graphql', { query, variables: { id } })).data.app;
  const before = currentVersion.files.find((file: { path: string }) => file.path === 'pages/Home').content as string;
  const change = `mutation ($id: ID!, $version: ID!, $content: String!) {
    updateAppFile(id: $id, baseVersionId: $version, path: "pages/Home", content: $content) { id }
  }`;
  const variables = { id, version: currentVersion.id, content: before.replace(from, to) };
  expect((await call('/graphql', { query: change, variables })).errors).toBeUndefined();
};
const heading = (name: string) => page.frameLocator('iframe').getByRole('heading', { name, exact: true }).waitFor();
const idInAddress = () => new URL(page.url()).pathname.split('/')[3] ?? '';
const bar = () => page.getByRole('status').filter({ hasText: 'You are trying an idea' });
async function tryIdea(name: string) {
  await page.getByRole('button', { name: 'Ideas' }).click();
  await page.getByLabel('What do you want to try?').fill(name);
  await page.keyboard.press('Enter');
  await bar().getByText(name).waitFor();
  return idInAddress();
}

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  await call('/api/auth/sign-up/email', { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' });
  const genApp = { name: 'Notes', pages: { Home: PAGE }, entities: { Note: NOTE } };
  appId = (await call('/api/apps', { appType: 'generated', genApp })).id;
  await call(`/live_api/apps/${appId}/entities/Note/bulk?rows=draft`, [{ text: 'Bread' }, { text: 'Milk' }]);
});
afterAll(() => world?.[Symbol.asyncDispose]());

it('tries an idea on a copy of code and rows, and merges it', async () => {
  await page.goto(`${world.url}/build/app/${appId}`);
  await heading('Notes');
  const idea = await tryIdea('A better title');
  expect(idea).not.toBe(appId);
  await page.frameLocator('iframe').getByText('Milk').waitFor();
  await call(`/live_api/apps/${idea}/entities/Note?rows=draft`, { text: 'Only here' });
  await edit(idea, 'Notes</h1>', 'Groceries</h1>');
  await heading('Groceries');
  expect(await rowsOf(appId)).toEqual(['Bread', 'Milk']);
  expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);

  expect(await inspect(page, 'an idea')).toEqual([]);

  await page.getByRole('button', { name: 'Ideas' }).click();
  await page.getByRole('button', { name: 'Merge into Notes' }).waitFor();
  expect(await inspect(page, 'ideas')).toEqual([]);
  await page.getByRole('button', { name: 'Merge into Notes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge into Notes' });
  await dialog.getByText('pages/Home').waitFor();
  await dialog.getByText('Add one row').waitFor();
  expect(await inspect(page, 'an idea to merge')).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Merge into Notes' }).click();
  await page.getByText('The idea is in Notes now.').waitFor();
  await heading('Groceries');
  expect(idInAddress()).toBe(appId);
  expect(await bar().count()).toBe(0);
  expect(await rowsOf(appId)).toEqual(['Bread', 'Milk']);
  expect(complaints).toEqual([]);
});

it('takes along the rows that are chosen, with a side for those that both changed, and undoes that', async () => {
  const idea = await tryIdea('Better rows');
  const rows = (id: string) => call(`/live_api/apps/${id}/entities/Note?rows=draft`) as Promise<{ id: string; text: string }[]>;
  const change = async (id: string, text: string, next: string) => {
    const row = (await rows(id)).find((each) => each.text === text);
    const url = `${world.url}/live_api/apps/${id}/entities/Note/${row?.id}?rows=draft`;
    expect((await page.context().request.put(url, { headers: { origin: world.url }, data: { text: next } })).status()).toBe(200);
  };
  await call(`/live_api/apps/${idea}/entities/Note?rows=draft`, { text: 'Tea' });
  await change(idea, 'Bread', 'Rye bread');
  await change(idea, 'Milk', 'Oat milk');
  await change(appId, 'Milk', 'Soy milk');
  await page.getByRole('button', { name: 'Ideas' }).click();
  await page.getByRole('button', { name: 'Merge into Notes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge into Notes' });
  await dialog.getByLabel('Add one row').check();
  await dialog.getByLabel('Change one row').check();
  await dialog.getByRole('button', { name: 'Show the rows' }).click();
  await dialog.getByRole('cell', { name: 'Soy milk' }).waitFor();
  expect(await inspect(page, 'rows of an idea to merge')).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('radiogroup', { name: 'Soy milk' }).getByText('The idea’s').click();
  await dialog.getByRole('button', { name: 'Merge into Notes' }).click();
  await page.getByText('The rows of the idea are in Notes now.').waitFor();
  expect(await rowsOf(appId)).toEqual(['Oat milk', 'Rye bread', 'Tea']);
  await page.getByRole('button', { name: 'Undo for the rows' }).click();
  await expect.poll(() => rowsOf(appId)).toEqual(['Bread', 'Soy milk']);
  expect(complaints).toEqual([]);
});

it('asks which text to keep where both changed, gets the changes of the app, and throws an idea away', async () => {
  const idea = await tryIdea('Another title');
  await edit(idea, 'Groceries</h1>', 'Shopping</h1>');
  await edit(appId, 'Groceries</h1>', 'Supplies</h1>');
  await heading('Shopping');
  await page.getByRole('button', { name: 'Ideas' }).click();
  await page.getByRole('button', { name: 'Get the changes of Notes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Get the changes of Notes' });
  await dialog.getByText('The app and the idea changed the same lines.').waitFor();
  const update = dialog.getByRole('button', { name: 'Get the changes of Notes' });
  expect(await update.isDisabled()).toBe(true);
  await dialog.getByRole('figure', { name: 'Before' }).getByText('<h1>Groceries</h1>').waitFor();
  await dialog.getByRole('figure', { name: 'In the app' }).getByText('<h1>Supplies</h1>').waitFor();
  await dialog.getByRole('figure', { name: 'In the idea' }).getByText('<h1>Shopping</h1>').waitFor();
  expect(await inspect(page, 'conflicts of an idea')).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('radiogroup', { name: 'pages/Home' }).getByText('The app’s').click();
  await update.click();
  await heading('Supplies');
  await page.getByRole('button', { name: 'Ideas' }).click();
  await page.getByRole('button', { name: 'Throw away' }).click();
  await page.getByText('Throw the idea “Another title” away?').waitFor();
  await page.getByRole('button', { name: 'Throw away' }).click();
  await page.getByText('The idea is thrown away.').waitFor();
  await heading('Supplies');
  expect(idInAddress()).toBe(appId);
  await page.getByRole('button', { name: 'Undo' }).click();
  await bar().getByText('Another title').waitFor();
  expect(idInAddress()).toBe(idea);
  await page.getByRole('button', { name: 'Ideas' }).click();
  await page.getByRole('button', { name: 'Throw away' }).click();
  await page.getByRole('button', { name: 'Throw away' }).click();
  await page.getByText('The idea is thrown away.').waitFor();
  await page.goto(`${world.url}/build/app/${idea}`);
  await page.getByRole('heading', { name: 'App not found' }).waitFor();
  await page.goto(`${world.url}/build/app/${appId}`);
  await page.getByRole('button', { name: 'Ideas' }).click();
  await page.getByRole('region', { name: 'Thrown away' }).getByText('Another title').waitFor();
  expect(await inspect(page, 'ideas that were thrown away')).toEqual([]);
  await page.getByRole('button', { name: 'Bring back Another title' }).click();
  await bar().getByText('Another title').waitFor();
  expect(complaints).toEqual([]);
});
