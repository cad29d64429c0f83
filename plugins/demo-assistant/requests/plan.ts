import type { Template } from '@sayso/runtime/ref';
import { type Language, languageOf } from '../language/language.ts';
import type { FieldWord } from '../language/lexicon.ts';
import { ABILITIES } from '../words/follow-ups.ts';
import { BEYOND, LEFT_OUT } from '../words/plain.ts';
import { joined, quotedWords, say } from './answer.ts';
import { type Reading, readRequest } from './reading.ts';
import { type Wanted, type WantedTable, wantedOf } from './request.ts';
import { covers, HEAD, rank } from './templates.ts';

/** Below this share of understood words nothing is built. */
const ENOUGH = 0.6;
const MAX_TABLES = 8;

export type Plan =
  | {
      readonly kind: 'template';
      readonly template: Template;
      readonly fields: readonly FieldWord[];
      readonly leftOut: readonly string[];
      readonly wanted: Wanted;
    }
  | { readonly kind: 'list'; readonly wanted: Wanted; readonly leftOut: readonly string[] }
  | { readonly kind: 'refusal'; readonly text: string; readonly suggestions: readonly string[] };

interface Request {
  readonly language: Language;
  readonly reading: Reading;
  readonly wanted: Wanted;
  readonly template: Template | undefined;
  /** Words that neither the app nor the template knows. */
  readonly unknown: readonly string[];
}

/** Plans the answer to a first request: a template, a list of things, or a refusal. */
export function planOf(text: string, templates: readonly Template[]): Plan {
  const request = requestOf(text, templates);
  const { language, reading, wanted, template } = request;
  const why = whyRefused(text, request);
  if (why !== null) {
    const nearest = rank(reading, templates).slice(0, 3);
    return {
      kind: 'refusal',
      text: say(language, 'refused', { why, hint: say(language, 'refusedHint') }),
      suggestions: nearest.map((one) => one.template.title),
    };
  }
  const missing = template === undefined ? [] : wanted.tables.filter(({ thing }) => !covers(template, { thing }));
  const isRatherList = template === undefined || (missing.length >= 2 && missing.length * 2 >= wanted.tables.length);
  return isRatherList ? { kind: 'list', wanted, leftOut: leftOutOfList(request) } : templatePlan(template, missing, request);
}

function requestOf(text: string, templates: readonly Template[]): Request {
  const reading = readRequest(text);
  const wanted = wantedOf(reading);
  const [best] = rank(reading, templates);
  const template = best === undefined || best.score < HEAD ? undefined : best.template;
  const unknown = wanted.unknown.filter((word) => template === undefined || !isOf(template, reading, word));
  return { language: languageOf(text), reading, wanted, template, unknown };
}

function whyRefused(text: string, { language, reading, wanted, template, unknown }: Request): string | null {
  if (ABILITIES.test(text)) return say(language, 'whyNothing');
  if (BEYOND.some((pattern) => pattern.test(text))) return say(language, 'whyBeyond');
  const words = quotedWords(language, ...unknown);
  if (template === undefined && wanted.tables.length === 0)
    return unknown.length > 0 ? say(language, 'whyUnknown', { unknown: words }) : say(language, 'whyNothing');
  if (shareOf(reading, unknown) < ENOUGH) {
    return say(language, 'whyLittle', { understood: understoodOf(wanted, template, language), unknown: words });
  }
  return template === undefined && wanted.tables.length > MAX_TABLES ? say(language, 'whyMany') : null;
}

function templatePlan(template: Template, missing: readonly WantedTable[], { language, reading, wanted, unknown }: Request): Plan {
  const loose = wanted.unplaced.flatMap(({ thing, field }) => (thing === null && field !== null ? [field] : []));
  const asked = wanted.tables.length === 0 ? loose : wanted.tables.flatMap((table) => table.fields);
  const distinct = [...new Map(asked.map((field) => [field.key, field])).values()];
  const fields = distinct.filter((field) => !covers(template, { field }) && !isOf(template, reading, field.key));
  const things = missing.filter(({ thing }) => !fields.some(({ key }) => key === thing.key) && !isOf(template, reading, thing.key));
  const unbuilt = wordsBeside(reading).filter((word) => !unknown.includes(word) && wanted.unknown.includes(word) && !isIn(template, word));
  const unplaced = wanted.unplaced.flatMap(({ thing }) => (thing === null || covers(template, thing) ? [] : [thing.thing.many[language]]));
  const leftOut = [
    ...things.map(({ thing }) => thing.many[language]),
    ...unplaced,
    ...loose.filter((field) => !asked.includes(field) && !covers(template, { field })).map(({ label }) => label[language]),
    ...namesLeftOut(reading, language),
    ...[...unknown, ...unbuilt].map((word) => quotedWords(language, word)),
  ];
  return { kind: 'template', template, fields, wanted, leftOut };
}

function leftOutOfList({ language, reading, wanted }: Request): string[] {
  return [
    ...namesLeftOut(reading, language),
    ...wanted.unplaced.map(({ text }) => quotedWords(language, text)),
    ...wanted.unknown.map((word) => quotedWords(language, word)),
  ];
}

function namesLeftOut({ leftOut }: Reading, language: Language): string[] {
  return leftOut.map((index) => LEFT_OUT[index]?.[language === 'de' ? 2 : 1] ?? '');
}

function isOf(template: Template, reading: Reading, word: string): boolean {
  return rank({ ...reading, plain: readRequest(word).plain }, [template]).some(({ score }) => score > 0);
}

/** Words of the lists after the first segment, which the app must contain. */
function wordsBeside({ segments }: Reading): string[] {
  return segments
    .slice(1)
    .filter(({ opener }) => opener !== 'for')
    .flatMap(({ units }) => units.map(({ text }) => text));
}

function isIn({ files }: Template, word: string): boolean {
  return Object.values(files).some((text) => text.toLowerCase().includes(word));
}

function shareOf({ segments }: Reading, unknown: readonly string[]): number {
  const content = segments.flatMap(({ units }) => units).filter(({ role }) => role !== 'filler' && role !== 'separator');
  return content.length === 0 ? 1 : 1 - unknown.length / content.length;
}

export function understoodOf({ tables }: Wanted, template: Template | undefined, language: Language): string {
  const things = tables.map(({ thing, fields }) => {
    const labels = fields.map(({ label }) => label[language]);
    return `${thing.many[language]}${labels.length > 0 ? ` (${labels.join(', ')})` : ''}`;
  });
  return things.length > 0 ? joined(language, things) : `"${template?.title ?? ''}"`;
}
