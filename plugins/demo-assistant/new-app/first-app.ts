import type { RuntimeApi, Template } from '@sayso/runtime/ref';
import { type Language, languageOf, pick } from '../language/language.ts';
import { capitalized } from '../language/text.ts';
import { type Action, type Answer, fileActions, joined, say } from '../requests/answer.ts';
import { type Plan, planOf, understoodOf } from '../requests/plan.ts';
import { listApp, type Permissions } from './list-app.ts';
import { propertyOf } from './schema.ts';

export interface Tools {
  readonly runtime: Pick<RuntimeApi, 'change' | 'sampleRow'>;
  readonly templates: readonly Template[];
  now(): Date;
}

/** The first version of an app. */
export async function firstApp(request: string, tools: Tools): Promise<Answer> {
  const plan = planOf(request, tools.templates);
  if (plan.kind === 'refusal') return { sentences: [plan.text], actions: [], suggestions: plan.suggestions };
  const language = languageOf(request);
  return plan.kind === 'template' ? fromTemplate(plan, { language, tools }) : fromList(plan, { request, language });
}

type TemplatePlan = Extract<Plan, { kind: 'template' }>;

async function fromTemplate(
  { template, fields, leftOut, wanted }: TemplatePlan,
  { language, tools }: { readonly language: Language; readonly tools: Tools },
): Promise<Answer> {
  const table = mainTable(template);
  const changes =
    table === null
      ? []
      : fields.map((field) => {
          const [name, schema] = propertyOf(field, language);
          return { kind: 'add-field', table, field: name, schema } as const;
        });
  const { files: changed, results } = await tools.runtime.change({ appId: 'template', files: template.files }, changes);
  const files = { ...template.files, ...changed };
  const refused = results.flatMap((result, index) =>
    result.ok || result.refusal.reason === 'field-exists' ? [] : [fields[index]?.label[language] ?? ''],
  );
  const added = results.flatMap((result, index) => (result.ok ? [fields[index]?.label[language] ?? ''] : []));
  const all = [...leftOut, ...refused];
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

/** The main table, which gets requested fields. */
export function mainTable({ files }: Pick<Template, 'files'>): string | null {
  const tables = Object.keys(files).flatMap((path) => /^entities\/(\w+)\.json$/.exec(path)?.[1] ?? []);
  const home = files['pages/Home'] ?? '';
  const first = [...home.matchAll(/entity=\{(\w+)\}/g)]
    .map(([, name]) => name)
    .findLast((name) => name !== undefined && tables.includes(name));
  return first ?? tables[0] ?? null;
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
  /\b(?:visitors?|guests?|everyone|everybody|anyone|public|customers?)\b[^.]{0,20}\b(?:see|read|view|look|browse)\b|\bpublic\b|\bweb ?site\b|öffentlich|\bwebseite\b|(?:besucher|gäste|alle)[^.]{0,20}(?:sehen|lesen)/iu;

function fromList(
  { wanted, leftOut }: Extract<Plan, { kind: 'list' }>,
  { request, language }: { readonly request: string; readonly language: Language },
): Answer {
  const isGuestbook = wanted.tables.some(({ thing }) => thing.kind === 'guestbook');
  const isPublic = isGuestbook || PUBLIC.test(request);
  const permissions: Permissions = {
    read: isPublic ? 'all' : 'creator',
    write: isGuestbook ? 'anonymous' : isPublic ? 'admin' : 'creator',
  };
  const names = wanted.tables.map(({ thing }) => thing.many[language]);
  const name = capitalized(joined(language, names.slice(0, 3)));
  const app = listApp(wanted.tables, { language, name, permissions });
  const files = Object.fromEntries([
    ...app.tables.map((table) => [
      `entities/${table.name}.json`,
      JSON.stringify({ name: table.name, type: 'object', ...table.schema }, null, 2),
    ]),
    ...app.tables.map(({ page }) => [`pages/${page.name}`, page.source]),
    ['layout', app.layout],
  ]);
  const sentences = [
    say(language, 'builtList', {
      understood: understoodOf(wanted, undefined, language),
      tables: joined(
        language,
        app.tables.map(({ page }) => page.label),
      ),
    }),
    ...(isGuestbook ? [say(language, 'guests')] : isPublic ? [say(language, 'public')] : []),
    ...(leftOut.length > 0 ? [say(language, 'leftOut', { what: joined(language, leftOut) })] : []),
  ];
  return { sentences, actions: fileActions({}, files), appName: name, suggestions: suggestionsFor(language, false) };
}

/** What to ask for next; one that ends in … is completed by the builder. */
function suggestionsFor(language: Language, hasRows: boolean): string[] {
  const rows = pick(language, { en: 'Add some example rows', de: 'Füge Beispieldaten hinzu' });
  const others = pick(language, {
    en: ['Call it …', 'Make it green', 'Make it dark'],
    de: ['Nenne die App …', 'Mach es grün', 'Mach es dunkel'],
  });
  return hasRows ? others : [rows, ...others];
}
