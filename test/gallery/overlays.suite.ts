import { describe, expect, it } from 'vitest';
import { violations } from './gallery.ts';
import { button, type GalleryVisits, holdsFocus, isFocused, isGone } from './visit.ts';

/** What opens above a page: windows, menus, hints and notices. */
export function describeOverlays({ on }: GalleryVisits): void {
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
        await button(page, 'My account').press('Enter');
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
}
