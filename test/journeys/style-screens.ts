import type { Page } from 'playwright-core';

/** Opens a screen; the page is signed in. */
type Opening = (page: Page) => Promise<unknown>;

/** Screens with the chunks that they load, for checks of the builder's styles. `builder`: the URL of an app with a table that has rows. */
export function styleScreens(url: string, builder: string): Readonly<Record<string, Opening>> {
  const goTo =
    (path: string, ready: string): Opening =>
    async (page) => {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
    };
  const panel = (id: string, ready: string) => goTo(`${builder}?panel=${id}`, ready);
  const then =
    (before: Opening, act: (page: Page) => Promise<unknown>, ready: string): Opening =>
    async (page) => {
      await before(page);
      await act(page);
      await page.locator(ready).first().waitFor();
    };
  const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
  const home = goTo(`${url}/home`, 'article');
  const data = panel('data', '[role=gridcell]');
  const code = panel('code', '.cm-content');
  return {
    home,
    'menu of an app': then(home, (page) => page.locator('article button').first().click(), '[role=menuitem]'),
    commands: then(home, (page) => page.keyboard.press('Control+k'), '[role=dialog] [class*=Spotlight-action]'),
    settings: goTo(`${url}/settings`, 'main h1'),
    'language model': goTo(`${url}/settings/model`, 'main h1'),
    packages: goTo(`${url}/settings/packages`, 'main h1'),
    accounts: goTo(`${url}/accounts`, 'main h1'),
    outbox: goTo(`${url}/outbox`, 'main h1'),
    ratings: goTo(`${url}/ratings`, 'main h1'),
    chat: goTo(builder, 'form textarea'),
    code,
    'find in a file': then(
      code,
      async (page) => {
        await page.locator('.cm-content').focus();
        await page.keyboard.press('Control+f');
      },
      '.cm-search',
    ),
    'find a file': then(code, (page) => page.keyboard.press('Control+p'), '[role=dialog] [class*=Spotlight-action]'),
    data,
    'conditions of a table': then(data, press('Filter'), '[role=dialog]'),
    'new column': then(data, press('Add column'), '[role=dialog] input'),
    'row in the drawer': then(
      data,
      async (page) => {
        await page.getByRole('grid').focus();
        await page.keyboard.press('Shift+Space');
      },
      '[role=dialog] textarea, [role=dialog] input',
    ),
    'import of rows': then(data, press('Import CSV'), '[role=dialog]'),
    trash: then(data, press('Trash'), '[role=dialog]'),
    versions: panel('versions', '[role=dialog]'),
    people: panel('people', '[role=dialog]'),
    functions: panel('functions', 'text=No functions yet'),
    integrations: panel('integrations', 'h2'),
    branches: panel('branches', '[role=dialog]'),
    publish: panel('publish', '[role=dialog]'),
  };
}
