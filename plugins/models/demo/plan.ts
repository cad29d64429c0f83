/** What a field holds; decides its JSON schema, its control in the form and how the list shows it. */
export type FieldKind =
  | 'text'
  | 'long-text'
  | 'email'
  | 'phone'
  | 'url'
  | 'image'
  | 'number'
  | 'money'
  | 'percent'
  | 'rating'
  | 'date'
  | 'date-time'
  | 'time'
  | 'boolean'
  | 'enum'
  | 'tags'
  | 'reference'
  /** Days on which something was done, `yyyy-MM-dd`; kept by the app itself, never typed in. */
  | 'days';

export interface Field {
  /** Snake case, the key in the row. */
  readonly key: string;
  /** Sentence case, as on screen. */
  readonly label: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  /** Of an enum. */
  readonly options: readonly string[];
  /** Name of the table that a reference points to. */
  readonly to: string | null;
}

/** How the rows of a table are shown. */
export type Layout = 'habits' | 'board' | 'agenda' | 'gallery' | 'checklist' | 'ledger' | 'people' | 'shelf' | 'notes' | 'table';

export type Permission = 'anonymous' | 'all' | 'creator' | 'admin' | 'none';

export interface Permissions {
  readonly read: Permission;
  readonly write: Permission;
}

export interface Table {
  /** As in code: `PhotoShoot`. */
  readonly name: string;
  /** As in a sentence: `photo shoot`, `photo shoots`. */
  readonly singular: string;
  readonly plural: string;
  /** Name of a lucide icon. */
  readonly icon: string;
  readonly layout: Layout;
  readonly fields: readonly Field[];
  readonly permissions: Permissions;
  /** `field` or `-field`. */
  readonly sort: string;
}

export const accents = ['emerald', 'teal', 'sky', 'blue', 'indigo', 'violet', 'rose', 'orange', 'amber', 'stone'] as const;
export type Accent = (typeof accents)[number];

/** A page of its own with a chart of one table. */
export interface ChartPage {
  readonly table: string;
  /** Field to add up; null counts rows. */
  readonly measure: string | null;
  /** An enum, a reference, or a date, which is grouped by month. */
  readonly group: string;
}

/** A public page for visitors: a landing page, a portfolio, a menu. */
export interface Site {
  /** What visitors do or see: leave their details, or look through a listing. */
  readonly kind: 'sign-up' | 'listing';
  readonly headline: string;
  readonly text: string;
  readonly button: string;
  /** Three selling points: icon, title, text. */
  readonly points: readonly (readonly [icon: string, title: string, text: string])[];
  /** What happens after visitors have left something: title, text. */
  readonly steps: readonly (readonly [title: string, text: string])[];
}

/** All that the demo assistant knows of an app. It is stored in the tables' JSON and read back from there for each follow-up. */
export interface Plan {
  readonly name: string;
  readonly tagline: string;
  readonly icon: string;
  readonly accent: Accent;
  readonly theme: 'light' | 'dark';
  /** Colour of the bar with the app's name; null when it is as suits the app. */
  readonly header: Accent | 'plain' | null;
  readonly site: Site | null;
  readonly charts: readonly ChartPage[];
  readonly tables: readonly Table[];
}

/** `due date` → `due_date`. */
export function keyOf(label: string): string {
  return label
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

/** `photo shoots` → `PhotoShoots`. */
export function pascalOf(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('');
}

const acronyms = /\b(?:bmi|cd|crm|diy|dob|dvd|ean|eta|faq|gpa|hr|isbn|rsvp|sku|url|vat|vin)s?\b/gi;

/** `due_date` → `Due date`, `sku` → `SKU`. */
export function sentenceCase(words: string): string {
  const text = words
    .replace(/_/g, ' ')
    .trim()
    .replace(acronyms, (word) => word.replace(/[^s]|s(?!$)/gi, (letter) => letter.toUpperCase()));
  return text === '' ? text : text[0]?.toUpperCase() + text.slice(1);
}

/** Name of the page that lists a table: `Shoots`; `Home` when it is the app's only table. */
export function pageOf(plan: Plan, table: Table): string {
  return plan.tables.length === 1 && plan.site === null ? 'Home' : pascalOf(table.plural);
}

/** Fields that people type in, in order. */
export function inputFields(table: Table): readonly Field[] {
  return table.fields.filter((field) => field.kind !== 'days');
}

/** The field that names a row: the first one of text. */
export function titleField(table: Table): Field {
  const texts = table.fields.filter((field) => field.kind === 'text');
  const named = texts.find((field) => /(^|_)(name|title)$/.test(field.key));
  const first = named ?? texts[0] ?? table.fields.find((field) => field.kind === 'email') ?? table.fields[0];
  if (first === undefined) throw new RangeError(`The table ${table.name} has no fields.`);
  return first;
}

export function firstOf(table: Table, ...kinds: readonly FieldKind[]): Field | undefined {
  return table.fields.find((field) => kinds.includes(field.kind));
}

/** The enum that says how far along a row is. */
export function statusField(table: Table): Field | undefined {
  const enums = table.fields.filter((field) => field.kind === 'enum');
  return enums.find((field) => /status|stage|state/.test(field.key));
}
