import type { AppChange, ChangeResult } from '@sayso/runtime/ref';
import { type Action, type Answer, fileActions, filled, joined, say } from './answer.ts';
import { type AppModel, readApp } from './app.ts';
import type { Tools } from './first-app.ts';
import { type Intent, intentOf } from './intents.ts';
import { type Language, languageOf, pick } from './language.ts';
import { sampleRows } from './samples.ts';
import { type AddedRows, undo } from './undo.ts';
import * as words from './words/follow-ups.ts';
import { INTENTS, MESSAGES } from './words/messages.ts';
import { LEFT_OUT } from './words/plain.ts';

export interface FollowUpInput {
  readonly appId: string;
  readonly appName: string;
  readonly request: string;
  readonly files: Readonly<Record<string, string>>;
  readonly previousFiles: Readonly<Record<string, string>> | null;
  readonly addedRows: readonly AddedRows[];
  readonly errors: readonly string[];
}

/** A change of an app that is there: each clause is done, or said not to be. */
export async function followUp(input: FollowUpInput, tools: Tools): Promise<Answer> {
  const { request, files, appId, appName } = input;
  const language = languageFor(request, files);
  const small = smallTalk(input, language);
  if (small !== null) return small;
  const app = readApp(files);
  const leftOut: string[] = [];
  const intents: Intent[] = [];
  for (const clause of clausesOf(request)) {
    const beyond = LEFT_OUT.filter(([pattern]) => pattern.test(clause)).map((names) => names[language === 'de' ? 2 : 1]);
    leftOut.push(...beyond);
    const intent = beyond.length > 0 ? null : intentOf(clause, { app, appName, language });
    // "… we do not need it, delete it": the second half adds nothing.
    const isEmpty = intent !== null && intent.changes.length === 0 && intent.noField === '';
    if (intent !== null && !(isEmpty && intents.length > 0)) intents.push(intent);
  }
  const changes = intents.flatMap((intent) => intent.changes);
  const { files: changed, results } = await tools.runtime.change({ appId, files }, changes);
  const rows = intents.flatMap((intent) => intent.rows ?? []);
  const rowActions = rows.map(
    ({ table, count }): Action => ({
      type: 'insert_records',
      file: `entities/${table.name}.json`,
      title: table.label,
      content: JSON.stringify(sampleRows(table, count, { app, language, now: tools.now() }), null, 1),
    }),
  );
  const done = results.some(({ ok }) => ok) || rowActions.length > 0;
  const sentences = [
    ...sentencesFor(results, { app, language, appName }),
    ...rows.map(({ table, count }) => say(language, 'rows', { table: table.label, count })),
    ...intents.flatMap(({ noField }) => (noField === undefined ? [] : [capital(say(language, 'no-field', { field: noField }))])),
    ...(leftOut.length > 0 ? [say(language, 'unsupported', { what: joined(language, leftOut) })] : []),
    ...(intents.length === 0 && leftOut.length === 0 ? [say(language, 'notUnderstood'), say(language, 'abilities')] : []),
    ...(done ? [] : [say(language, 'nothingChanged')]),
  ];
  const renamed = results.find(({ change, ok }) => change.kind === 'rename-app' && ok)?.change;
  const actions = [...fileActions(files, { ...files, ...changed }), ...rowActions];
  return {
    sentences,
    actions,
    suggestions: done ? [] : ideas(language),
    ...(renamed?.kind === 'rename-app' ? { appName: renamed.to } : {}),
  };
}

/** Short requests say little of their language: then the app's own decides. */
function languageFor(request: string, files: Readonly<Record<string, string>>): Language {
  if (languageOf(request) === 'de') return 'de';
  const labels = readApp(files)
    .tables.flatMap(({ label, fields }) => [label, ...fields.map((field) => field.label)])
    .join(' ');
  return /^(?:undo|ok|\W*)$/i.test(request.trim()) && languageOf(labels) === 'de' ? 'de' : 'en';
}

function smallTalk({ request, files, previousFiles, addedRows, errors }: FollowUpInput, language: Language): Answer | null {
  const only = (...sentences: string[]): Answer => ({ sentences, actions: [], suggestions: ideas(language) });
  if (errors.length > 0) return only(say(language, 'fixErrors'), say(language, 'nothingChanged'));
  if (words.UNDO.test(request)) return undo(files, previousFiles, { language, rows: addedRows });
  if (words.THANKS.test(request)) return only(say(language, 'welcome'), say(language, 'nothingChanged'));
  if (words.ABILITIES.test(request)) return only(say(language, 'abilities'), say(language, 'nothingChanged'));
  return words.QUESTION.test(request)
    ? only(say(language, 'notUnderstood'), say(language, 'abilities'), say(language, 'nothingChanged'))
    : null;
}

function ideas(language: Language): string[] {
  return [
    ...pick(language, {
      en: ['Add some example rows', 'Make it green', 'Undo'],
      de: ['Füge Beispieldaten hinzu', 'Mach es grün', 'Mach das rückgängig'],
    }),
  ];
}

/** Sentences, and parts joined by "and" that begin with a command of their own. */
function clausesOf(request: string): string[] {
  const sentences = request.split(/(?<=[.!])\s+|\n+|(?<=\?)\s+(?=(?:add|make|put)\b)/iu);
  return sentences.flatMap((sentence) => {
    const parts: string[] = [];
    for (const part of sentence.split(/\s*(?:,\s*(?:and|und)\s+|,\s*|\s+(?:and|und|then|dann)\s+)/iu)) {
      if (parts.length === 0 || words.COMMANDS.test(part)) parts.push(part);
      else parts.push(`${parts.pop() ?? ''}, ${part}`);
    }
    return parts.map((part) => part.trim()).filter((part) => part !== '');
  });
}

interface Said {
  readonly app: AppModel;
  readonly language: Language;
  readonly appName: string;
}

function sentencesFor(results: readonly ChangeResult[], said: Said): string[] {
  const { language } = said;
  return results.flatMap((result, index) => {
    const { change } = result;
    // A page without its table is no second failure.
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
  const title = 'schema' in change ? (change.schema['x-plural'] ?? change.schema['title']) : undefined;
  const field = 'field' in change ? (table?.fields.find(({ key }) => key === change.field)?.label ?? String(title ?? change.field)) : '';
  return {
    table: table?.label ?? ('table' in change ? change.table : ''),
    field,
    label: 'label' in change ? change.label : String(title ?? ''),
    to: 'to' in change ? change.to : '',
    page: 'page' in change ? (change.page ?? '') : '',
    title: 'title' in change ? change.title : '',
    colour: change.kind === 'set-accent' ? colourName(change, language) : '',
    look: change.kind === 'set-theme' ? lookName(change, language) : '',
    order:
      change.kind === 'sort'
        ? pick(language, change.isDescending ? { en: 'highest first', de: 'absteigend' } : { en: 'lowest first', de: 'aufsteigend' })
        : '',
    who: change.kind === 'set-permissions' ? whoMay(change, language) : '',
  };
}

function colourName(change: Extract<AppChange, { kind: 'set-accent' }>, language: Language): string {
  if ('color' in change) return change.color;
  const names = Object.entries(words.COLOURS)
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
