import { readAppFolder } from '@sayso/runtime/templates';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overflow, violations } from '../gallery/gallery.ts';
import { type OpenOptions, openTemplateWorld, show, type TemplateApp, type TemplateWorld } from '../templates/world.ts';

let world: TemplateWorld;
let app: TemplateApp;
beforeAll(async () => {
  world = await openTemplateWorld();
  app = await world.start(await readAppFolder(new URL('../gallery/blocks/', import.meta.url)));
});
afterAll(() => world?.[Symbol.asyncDispose]());

const PATHS = ['/home', '/board', '/charts', '/forms', '/ideas'];
const LOOKS = (['light', 'dark'] as const).flatMap((theme) => [1280, 375].map((width) => ({ theme, width })));

/** Runs a test on a page and expects no console errors or warnings. */
async function on(path: string, act: (page: Page) => Promise<void>, options: Pick<OpenOptions, 'as'> = {}): Promise<void> {
  await using opened = await world.open(app, { path, ...options });
  await act(opened.page);
  expect(opened.complaints).toEqual([]);
}

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true });
const rowsOf = (table: string): Promise<Record<string, unknown>[]> =>
  world.builder.call(`/live_api/apps/${app.appId}/entities/${table}?limit=100`);
const find = async (table: string, title: string) => (await rowsOf(table)).find((row) => row['title'] === title);
const refuse = (route: Route) => route.fulfill({ status: 409, json: { message: 'The table is full.', code: 'quota-reached' } });
const isChange = (url: URL) => /\/entities\/\w+\/[\w-]+$/.test(url.pathname);

describe('looks', () => {
  it.each(PATHS)('%s has no accessibility violations and no horizontal overflow', async (path) => {
    await on(path, async (page) => {
      for (const look of LOOKS) {
        await show(page, look);
        expect(await violations(page), JSON.stringify(look)).toEqual([]);
        expect(await overflow(page), JSON.stringify(look)).toBe(0);
      }
    });
  });
});

describe('other people', () => {
  it('see a new, a changed and a deleted row at once, and after an interruption of the network', async () => {
    await using here = await world.open(app, { path: '/board' });
    await using there = await world.open(app, { path: '/board', as: 'visitor' });
    const orders = `/live_api/apps/${app.appId}/entities/Order`;
    const seen = (page: Page, title: string) => page.getByText(title).first();
    const { id } = await world.builder.call(orders, { title: 'Seen by all', status: 'New', total: 1 });
    for (const { page } of [here, there]) await seen(page, 'Seen by all').waitFor();
    await world.builder.call(`${orders}/${id}`, { title: 'Changed for all' }, 'PUT');
    for (const { page } of [here, there]) await seen(page, 'Changed for all').waitFor();
    await there.page.context().setOffline(true);
    await world.builder.call(`${orders}/${id}`, undefined, 'DELETE');
    await seen(here.page, 'Changed for all').waitFor({ state: 'detached' });
    await there.page.context().setOffline(false);
    await seen(there.page, 'Changed for all').waitFor({ state: 'detached' });
  });
});

describe('states', () => {
  it('offers to add the first row to an empty table', async () => {
    await on('/home', async (page) => {
      await page.getByText('No ideas yet').waitFor();
      await page.getByText('Write down the first one before it is gone.').waitFor();
      await button(page, 'Add idea').click();
      await page.getByRole('dialog', { name: 'Add idea' }).waitFor();
      expect(await violations(page)).toEqual([]);
    });
  });

  it('asks visitors to log in for rows that they may not read, without a request', async () => {
    await on(
      '/home',
      async (page) => {
        await page.getByText('Log in to see these ideas').waitFor();
        // Publicly readable rows are shown, without controls to change them.
        await button(page, 'Tea set').waitFor();
        expect(await page.getByRole('button', { name: /^Add / }).count()).toBe(0);
      },
      { as: 'visitor' },
    );
  });

  it('shows a failed load and retries it', async () => {
    await using opened = await world.open(app, { path: '/forms' });
    const { page } = opened;
    const isList = (url: URL) => url.pathname.endsWith('/entities/Person');
    await page.route(isList, refuse);
    await page.getByRole('link', { name: 'Table' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The people could not be loaded').waitFor();
    await alert.getByText('The table is full.').waitFor();
    await page.unroute(isList);
    await button(alert, 'Try again').click();
    await button(page, 'Mara Olsen').waitFor();
  });
});

describe('the table', () => {
  const titles = (page: Page) => page.locator('tbody tr td:first-child').allTextContents();

  it('sorts by its headings and filters by words, options and references', async () => {
    await on('/home', async (page) => {
      await button(page, 'Sum').click();
      await expect.poll(() => titles(page)).toEqual(['Vase with a handle', 'Large bowl', 'Tea set', 'Twelve mugs', 'Plates for the café']);
      await button(page, 'Sum').click();
      await page.getByRole('columnheader', { name: 'Sum' }).and(page.locator('[aria-sort=descending]')).waitFor();
      await page.getByLabel('Search orders').fill('BOWL');
      await expect.poll(() => titles(page)).toEqual(['Large bowl']);
      await page.getByLabel('Search orders').fill('nothing of the kind');
      await page.getByText('No orders match').waitFor();
      await button(page, 'Clear').click();
      await page.getByRole('search').getByLabel('Customer').selectOption({ label: 'Ben Okafor' });
      await expect.poll(() => titles(page)).toEqual(['Plates for the café', 'Tea set']);
      await page.getByRole('search').getByLabel('Paid').selectOption('Yes');
      await expect.poll(() => titles(page)).toEqual(['Tea set']);
    });
  });

  it('opens a row, shows validation errors at the fields, and saves', async () => {
    await on('/home', async (page) => {
      await button(page, 'Tea set').click();
      const dialog = page.getByRole('dialog', { name: 'Edit order' });
      await dialog.getByLabel('Title').fill('');
      await button(dialog, 'Save').click();
      await dialog.getByText('Title is needed.').waitFor();
      await expect.poll(() => dialog.getByLabel('Title').evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await violations(page)).toEqual([]);
      await dialog.getByLabel('Title').fill('Tea set for six');
      await dialog.getByLabel(/Customer/).selectOption({ label: 'Mara Olsen' });
      await button(dialog, 'Add line').click();
      await dialog.getByLabel('Piece').fill('Cup');
      await dialog.getByLabel('Count').fill('6');
      await button(dialog, 'Save').click();
      await dialog.waitFor({ state: 'detached' });
      await button(page, 'Tea set for six').waitFor();
    });
    const [person] = (await rowsOf('Person')).filter(({ name }) => name === 'Mara Olsen');
    expect(await find('Order', 'Tea set for six')).toMatchObject({ customer: person?.['id'], lines: [{ piece: 'Cup', count: 6 }] });
  });

  it('deletes a row, with undo while the notice is shown', async () => {
    await on('/home', async (page) => {
      const remove = async () => {
        await button(page, 'Vase with a handle').click();
        await button(page.getByRole('dialog'), 'Delete').click();
        await button(page, 'Vase with a handle').waitFor({ state: 'detached' });
      };
      await remove();
      expect(await find('Order', 'Vase with a handle')).toBeDefined();
      await button(page, 'Undo').click();
      await button(page, 'Vase with a handle').waitFor();
      await remove();
      // Navigation does not undo the deletion.
      await page.goto(`${app.url}/charts`);
      await expect.poll(() => find('Order', 'Vase with a handle')).toBeUndefined();
    });
  });
});

describe('the board', () => {
  const card = (page: Page, column: string, title: string) =>
    page.getByRole('region', { name: column }).getByRole('button', { name: title, exact: true });

  it('moves a card by drag and drop', async () => {
    await on('/board', async (page) => {
      const source = page.getByRole('region', { name: 'New' }).getByRole('listitem').filter({ hasText: 'Twelve mugs' });
      await source.dragTo(page.getByRole('region', { name: 'Done' }));
      await card(page, 'Done', 'Twelve mugs').waitFor();
      // Leaving the page at once does not lose the move.
      await page.goto(`${app.url}/charts`);
      await expect.poll(async () => (await find('Order', 'Twelve mugs'))?.['status']).toBe('Done');
    });
  });

  it('moves a card by keyboard, keeps the focus on it and announces the move', async () => {
    await on('/board', async (page) => {
      await card(page, 'In progress', 'Large bowl').focus();
      await page.keyboard.press('Alt+ArrowRight');
      const moved = card(page, 'Done', 'Large bowl');
      await expect.poll(() => moved.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.getByText('Large bowl moved to Done').waitFor({ state: 'attached' });
    });
  });

  it('puts a card back when the server refuses', async () => {
    await using opened = await world.open(app, { path: '/board' });
    const { page } = opened;
    await page.route(isChange, refuse);
    await card(page, 'Cancelled', 'Plates for the café').focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByText('The table is full.').waitFor();
    await card(page, 'Cancelled', 'Plates for the café').waitFor();
  });
});

describe('the others', () => {
  it('a checklist adds typed lines, and ticks them', async () => {
    await on('/forms', async (page) => {
      await page.getByLabel('New chore').fill('Sweep');
      await page.keyboard.press('Enter');
      await page.getByRole('checkbox', { name: 'Sweep' }).click();
      await page.getByText('2 of 3 done').waitFor();
      // The tick follows the line, which the server may not have yet.
      await expect.poll(async () => (await find('Chore', 'Sweep'))?.['done']).toBe(true);
    });
  });

  it('a visitor signs up once the email is valid', async () => {
    await on(
      '/forms',
      async (page) => {
        await page.getByLabel('Email').fill('eve');
        await button(page, 'Sign up').click();
        await page.getByText('Enter an email address such as ada@example.com.').waitFor();
        await page.getByLabel('Email').fill('eve@example.com');
        await button(page, 'Sign up').click();
        await page.getByText('Thank you. You are on the list.').waitFor();
      },
      { as: 'visitor' },
    );
    expect(await rowsOf('Subscriber')).toMatchObject([{ email: 'eve@example.com', creatorId: null }]);
  });

  it('a calendar changes the month and adds a row on a day', async () => {
    await on('/board', async (page) => {
      await page
        .getByRole('table')
        .getByRole('button', { name: /Tea set/ })
        .waitFor();
      await button(page, 'Month after').click();
      await button(page, 'Today').click();
      const today = page.getByRole('cell').filter({ has: page.locator('[aria-current=date]') });
      const day = await today.locator('time').getAttribute('datetime');
      await today.getByRole('button', { name: /^Add on/ }).click({ force: true });
      expect(await page.getByRole('dialog').getByLabel(/Due/).inputValue()).toBe(day);
    });
  });

  it('a detail shows a row, or that it does not exist', async () => {
    const { id } = (await find('Order', 'Plates for the café')) ?? {};
    await on(`/orderdetail?id=${String(id)}`, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Plates for the café' }).waitFor();
      await page.getByText('€410').waitFor();
      expect(await violations(page)).toEqual([]);
    });
    await on('/orderdetail?id=none', (page) => page.getByText('This order is not there').waitFor());
  });

  it('the chart library loads only with a chart', async () => {
    const scripts = async (path: string) => {
      await using opened = await world.open(app, { path });
      return await opened.page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .reduce((sum, entry) => sum + (entry.name.includes('/m/') ? (entry as PerformanceResourceTiming).decodedBodySize : 0), 0),
      );
    };
    const [none, some] = [await scripts('/ideas'), await scripts('/charts')];
    expect(some - none).toBeGreaterThan(150_000);
  });
});
