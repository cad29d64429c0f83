import type { Locator, Page } from 'playwright-core';

/**
 * Adds a row as a person does, on the first page that offers it: by an add button and its form, by a form on the page, or by a line that is
 * submitted with Enter. Returns whether one was found.
 */
export async function addRow(page: Page): Promise<boolean> {
  const add = page.getByRole('button', { name: /^Add \w/ }).first();
  if (await add.isVisible()) {
    await add.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await fill(dialog);
    await dialog.getByRole('button', { name: /^Add / }).last().click();
    await dialog.waitFor({ state: 'detached' });
    return true;
  }
  const form = page.locator('form').first();
  if (!(await form.isVisible())) return false;
  await fill(form);
  await form.locator('button[type=submit]').click();
  return true;
}

/** Fills each control of a form with a valid value. */
async function fill(form: Locator): Promise<void> {
  for (const lines of await form.getByRole('button', { name: 'Add line' }).all()) await lines.click();
  for (const control of await form.locator('input:visible, select:visible, textarea:visible').all()) {
    const kind = await control.evaluate((element) => (element instanceof HTMLInputElement ? element.type : element.tagName.toLowerCase()));
    const sample = SAMPLES[kind];
    if (kind === 'select') await chooseFirst(control);
    else if (sample !== undefined && (await control.inputValue()) === '') await control.fill(sample);
  }
  // Selects the first option of each radio group, such as stars.
  for (const group of await form.locator('fieldset:has(input[type=radio])').all())
    await group.locator('input[type=radio]').first().check({ force: true });
}

const SAMPLES: Readonly<Record<string, string>> = {
  text: 'Sample',
  textarea: 'A few words',
  email: 'sample@example.com',
  url: 'https://example.com/sample',
  tel: '+31 20 123 4567',
  number: '3',
  date: '2026-03-09',
  time: '14:30',
  'datetime-local': '2026-03-09T14:30',
};

async function chooseFirst(select: Locator): Promise<void> {
  const values = await select.locator('option').evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  const first = values.find((value) => value !== '');
  if ((await select.inputValue()) === '' && first !== undefined) await select.selectOption(first);
}
