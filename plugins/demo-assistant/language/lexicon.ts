import { FIELDS, KINDS } from '../words/fields.ts';
import { THINGS } from '../words/things.ts';
import type { Language } from './language.ts';
import { capitalized, isTypo, plural, singular } from './text.ts';

/** A kind of thing that an app can list. */
export interface Thing {
  /** Identifier: the first of its words, such as `lesson`. */
  readonly key: string;
  readonly kind: string;
  readonly one: Readonly<Record<Language, string>>;
  readonly many: Readonly<Record<Language, string>>;
  readonly fields: readonly FieldWord[];
}

export interface FieldWord {
  readonly key: string;
  readonly label: Readonly<Record<Language, string>>;
  /** A type or format, or choices as `A,B / C,D`. */
  readonly type: string;
}

export interface Entry {
  readonly thing: Thing;
  readonly isPlural: boolean;
}

/** The entries of a table of words: `group = entry ; … | entry ; …`, each with its group first. */
const rows = (text: string) =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [group = '', ...rest] = line.split(' = ');
      return rest
        .join(' = ')
        .split(' | ')
        .map((entry) => [group, ...entry.split(';').map((part) => part.trim())]);
    });
const list = (text = '') =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

const things = new Map<string, Entry>();
const fields = new Map<string, FieldWord>();
const byKey = new Map<string, FieldWord>();

for (const [type = '', key = '', english, german] of rows(FIELDS)) {
  const field = { key, type, label: { en: list(english)[0] ?? key, de: list(german)[0] ?? key } };
  byKey.set(key, field);
  for (const word of list(english)) if (!fields.has(word.toLowerCase())) fields.set(word.toLowerCase(), field);
}
// Behind the English words of all fields: a note is no grade.
for (const [, key = '', , german] of rows(FIELDS))
  for (const word of list(german)) {
    const field = byKey.get(key);
    if (field !== undefined && !fields.has(word.toLowerCase())) fields.set(word.toLowerCase(), field);
  }
for (const field of [
  { key: 'authorName', type: 'text', label: { en: 'name', de: 'Name' } },
  { key: 'text', type: 'long', label: { en: 'message', de: 'Nachricht' } },
])
  byKey.set(field.key, field);

function fieldsNamed(keys: string): FieldWord[] {
  return keys.split(' ').flatMap((key) => byKey.get(key) ?? []);
}

/** Names of collections rather than of rows: "wine cellar" lists wines. */
const WHOLE =
  /^(?:parking|vinyl|mileage|shopping|packing|grocer\w+|faq|chat|forum|guestbook|menu|diary|journal|logbook|mood|utilit\w+|news|vacation|real estate|estate)$|.(?: .|buch|liste|karte|keller|büro)/i;

for (const [kind = '', english, german, own = ''] of rows(THINGS)) {
  const [first, ...others] = list(english).map(pairOf);
  const [germanFirst, ...germanOthers] = list(german).map(pairOf);
  if (first === undefined || germanFirst === undefined) continue;
  const fieldsOfThing = [...fieldsNamed(KINDS[kind] ?? ''), ...fieldsNamed(own)];
  // A synonym keeps its own name: a request for kids gets a table of kids.
  const nameOf = (pair: Pair) => (WHOLE.test(pair.one) ? first : pair);
  for (const pair of [first, ...others]) {
    const { one, many } = nameOf(pair);
    add(pair, { key: one, kind, one: { en: one, de: germanFirst.one }, many: { en: many, de: germanFirst.many }, fields: fieldsOfThing });
  }
  for (const pair of [germanFirst, ...germanOthers]) {
    const { one, many } = WHOLE.test(pair.one) ? germanFirst : pair;
    add(pair, { key: first.one, kind, one: { en: first.one, de: one }, many: { en: first.many, de: many }, fields: fieldsOfThing });
    // The dative plural.
    if (!/[ns]$/.test(pair.many)) add({ one: `${pair.many}n`, many: `${pair.many}n` }, findThing(pair.many.toLowerCase())?.thing);
  }
}

interface Pair {
  readonly one: string;
  readonly many: string;
}

function pairOf(word: string): Pair {
  const [one = '', many = plural(one)] = word.split('/');
  return { one, many };
}

function add({ one, many }: Pair, thing: Thing | undefined): void {
  if (thing === undefined) return;
  for (const word of [one, many]) {
    const known = word.toLowerCase();
    if (!things.has(known)) things.set(known, { thing, isPlural: word === many && one !== many });
  }
}

export const LONGEST = 6;

/** The longest known phrases of a text, and its other words one by one. */
export function* phrasesOf(words: readonly string[], isKnown: (phrase: string) => boolean): Generator<string> {
  for (let at = 0; at < words.length; ) {
    let length = Math.min(LONGEST, words.length - at);
    while (length > 1 && !isKnown(words.slice(at, at + length).join(' '))) length -= 1;
    yield words.slice(at, at + length).join(' ');
    at += length;
  }
}

export function findThing(words: string): Entry | null {
  return things.get(words) ?? null;
}

export function findField(words: string): FieldWord | null {
  return fields.get(words) ?? fields.get(singular(words)) ?? null;
}

const COMPOUND = /^(\p{L}{3,}?)(?:sammlung|liste|verwaltung|kartei|übersicht|planer|plan|buch|kalender|datenbank|archiv)$/u;

/** A German compound of a thing: `Weinsammlung` lists wines. */
export function compound(word: string): Entry | null {
  const stem = word.replace(COMPOUND, '$1');
  return stem === word ? null : (findThing(stem) ?? findThing(stem.replace(/[sn]$/, '')));
}

/** An unknown thing: named by its word, with default fields. */
export function ownThing(word: string): Thing {
  const one = singular(word.replace(COMPOUND, '$1'));
  const [en, de] = [one.endsWith('ing') ? one : plural(one), capitalized(word.replace(COMPOUND, '$1'))];
  return { key: one, kind: 'item', one: { en: one, de }, many: { en, de }, fields: fieldsNamed('name notes') };
}

export function ownField(words: string): FieldWord {
  return { key: words, type: GUESSES.find(([pattern]) => pattern.test(words))?.[1] ?? 'text', label: { en: words, de: words } };
}

/** The type of a field by its name: `entry date`, `is open`, `shipping price`. */
const GUESSES = [
  [/\b(?:date|birthday|deadline|day)\b|datum$|^last |^zuletzt /i, 'date'],
  [/\b(?:price|cost|amount|fee|total|salary|budget)\b|preis$|kosten$|betrag$/i, 'money'],
  [
    /\b(?:number of|count|quantity|hours|minutes|weight|height|size in|distance|percent|score|calories)\b|anzahl|menge$|kalorien/i,
    'number',
  ],
  [/\b(?:email|e-mail)\b/i, 'email'],
  [/\b(?:phone|telephone|mobile)\b|telefon/i, 'phone'],
  [/\b(?:photo|picture|image)\b|bild$|foto$/i, 'image'],
  [/\b(?:website|url|link)\b/i, 'uri'],
  [/^(?:is|has) /i, 'yes'],
] as const;

/** Whether a word is an option of a field of the thing. */
export function isChoice({ fields: own }: Thing, word: string): boolean {
  return own.some(({ type }) =>
    type
      .toLowerCase()
      .split(/[,/]/)
      .some((choice) => choice.trim() === word),
  );
}

/** A known word that is one typing error away. */
export function corrected(word: string): string | null {
  for (const known of [...things.keys(), ...fields.keys()]) if (!known.includes(' ') && isTypo(word, known)) return known;
  return null;
}
