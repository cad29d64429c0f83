import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REQUESTS } from './builder-model.ts';
import { inspect, say } from './builder-world.ts';
import { type OpenedApp, openHabits, pointAt } from './point.ts';

const HOME = `import { Button } from '@/components/ui/button';

export default function Home() {
  return (
    <main className="p-6">
      <h1 className="text-lg md:text-2xl">Habits</h1>
      <p>Small steps</p>
      <Button onClick={() => alert('used')}>Add habit</Button>
    </main>
  );
}
`;

let opened: OpenedApp;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  opened = await openHabits(HOME);
  ({ page, complaints } = opened);
});
afterAll(() => opened?.[Symbol.asyncDispose]());

const app = () => opened.app();
const inspector = () => opened.inspector();
const select = () => page.getByRole('button', { name: 'Select an element' });

it('changes a heading and a button by pointing at them, and takes that back', async () => {
  await select().click();
  await pointAt(page, app().getByRole('heading', { name: 'Habits' }));
  await inspector()
    .getByText(/^pages\/Home, line \d+$/)
    .waitFor();
  const title = inspector().getByLabel('Text', { exact: true });
  await expect.poll(() => title.inputValue()).toBe('Habits');
  await title.fill('My small steps');
  await title.press('Enter');
  await app().getByRole('heading', { name: 'My small steps' }).waitFor();

  const size = inspector().getByRole('combobox', { name: 'Text size' });
  await size.click();
  await page.getByRole('option', { name: '4xl' }).click();
  await expect.poll(() => app().getByRole('heading', { name: 'My small steps' }).getAttribute('class')).toBe('text-4xl');
  await inspector().getByRole('button', { name: 'Move after the next one' }).click();
  await expect.poll(() => app().getByRole('main').locator('> *').allTextContents()).toEqual(['Small steps', 'My small steps', 'Add habit']);

  const add = app().getByRole('button', { name: 'Add habit' });
  await pointAt(page, add);
  await inspector().getByText('Button', { exact: true }).waitFor();
  await inspector().getByRole('button', { name: 'Background: blue-600' }).click();
  await expect.poll(() => add.evaluate((node) => node.className)).toContain('bg-blue-600');
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole('radiogroup', { name: 'What is shown' }).getByText('Preview').click();
  await inspector().waitFor();
  expect(await inspect(page, 'inspector')).toEqual([]);
  await inspector().getByRole('button', { name: 'Undo: Changed background of "Add habit"' }).click();
  await expect.poll(() => add.evaluate((node) => node.className)).not.toContain('bg-blue-600');
  await page.getByRole('button', { name: 'Stop selecting' }).click();
  await inspector().waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

it('selects by keyboard what a library draws, and ends with Escape', async () => {
  await select().click();
  const layer = page.getByRole('application', { name: /^Choose an element/ });
  await expect.poll(() => layer.evaluate((node) => node === document.activeElement)).toBe(true);
  // main, p, h1, Button
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter'])
    await page.keyboard.press(key);
  await inspector().getByText('Button', { exact: true }).waitFor();
  await inspector().getByRole('button', { name: 'Around it' }).click();
  await inspector().getByText('main', { exact: true }).waitFor();
  await layer.focus();
  await page.keyboard.press('Escape');
  await inspector().waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

it('sends a request with exactly what the builder points at', async () => {
  await select().click();
  await pointAt(page, app().getByRole('button', { name: 'Add habit' }));
  await inspector().getByLabel('Say what to change').fill(REQUESTS.thinking);
  await inspector().getByLabel('Say what to change').press('Enter');
  await page.getByRole('article', { name: 'You' }).getByText('Button · pages/Home, line 8').waitFor();
  await expect.poll(() => opened.world.model.requests.length).toBeGreaterThan(0);
  const sent = JSON.stringify(opened.world.model.requests[0]?.body['messages']);
  expect(sent).toContain(`${REQUESTS.thinking}\\n\\nThe person points at this element, in pages/Home, line 8:\\n<data>\\n<Button`);
  await page.getByRole('button', { name: 'Stop selecting' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  expect(complaints).toEqual([]);
});

it('gives the message box what is selected, until it is taken off', async () => {
  const chip = page.getByRole('group', { name: 'About this element' });
  await select().click();
  await pointAt(page, app().getByRole('heading', { name: 'My small steps' }));
  await chip.getByText(/^h1 · pages\/Home, line \d+$/).waitFor();
  expect(await inspect(page, 'message box about an element')).toEqual([]);
  await chip.getByRole('button', { name: /^Take off h1/ }).click();
  await chip.waitFor({ state: 'detached' });
  // An edit of the same element does not bring it back; another element does.
  await inspector().getByRole('button', { name: 'Text colour: red-600' }).click();
  await expect.poll(() => app().getByRole('heading').getAttribute('class')).toContain('text-red-600');
  expect(await chip.count()).toBe(0);
  await pointAt(page, app().getByText('Small steps', { exact: true }));
  await chip.getByText(/^p · pages\/Home/).waitFor();
  const before = opened.world.model.requests.length;
  await say(page, REQUESTS.thinking);
  await chip.waitFor({ state: 'detached' });
  await page
    .getByRole('article', { name: 'You' })
    .getByText(/^p · pages\/Home/)
    .waitFor();
  await expect.poll(() => opened.world.model.requests.length).toBeGreaterThan(before);
  const sent = JSON.stringify(opened.world.model.requests[before]?.body['messages']);
  expect(sent).toContain('The person points at this element, in pages/Home, line');
  expect(sent).toContain('<data>\\n<p>Small steps</p>');
  await page.getByRole('button', { name: 'Stop selecting' }).click();
  expect(complaints).toEqual([]);
});

it('refuses a place of a changed file, of another app, and of no element', async () => {
  const { request } = page.context();
  const headers = { origin: opened.world.url };
  const graphql = async (query: string, variables: object) => {
    const { data, errors } = await (await request.post(`${opened.world.url}/graphql`, { headers, data: { query, variables } })).json();
    return errors?.[0].extensions.code ?? data;
  };
  const make = async () => {
    const genApp = { name: 'Habits', pages: { Home: HOME } };
    const { id, currentVersionId } = await (
      await request.post(`${opened.world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } })
    ).json();
    return { appId: id, versionId: currentVersionId, path: 'pages/Home', line: 7, column: 7 };
  };
  const [at, other] = [await make(), await make()];
  const edit = (place: object, what: object) =>
    graphql('mutation ($at: ElementAt!, $edit: ElementEdit!) { editAppElement(at: $at, edit: $edit) { version { id } } }', {
      at: place,
      edit: what,
    });
  expect(await edit({ ...at, column: 8 }, { remove: true })).toBe('element-moved');
  expect(await edit({ ...at, path: '../../etc/passwd' }, { remove: true })).toBe('invalid-path');
  expect(await edit({ ...at, path: 'pages/None' }, { remove: true })).toBe('element-moved');
  expect(await edit({ ...at, versionId: other.versionId }, { remove: true })).toBe('not-found');
  expect(await edit(at, { text: { of: 'children', text: '' } })).toBe('element-not-editable');
  expect(await edit(at, { link: 'javascript:alert(1)' })).toBe('element-not-editable');
  const both = await Promise.all([
    edit(at, { text: { of: 'children', text: 'One' } }),
    edit(at, { text: { of: 'children', text: 'Two' } }),
  ]);
  expect(both.filter((answer) => typeof answer === 'string')).toHaveLength(1);
  expect(await edit(at, { remove: true })).toBe('element-moved');
  const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }';
  const { appId, ...selection } = at;
  expect(await graphql(send, { input: { appId, content: 'Hello', clientId: 'one', selection } })).toBe('element-moved');
});
