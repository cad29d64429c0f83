import type { BuildWorkspace } from '@sayso/models/ref';
import type { ChangeResult } from '@sayso/runtime/ref';
import type { ClauseContext, Intent } from '../intents/intent.ts';
import { type Language, languageOf } from '../language/language.ts';
import { capitalized } from '../language/text.ts';
import type { Tools } from '../new-app/first-app.ts';
import { type Action, type Answer, fileActions, joined, quotedWords, say } from '../requests/answer.ts';
import * as words from '../words/follow-ups.ts';
import type { MessageKey } from '../words/messages.ts';
import { type AppModel, readApp } from './app.ts';
import { type Clause, clausesOf, PRONOUN, readClause } from './clauses.ts';
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
  const { intents, unclear, results, changed } = await carryOut(clauses, { appId, files, appName, language }, tools);
  const leftOut = [...new Set(clauses.flatMap(({ beyond }) => beyond.map(([english, german]) => (language === 'de' ? german : english))))];
  const rows = intents.flatMap((intent) => intent.rows ?? []);
  const rowActions = rows.map(
    ({ table, count }): Action => ({
      type: 'insert_records',
      file: `entities/${table.name}.json`,
      title: table.label,
      content: JSON.stringify(tools.runtime.sampleRows(table.schema, { count, language, now: tools.now() }), null, 1),
    }),
  );
  const all = results.flatMap((some) => some.results);
  const done = all.some(({ ok }) => ok) || rowActions.length > 0;
  const sentences = [
    ...results.flatMap((some) => sentencesFor(some.results, { app: some.app, language })),
    ...rows.map(({ table, count }) => say(language, 'rows', { table: table.label, count })),
    ...intents.flatMap(({ missing }) => (missing === undefined ? [] : [capitalized(say(language, ...missing))])),
    ...(leftOut.length > 0 ? [say(language, 'unsupported', { what: joined(language, leftOut) })] : []),
    ...notUnderstood(unclear, { isAll: intents.length === 0 && leftOut.length === 0, language }),
    ...(done ? [] : [say(language, 'nothingChanged')]),
  ];
  const renamed = all.find(({ change, ok }) => change.kind === 'rename-app' && ok)?.change;
  const actions = [...fileActions(files, { ...files, ...changed }), ...rowActions];
  return {
    sentences,
    actions,
    suggestions: ideas(language).filter((idea) => idea.toLowerCase() !== request.trim().toLowerCase()),
    ...(renamed?.kind === 'rename-app' ? { appName: renamed.to } : {}),
  };
}

interface CarriedOut {
  readonly intents: readonly Intent[];
  /** The parts of the message for which nothing is done. */
  readonly unclear: readonly string[];
  /** What became of the changes of each clause, and the app that it was about. */
  readonly results: readonly { readonly app: AppModel; readonly results: readonly ChangeResult[] }[];
  readonly changed: Readonly<Record<string, string>>;
}

interface Asked {
  readonly appId: string;
  readonly files: Readonly<Record<string, string>>;
  readonly appName: string;
  readonly language: Language;
}

/** Carries out one clause after the other: each is about the app that the one before has left, and may refer to what that one changed. */
async function carryOut(clauses: readonly Clause[], { appId, files, appName, language }: Asked, tools: Tools): Promise<CarriedOut> {
  const intents: Intent[] = [];
  const unclear: string[] = [];
  const results: { readonly app: AppModel; readonly results: readonly ChangeResult[] }[] = [];
  let now: Readonly<Record<string, string>> = files;
  let subject: string | null = null;
  let isRemoving = false;
  for (const clause of clauses) {
    const { text, beyond } = clause;
    const context = { app: readApp(now), appName, language };
    const { intent, rest } = now === files && subject === null ? clause : nextClause(clause, context, subject);
    // "… we do not need it, delete it": the second half adds nothing.
    const isRepeated = isRemoving && intent !== null && isEmpty(intent);
    isRemoving ||= words.REMOVE.test(text);
    if (isRepeated || beyond.length > 0) continue;
    if (intent === null || isEmpty(intent) || isFurtherColour(text, intent, intents)) {
      unclear.push(text);
      continue;
    }
    unclear.push(...rest);
    intents.push(intent);
    if (intent.changes.length === 0) continue;
    const { files: changed, results: some } = await tools.runtime.change({ appId, files: now }, intent.changes);
    results.push({ app: context.app, results: some });
    now = { ...now, ...changed };
    subject = subjectOf(some) ?? subject;
  }
  return { intents, unclear, results, changed: now };
}

/** "Yellow and black": an app has one accent colour, the first. */
function isFurtherColour(text: string, intent: Intent, before: readonly Intent[]): boolean {
  const isColour = ({ changes }: Intent) => changes.some(({ kind }) => kind === 'set-accent');
  return isColour(intent) && before.some(isColour) && !words.COMMANDS.test(text);
}

/** A clause behind others, read by the app that they have left. A pronoun is what the last one changed, unless the clause has its own object. */
function nextClause(clause: Clause, context: ClauseContext, subject: string | null): Clause {
  const own = clause.intent === null ? clause : readClause(clause.text, context);
  const isAboutIt = subject !== null && /\b(?:for|by|of|nach|per|für)\s+(?:it|them|this|that)\b/iu.test(clause.text);
  const isDone = !isAboutIt && own.intent !== null && (own.intent.changes.length > 0 || (own.intent.rows ?? []).length > 0);
  if (isDone || subject === null || !PRONOUN.test(clause.text)) return own;
  const named = readClause(clause.text.replace(PRONOUN, subject), context);
  const isNamed = named.intent !== null && named.intent.changes.length > 0 && named.rest.length === 0;
  return isNamed ? { ...named, text: clause.text } : own;
}

/** What the changes of a clause leave to be referred to: the field that it is about. */
function subjectOf(results: readonly ChangeResult[]): string | null {
  for (const { change, ok } of results) {
    if (!ok) continue;
    if (change.kind === 'rename-field') return change.to;
    if (change.kind === 'add-field') return typeof change.schema['title'] === 'string' ? change.schema['title'] : change.field;
  }
  return null;
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
