import type { Template } from '@sayso/runtime/ref';
import { readApp } from '../follow-ups/app.ts';
import type { FieldWord, Thing } from '../language/lexicon.ts';
import { singular, tokens } from '../language/text.ts';
import { TRANSLATIONS } from '../words/plain.ts';
import type { Reading, Unit } from './reading.ts';

/** The score of a word in the first part of a request. */
export const HEAD = 3;
/** Words of templates that many other requests have: one of them alone selects no template. */
const COMMON: ReadonlySet<string> = new Set(
  'help appointment service question request agent item product part book team member client customer contact personal website homepage form project planner guest party birthday food kitchen meal dish shopping author journal news writing article option choose decide freelancer freelance agency studio artist designer barber therapist staff lesson calendar slot schedule community volunteer sport training record weight review answer payment tax money cost supplier storage material follow-up start coming product waiting pricing marketing choir attendance due fee issue complaint dinner'
    .split(' ')
    .map(formsOf),
);

/** Templates by score, the best first: matches in the first part of a request count most. Popular ones lead when none matches. */
export function rank(reading: Reading, templates: readonly Template[]): { readonly template: Template; readonly score: number }[] {
  const all = formsOf(reading.plain);
  const head = formsOf(headOf(reading));
  // A plural names rows: only a template that has such rows matches it. "Books" are no bookings.
  const units = reading.segments.flatMap((segment) => segment.units);
  const plurals = new Map(units.flatMap(({ thing, text }) => (thing?.isPlural ? [[text, thing.thing] as const] : [])));
  const scored = templates.map((template) => {
    const foreign = [...plurals].filter(([, thing]) => !hasTable(template, thing)).map(([text]) => formsOf(text));
    const hits = new Set(
      [...template.words, template.name, template.title.toLowerCase()]
        .map(formsOf)
        .filter((form) => all.includes(form) && !foreign.some((name) => name.includes(form))),
    );
    const modifiers = formsOf(modifiersOf(reading, (text) => hits.has(formsOf(text))));
    const isHead = (form: string) => head.includes(form) && !COMMON.has(form) && !modifiers.includes(form);
    const score = [...hits].reduce((sum, form) => sum + (isHead(form) ? HEAD : 1), 0);
    return { template, score };
  });
  return scored.sort((one, other) => other.score - one.score);
}

/** The words in the singular, padded with blanks, for substring search of whole words. */
function formsOf(text: string): string {
  return ` ${tokens(text.replaceAll('-', ' ')).map(singular).join(' ')} `;
}

/** The first part of a request that names something: "an app where we write down …" begins with what follows "where". */
function headUnits({ segments }: Reading): readonly Unit[] {
  const isNamed = (units: readonly Unit[]) => units.some(({ role }) => role !== 'filler' && role !== 'separator');
  return segments.find(({ units }) => isNamed(units))?.units ?? [];
}

function headOf(reading: Reading): string {
  const words = headUnits(reading).flatMap(({ text }) => text.split(' '));
  return words.map((word) => TRANSLATIONS[word] ?? word).join(' ');
}

/** Words in front of another noun say which: a service kiosk is a kiosk, event photos are photos. */
function modifiersOf(reading: Reading, isHit: (text: string) => boolean): string {
  const units = headUnits(reading);
  const isOther = ({ role, thing, text }: Unit) => role === 'unknown' || (thing?.isPlural === true && !isHit(text));
  return units
    .flatMap(({ text, role }, index) => (role !== 'setting' && units.slice(index + 1, index + 2).some(isOther) ? [text] : []))
    .join(' , ');
}

/** Whether a table or a field of a template has the name of a thing. */
function hasTable({ files }: Template, { key, one, many }: Thing): boolean {
  const { tables } = readApp(files);
  const names = tables.flatMap((table) => [table.name, table.one, ...table.fields.map((field) => field.label)]).map(formsOf);
  return [key, one.en, many.en].some((name) => names.some((form) => form.includes(formsOf(name))));
}

/** Whether a table, field, page or option of a template matches the name. */
export function covers(template: Template, { thing, field }: { readonly thing?: Thing; readonly field?: FieldWord }): boolean {
  const text = formsOf(
    Object.entries(template.files)
      .flatMap(([path, content]) => (path.startsWith('entities/') || path === 'layout' ? [path, content] : []))
      .join(' ')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'),
  );
  const names =
    thing !== undefined
      ? [thing.key, thing.one.en, thing.many.en]
      : field !== undefined
        ? [field.label.en, field.key.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')]
        : [];
  return names.map((name) => formsOf(name)).some((name) => text.includes(name));
}
