import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Gallery,
  type OpenedPage,
  type OpenOptions,
  openGallery,
  overflow,
  PAGES,
  type Theme,
  violations,
} from '../gallery/gallery.ts';

type PageName = keyof typeof PAGES;
const names = Object.keys(PAGES) as PageName[];

let gallery: Gallery;
beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery?.[Symbol.asyncDispose]());

/** Runs a test on a page and expects no console errors or warnings. */
async function on(name: PageName, act: (page: Page, opened: OpenedPage) => Promise<void>, options?: OpenOptions): Promise<void> {
  await using opened = await gallery.open(name, options);
  await act(opened.page, opened);
  expect(opened.complaints).toEqual([]);
}

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name });
const isFocused = (locator: Locator) => expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true);
const isGone = (locator: Locator) => locator.waitFor({ state: 'detached' });
/** Whether the focus is within an element. */
const holdsFocus = (locator: Locator) => locator.evaluate((element) => element.contains(document.activeElement));

describe('every page', () => {
  const cases = names.flatMap((name) =>
    (['light', 'dark'] as const).flatMap((theme) => [1280, 375].map((width) => ({ name, theme, width }))),
  );

  it.each(cases)('$name, $theme, $width px: no accessibility violations, no horizontal overflow', async ({ name, theme, width }) => {
    await on(
      name,
      async (page) => {
        expect(await violations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      },
      { theme, width },
    );
  });

  it('compiles for the preview without problems, and no page has React warnings', async () => {
    expect(await gallery.runtime.check(gallery.sources)).toEqual([]);
    await using preview = await gallery.preview();
    for (const name of names) {
      await preview.show(name);
      await preview.frame.getByRole('heading', { level: 1, name: name === 'Home' ? 'Good morning' : name }).waitFor();
    }
    expect(preview.complaints).toEqual([]);
  });
});

describe('the theme', () => {
  const token = (page: Page, name: string) =>
    page.evaluate((property) => getComputedStyle(document.documentElement).getPropertyValue(property).trim(), name);

  it.each([
    ['light', '--ring', 'oklch(60% .15 265)'],
    ['dark', '--ring', 'oklch(70% .14 265)'],
    ['light', '--chart-5', '#010203'],
  ] as const)('%s: %s is what globals.css says', async (theme: Theme, name, value) => {
    await on('Home', async (page) => expect(await token(page, name)).toBe(value), { theme });
  });

  it('respects reduced motion, and keeps all animations short', async () => {
    const longest = (page: Page) =>
      page.evaluate(() => {
        const seconds = (list: string) => Math.max(...list.split(',').map(Number.parseFloat));
        const moving = [...document.querySelectorAll('[data-slot]:not([data-slot=skeleton])')].map((element) => {
          const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
          return Math.max(seconds(transitionDuration), animationName === 'none' ? 0 : seconds(animationDuration));
        });
        return Math.max(...moving);
      });
    for (const [reducedMotion, most] of [
      ['reduce', 0.001],
      ['no-preference', 0.151],
    ] as const)
      for (const name of names)
        await on(name, async (page) => expect(await longest(page), `${name}, ${reducedMotion}`).toBeLessThan(most), { reducedMotion });
  });
});

describe('windows', () => {
  it.each([
    ['Edit profile', 'dialog'],
    ['Delete order', 'alertdialog'],
    ['Open sheet', 'dialog'],
    ['Open drawer', 'dialog'],
    ['Commands', 'dialog'],
  ] as const)('"%s" opens by keyboard, keeps the focus, closes with Escape and gives the focus back', async (name, role) => {
    await on('Overlays', async (page) => {
      const trigger = button(page, name);
      await trigger.focus();
      await page.keyboard.press('Enter');
      const window = page.getByRole(role);
      await window.waitFor();
      await expect.poll(() => holdsFocus(window)).toBe(true);
      for (let presses = 0; presses < 8; presses += 1) {
        await page.keyboard.press('Tab');
        expect(await holdsFocus(window)).toBe(true);
      }
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await isGone(window);
      await isFocused(trigger);
    });
  });

  it('an alert dialog closes by its buttons only', async () => {
    await on('Overlays', async (page) => {
      await button(page, 'Delete order').click();
      const alert = page.getByRole('alertdialog', { name: 'Delete order FS-1042?' });
      await isFocused(button(alert, 'Cancel'));
      await page.mouse.click(5, 5);
      await button(alert, 'Delete').click();
      await isGone(alert);
    });
  });
});

describe('menus', () => {
  it('a dropdown is navigated by arrow keys, into its submenu and back', async () => {
    await on('Overlays', async (page) => {
      await button(page, 'My account').focus();
      await page.keyboard.press('Enter');
      await isFocused(page.getByRole('menuitem', { name: /Profile/ }));
      await page.keyboard.press('ArrowDown');
      await isFocused(page.getByRole('menuitem', { name: 'Settings' }));
      await page.keyboard.press('ArrowDown');
      await isFocused(page.getByRole('menuitem', { name: 'Invite' }));
      await page.keyboard.press('ArrowRight');
      await isFocused(page.getByRole('menuitem', { name: 'Email' }));
      await page.keyboard.press('ArrowLeft');
      await isFocused(page.getByRole('menuitem', { name: 'Invite' }));
      expect(await violations(page, page.getByRole('menu'))).toEqual([]);
      await page.getByRole('menuitemradio', { name: 'Top' }).press('Enter');
      await isGone(page.getByRole('menu'));
      await page.keyboard.press('Enter');
      await page.getByRole('menuitemradio', { name: 'Top', checked: true }).waitFor();
    });
  });

  it('a menu bar moves from menu to menu', async () => {
    await on('Overlays', async (page) => {
      await page.getByRole('menuitem', { name: 'File' }).press('ArrowDown');
      await isFocused(page.getByRole('menuitem', { name: /New tab/ }));
      await page.keyboard.press('ArrowRight');
      const bookmarks = page.getByRole('menuitemcheckbox', { name: 'Always show bookmarks' });
      await bookmarks.waitFor();
      await expect.poll(() => holdsFocus(page.getByRole('menu'))).toBe(true);
      await page.keyboard.press('ArrowDown');
      await isFocused(bookmarks);
      expect(await violations(page, page.getByRole('menu'))).toEqual([]);
      await page.keyboard.press('Escape');
      await isFocused(page.getByRole('menuitem', { name: 'View' }));
    });
  });

  it('a context menu opens on its target', async () => {
    await on('Overlays', async (page) => {
      await page.getByText('Right click here').click({ button: 'right' });
      await page.getByRole('menuitem', { name: /Back/ }).waitFor();
      await page.getByRole('menuitemradio', { name: 'Mara Olsen', checked: true }).waitFor();
      await page.keyboard.press('Escape');
      await isGone(page.getByRole('menu'));
    });
  });

  it('a navigation menu shows its links', async () => {
    await on('Content', async (page) => {
      await button(page, 'Courses').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: /Wheel/ }).waitFor();
      expect(await violations(page, page.locator('[data-slot=navigation-menu-viewport]'))).toEqual([]);
      await page.keyboard.press('Escape');
      await isGone(page.getByRole('link', { name: /Wheel/ }));
    });
  });

  it('commands are filtered by typing and chosen by keyboard', async () => {
    await on('Overlays', async (page) => {
      await page.getByPlaceholder('Find a glaze...').pressSequentially('ten');
      await page.getByRole('option', { name: 'Tenmoku', selected: true }).waitFor();
      expect(await page.getByRole('option').count()).toBe(1);
      await page.getByPlaceholder('Find a glaze...').fill('blue');
      await page.getByText('No glaze found.').waitFor();
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Command palette' });
      await palette.getByRole('combobox').pressSequentially('prof');
      await page.keyboard.press('Enter');
      await isGone(palette);
    });
  });
});

describe('hints and notices', () => {
  it('a popover takes the focus and Escape closes it', async () => {
    await on('Overlays', async (page) => {
      await button(page, 'Open popover').press('Enter');
      await isFocused(page.getByLabel('Width'));
      await page.keyboard.press('Escape');
      await isGone(page.getByLabel('Width'));
      await isFocused(button(page, 'Open popover'));
    });
  });

  it('a tooltip shows on focus, a hover card on hover', async () => {
    await on('Overlays', async (page) => {
      await button(page, 'Open popover').focus();
      await page.keyboard.press('Tab');
      await page.getByRole('tooltip', { name: 'Add to shelf' }).waitFor();
      expect(await violations(page, page.locator('[data-slot=tooltip-content]'))).toEqual([]);
      await button(page, '@mara').hover();
      await page.getByText('Throws porcelain on Fern Street.').waitFor();
    });
  });

  it('shows one toast at a time, with its action, until it is closed', async () => {
    await on('Overlays', async (page) => {
      await button(page, 'Show toast').click();
      const places = page.getByRole('region', { name: /Notifications/ });
      await places.getByText('Shelf is full').waitFor();
      await button(places, 'Try again').waitFor();
      await button(page, 'Show error').click();
      const shown = places.getByRole('listitem');
      await shown.filter({ hasText: 'It broke' }).waitFor();
      await expect.poll(() => shown.count()).toBe(1);
      expect(await violations(page)).toEqual([]);
      await button(shown, 'Close').click();
      await isGone(shown);
    });
  });

  it.each(['light', 'dark'] as const)('sonner shows its toasts, %s', async (theme) => {
    await on(
      'Overlays',
      async (page) => {
        await button(page, 'Show sonner').click();
        await page.getByText('Sunday at nine').waitFor();
        expect(await violations(page)).toEqual([]);
      },
      { theme },
    );
  });
});

describe('fields', () => {
  it('a form shows validation errors at the fields, then submits', async () => {
    await on('Controls', async (page) => {
      await button(page, 'Sign up').click();
      const field = page.getByLabel('Name', { exact: true });
      await isFocused(field);
      await page.getByText('Name must be at least 2 characters.').waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(
        await field.evaluate(
          (input) => document.getElementById((input.getAttribute('aria-describedby') ?? '').split(' ').at(-1) ?? '')?.textContent,
        ),
      ).toBe('Name must be at least 2 characters.');
      await page.getByText('Please agree to the studio rules.').waitFor();
      expect(await violations(page)).toEqual([]);
      await field.fill('Ada');
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByLabel('Course').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('option', { name: 'Wheel throwing' }).press('Enter');
      await page.getByLabel('I keep to the studio rules').press('Space');
      await button(page, 'Sign up').press('Enter');
      await page.getByText('Ada, see you on Tuesday.', { exact: true }).waitFor();
    });
  });

  it('a select is opened, searched and chosen by keyboard', async () => {
    await on('Controls', async (page) => {
      const program = page.getByRole('combobox', { name: 'Program' });
      await program.focus();
      await page.keyboard.press('ArrowDown');
      await isFocused(page.getByRole('option', { name: 'Bisque' }));
      expect(await violations(page, page.getByRole('listbox'))).toEqual([]);
      await page.keyboard.press('ArrowDown');
      await isFocused(page.getByRole('option', { name: 'Lustre' }));
      await page.keyboard.press('s');
      await isFocused(page.getByRole('option', { name: 'Stoneware' }));
      await page.keyboard.press('Enter');
      await expect.poll(() => program.textContent()).toBe('Stoneware');
      await isFocused(program);
    });
  });

  it('sliders, switches, radios, checkboxes and toggles work by keyboard', async () => {
    await on('Controls', async (page) => {
      await page.getByRole('slider', { name: 'Temperature' }).press('ArrowRight');
      await expect.poll(() => page.getByTestId('temperature').textContent()).toBe('45%');
      await page.getByRole('slider', { name: 'Minimum' }).press('End');
      await page.getByRole('switch', { name: 'Tell me when it is done' }).press('Space');
      await page.getByRole('switch', { checked: false }).waitFor();
      await page.getByRole('radio', { name: 'Slow' }).focus();
      // A radio is selected on key down.
      await page.keyboard.down('ArrowDown');
      await page.getByRole('radio', { name: 'Fast', checked: true }).waitFor();
      await page.keyboard.up('ArrowDown');
      await page.getByRole('checkbox', { name: 'All shelves' }).press('Space');
      await page.getByRole('checkbox', { name: 'All shelves', checked: true }).waitFor();
      await button(page, 'Toggle bold').press('Enter');
      await page.getByRole('button', { name: 'Toggle bold', pressed: true }).waitFor();
      await page.getByRole('radio', { name: 'Left' }).press('ArrowRight');
      await isFocused(page.getByRole('radio', { name: 'Center' }));
      await page.keyboard.press('Enter');
      await page.getByRole('radio', { name: 'Center', checked: true }).waitFor();
    });
  });

  it('a one-time code is typed into its slots', async () => {
    await on('Controls', async (page) => {
      await page.getByLabel('Door code').focus();
      await page.keyboard.type('1a2b3c');
      await expect.poll(() => page.locator('[data-slot=input-otp-slot]').allTextContents()).toEqual(['1', 'a', '2', 'b', '3', 'c']);
    });
  });

  it('a date is picked by keyboard', async () => {
    await on('Dates', async (page) => {
      await button(page, 'Pick a date').press('Enter');
      const popover = page.getByRole('dialog');
      await isFocused(button(popover, 'Sunday, 1 March 2026'));
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await button(page, 'March 9th, 2026').waitFor();
      await page.keyboard.press('Escape');
      await isGone(popover);
    });
  });

  it('a range is picked by clicks, and an older calendar keeps its limits', async () => {
    await on('Dates', async (page) => {
      const calendar = page.locator('[data-slot=card]', { hasText: 'Some days' });
      await button(calendar, /Tuesday, 24 March/).click();
      await expect.poll(() => calendar.locator('[data-range-middle=true]').count()).toBe(14);
      expect(await page.getByRole('combobox', { name: /year/i }).locator('option').allTextContents()).toHaveLength(37);
    });
  });
});

describe('content', () => {
  it('tabs move by arrow keys and skip disabled ones', async () => {
    await on('Home', async (page) => {
      await page.getByRole('tab', { name: 'Over time' }).press('ArrowRight');
      await page.getByRole('tab', { name: 'Compared', selected: true }).waitFor();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('tab', { name: 'Over time', selected: true }).waitFor();
    });
  });

  it('charts draw their series in their colours and show a tooltip', async () => {
    await on('Home', async (page) => {
      const chart = page.locator('[data-slot=chart]').first();
      await chart.hover();
      await expect.poll(() => chart.locator('.recharts-tooltip-wrapper').textContent()).toMatch(/Classes\d+Studio\d+/);
      const colours = await chart
        .locator('.recharts-area-curve')
        .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).stroke));
      expect(new Set(colours).size).toBe(2);
      expect(colours).not.toContain('none');
    });
  });

  it('an accordion opens and closes, one at a time', async () => {
    await on('Content', async (page) => {
      await button(page, 'Do I need to bring clay?').press('Enter');
      await page.getByText('No, it is part of the course.').waitFor();
      await page.keyboard.press('ArrowDown');
      await isFocused(button(page, 'When do you fire?'));
      await page.keyboard.press('Space');
      await page.getByText('Every Sunday, and on Wednesdays in winter.').waitFor();
      await isGone(page.getByText('No, it is part of the course.'));
      await button(page, 'Toggle tools').press('Enter');
      await page.getByText('Sponge').waitFor();
    });
  });

  it('a carousel moves by buttons and arrow keys, and stops at its ends', async () => {
    await on('Content', async (page) => {
      expect(await button(page, 'Previous slide').isDisabled()).toBe(true);
      await button(page, 'Next slide').click();
      await page.getByText('Slide 2 of 5').waitFor();
      await page.keyboard.press('ArrowRight');
      await page.getByText('Slide 3 of 5').waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.getByText('Slide 2 of 5').waitFor();
    });
  });

  it('panels have sizes in percent and are resized by keyboard', async () => {
    await on('Content', async (page) => {
      const group = page.locator('[data-slot=resizable-panel-group]').first();
      const share = () =>
        group.evaluate((element) => Math.round((100 * (element.firstElementChild?.clientWidth ?? 0)) / element.clientWidth));
      await expect.poll(share).toBe(25);
      await page.getByRole('separator', { name: 'Resize' }).first().press('ArrowRight');
      await expect.poll(share).toBeGreaterThan(25);
    });
  });
});

describe('the sidebar', () => {
  it('collapses to icons with tooltips', async () => {
    await on('Home', async (page) => {
      const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
      await page.keyboard.press('Control+b');
      await expect.poll(() => sidebar.evaluate((element) => element.clientWidth)).toBeLessThan(60);
      await sidebar.getByRole('link', { name: 'Dates' }).hover();
      await page.getByRole('tooltip', { name: 'Dates' }).waitFor();
      expect(await violations(page, page.locator('[data-slot=tooltip-content]'))).toEqual([]);
    });
  });

  it('is a sheet on a phone', async () => {
    await on(
      'Home',
      async (page) => {
        await button(page, 'Toggle the sidebar').click();
        const sheet = page.getByRole('dialog', { name: 'Menu' });
        await sheet.getByRole('link', { name: 'Dates' }).click();
        await page.getByRole('heading', { level: 1, name: 'Dates' }).waitFor();
      },
      { width: 375 },
    );
  });
});

it('a page loads only the libraries that it uses', async () => {
  const files = {
    'pages/Home': `import { Button } from '@/components/ui/button';
import { Card, CardTitle } from '@/components/ui/card';
export default function Home() { return <Card><CardTitle>Small</CardTitle><Button>Go</Button></Card>; }`,
  };
  const { buildId } = await gallery.runtime.publish({ ...gallery.sources, appId: 'small', files });
  gallery.show('small', buildId);
  const code = await gallery.load('small');
  expect(code).toContain('Small');
  for (const mark of ['recharts', 'cmdk', 'vaul', 'sonner', 'embla', 'rdp-', 'react-hook-form', 'FocusScope', 'data-panel'])
    expect(code.includes(mark), `${mark} is in a page of a button and a card`).toBe(false);
});
