import { compound, corrected, type Entry, type FieldWord, findField, findThing, LONGEST } from '../language/lexicon.ts';
import { singular, tokens } from '../language/text.ts';
import { FILLERS, LEFT_OUT, SETTINGS, TRANSLATIONS } from '../words/plain.ts';

/** One unit of a request: a known phrase, or one word that is not known. */
export interface Unit {
  readonly text: string;
  readonly thing: Entry | null;
  readonly field: FieldWord | null;
  readonly role: 'known' | 'setting' | 'filler' | 'unknown' | 'separator';
}

export type Opener = 'main' | 'list' | 'with' | 'for' | 'where';

/** A segment of units between separators: `… with …`, `… for …`, `…: …`. */
export interface Segment {
  readonly opener: Opener;
  readonly units: readonly Unit[];
}

export interface Reading {
  readonly segments: readonly Segment[];
  /** A requested feature that is never built: index into `LEFT_OUT`. */
  readonly leftOut: readonly number[];
  /** The words with translations, for matching templates. */
  readonly plain: string;
}

const OPENERS: ReadonlyMap<string, Opener> = new Map(
  (
    [
      ['with', 'with mit including plus inklusive con avec'],
      ['for', 'for für fürs unter'],
      ['where', 'where that which so because damit wo'],
      ['list', ': . - – —'],
    ] as const
  ).flatMap(([opener, words]) => words.split(' ').map((word) => [word, opener] as const)),
);
const SEPARATORS = new Set([',', ';', 'and', 'und', '&', 'or', 'oder', '!', '?']);

/** Phrases of several words that form one unit. */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/\bto[ -]?do(?:[ -]?(?:s|list|liste|app))?\b/giu, 'todo '],
  [/\bbook(?= (?:an? |online|appoint|lessons|class|slot|table|time))/giu, 'booking'],
  [/\bhelp[ -]desk\b/giu, 'helpdesk'],
  [/\bsign[ -]ups?\b/giu, 'signup'],
  [/\bwait(?:ing)?[ -]list\b/giu, 'waitlist'],
  [/\bwork[ -]?outs?\b/giu, 'workout'],
  [/\bguest[ -]book\b/giu, 'guestbook'],
  [/\btool(?= (?:for|to|that|which|where|für|zum|zur|mit dem)\b)/giu, 'app'],
];

export function readRequest(request: string): Reading {
  const leftOut = LEFT_OUT.flatMap(([pattern], index) => (pattern.test(request) ? [index] : []));
  let text = request;
  for (const [pattern] of LEFT_OUT) text = text.replace(new RegExp(pattern, 'giu'), ' ');
  for (const [pattern, joined] of JOINED) text = text.replace(pattern, joined);
  const words = tokens(text);
  const plain = words.map((word) => TRANSLATIONS[word] ?? word).join(' ');
  return { segments: segmentsOf(words), leftOut, plain };
}

function segmentsOf(words: readonly string[]): Segment[] {
  const segments: { opener: Opener; units: Unit[] }[] = [{ opener: 'main', units: [] }];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const unit = unitAt(words, at);
    const { length } = unit.text.split(' ');
    at += length;
    const opener = length === 1 && unit.role !== 'known' ? OPENERS.get(word) : undefined;
    // "An app for plants with …": the app is named by what follows "for".
    const isFurther = opener !== undefined && !(opener === 'for' && segments.every(isUnnamed));
    if (isFurther) segments.push({ opener, units: [] });
    else segments.at(-1)?.units.push(unit);
  }
  return segments.filter(({ units }) => units.length > 0);
}

/** Whether a segment names nothing that an app lists: "an app". */
function isUnnamed({ units }: Segment): boolean {
  return units.every(({ role }) => role === 'filler' || role === 'separator');
}

/** The longest known phrase at a position. */
function unitAt(words: readonly string[], at: number): Unit {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length--) {
    const unit = phraseUnit(words.slice(at, at + length).join(' '), length);
    if (unit !== null) return unit;
  }
  return wordUnit(words[at] ?? '');
}

function phraseUnit(text: string, length: number): Unit | null {
  const [thing, field] = [findThing(text), findField(text)];
  const isSetting = SETTINGS.has(text) || (length > 1 && SETTINGS.has(singular(text)));
  const isKnown = (thing ?? field) !== null && !(length === 1 && (isSetting || SEPARATORS.has(text)));
  if (isSetting && (length > 1 || (thing ?? field) === null)) return { text, thing: null, field: null, role: 'setting' };
  if (isSetting) return { text, thing, field, role: 'setting' };
  return isKnown ? { text, thing, field, role: FILLERS.has(text) ? 'filler' : 'known' } : null;
}

/** One word that is no known phrase: also a typing error of one. */
function wordUnit(text: string): Unit {
  const unit = { text, thing: null, field: null };
  if (SEPARATORS.has(text) || !/[\p{L}\p{N}]/u.test(text)) return { ...unit, role: 'separator' };
  if (FILLERS.has(text) || FILLERS.has(singular(text))) return { ...unit, role: 'filler' };
  const whole = compound(text);
  if (whole !== null) return { text, thing: whole, field: null, role: 'known' };
  const right = corrected(text);
  return right === null ? { ...unit, role: 'unknown' } : { text, thing: findThing(right), field: findField(right), role: 'known' };
}

/** The items of a list: units between commas and "and". */
export function itemsOf({ units }: Segment): Unit[][] {
  const items: Unit[][] = [[]];
  for (const unit of units) {
    if (unit.role === 'separator') items.push([]);
    else items.at(-1)?.push(unit);
  }
  return items.filter((item) => item.length > 0);
}
