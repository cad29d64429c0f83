import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REQUESTS } from './builder-model.ts';
import { openWorld, type World } from './builder-world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

interface Holder {
  /** Approximate accessible name: label, text or title. */
  readonly name: string;
  /** The focus indicator is visible. */
  readonly isVisible: boolean;
  /** Name of the enclosing dialog. */
  readonly dialog: string | null;
}

/** The focused element; null when there is none. */
function holder(page: Page): Promise<Holder | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? [...(element.labels ?? [])] : [];
    const name = element.getAttribute('aria-label') ?? labels.map((label) => label.textContent).join(' ');
    const dialog = element.closest('[role=dialog]');
    const dialogName = () =>
      dialog?.getAttribute('aria-label') ?? document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent ?? '';
    // The indicator may be on the control, its label, its text box, or the card that it opens.
    const drawn = [element, element.closest('form'), element.nextElementSibling, element.parentElement].flatMap((each) =>
      each === null ? [] : [getComputedStyle(each), getComputedStyle(each, '::after')],
    );
    const isVisible = drawn.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow.includes('0px 0px 0px'),
    );
    return {
      name: (name === '' ? (element.textContent ?? '') : name).trim(),
      isVisible: isVisible || element.tagName === 'IFRAME' || element.id === 'main',
      dialog: dialog === null ? null : dialogName(),
    };
  });
}

/** Presses Tab until a control of this name has the focus; meanwhile the focus is never lost and always visible. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key);
    const at = await holder(page);
    // After the last control the focus moves to the browser's toolbar.
    if (at === null) continue;
    passed.push(at.name);
    expect(at.isVisible, `focus is not to be seen on ${at.name}`).toBe(true);
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) return;
  }
  throw new Error(`${String(name)} is not among ${passed.join(' | ')}`);
}

const focused = async (page: Page) => (await holder(page))?.name ?? null;
/** Waits until this control has the focus. */
const expectFocus = (page: Page, name: string | RegExp) =>
  expect.poll(() => focused(page), { timeout: 20_000 }).toEqual(typeof name === 'string' ? name : expect.stringMatching(name));

/** Waits until the dialog has taken the focus, which happens shortly after it appears. */
async function enterDialog(page: Page, dialog: string | RegExp): Promise<void> {
  await page.getByRole('dialog', { name: dialog }).waitFor();
  await expect.poll(async () => (await holder(page))?.dialog).toMatch(dialog);
}

/** Expects Tab to stay in the dialog, and Escape to close it and return the focus. */
async function expectTrap(page: Page, dialog: string | RegExp, opener: string | RegExp): Promise<void> {
  await enterDialog(page, dialog);
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press(presses < 6 ? 'Tab' : 'Shift+Tab');
    expect((await holder(page))?.dialog).toMatch(dialog);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: dialog }).waitFor({ state: 'detached' });
  await expectFocus(page, opener);
}

it('gets from sign-up to a published app by keyboard alone', async () => {
  const { page, complaints } = await world.visit();
  await page.goto(`${world.url}/login`);
  // The first visitor is offered an account.
  await expectFocus(page, 'Name');
  await page.keyboard.type('Ada');
  await tabTo(page, 'Email');
  await page.keyboard.type('ada@example.org');
  await tabTo(page, 'Password');
  await page.keyboard.type('a long enough secret');
  await page.keyboard.press('Enter');
  await page.getByText('nothing was sent to').waitFor();
  await tabTo(page, 'Continue');
  await page.keyboard.press('Enter');

  await expectFocus(page, 'Describe your app');
  await page.keyboard.type(REQUESTS.app);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/build\/app\//);
  await expectFocus(page, 'Message');
  await page.frameLocator('iframe').getByRole('button', { name: 'Add habit' }).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: /\d+ changes/ }).waitFor();

  // The action list.
  await tabTo(page, /\d+ changes/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, /globals\.css/);
  await page.keyboard.press('Enter');
  await expectTrap(page, /globals\.css/, /globals\.css/);

  // Versions, then publishing.
  await tabTo(page, 'Versions', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectTrap(page, 'Versions', 'Versions');
  await tabTo(page, 'Publish');
  await page.keyboard.press('Enter');
  await expectTrap(page, 'Publish', 'Publish');
  await page.keyboard.press('Enter');
  await enterDialog(page, 'Publish');
  await tabTo(page, 'Publish');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Open');
  await page.keyboard.press('Escape');
  await expectFocus(page, 'Share');
  expect(complaints).toEqual([]);
});

it('is usable with a screen reader', async () => {
  const { page } = await world.visit();
  await page.goto(`${world.url}/login?mode=signup`);
  expect(await page.getByRole('main').ariaSnapshot()).toMatchInlineSnapshot(`
    "- main:
      - heading "Create your account" [level=1]
      - paragraph: Describe an app, watch it appear, publish it.
      - text: Name
      - textbox "Name"
      - text: Email
      - textbox "Email"
      - text: Password
      - paragraph: At least 8 characters
      - textbox "Password"
      - button "Toggle password visibility"
      - button "Sign up"
      - text: Already have an account?
      - button "Log in"
      - group "Language":
        - button "English" [pressed]
        - button "Deutsch""
  `);
});
