import type { FieldSchema } from '@sayso/runtime/ref';
import { findField, findThing } from '../language/lexicon.ts';
import { capitalized, plural, singular, tokens } from '../language/text.ts';

export interface AppField {
  readonly key: string;
  readonly label: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface AppTable {
  readonly name: string;
  /** In the plural, as pages show it. */
  readonly label: string;
  readonly one: string;
  readonly fields: readonly AppField[];
  readonly schema: FieldSchema;
  readonly permissions: { readonly read: string; readonly write: string };
}

export interface AppPage {
  readonly name: string;
  readonly heading: string;
  readonly tables: readonly string[];
}

/** An app, parsed from its files. */
export interface AppModel {
  /** The name that the app shows above its pages; null when it shows none there. */
  readonly shownName: string | null;
  readonly tables: readonly AppTable[];
  readonly pages: readonly AppPage[];
  /** The main table: that of the first page. */
  readonly main: AppTable | undefined;
}

export function readApp(files: Readonly<Record<string, string>>): AppModel {
  const tables = Object.entries(files).flatMap(([path, text]) => readTable(path, text));
  const pages = Object.entries(files).flatMap(([path, text]) => {
    const name = /^pages\/(.+)$/.exec(path)?.[1];
    if (name === undefined) return [];
    const place = (table: AppTable) => (text.indexOf(`entity={${table.name}}`) + text.length + 1) % (text.length + 1);
    const shown = tables.filter((table) => new RegExp(`\\b${table.name}\\b`).test(text)).toSorted((a, b) => place(a) - place(b));
    return [{ name, heading: /<Page title="([^"]+)"/.exec(text)?.[1] ?? name, tables: shown.map((table) => table.name) }];
  });
  const home = [...(files['pages/Home'] ?? '').matchAll(/entity=\{(\w+)\}/g)].map(([, name]) => name).at(-1);
  const main =
    tables.find(({ name }) => name === home) ??
    tables.find(({ name }) => pages.some((page) => page.name === 'Home' && page.tables.includes(name))) ??
    tables[0];
  const shownName = /\bname="([^"]+)"/.exec(files['layout'] ?? '')?.[1] ?? null;
  return { shownName, tables, pages, main };
}

interface Schema extends FieldSchema {
  readonly title?: string;
  readonly 'x-plural'?: string;
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly 'x-accessControl'?: { readonly permissions?: { readonly read?: string; readonly write?: string } };
}

function readTable(path: string, text: string): AppTable[] {
  const name = /^entities\/(\w+)\.json$/.exec(path)?.[1];
  const schema = name === undefined ? null : parsed(text);
  if (name === undefined || schema === null) return [];
  const fields = Object.entries(schema.properties ?? {}).map(([key, property]) => ({
    key,
    label: typeof property['title'] === 'string' ? property['title'] : spoken(key),
    schema: property,
  }));
  const { read = 'creator', write = 'creator' } = schema['x-accessControl']?.permissions ?? {};
  return [
    {
      name,
      schema: { name, ...schema },
      one: schema.title ?? spoken(name),
      label: schema['x-plural'] ?? capitalized(plural((schema.title ?? spoken(name)).toLowerCase())),
      fields,
      permissions: { read, write },
    },
  ];
}

function parsed(text: string): Schema | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Schema) : null;
  } catch {
    return null;
  }
}

function spoken(name: string): string {
  return capitalized(
    name
      .replace(/[_-]+/g, ' ')
      .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
      .toLowerCase(),
  );
}

export function tablesIn(text: string, { tables }: AppModel): AppTable[] {
  return namedIn(text, tables, namesOf);
}

export function namesOf({ name, label }: AppTable): string[] {
  const thing = findThing(label.toLowerCase())?.thing ?? findThing(spoken(name).toLowerCase())?.thing;
  const known = thing === undefined ? [] : [...Object.values(thing.one), ...Object.values(thing.many)];
  // "Harvests" matches the table of honey harvests.
  const last = label.split(' ').at(-1) ?? label;
  return [label, spoken(name), last, ...known];
}

/** The table that a text names by itself or by the page that shows it: the guests of an event are its replies. */
export function tableIn(text: string, app: AppModel): AppTable | undefined {
  const others = app.pages.filter(({ name }) => name !== 'Home');
  const [page] = namedIn(text, others, ({ name, heading }) => [name, heading]);
  return tablesIn(text, app)[0] ?? app.tables.find(({ name }) => name === page?.tables[0]);
}

export function fieldsIn(text: string, tables: readonly AppTable[]): { readonly table: AppTable; readonly field: AppField }[] {
  const fields = tables.flatMap((table) => table.fields.map((field) => ({ table, field })));
  return namedIn(text, fields, ({ field }) => fieldNames(field));
}

export function fieldNames({ key, label }: AppField): string[] {
  const names = [label.toLowerCase(), spoken(key).toLowerCase()];
  const word = findField(names[0] ?? '') ?? findField(names[1] ?? '');
  return word === null ? names : [...names, word.label.en, word.label.de];
}

/** What a text names, in order of occurrence. Of overlapping names, the longer one matches. */
function namedIn<T>(text: string, items: readonly T[], namesOfItem: (item: T) => readonly string[]): T[] {
  const words = tokens(text);
  const placed = items.flatMap((item) => {
    const place = placeOf(words, namesOfItem(item));
    return place === null ? [] : [{ item, ...place }];
  });
  return placed
    .filter((one) => !placed.some((other) => other.at <= one.at && other.end >= one.end && other.end - other.at > one.end - one.at))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function placeOf(words: readonly string[], names: readonly string[]): { readonly at: number; readonly end: number } | null {
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    const parts = tokens(name).map(singular);
    for (let at = 0; parts.length > 0 && at + parts.length <= words.length; at++) {
      if (parts.every((part, index) => isSame(words[at + index] ?? '', part))) return { at, end: at + parts.length };
    }
  }
  return null;
}

/** Matches also plurals and German endings. */
export function isSame(word: string, part: string): boolean {
  return (
    word === part ||
    singular(word) === part ||
    (part.length > 4 && word.startsWith(part) && word.length - part.length <= 2) ||
    (word.length > 4 && part.startsWith(word) && part.length - word.length <= 2)
  );
}
