import type { BuildWorkspace } from '@sayso/models/ref';
import type { Intent } from '../intents/intent.ts';
import { type Language, languageOf } from '../language/language.ts';
import { capitalized } from '../language/text.ts';
import type { Tools } from '../new-app/first-app.ts';
import { type Action, type Answer, fileActions, joined, quotedWords, say } from '../requests/answer.ts';
import * as words from '../words/follow-ups.ts';
import type { MessageKey } from '../words/messages.ts';
import { readApp } from './app.ts';
import { type Clause, clausesOf } from './clauses.ts';
import { sentencesFor } from './report.ts';
import { undo } from './undo.ts';

/** A change of an existing app: applies each clause, or reports why not. */
export async function followUp(input: BuildWorkspace, tools: Tools): Promise<Answer> {
  const { request, files, appId, appName } = input;
  const language = languageFor(request, files);
  const app = readApp(files);
  const clauses = clausesOf(request, { app, appName, language });
  const small = smallTalk(input, clauses, language);
  if (small !== null) return small;
  const intents: Intent[] = [];
  const unclear: string[] = [];
  let isRemoving = false;
  for (const { text, intent, beyond } of clauses) {
    // "… we do not need it, delete it": the second half adds nothing.
    const isRepeated = isRemoving && intent !== null && isEmpty(intent);
    isRemoving ||= words.REMOVE.test(text);
    if (isRepeated || beyond.length > 0) continue;
    if (intent === null || isEmpty(intent)) unclear.push(text);
    else intents.push(intent);
  }
  const leftOut = [...new Set(clauses.flatMap(({ beyond }) => beyond.map(([english, german]) => (language === 'de' ? german : english))))];
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
    ...intents.flatMap(({ missing }) => (missing === undefined ? [] : [capitalized(say(language, ...missing))])),
    ...(leftOut.length > 0 ? [say(language, 'unsupported', { what: joined(language, leftOut) })] : []),
    ...notUnderstood(unclear, { isAll: intents.length === 0 && leftOut.length === 0, language }),
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

/** The answer to a message that is no request for changes. What a message asks for besides is done, or named as not done. */
function smallTalk(input: BuildWorkspace, clauses: readonly Clause[], language: Language): Answer | null {
  const { request, files, previousFiles, addedRows, errors } = input;
  const only = (...keys: MessageKey[]): Answer => {
    const sentences = [...keys, 'nothingChanged' as const].map((key) => say(language, key));
    return { sentences, actions: [], suggestions: ideas(language) };
  };
  if (errors.length > 0) return only('fixErrors');
  if (words.UNDO.test(request)) {
    const undone = undo(files, previousFiles, { language, rows: addedRows });
    const others = clauses.map(({ text }) => text).filter((text) => !words.UNDO.test(text));
    const rest = others.length === 0 ? [] : [say(language, 'undoneAlone', { what: quotedParts(others, language) })];
    return { ...undone, sentences: [...undone.sentences, ...rest] };
  }
  if (clauses.length > 1) return null;
  if (words.THANKS.test(request)) return only('welcome');
  if (words.ABILITIES.test(request)) return only('abilities');
  return words.QUESTION.test(request) ? only('notUnderstood', 'abilities') : null;
}

function ideas(language: Language): string[] {
  return say(language, 'ideas').split('; ');
}

/** A request that names nothing to change. */
const isEmpty = ({ changes, rows = [], missing }: Intent): boolean => changes.length === 0 && rows.length === 0 && missing === undefined;

/** The parts of a message that were not understood, each by its words; without any other part, what can be asked for. */
function notUnderstood(parts: readonly string[], { isAll, language }: { readonly isAll: boolean; readonly language: Language }): string[] {
  if (isAll) return [say(language, 'notUnderstood'), say(language, 'abilities')];
  return parts.length === 0 ? [] : [say(language, 'notUnderstoodPart', { what: quotedParts(parts, language) })];
}

const quotedParts = (parts: readonly string[], language: Language): string =>
  quotedWords(language, ...parts.map((part) => part.replace(/[.,!?\s]+$/, '')));
