import type { AppChange, ChangeResult } from '@sayso/runtime/ref';
import type { Language } from '../language/language.ts';
import { joined, say } from '../requests/answer.ts';
import { COLOURS } from '../words/follow-ups.ts';
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
    if (change.kind === 'add-table-page' && before?.change.kind === 'add-table' && before.ok === result.ok)
      return result.ok ? leftSentences(result, language) : [];
    const values = valuesOf(change, said);
    if (result.ok) return [say(language, change.kind, values), ...leftSentences(result, language)];
    const { reason, path } = result.refusal;
    const why = say(language, reason, { ...values, path: path ?? '' });
    return [say(language, 'notDone', { what: say(language, `do-${change.kind}`, values), why })];
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
  if (change.kind === 'sort') values['order'] = say(language, change.isDescending ? 'order-down' : 'order-up');
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
  return say(language, `look-${mode ?? (radius === 0 ? 'square' : 'round')}`);
}

function whoMay({ read, write }: Extract<AppChange, { kind: 'set-permissions' }>, language: Language): string {
  const parts = [
    ...(read === undefined ? [] : [say(language, 'may-read', { who: say(language, `who-${read}`) })]),
    ...(write === undefined ? [] : [say(language, 'may-write', { who: say(language, `who-${write}`) })]),
  ];
  return `${joined(language, parts)}.`;
}
