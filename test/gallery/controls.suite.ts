import { describe, expect, it } from 'vitest';
import { violations } from './gallery.ts';
import { button, type GalleryVisits, isFocused, isGone } from './visit.ts';

/** Fields and forms. */
export function describeControls({ on }: GalleryVisits): void {
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
        // The closed list gives the focus back shortly afterwards.
        await isFocused(page.getByLabel('Course'));
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
}
