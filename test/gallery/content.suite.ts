import { describe, expect, it } from 'vitest';
import { violations } from './gallery.ts';
import { button, type GalleryVisits, isFocused, isGone } from './visit.ts';

/** What a page consists of, and the sidebar around it. */
export function describeContent({ on }: GalleryVisits): void {
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
}
