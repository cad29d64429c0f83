import type { AppChange, ChangeResult } from '@sayso/runtime/ref';
import { type Language, pick } from '../language/language.ts';
import { filled, joined, say } from '../requests/answer.ts';
import { COLOURS } from '../words/follow-ups.ts';
import { INTENTS, MESSAGES } from '../words/messages.ts';
import type { AppModel, AppTable } from './app.ts';

interface Said {
  readonly app: AppModel;
  readonly language: Language;
}

/** What was done, and what was not with its reason, a sentence each. */
export function sentencesFor(results: readonly ChangeResult[], said: Said): string[] {
  const { language } = said;
  return results.flatMap((result, index) => {
    const { change } = result;
    // Do not also report the page of a table that could not be added.
    const before = results[index - 1];
    if (change.kind === 'add-page' && before?.change.kind === 'add-table' && before.ok === result.ok)
      return result.ok ? leftSentences(result, language) : [];
    const values = valuesOf(change, said);
    if (result.ok) return [say(language, change.kind, values), ...leftSentences(result, language)];
    const { reason, path } = result.refusal;
    const why = filled(MESSAGES[reason][language], { ...values, path: path ?? '' });
    return [say(language, 'notDone', { what: filled(INTENTS[change.kind]?.[language] ?? '', values), why })];
  });
}

function leftSentences(result: ChangeResult, language: Language): string[] {
  if (!result.ok) return [];
  const keys = { 'written-by-hand': 'leftByHand', 'fixed-colours': 'leftColours', 'no-navigation': 'leftNavigation' } as const;
  return [...new Set(result.left.map(({ path, reason }) => say(language, keys[reason], { path })))];
}

function valuesOf(change: AppChange, { app, language }: Said): Record<string, string> {
  const table = 'table' in change ? app.tables.find(({ name }) => name === change.table) : undefined;
  const values: Record<string, string> = { ...namesOf(change, table, app) };
  if (change.kind === 'set-accent') values['colour'] = colourName(change, language);
  if (change.kind === 'set-theme') values['look'] = lookName(change, language);
  if (change.kind === 'set-permissions') values['who'] = whoMay(change, language);
  if (change.kind === 'sort')
    values['order'] = pick(
      language,
      change.isDescending ? { en: 'highest first', de: 'absteigend' } : { en: 'lowest first', de: 'aufsteigend' },
    );
  return values;
}

/** The names that a change states, as people see them. */
function namesOf(change: AppChange, table: AppTable | undefined, app: AppModel): Record<string, string> {
  const given = Object.entries(change).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const title = 'schema' in change ? (change.schema['x-plural'] ?? change.schema['title']) : undefined;
  const names: Record<string, string> = { ...(title === undefined ? {} : { label: String(title) }), ...Object.fromEntries(given) };
  const page = app.pages.find(({ name }) => name === names['page']);
  const shown = table?.fields.find(({ key }) => key === names['field'])?.label ?? title ?? names['field'];
  return {
    ...names,
    ...(page === undefined ? {} : { page: page.heading }),
    field: String(shown ?? ''),
    ...(table === undefined ? {} : { table: table.label }),
  };
}

function colourName(change: Extract<AppChange, { kind: 'set-accent' }>, language: Language): string {
  if ('color' in change) return change.color;
  const names = Object.entries(COLOURS)
    .filter(([, hue]) => hue === change.hue)
    .map(([name]) => name);
  return (language === 'de' ? names.at(1) : names[0]) ?? names[0] ?? '';
}

function lookName({ mode, radius }: Extract<AppChange, { kind: 'set-theme' }>, language: Language): string {
  if (mode === 'dark') return pick(language, { en: 'dark', de: 'dunkel' });
  if (mode === 'light') return pick(language, { en: 'light', de: 'hell' });
  return radius === 0
    ? pick(language, { en: 'square corners', de: 'eckige Ecken' })
    : pick(language, { en: 'rounder corners', de: 'rundere Ecken' });
}

function whoMay({ read, write }: Extract<AppChange, { kind: 'set-permissions' }>, language: Language): string {
  const names = {
    en: {
      all: 'everyone',
      anonymous: 'everyone, even without logging in,',
      admin: 'admins of the app',
      creator: 'people who made a row',
      none: 'nobody',
    },
    de: {
      all: 'alle',
      anonymous: 'alle, auch ohne Anmeldung,',
      admin: 'Verwalter der App',
      creator: 'wer eine Zeile angelegt hat',
      none: 'niemand',
    },
  }[language];
  const parts = [
    ...(read === undefined ? [] : [pick(language, { en: `${names[read]} may see rows`, de: `${names[read]} darf Zeilen sehen` })]),
    ...(write === undefined
      ? []
      : [pick(language, { en: `${names[write]} may add and change rows`, de: `${names[write]} darf Zeilen anlegen und ändern` })]),
  ];
  return `${joined(language, parts)}.`;
}
