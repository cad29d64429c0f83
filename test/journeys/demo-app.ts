import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame, Locator } from 'playwright-core';
import { expect } from 'vitest';
import { expectControls, fillIn, formFields, nameField, rowName } from './demo-form.ts';
import type { AppState, Shown, TableSchema } from './demo-world.ts';

/** The page that lists a table's rows. */
export function pageOf({ pages, tables }: AppState, { 'x-ui': { plural } }: TableSchema): string {
  const name = plural
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('');
  const page = pages.find((one) => one.toLowerCase() === name.toLowerCase());
  if (page) return page;
  if (tables.length > 1) throw new Error(`No page of ${plural} among ${pages.join(', ')}.`);
  return 'Home';
}

const button = (frame: Frame, name: RegExp) => frame.getByRole('button', { name }).first();

/** Opens the form of a list page and checks its controls. */
export async function openForm({ frame }: Shown, table: TableSchema) {
  await button(frame, new RegExp(`^Add (?:an?|your first) ${table['x-ui'].singular}`, 'i')).click();
  const dialog = frame.getByRole('dialog');
  await expectControls(dialog, formFields(table));
  return dialog;
}

/** Adds a row through the form, with `text` in each text field. */
export async function addRow(shown: Shown, table: TableSchema, text: string): Promise<void> {
  const dialog = await openForm(shown, table);
  await fillIn(dialog, formFields(table), text);
  await dialog.getByRole('button', { name: /^Add / }).click();
  await dialog.waitFor({ state: 'detached' });
  await shown.frame.getByText(rowName(table, text)).first().waitFor();
}

/** Submits the visitors' form on a site's first page. */
export async function sendIn({ frame }: Shown, table: TableSchema, text: string): Promise<void> {
  const form = frame.locator('form');
  // Status fields are the owner's, not the visitor's.
  const fields = formFields(table).filter(({ key }) => !/status|stage/.test(key));
  await expectControls(form, fields);
  await fillIn(form, fields, text);
  await form.locator('button[type=submit]').click();
  await frame.getByRole('status').getByText('Send another').waitFor();
}

/** Expects search and each filter to find a row, and to exclude it. */
export async function searchAndFilter({ frame }: Shown, table: TableSchema, given: string): Promise<void> {
  const text = rowName(table, given);
  const search = frame.getByRole('searchbox');
  await search.fill('nothing is called this');
  await frame.getByText('Nothing matches').waitFor();
  await frame.getByRole('button', { name: 'Clear', exact: true }).click();
  await search.fill(text.slice(0, 6).toUpperCase());
  await frame.getByText(text).first().waitFor();
  await search.fill('');
  const choices = frame.getByRole('combobox', { name: 'Sort by' }).locator('..').getByRole('combobox');
  for (const filter of (await choices.all()).slice(0, -1)) {
    // The form chose the first option, so filtering by the last one finds nothing.
    await choose(frame, filter, -1);
    await frame.getByText('Nothing matches').waitFor();
    await choose(frame, filter, 1);
    await frame.getByText(text).first().waitFor();
    await choose(frame, filter, 0);
  }
}

async function choose(frame: Frame, select: Locator, index: number): Promise<void> {
  await select.click();
  await frame.getByRole('option').nth(index).click();
  await frame.getByRole('listbox').waitFor({ state: 'detached' });
}

/** Renames a row through its menu, then deletes it. */
export async function editAndDelete({ frame }: Shown, { tables }: AppState, table: TableSchema, text: string): Promise<void> {
  const called = rowName(table, text);
  const menu = () => frame.getByRole('button', { name: `More for ${called}` }).first();
  await menu().click();
  await frame.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = frame.getByRole('dialog');
  const { key, control } = nameField(table);
  const renamed = control === 'email' ? 'grace@example.org' : 'Quite another';
  await dialog.locator(`[id="${key.replace(/_/g, '-')}"]`).fill(renamed);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await frame.getByText(renamed).first().waitFor();
  await frame
    .getByRole('button', { name: `More for ${renamed}` })
    .first()
    .click();
  await frame.getByRole('menuitem', { name: 'Delete' }).click();
  // Deleting a row that others reference asks for confirmation.
  if (tables.some(({ properties }) => Object.values(properties).some((property) => property['x-ui']?.to === table.name)))
    await frame.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await frame.getByRole('button', { name: `More for ${renamed}` }).waitFor({ state: 'detached' });
}

/** Pixels by which the app is wider than the viewport. */
export function overflow({ frame }: Shown): Promise<number> {
  return frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

let axe: Promise<string> | null = null;

/** Violations that axe-core finds in the current state of the app, one line each. */
export async function violations({ frame }: Shown): Promise<string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await frame.evaluate(await axe);
  return frame.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations: found } = await tool.run(document, { resultTypes: ['violations'] });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any, all }) => `${id}: ${html} ${[...any, ...all].map(({ message }) => message).join('; ')}`),
    );
  });
}

/** Expects each page of an app to fit a phone. */
export async function expectToFit(shown: Shown, pages: readonly string[]): Promise<void> {
  await shown.resize(375);
  for (const page of pages) {
    await shown.goTo(page);
    expect(await overflow(shown), `${page} at 375 px`).toBe(0);
  }
}
