import type { BuildWorkspace } from '@sayso/models/ref';
import { applyChanges, listTemplates, readTemplate, sampleRow, sampleRows } from '@sayso/runtime/testing';
import { readApp } from '../../follow-ups/app.ts';
import type { Tools } from '../../new-app/first-app.ts';
import type { Answer } from '../../requests/answer.ts';
import { answerTo } from '../../service.ts';
import type { Change, Fit, FollowUpCase, RequestCase } from '../cases.ts';

export type Verdict = 'fitting' | 'refused' | `wrong: ${string}`;
type Files = Readonly<Record<string, string>>;

export async function openTools(): Promise<Tools> {
  const templates = await Promise.all((await listTemplates()).map(({ name }) => readTemplate(name)));
  return {
    runtime: { change: async ({ files }, changes) => applyChanges(files, changes), sampleRow, sampleRows },
    templates: templates.filter((one) => one !== null),
    now: () => new Date('2026-05-20T12:00:00Z'),
  };
}

/** The files after an answer, applied as by the chat. */
export function filesAfter(files: Files, { actions }: Answer): Files {
  const next: Record<string, string> = { ...files };
  for (const { type, file, content } of actions) {
    if (type === 'delete_file') delete next[file];
    else if (!type.endsWith('_records')) next[file] = content;
  }
  return next;
}

interface Asked {
  readonly request: string;
  readonly files: Files;
  readonly previousFiles: Files | null;
  readonly appName: string;
  readonly addedRows?: BuildWorkspace['addedRows'];
}

export function ask(tools: Tools, { request, files, previousFiles, appName, addedRows = [] }: Asked): Promise<Answer> {
  return answerTo({ appId: 'app', appName, request, files, previousFiles, addedRows, errors: [] }, tools);
}

const is = (pattern: string, text: string) => new RegExp(pattern, 'iu').test(text);

export async function judgeRequest(
  { ask: request, fits = [], named = [], leftOut = [], never = [] }: RequestCase,
  tools: Tools,
): Promise<Verdict> {
  const answer = await ask(tools, { request, files: {}, previousFiles: null, appName: 'New app' });
  const text = answer.sentences.join(' ');
  if (answer.actions.length === 0) return answer.suggestions.length > 0 ? 'refused' : 'wrong: a refusal without a way on';
  if (fits.length === 0) return 'wrong: built what it should refuse';
  const files = filesAfter({}, answer);
  const fit = fits.some((one) => isFit(one, files, tools));
  if (!fit) return `wrong: ${Object.keys(files).join(' ')}`;
  const all = `${Object.values(files).join('\n')}\n${Object.keys(files).join('\n')}`;
  const isBuilt = (pattern: string) => is(pattern, all.replace(/import [^\n]*/g, ''));
  const leftSaid = /(?:left out|weggelassen)[\s\S]*/iu.exec(text)?.[0] ?? '';
  const unsaid = [...named.filter((one) => !isBuilt(one) && !is(one, leftSaid)), ...leftOut.filter((one) => !is(one, leftSaid))];
  if (unsaid.length > 0) return `wrong: says nothing of ${unsaid.join(', ')}`;
  const { tables } = readApp(files);
  const names = tables.flatMap(({ name, fields }) => [name, ...fields.map(({ key }) => key)]);
  const nonsense = never.filter((one) => names.some((name) => is(one, name)));
  return nonsense.length > 0 ? `wrong: has ${nonsense.join(', ')}` : 'fitting';
}

function isFit({ template, tables = [], fields = [], guests }: Fit, files: Files, tools: Tools): boolean {
  if (template !== undefined && !isTemplate(template, files, tools)) return false;
  const app = readApp(files);
  const hasTables = tables.every((one) => app.tables.some(({ name, label }) => is(one, name) || is(one, label)));
  const hasFields = fields.every((one) =>
    app.tables.some((table) => table.fields.some(({ key, label }) => is(one, key) || is(one, label))),
  );
  const hasGuests =
    guests === undefined ||
    app.tables.some(({ permissions: { read, write } }) => (guests === 'read' ? read === 'all' : write === 'anonymous'));
  return hasTables && hasFields && hasGuests;
}

/** The template of a case: `event` is `event-rsvp`. */
export function templateNamed(wanted: string, { templates }: Tools) {
  return templates.find(({ name }) => name.replaceAll('-', '').includes(wanted.replace(/s$/, '')));
}

function isTemplate(wanted: string, files: Files, tools: Tools): boolean {
  const template = templateNamed(wanted, tools);
  return template !== undefined && Object.keys(template.files).every((path) => Object.hasOwn(files, path));
}

export async function judgeFollowUp(
  { app, before = [], ask: request, changes, leftOut = [] }: FollowUpCase,
  tools: Tools,
): Promise<Verdict> {
  const start = await startOf(app, tools);
  if (start === null) return 'refused';
  let { files, previousFiles, appName } = start;
  let addedRows: Asked['addedRows'] = [];
  for (const one of before) {
    const answer = await ask(tools, { request: one, files, previousFiles, appName });
    addedRows = answer.actions.flatMap(({ type, file }) =>
      type === 'insert_records'
        ? [{ table: readApp(files).tables.find(({ name }) => file.includes(name))?.name ?? '', ids: ['row1'] }]
        : [],
    );
    const next = filesAfter(files, answer);
    if (JSON.stringify(next) !== JSON.stringify(files)) previousFiles = files;
    files = next;
    appName = answer.appName ?? appName;
  }
  const answer = await ask(tools, { request, files, previousFiles, appName, addedRows });
  const seen = { before: files, after: filesAfter(files, answer), answer };
  return answer.actions.length === 0 ? judgeNoChange(changes, seen) : judgeChange({ changes, leftOut }, seen);
}

/** An answer without a change: it says so, and whether that is right. */
function judgeNoChange(changes: readonly Change[], seen: Omit<Seen, 'isAlready'>): Verdict {
  const saysNothing = /nothing was changed|nichts geändert|already|schon/iu.test(seen.answer.sentences.join(' '));
  if (!saysNothing) return 'wrong: says it changed something';
  return changes.every((change) => holds(change, { ...seen, isAlready: true })) ? 'fitting' : 'refused';
}

function judgeChange({ changes, leftOut }: Pick<Required<FollowUpCase>, 'changes' | 'leftOut'>, seen: Omit<Seen, 'isAlready'>): Verdict {
  const { actions, sentences } = seen.answer;
  const text = sentences.join(' ');
  if (changes.length === 0) return `wrong: changed ${actions.map(({ file }) => file).join(' ')}`;
  const isAlready = /already|schon/iu.test(text);
  const missing = changes.filter((change) => !holds(change, { ...seen, isAlready: change.is === 'field added' && isAlready }));
  if (missing.length > 0) return `wrong: no ${missing.map((one) => one.is).join(', ')} (${text})`;
  const unsaid = leftOut.filter((one) => !is(one, text));
  if (unsaid.length > 0) return `wrong: says nothing of ${unsaid.join(', ')}`;
  const isLook = changes.every(({ is: kind }) => kind === 'colour' || kind === 'theme');
  const others = actions.filter(({ file }) => file !== 'globals.css');
  return isLook && others.length > 0 ? `wrong: also changed ${others.map(({ file }) => file).join(' ')}` : 'fitting';
}

async function startOf(
  app: FollowUpCase['app'],
  tools: Tools,
): Promise<{ files: Files; previousFiles: Files | null; appName: string } | null> {
  if (typeof app === 'object') {
    const answer = await ask(tools, { request: app.ask, files: {}, previousFiles: null, appName: 'New app' });
    return { files: filesAfter({}, answer), previousFiles: null, appName: answer.appName ?? 'New app' };
  }
  const template = templateNamed(app, tools);
  return template === undefined ? null : { files: template.files, previousFiles: null, appName: template.title };
}

interface Seen {
  readonly before: Files;
  readonly after: Files;
  readonly answer: Answer;
  /** No change, also if the app already had the requested state. */
  readonly isAlready: boolean;
}

const HUES = {
  green: [130, 170],
  blue: [235, 275],
  red: [5, 40],
  orange: [45, 75],
  purple: [285, 325],
  pink: [330, 375],
  yellow: [85, 110],
  teal: [170, 200],
} as const;
const TYPES: Readonly<Record<string, (schema: Readonly<Record<string, unknown>>) => boolean>> = {
  number: ({ type }) => type === 'number' || type === 'integer',
  date: ({ format }) => format === 'date',
  boolean: ({ type }) => type === 'boolean',
  choice: (schema) => Array.isArray(schema['enum']),
  string: ({ type }) => type === 'string',
};

function holds(change: Change, { before, after, answer, isAlready }: Seen): boolean {
  const [old, now] = [readApp(before), readApp(after)];
  const fields = now.tables.flatMap((table) => table.fields.map((field) => ({ table, field })));
  const added = fields.filter(
    ({ table, field }) =>
      isAlready || !old.tables.some(({ name, fields: known }) => name === table.name && known.some(({ key }) => key === field.key)),
  );
  const changedText = Object.entries(after)
    .filter(([path, text]) => isAlready || before[path] !== text)
    .map(([, text]) => text)
    .join('\n');
  const primary = /--primary:\s*oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/.exec(after['globals.css'] ?? '');
  switch (change.is) {
    case 'field added':
      return added.some(
        ({ field }) =>
          (is(change.field, field.key) || is(change.field, field.label)) &&
          (change.type === undefined || TYPES[change.type]?.(field.schema) === true),
      );
    case 'field removed':
      return !fields.some(({ field }) => is(change.field, field.key) || is(change.field, field.label));
    case 'field renamed':
      return fields.some(({ field }) => is(change.to, field.label)) && !fields.some(({ field }) => is(change.from, field.label));
    case 'title':
      return changedText.includes(change.text);
    case 'colour': {
      const [, , chroma, hue] = (primary ?? []).map(Number);
      if (hue === undefined || chroma === undefined) return false;
      if (change.hue === 'grey' || change.hue === 'black') return chroma < 0.03;
      const [low, high] = HUES[change.hue];
      return (hue >= low && hue <= high) || (hue + 360 >= low && hue + 360 <= high);
    }
    case 'theme':
      return changedText.includes(`--${change.text}`);
    case 'sort':
      return [...changedText.matchAll(/sort="(-?)(\w+)"/g)].some(
        ([, sign, key = '']) =>
          (is(change.by, key) || fields.some(({ field }) => field.key === key && is(change.by, field.label))) &&
          (change.descending === undefined || change.descending === (sign === '-')),
      );
    case 'page':
      return Object.keys(after).some(
        (path) => path.startsWith('pages/') && !Object.hasOwn(before, path) && is(change.of, `${path} ${after[path]}`),
      );
    case 'chart':
      return (changedText.match(/<DataChart/g)?.length ?? 0) > 0;
    case 'filter':
      return [...changedText.matchAll(/(?:filters|search|fields)=\{\[([^\]]*)\]/g)].some(([, list = '']) => is(change.by, list));
    case 'rows':
      return answer.actions.some(
        ({ type, content }) => type === 'insert_records' && (JSON.parse(content) as unknown[]).length >= change.atLeast,
      );
    case 'access':
      return now.tables.some(({ permissions }) => permissions[change.of] === change.to);
    case 'table':
      return now.tables.some(
        ({ name, label }) => (is(change.name, name) || is(change.name, label)) && !old.tables.some((one) => one.name === name),
      );
    case 'undone':
      return answer.actions.length > 0;
  }
}
