import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { PropertySchema, TableSchema } from './demo-world.ts';

/** Kind of control that a field is entered with. */
export type Control =
  | 'text'
  | 'textarea'
  | 'email'
  | 'tel'
  | 'url'
  | 'number'
  | 'switch'
  | 'select'
  | 'date picker'
  | 'datetime-local'
  | 'time'
  | 'file'
  | 'stars';

/** The control expected for a property; null for properties that the app maintains itself. */
export function controlFor(property: PropertySchema, items?: string): Control | null {
  const { type, format, enum: choices, 'x-ui': ui } = property;
  if (items === 'date') return null;
  if (choices || ui?.to) return 'select';
  if (ui?.kind === 'rating') return 'stars';
  if (ui?.kind === 'long-text') return 'textarea';
  if (ui?.kind === 'phone') return 'tel';
  if (ui?.kind === 'time') return 'time';
  if (type === 'boolean') return 'switch';
  if (type === 'number' || type === 'integer') return 'number';
  const formats: Readonly<Record<string, Control>> = {
    email: 'email',
    uri: 'url',
    image: 'file',
    date: 'date picker',
    'date-time': 'datetime-local',
  };
  return formats[format ?? ''] ?? 'text';
}

export interface FormField {
  readonly key: string;
  readonly label: string;
  readonly control: Control;
  readonly options: readonly string[];
}

/** Fields that a table's form must have. */
export function formFields({ properties }: TableSchema): readonly FormField[] {
  return Object.entries(properties).flatMap(([key, property]) => {
    const control = controlFor(property, (property as { items?: { format?: string } }).items?.format);
    return control === null ? [] : [{ key, label: property.title, control, options: property.enum ?? [] }];
  });
}

/** The field that names a row. */
export function nameField(table: TableSchema): FormField {
  const fields = formFields(table);
  const texts = fields.filter(({ key, control }) => control === 'text' && table.properties[key]?.type === 'string');
  const found = texts.find(({ key }) => /(^|_)(name|title)$/.test(key)) ?? texts[0] ?? fields.find(({ control }) => control === 'email');
  if (!found) throw new Error(`Nothing names a row of ${table.name}.`);
  return found;
}

/** The name of a row after `fillIn` with `text`. */
export function rowName(table: TableSchema, text: string): string {
  return nameField(table).control === 'email' ? (typed.email ?? '') : text;
}

/** Every labelled control of a form, as the browser sees it: `Due date` → `date picker`. */
export function controlsIn(form: Locator): Promise<Record<string, string>> {
  return form.evaluate((element) => {
    const kindOf = (label: HTMLLabelElement): string => {
      const control = label.control;
      // A label cannot refer to a group of buttons.
      if (!control) return document.getElementById(label.htmlFor)?.role === 'group' ? 'stars' : 'nothing';
      if (control.getAttribute('role') === 'combobox') return 'select';
      if (control.getAttribute('role') === 'switch') return 'switch';
      if (control.getAttribute('aria-haspopup') === 'dialog') return 'date picker';
      return control instanceof HTMLInputElement ? control.type : control.localName;
    };
    // Excludes the label of a picture's drop zone.
    const labels = [...element.querySelectorAll<HTMLLabelElement>('label[data-slot=label]')];
    return Object.fromEntries(labels.map((label) => [(label.textContent ?? '').replace(' (required)', ''), kindOf(label)]));
  });
}

const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const typed: Partial<Record<Control, string>> = {
  textarea: 'A longer text about it.',
  email: 'ada@example.org',
  tel: '+1 555 0100',
  url: 'https://example.org',
  number: '3',
  'datetime-local': '2026-05-20T10:30',
  time: '10:30',
};

/** Fills in every field of a form, text fields with `text`. */
export async function fillIn(form: Locator, fields: readonly FormField[], text: string): Promise<void> {
  const page = form.page();
  for (const { key, label, control, options } of fields) {
    const field = form.locator(`[id="${key.replace(/_/g, '-')}"]`);
    if (control === 'switch') await field.click();
    else if (control === 'file') {
      await field.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: picture });
      await form.getByRole('button', { name: 'Remove the picture' }).waitFor();
    } else if (control === 'stars') await form.getByRole('group', { name: label }).getByRole('button', { name: '4 of 5 stars' }).click();
    else if (control === 'date picker') {
      await field.click();
      const calendar = field.page().frames().at(-1)?.getByRole('grid');
      await calendar?.getByRole('button', { name: /\b15\b/ }).click();
      await calendar?.waitFor({ state: 'detached' });
    } else if (control === 'select') {
      // A reference has no options yet.
      if (options.length > 0) {
        await field.click();
        await page.frames().at(-1)?.getByRole('option').nth(0).click();
      }
    } else await field.fill(typed[control] ?? text);
  }
}

/** Expects a form to have exactly the controls that the table's fields require. */
export async function expectControls(form: Locator, fields: readonly FormField[]): Promise<void> {
  expect(await controlsIn(form)).toEqual(Object.fromEntries(fields.map(({ label, control }) => [label, control])));
}
