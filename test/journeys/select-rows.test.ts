import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';
import { pointAt } from './point.ts';

const TASK = {
  name: 'Task',
  type: 'object',
  properties: { title: { type: 'string' }, owner: { type: 'string', 'x-reference': 'Person' } },
};
const PERSON = { name: 'Person', type: 'object', properties: { name: { type: 'string' } } };
const HOME = `import { useEffect, useState } from 'react';
import { Task } from '@/entities/Task';
import { DataList } from '@/components/blocks/list';
import { DataTable } from '@/components/blocks/table';
import { TaskCard } from '@/components/TaskCard';

export default function Home() {
  const [tasks, setTasks] = useState([]);
  const [count, setCount] = useState(0);
  useEffect(() => { Task.list('title').then(setTasks); }, []);
  return (
    <main>
      <h1>Tasks</h1>
      <button id="count" type="button" onClick={() => setCount(count + 1)}>Clicked {count}</button>
      <p id="first">First: {tasks[0]?.title}</p>
      <ul>
        {tasks.map((task) => (
          <li key={task.id} className="plain">
            {task.title}
          </li>
        ))}
      </ul>
      {tasks.slice(0, 2).map((task) => <TaskCard key={task.title} task={task} />)}
      <article className="relative p-6">
        <a className="after:absolute after:inset-0" href="#more">More about it</a>
        <em id="covered">Below a stretched link</em>
      </article>
      <DataList entity={Task} fields={['owner']} title="As a list" />
      <DataTable entity={Task} columns={['title', 'owner']} title="As a table" />
    </main>
  );
}
`;
const CARD = `export function TaskCard({ task }) {
  return <section><b className="card">Card of {task.title}</b></section>;
}
`;

let world: World;
let page: Page;
let complaints: string[];
let appId: string;

const app = () => page.frameLocator('iframe');
const inspector = () => page.getByRole('complementary', { name: 'Selected element' });
const drawer = (title: string) => page.getByRole('dialog', { name: title });

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit({ viewport: { width: 1800, height: 1000 } }));
  const { request } = page.context();
  const headers = { origin: world.url };
  const person = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
  await request.post(`${world.url}/api/auth/sign-up/email`, { headers, data: person });
  const genApp = {
    name: 'Tasks',
    pages: { Home: HOME },
    components: { TaskCard: CARD },
    entities: { Task: JSON.stringify(TASK), Person: JSON.stringify(PERSON) },
  };
  appId = (await (await request.post(`${world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } })).json()).id;
  const add = async (table: string, data: object[]): Promise<{ id: string }[]> =>
    (await request.post(`${world.url}/live_api/apps/${appId}/entities/${table}/bulk?rows=draft`, { headers, data })).json();
  const [grace] = await add('Person', [{ name: 'Grace' }]);
  await add('Task', [{ title: 'Bread' }, { title: 'Milk', owner: grace?.id }, { title: 'Salt' }]);
});
afterAll(() => world?.[Symbol.asyncDispose]());

beforeEach(async () => {
  await page.goto(`${world.url}/build/app/${appId}`);
  await app().locator('.plain', { hasText: 'Salt' }).waitFor();
  await app().getByRole('table').getByText('Salt').waitFor();
  await page.getByRole('button', { name: 'Select an element' }).click();
});

it.each([
  ['a key of a list', '.plain >> nth=1', 'Task', 'Milk'],
  ['a prop of a component', '.card >> nth=0', 'Task', 'Bread'],
  ['its text alone', '#first', 'Task', 'Bread'],
  ['a block, as a list', 'ul.divide-y >> text=Salt', 'Task', 'Salt'],
  ['a block, as a table', 'table >> text=Milk', 'Task', 'Milk'],
  ['a block that refers to it', 'table >> text=Grace', 'Person', 'Grace'],
])('opens the row of a text that is known by %s', async (_how, selector, table, title) => {
  await pointAt(page, app().locator(selector));
  await inspector()
    .getByRole('button', { name: `Open its row in ${table}` })
    .click();
  await drawer(title).waitFor();
  expect(new URL(page.url()).searchParams.get('table')).toBe(table);
  expect(complaints).toEqual([]);
});

it('offers no row for a text that stands in the code', async () => {
  await pointAt(page, app().getByRole('heading', { name: 'Tasks', exact: true }));
  await inspector().getByLabel('Text', { exact: true }).waitFor();
  expect(
    await inspector()
      .getByRole('button', { name: /^Open (its row|Task)/ })
      .count(),
  ).toBe(0);
});

it('selects what is visible where a stretched link lies over it', async () => {
  await pointAt(page, app().locator('#covered'));
  await expect.poll(() => inspector().getByLabel('Text', { exact: true }).inputValue()).toBe('Below a stretched link');
  await pointAt(page, app().getByRole('link', { name: 'More about it' }));
  await expect.poll(() => inspector().getByLabel('Text', { exact: true }).inputValue()).toBe('More about it');
});

it('says how many elements a change applies to, before it; undoes it in place', async () => {
  await page.getByRole('button', { name: 'Select an element' }).click();
  await app().locator('#count').click();
  await page.getByRole('button', { name: 'Select an element' }).click();
  await pointAt(page, app().locator('.card >> nth=1'));
  await inspector().getByText('Shown 2 times on this page: a change applies to all of them.').waitFor();
  await inspector().getByRole('button', { name: 'Remove all 2' }).waitFor();
  await pointAt(page, app().locator('.plain >> nth=0'));
  await inspector().getByText('Shown 3 times on this page: a change applies to all of them.').waitFor();
  await inspector().getByLabel('Its code').getByText('<li key={task.id} className="plain">').waitFor();
  expect(await inspect(page, 'inspector of a repeated element')).toEqual([]);
  await inspector().getByRole('button', { name: 'Text colour: red-600' }).click();
  await expect.poll(() => app().locator('li.plain.text-red-600').count()).toBe(3);
  await inspector()
    .getByRole('button', { name: /^Undo: Changed color/ })
    .click();
  await expect.poll(() => app().locator('li.plain.text-red-600').count()).toBe(0);
  // The element is selected again, and the app has kept its state: the frame was not loaded again.
  await inspector().getByText('Shown 3 times on this page: a change applies to all of them.').waitFor();
  expect(await app().locator('#count').textContent()).toBe('Clicked 1');
  expect(complaints).toEqual([]);
});
