import { type ClauseContext, contentWords, type Intent } from '../intents/intent.ts';
import { wordColour } from '../intents/look.ts';
import { findField, findThing, phrasesOf } from '../language/lexicon.ts';
import { tokens } from '../language/text.ts';
import * as words from '../words/follow-ups.ts';
import { fieldNames, fieldsIn, isSame, namesOf, tablesIn } from './app.ts';

type Change = Intent['changes'][number];

/** Changes that do harm when a part of the clause was not understood. */
const HARMFUL: ReadonlySet<Change['kind']> = new Set(['remove-field', 'set-permissions']);
/** Changes of the whole app, which are something else than those of a part of it. */
const WHOLE: ReadonlySet<Change['kind']> = new Set(['set-accent', 'set-theme', 'rename-app']);

/**
 * The words of a text that no change of an intent stands for, neighbours together: what an answer may not claim to have done. The names of what
 * changes, the values that it gets, and the words by which people ask for such a change are accounted for.
 */
export function unaccounted(text: string, intent: Intent, context: ClauseContext): string[] {
  const named = namesIn(intent, context);
  const kinds: readonly string[] = [...intent.changes.map(({ kind }) => kind), ...((intent.rows ?? []).length > 0 ? ['rows'] : [])];
  const vocabulary = [words.ADDING, ...kinds.map((kind) => words.ASKING[kind])].filter((pattern) => pattern !== undefined);
  const content = new Set(contentWords(text));
  const isNamed = (word: string) => named.some((name) => isSame(word, name) || isSame(name, word));
  const isAccounted = (phrase: string): boolean =>
    tokens(phrase).every(
      (word) => !content.has(word) || isNamed(word) || vocabulary.some((pattern) => pattern.test(word)) || isColour(word, kinds),
    ) || [findField(phrase)?.key, findThing(phrase)?.thing.key].some((key) => key !== undefined && tokens(spaced(key)).every(isNamed));
  const phrases = [...phrasesOf(tokens(text), (phrase) => findField(phrase) !== null || findThing(phrase) !== null)];
  const left = phrases.filter((phrase) => !isAccounted(phrase)).flatMap((phrase) => tokens(phrase).filter((word) => content.has(word)));
  return gatheredWords(text, new Set(left));
}

/** Whether a clause is better not done at all than in part. */
export function isMistaken(text: string, rest: readonly string[], { changes }: Intent, { app }: ClauseContext): boolean {
  if (changes.some(({ kind }) => HARMFUL.has(kind))) return rest.length > 0;
  if (!changes.some(({ kind }) => WHOLE.has(kind))) return false;
  const isOfPart = rest.some((one) => tablesIn(one, app).length > 0 || fieldsIn(one, app.tables).length > 0 || findField(one) !== null);
  return isOfPart || (rest.length > 0 && !words.WHOLE_APP.test(text));
}

/** Whether all that one intent does is a part of what another one does; a field may have got another type. */
export function isWithin(part: Intent, whole: Intent): boolean {
  const keys = new Set(whole.changes.map(keyOf));
  const tables = new Set((whole.rows ?? []).map(({ table }) => table.name));
  return part.changes.every((change) => keys.has(keyOf(change))) && (part.rows ?? []).every(({ table }) => tables.has(table.name));
}

function keyOf(change: Change): string {
  const { table = '', field = '', page = '' } = change as { readonly table?: string; readonly field?: string; readonly page?: string };
  return [change.kind, table, field, page].join(' ').toLowerCase();
}

function isColour(word: string, kinds: readonly string[]): boolean {
  return kinds.includes('set-accent') && (wordColour(word) !== undefined || word.startsWith('#'));
}

/** All words that an intent consists of, and other names of its tables and fields. */
function namesIn({ changes, rows = [], missing }: Intent, { app, appName }: ClauseContext): string[] {
  const about = changes.map((change) => change as { readonly table?: string; readonly field?: string; readonly value?: string });
  const tables = app.tables.filter(
    ({ name }) => about.some(({ table }) => table === name) || rows.some(({ table }) => table.name === name),
  );
  const fields = tables.flatMap((table) =>
    table.fields.filter(({ key }) => about.some((one) => one.table === table.name && (one.field === key || one.value === key))),
  );
  const pages = app.pages.filter(({ name }) => changes.some((change) => 'page' in change && change.page === name));
  const texts = [
    ...strings(changes),
    ...Object.values(missing?.[1] ?? {}),
    appName,
    ...tables.flatMap(namesOf),
    ...fields.flatMap(fieldNames),
    ...pages.flatMap(({ name, heading }) => [name, heading]),
  ];
  return [...new Set(texts.flatMap((text) => tokens(spaced(text))))];
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'kind' || key === 'type' ? [] : strings(inner)));
}

/** `dueDate` → `due Date`. */
const spaced = (text: string): string => text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2');

/** The words of a set as they stand in the text, those with at most a filler between them as one. */
function gatheredWords(text: string, left: ReadonlySet<string>): string[] {
  const parts: { text: string }[] = [];
  let gap = Number.POSITIVE_INFINITY;
  let between = '';
  for (const [word] of text.matchAll(/[\p{L}\p{N}#'’-]+/gu)) {
    const isLeft = tokens(word).some((token) => left.has(token));
    const last = parts.at(-1);
    if (!isLeft) {
      gap += 1;
      between = `${between} ${word}`;
      continue;
    }
    if (last !== undefined && gap <= 1) last.text = `${last.text}${between} ${word}`;
    else parts.push({ text: word });
    gap = 0;
    between = '';
  }
  return parts.map((part) => part.text);
}
