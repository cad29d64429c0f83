import type { AppChange, ChangeResult, RuntimeApi, Template } from '@sayso/runtime/ref';
import { readApp, tableIn } from '../follow-ups/app.ts';
import { sentencesFor } from '../follow-ups/report.ts';
import { type Language, languageOf } from '../language/language.ts';
import type { Thing } from '../language/lexicon.ts';
import { capitalized } from '../language/text.ts';
import { type Action, type Answer, fileActions, joined, say } from '../requests/answer.ts';
import { type Plan, planOf, understoodOf } from '../requests/plan.ts';
import type { Wanted, WantedTable } from '../requests/request.ts';
import type { MessageKey } from '../words/messages.ts';
import { newTable, type Permissions } from './new-table.ts';
import { propertyOf } from './schema.ts';

export interface Tools {
  readonly runtime: Pick<RuntimeApi, 'change' | 'sampleRow' | 'sampleRows'>;
  readonly templates: readonly Template[];
  now(): Date;
}

/** The first version of an app. */
export async function firstApp(request: string, tools: Tools): Promise<Answer> {
  const plan = planOf(request, tools.templates);
  if (plan.kind === 'refusal') return { sentences: [plan.text], actions: [], suggestions: plan.suggestions };
  const language = languageOf(request);
  return plan.kind === 'template' ? fromTemplate(plan, { language, tools }) : fromList(plan, { request, language, tools });
}

type TemplatePlan = Extract<Plan, { kind: 'template' }>;

async function fromTemplate(
  { template, fields, leftOut, wanted }: TemplatePlan,
  { language, tools }: { readonly language: Language; readonly tools: Tools },
): Promise<Answer> {
  const table = rowTable(template, wanted);
  const changes = (table === null ? [] : fields).map((field) => {
    const [name, schema] = propertyOf(field, language);
    return { kind: 'add-field', table: table ?? '', field: name, schema } as const;
  });
  const { files: changed, results } = await tools.runtime.change({ appId: 'template', files: template.files }, changes);
  const files = { ...template.files, ...changed };
  const labelsOf = (test: (result: ChangeResult | undefined) => boolean) =>
    fields.filter((_, index) => test(results[index])).map(({ label }) => label[language]);
  const added = labelsOf((result) => result?.ok === true);
  const all = [...leftOut, ...labelsOf((result) => result?.ok !== true && result?.refusal.reason !== 'field-exists')];
  const sentences = [
    say(language, 'builtTemplate', {
      understood: understoodOf(wanted, template, language),
      template: template.title,
      description: template.description,
    }),
    ...added.map((field) => say(language, 'add-field', { table: table ?? '', field: capitalized(field) })),
    ...(all.length > 0 ? [say(language, 'leftOut', { what: joined(language, all) })] : []),
    ...(template.rows.length > 0 ? [say(language, 'sampleRows')] : []),
    say(language, 'english'),
  ];
  return {
    sentences,
    actions: [...fileActions({}, files), ...rowActions(template, tools)],
    appName: template.title,
    suggestions: suggestionsFor(language, template.rows.length > 0),
  };
}

/** The table that gets requested fields: that of the things which the request names, also by its page. Else the main one. */
function rowTable({ files }: Template, { tables }: Wanted): string | null {
  const app = readApp(files);
  const named = tables.flatMap(({ thing }) => tableIn(`${thing.one.en}, ${thing.many.en}`, app)?.name ?? []);
  return named[0] ?? (tables.length > 0 ? null : (app.main?.name ?? null));
}

function rowActions({ rows }: Template, { runtime, now }: Tools): Action[] {
  // Keep references such as `{Contact 2}`: they are resolved once the rows of Contact are inserted.
  const ids = Object.fromEntries(rows.map(({ table, rows: all }) => [table, all.map((_, index) => `{${table} ${index + 1}}`)]));
  return rows.map(({ table, rows: all }) => ({
    type: 'insert_records',
    file: `entities/${table}.json`,
    title: table,
    content: JSON.stringify(
      all.map((row) => runtime.sampleRow(row, { now: now(), ids })),
      null,
      1,
    ),
  }));
}

const PUBLIC =
  /(?<!construction |building |camp )\bsite\b(?! (?:diary|visits?|log|inspection))|\b(?:home|web) ?page\b|\binternetseite\b|\b(?:visitors?|guests?|everyone|everybody|anyone|public|customers?)\b[^.]{0,20}\b(?:see|read|view|look|browse)\b|\bpublic\b|\bweb ?site\b|öffentlich|\bwebseite\b|(?:besucher|gäste|alle)[^.]{0,20}(?:sehen|lesen)/iu;

async function fromList(
  { wanted, leftOut }: Extract<Plan, { kind: 'list' }>,
  { request, language, tools }: { readonly request: string; readonly language: Language; readonly tools: Tools },
): Promise<Answer> {
  const isPublic = PUBLIC.test(request);
  const permissionsOf = ({ kind }: Thing): Permissions => {
    if (kind === 'guestbook') return { read: 'all', write: 'anonymous' };
    // A public site shows no people and no money.
    if (kind === 'client' || kind === 'money') return { read: 'creator', write: 'creator' };
    return isPublic ? { read: 'all', write: 'admin' } : { read: 'creator', write: 'creator' };
  };
  const names = wanted.tables.map(({ thing }) => thing.many[language]);
  const name = capitalized(joined(language, names.slice(0, 3)));
  const things = wanted.tables.map(({ thing }) => thing);
  const changes = wanted.tables.map((table, index) => {
    const others = things.filter((other) => other !== table.thing);
    return newTable(table, { language, permissions: permissionsOf(table.thing), others, isFirst: index === 0, appName: name });
  });
  const { files, results } = await tools.runtime.change({ appId: 'list', files: {} }, changes.flat());
  const refused = results.filter(({ ok }) => !ok);
  const isRefused = (change: AppChange) => refused.some((one) => one.change === change);
  const built = wanted.tables.filter((_, index) => !changes[index]?.some(isRefused));
  const labels = built.map(({ thing }) => capitalized(thing.many[language]));
  const sentences = [
    labels.length === 0
      ? say(language, 'nothingChanged')
      : say(language, 'builtList', { understood: understoodOf(wanted, undefined, language), tables: joined(language, labels) }),
    ...sentencesFor(refused, { app: readApp(files), language }),
    ...accessSentences(built, permissionsOf, language),
    ...(leftOut.length > 0 ? [say(language, 'leftOut', { what: joined(language, leftOut) })] : []),
  ];
  return { sentences, actions: fileActions({}, files), appName: name, suggestions: suggestionsFor(language, false) };
}

function accessSentences(tables: readonly WantedTable[], permissionsOf: (thing: Thing) => Permissions, language: Language): string[] {
  const said = (key: MessageKey, test: (one: Permissions) => boolean) => {
    const names = tables.filter(({ thing }) => test(permissionsOf(thing))).map(({ thing }) => thing.many[language]);
    return names.length === 0 ? [] : [say(language, key, { what: joined(language, names) })];
  };
  return [
    ...said('public', ({ read }) => read === 'all'),
    ...said('guests', ({ write }) => write === 'anonymous'),
    ...said('private', ({ read }) => read !== 'all'),
  ];
}

/** What to ask for next; one that ends in … is completed by the builder. */
function suggestionsFor(language: Language, hasRows: boolean): string[] {
  return say(language, hasRows ? 'ideasForRows' : 'ideasForList').split('; ');
}
