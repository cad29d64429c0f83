import type { RuntimeApi, Template } from '@sayso/runtime/ref';
import { type Action, type Answer, fileActions, joined, quotedWords, say } from './answer.ts';
import { type Language, languageOf, pick } from './language.ts';
import type { FieldWord } from './lexicon.ts';
import { listApp, type Permissions } from './list-app.ts';
import { type Reading, readRequest } from './reading.ts';
import { type Wanted, wantedOf } from './request.ts';
import { propertyOf } from './schema.ts';
import { bestTemplate, covers, nearest } from './templates.ts';
import { capitalized } from './text.ts';
import { BEYOND, LEFT_OUT } from './words/plain.ts';

/** Below this share of understood words nothing is built. */
const ENOUGH = 0.6;
const MAX_TABLES = 8;

export interface Tools {
  readonly runtime: Pick<RuntimeApi, 'change' | 'sampleRow'>;
  readonly templates: readonly Template[];
  now(): Date;
}

export type Plan =
  | {
      readonly kind: 'template';
      readonly template: Template;
      readonly fields: readonly FieldWord[];
      readonly leftOut: readonly string[];
      readonly wanted: Wanted;
    }
  | { readonly kind: 'list'; readonly wanted: Wanted; readonly leftOut: readonly string[] }
  | { readonly kind: 'refusal'; readonly text: string; readonly suggestions: readonly string[] };

/** Plans the answer to a first request: a template, a list of things, or a refusal. */
export function planOf(request: string, templates: readonly Template[]): Plan {
  const language = languageOf(request);
  const reading = readRequest(request);
  const wanted = wantedOf(reading);
  const suggestions = nearest(reading, templates, 3).map(({ title }) => title);
  const refuse = (why: string): Plan => ({
    kind: 'refusal',
    text: say(language, 'refused', { why, hint: say(language, 'refusedHint') }),
    suggestions,
  });
  if (BEYOND.some((pattern) => pattern.test(request))) return refuse(say(language, 'whyBeyond'));
  const best = bestTemplate(reading, templates);
  const template = best === null || best.score < 3 ? undefined : templates.find(({ name }) => name === best.template.name);
  const leftOut = reading.leftOut.map((index) => LEFT_OUT[index]?.[language === 'de' ? 2 : 1] ?? '');
  const unknown = wanted.unknown.filter((word) => template === undefined || !isOf(template, reading, word));
  const unbuilt =
    template === undefined
      ? []
      : wordsBeside(reading).filter((word) => !unknown.includes(word) && wanted.unknown.includes(word) && !isIn(template, word));
  const share = shareOf(reading, unknown);
  if (template === undefined && wanted.tables.length === 0)
    return refuse(
      unknown.length > 0 ? say(language, 'whyUnknown', { unknown: quotedWords(language, unknown) }) : say(language, 'whyNothing'),
    );
  if (share < ENOUGH) {
    const understood = understoodOf(wanted, template, language);
    return refuse(say(language, 'whyLittle', { understood, unknown: quotedWords(language, unknown) }));
  }
  const missing = template === undefined ? [] : wanted.tables.filter(({ thing }) => !covers(template, { thing }));
  const isRather = missing.length >= 2 && missing.length * 2 >= wanted.tables.length;
  if (template !== undefined && !isRather) {
    const asked = [...wanted.fields, ...wanted.tables.flatMap(({ fields }) => fields)];
    const fields = asked.filter(
      (field, index) => !covers(template, { field }) && asked.findIndex(({ key }) => key === field.key) === index,
    );
    const things = missing.filter(({ thing }) => !fields.some(({ key }) => key === thing.key));
    return {
      kind: 'template',
      template,
      fields,
      wanted,
      leftOut: [
        ...things.map(({ thing }) => thing.many[language]),
        ...leftOut,
        ...[...unknown, ...unbuilt].map((word) => quotedWords(language, [word])),
      ],
    };
  }
  if (wanted.tables.length === 0 || wanted.tables.length > MAX_TABLES) return refuse(say(language, 'whyNothing'));
  return {
    kind: 'list',
    wanted,
    leftOut: [...leftOut, ...wanted.fields.map(({ label }) => label[language]), ...unknown.map((word) => quotedWords(language, [word]))],
  };
}

function isOf(template: Template, reading: Reading, word: string): boolean {
  return bestTemplate({ ...reading, plain: readRequest(word).plain }, [template]) !== null;
}

/** Words of the lists after the first segment, which the app must contain. */
function wordsBeside({ segments }: Reading): string[] {
  return segments
    .slice(1)
    .filter(({ opener }) => opener !== 'for')
    .flatMap(({ units }) => units.map(({ text }) => text));
}

function isIn({ files }: Template, word: string): boolean {
  return Object.values(files).some((text) => text.toLowerCase().includes(word));
}

function shareOf({ segments }: Reading, unknown: readonly string[]): number {
  const content = segments.flatMap(({ units }) => units).filter(({ role }) => role !== 'filler' && role !== 'separator');
  return content.length === 0 ? 1 : 1 - unknown.length / content.length;
}

function understoodOf({ tables, fields }: Wanted, template: Template | undefined, language: Language): string {
  const things = [...tables.map(({ thing }) => thing.many[language]), ...fields.map(({ label }) => label[language])];
  return things.length > 0 ? joined(language, things) : `"${template?.title ?? ''}"`;
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
    suggestions: suggestionsFor(language),
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
  return { sentences, actions: fileActions({}, files), appName: name, suggestions: suggestionsFor(language) };
}

export function suggestionsFor(language: Language): string[] {
  return [...pick(language, { en: ['Add some example rows', 'Make it green'], de: ['Füge Beispieldaten hinzu', 'Mach es grün'] })];
}
