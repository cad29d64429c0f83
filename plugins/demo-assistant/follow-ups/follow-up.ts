import type { BuildWorkspace } from '@sayso/models/ref';
import type { Intent } from '../intents/intent.ts';
import { intentOf } from '../intents/intent-of.ts';
import { type Language, languageOf } from '../language/language.ts';
import { capitalized } from '../language/text.ts';
import type { Tools } from '../new-app/first-app.ts';
import { type Action, type Answer, fileActions, joined, say } from '../requests/answer.ts';
import * as words from '../words/follow-ups.ts';
import type { MessageKey } from '../words/messages.ts';
import { LEFT_OUT } from '../words/plain.ts';
import { readApp } from './app.ts';
import { sentencesFor } from './report.ts';
import { undo } from './undo.ts';

/** A change of an existing app: applies each clause, or reports why not. */
export async function followUp(input: BuildWorkspace, tools: Tools): Promise<Answer> {
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
      content: JSON.stringify(tools.runtime.sampleRows(table.schema, { count, language, now: tools.now() }), null, 1),
    }),
  );
  const done = results.some(({ ok }) => ok) || rowActions.length > 0;
  const sentences = [
    ...sentencesFor(results, { app, language }),
    ...rows.map(({ table, count }) => say(language, 'rows', { table: table.label, count })),
    ...intents.flatMap(({ noField }) => (noField === undefined ? [] : [capitalized(say(language, 'no-field', { field: noField }))])),
    ...(leftOut.length > 0 ? [say(language, 'unsupported', { what: joined(language, leftOut) })] : []),
    ...(intents.length === 0 && leftOut.length === 0 ? [say(language, 'notUnderstood'), say(language, 'abilities')] : []),
    ...(done ? [] : [say(language, 'nothingChanged')]),
  ];
  const renamed = results.find(({ change, ok }) => change.kind === 'rename-app' && ok)?.change;
  const actions = [...fileActions(files, { ...files, ...changed }), ...rowActions];
  return {
    sentences,
    actions,
    suggestions: ideas(language).filter((idea) => idea.toLowerCase() !== request.trim().toLowerCase()),
    ...(renamed?.kind === 'rename-app' ? { appName: renamed.to } : {}),
  };
}

/** The language of short requests is unreliable: falls back to the app's language. */
function languageFor(request: string, files: Readonly<Record<string, string>>): Language {
  if (languageOf(request) === 'de') return 'de';
  const labels = readApp(files)
    .tables.flatMap(({ label, fields }) => [label, ...fields.map((field) => field.label)])
    .join(' ');
  return /^(?:undo|ok|\W*)$/i.test(request.trim()) && languageOf(labels) === 'de' ? 'de' : 'en';
}

function smallTalk({ request, files, previousFiles, addedRows, errors }: BuildWorkspace, language: Language): Answer | null {
  const only = (...keys: MessageKey[]): Answer => {
    const sentences = [...keys, 'nothingChanged' as const].map((key) => say(language, key));
    return { sentences, actions: [], suggestions: ideas(language) };
  };
  if (errors.length > 0) return only('fixErrors');
  if (words.UNDO.test(request)) return undo(files, previousFiles, { language, rows: addedRows });
  if (words.THANKS.test(request)) return only('welcome');
  if (words.ABILITIES.test(request)) return only('abilities');
  return words.QUESTION.test(request) ? only('notUnderstood', 'abilities') : null;
}

function ideas(language: Language): string[] {
  return say(language, 'ideas').split('; ');
}

/** Splits into sentences, and at "and" before another command. */
function clausesOf(request: string): string[] {
  // Blanks of any length would be tried at each place of one another.
  const sentences = request.replace(/[^\S\n]+/g, ' ').split(/(?<=[.!])\s+|\n+|(?<=\?)\s+(?=(?:add|make|put)\b)/iu);
  return sentences.flatMap((sentence) => {
    const parts: string[] = [];
    for (const part of sentence.split(/\s*(?:,\s*(?:and|und)\s+|,\s*|\s+(?:and|und|then|dann)\s+)/iu)) {
      if (parts.length === 0 || words.COMMANDS.test(part)) parts.push(part);
      else parts.push(`${parts.pop() ?? ''}, ${part}`);
    }
    return parts.map((part) => part.trim()).filter((part) => part !== '');
  });
}
