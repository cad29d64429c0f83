import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const PAGE = `import remind from '@/functions/remind';
import { useState } from 'react';

export default function Home() {
  const [answer, setAnswer] = useState('');
  return (
    <main>
      <button onClick={() => remind({ name: 'Ada' }).then(({ text }) => setAnswer(text), (error) => setAnswer(error.message))}>Remind</button>
      <p role="status">{answer}</p>
    </main>
  );
}
`;
const REMIND = `import { Task } from '@/entities/Task';

export const schedule = '0 9 * * 1-5';
export const timeZone = 'Europe/Berlin';

export default async function remind({ name = 'everybody' }) {
  const open = await Task.filter({ done: false });
  console.log(open.length + ' open tasks');
  if (Deno.env.get('OFFICE') === undefined) return { text: name + ' has ' + open.length + ' open tasks' };
  return { text: Deno.env.get('OFFICE') + ': ' + open.length + ' open tasks' };
}
`;
const TASK = JSON.stringify({ name: 'Task', type: 'object', properties: { title: { type: 'string' }, done: { type: 'boolean' } } });

let world: World;
let page: Page;
let complaints: string[];
let appId: string;
const call = async (path: string, data: object) => {
  const response = await page.context().request.post(`${world.url}${path}`, { headers: { origin: world.url }, data });
  return response.json();
};

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  await call('/api/auth/sign-up/email', { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' });
  const genApp = { name: 'Tasks', pages: { Home: PAGE }, entities: { Task: TASK } };
  appId = (await call('/api/apps', { appType: 'generated', genApp })).id;
  await call(`/api/apps/${appId}/files/update`, { file: { id: 'functions/remind', content: REMIND } });
  await call(`/live_api/apps/${appId}/entities/Task/bulk?rows=draft`, [
    { title: 'Call', done: false },
    { title: 'Write', done: true },
  ]);
});
afterAll(() => world?.[Symbol.asyncDispose]());

it('calls a function from a page, and shows its runs', async () => {
  await page.goto(`${world.url}/build/app/${appId}`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Remind' }).click();
  await frame.getByText('Ada has 1 open tasks').waitFor();

  await page.goto(`${world.url}/build/app/${appId}?panel=functions`);
  await page.getByText('Monday through Friday').waitFor();
  expect(await inspect(page, 'a function that asks for a permission')).toEqual([]);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('It does not before you allow it.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('everybody has 1 open tasks').waitFor();
  await page.getByText('Log', { exact: true }).click();
  await page.getByText('1 open tasks', { exact: true }).waitFor();
  expect(await inspect(page, 'the answer of a function')).toEqual([]);
  await page.getByRole('button', { name: 'What it may do' }).click();
  await page.getByRole('switch', { name: /^May use all rows/, checked: true }).waitFor({ state: 'attached' });
  expect(await inspect(page, 'what a function may do')).toEqual([]);
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('Reads OFFICE, which is not set.').waitFor();
  await page.getByRole('button', { name: 'Set OFFICE' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set OFFICE' });
  await dialog.getByRole('switch', { name: /^Keep it secret/ }).press('Space');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('Berlin');
  expect(await inspect(page, 'the form of a variable')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Berlin', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Berlin: 1 open tasks').waitFor();
  expect(await inspect(page, 'the variables of an app')).toEqual([]);
  await page.getByRole('button', { name: 'Runs' }).click();
  await page.getByRole('list', { name: 'Runs' }).getByText('Called').waitFor();
  await page.setViewportSize({ width: 375, height: 740 });
  expect(await inspect(page, 'the runs of a function on a phone')).toEqual([]);
  expect(complaints).toEqual([]);
});
