import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inspect, openWorld, readyApp, type World } from './builder-world.ts';

let world: World;
let page: Page;
let complaints: string[];
let address: string;
beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  await page.goto(`${world.url}/login?mode=signup`);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').first().fill('a long enough secret');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  address = `${world.url}/build/app/${await readyApp(page)}`;
});
beforeEach(() => page.goto(address));
afterAll(() => world?.[Symbol.asyncDispose]());

const view = (name: string) => page.locator('header label', { hasText: name }).click();
const editor = () => page.getByRole('textbox', { name: 'pages/Home' });
const save = () => page.getByRole('button', { name: 'Save', exact: true });
const app = () => page.frameLocator('iframe');

it('saves by keyboard, and says while the preview is stale', async () => {
  await view('Code');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Save automatically' }).click();
  await page.keyboard.press('Escape');
  await editor().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('export default function Home() { return <h1>Saved by a key</h1>; }');
  await save().waitFor();
  await view('Preview');
  await page.getByText('Your unsaved changes are not in the preview yet.').waitFor();
  await page.getByRole('button', { name: 'Show code' }).click();
  await editor().press('ControlOrMeta+S');
  await save().waitFor({ state: 'detached' });
  await view('Preview');
  await app().getByRole('heading', { name: 'Saved by a key' }).waitFor();
  await page.getByText('Your unsaved changes are not in the preview yet.').waitFor({ state: 'detached' });

  await view('Code');
  await editor().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('export default function Home() { return <h1>Broken</h1>;');
  // The focus may be anywhere.
  await page.locator('body').press('ControlOrMeta+S');
  await save().waitFor({ state: 'detached' });
  await view('Preview');
  await page.getByText('The code has an error. This is the last build that worked.').waitFor();
  await app().getByRole('heading', { name: 'Saved by a key' }).waitFor();
  expect(await inspect(page, 'preview behind the code')).toEqual([]);
  expect(complaints).toEqual([]);
});

it('takes over the code of a block', async () => {
  await view('Code');
  await editor().click();
  await page.keyboard.press('ControlOrMeta+A');
  const takeOver = page.getByRole('button', { name: 'Take over the code of a block' });
  await page.keyboard.insertText(
    'import { Page } from \'@/components/blocks/page\';\nexport default function Home() { return <Page title="A page of blocks">Text</Page>; }',
  );
  await editor().press('ControlOrMeta+S');
  await takeOver.click();
  expect(await inspect(page, 'blocks of a file')).toEqual([]);
  await page.getByRole('menuitem', { name: 'page' }).click();
  await page.getByRole('textbox', { name: 'components/Page' }).waitFor();
  await page.getByText('is in components/Page now').waitFor();
  await view('Preview');
  await app().getByRole('heading', { name: 'A page of blocks' }).waitFor();
  await view('Code');
  await page.getByRole('navigation', { name: 'Files' }).getByText('Home', { exact: true }).click();
  await editor().getByText("'@/components/Page'").waitFor();
  await takeOver.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

it('finds and replaces in an accessible panel', async () => {
  await view('Code');
  await editor().press('ControlOrMeta+F');
  await page.getByRole('textbox', { name: 'Find' }).fill('Home');
  expect(await inspect(page, 'find')).toEqual([]);
});

it('saves while one types, in one entry of the versions', async () => {
  await view('Code');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Save automatically' }).click();
  await page.keyboard.press('Escape');
  await editor().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('export default function Home() { return <h1>Typed</h1>; }');
  await page.getByText('Saved', { exact: true }).waitFor();
  const again = page.waitForResponse((response) => response.request().postData()?.includes('UpdateAppFile') === true);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' ');
  await again;
  await page.getByText('Saved', { exact: true }).waitFor();
  // The cursor stays where it was.
  await page.keyboard.type('// end');
  await page.getByText('</h1>; // end}').waitFor();
  await view('Preview');
  await app().getByRole('heading', { name: 'Typed' }).waitFor();
});

it('offers what a crashed tab left, with its changes', async () => {
  await view('Code');
  await editor().click();
  await page.route('**/graphql', (route) => (route.request().postData()?.includes('UpdateAppFile') ? route.abort() : route.fallback()));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('export default function Home() { return <h1>Left behind</h1>; }');
  await page.getByText('Not saved').waitFor();
  const other = await page.context().newPage();
  await other.goto(`${address}?panel=code&file=pages/Home`);
  await page.unroute('**/graphql');
  await other.getByText('Unsaved changes of pages/Home were kept in this browser').waitFor();
  await other.getByRole('button', { name: 'Show changes' }).click();
  const changes = other.getByRole('dialog', { name: 'Unsaved changes of pages/Home' });
  await changes.getByText('Left behind').waitFor();
  expect(await inspect(other, 'kept changes')).toEqual([]);
  await changes.getByRole('button', { name: 'Restore' }).click();
  await other.getByText('Saved', { exact: true }).waitFor();
  await other.close();
});

it('keeps both changes when another builder saves the file', async () => {
  const text = ['export default function Home() {', '  const one = 1;', '  return <h1>{one}</h1>;', '}'].join('\n');
  await view('Code');
  await editor().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
  await editor().press('ControlOrMeta+S');
  await save().waitFor({ state: 'detached' });
  const other = await page.context().newPage();
  await other.goto(`${address}?panel=code&file=pages/Home`);
  const otherEditor = other.getByRole('textbox', { name: 'pages/Home' });
  await otherEditor.getByText('const one').waitFor();
  // Held back, so that both edit the same version.
  await page.route('**/graphql', (route) => (route.request().postData()?.includes('UpdateAppFile') ? route.abort() : route.fallback()));
  await editor().press('ControlOrMeta+Home');
  await page.keyboard.type('// mine\n');
  await page.getByText('Not saved').waitFor();
  await otherEditor.press('ControlOrMeta+End');
  await other.keyboard.type('\n// theirs');
  await otherEditor.press('ControlOrMeta+S');
  await page.getByText('Both changes fit together.').waitFor();
  await page.unroute('**/graphql');
  expect(await inspect(page, 'conflict')).toEqual([]);
  await page.getByRole('button', { name: 'Keep both' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await otherEditor.getByText('// mine').waitFor();
  await otherEditor.getByText('// theirs').waitFor();
  await other.close();
});

it('adds, renames and deletes files', async () => {
  await view('Code');
  await page.getByRole('button', { name: 'New file' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('forms/Field');
  expect(await inspect(page, 'new file')).toEqual([]);
  await page.getByRole('button', { name: 'Add file' }).click();
  await page.getByRole('textbox', { name: 'components/forms/Field' }).waitFor();
  await page.getByRole('treeitem', { name: 'Field' }).press('F2');
  await page.getByRole('textbox', { name: 'Name' }).fill('forms/Input');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByRole('textbox', { name: 'components/forms/Input' }).waitFor();
  expect(await inspect(page, 'code with tabs')).toEqual([]);
  await page.getByRole('treeitem', { name: 'Input' }).press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('treeitem', { name: 'Input' }).waitFor({ state: 'detached' });
});

it('marks errors as one types, and goes to definitions and back', async () => {
  await page.goto(`${address}?panel=code&file=components/Mark`);
  await view('Code');
  await page.getByRole('button', { name: 'New file' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Mark');
  await page.getByRole('button', { name: 'Add file' }).click();
  const mark = page.getByRole('textbox', { name: 'components/Mark' });
  await mark.waitFor();
  await page.getByRole('navigation', { name: 'Files' }).getByText('Home', { exact: true }).click();
  await editor().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText("import Mark from '@/components/Mark';\nexport default function Home() { return <Mark />;");
  await page.getByRole('button', { name: /1 problem/ }).click();
  await page.locator('.cm-lintRange-error').waitFor();
  expect(await inspect(page, 'problems')).toEqual([]);
  await page.keyboard.press('ControlOrMeta+A');
  await editor().press('ControlOrMeta+A');
  await page.keyboard.insertText("import Mark from '@/components/Mark';\nexport default function Home() { return <Mark />; }");
  await page.getByRole('button', { name: /1 problem/ }).waitFor({ state: 'detached' });
  await page
    .locator('.cm-line', { hasText: '<Mark' })
    .getByText('Mark', { exact: true })
    .click({ modifiers: ['ControlOrMeta'] });
  await mark.waitFor();
  await page.getByRole('button', { name: 'Back to where you were' }).click();
  await editor().waitFor();
  await editor().press('F12');
  await mark.waitFor();
  await mark.press('Alt+ArrowLeft');
  await editor().waitFor();
});

it('searches all files, replaces in them, and opens one by name', async () => {
  await view('Code');
  await editor().press('ControlOrMeta+Shift+F');
  await page.getByRole('textbox', { name: 'Search for' }).fill('return');
  await page.getByText(/^\d+ matches$/).waitFor();
  expect(await inspect(page, 'search')).toEqual([]);
  await page.getByRole('textbox', { name: 'Search for' }).fill('StreakBadge(');
  await page.getByText('1 match', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Replace with' }).fill('StreakBadge( ');
  await page.getByRole('button', { name: 'Preview replacement' }).click();
  await page.getByRole('dialog', { name: 'Replace in these files?' }).getByText('components/StreakBadge').waitFor();
  expect(await inspect(page, 'replacement')).toEqual([]);
  await page.getByRole('button', { name: 'Replace in 1 file' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close search' }).click();
  await page.keyboard.press('ControlOrMeta+P');
  await page.getByPlaceholder('Open a file by name').fill('streak');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'components/StreakBadge' }).getByText('StreakBadge( ').waitFor();
});
