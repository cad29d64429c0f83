import type { BuildWorkspace } from '../../ref.ts';
import type { ActionTag, Part, Suggestion } from '../actions.ts';
import { ideasFor } from '../ideas.ts';
import type { Plan } from '../plan.ts';
import { sampleRows } from '../samples.ts';
import { emptyPageFile } from '../write/empty-page.ts';
import { writeApp } from '../write/index.ts';
import { differenceOf, same } from './difference.ts';
import { findTable, withTable } from './find.ts';
import { fitted } from './fitted.ts';
import { describePermissions, readPermissionSentence } from './permissions.ts';
import { type Change, listed } from './rule.ts';
import { rules } from './rules/index.ts';
import { exactTable } from './rules/names.ts';

/** The answer to a request about an app that is there; null when it is not understood. */
export function changeApp(plan: Plan, workspace: BuildWorkspace, today: Date): readonly Part[] | null {
  const text = plainOf(workspace.request).toLowerCase();
  return (
    setPermissions(plan, workspace) ??
    fix(plan, workspace) ??
    undo(text, workspace) ??
    addSamples(plan, text, today) ??
    applyRules(plan, workspace)
  );
}

/** Without the courtesies around it, on one line. */
function plainOf(request: string): string {
  return request
    .trim()
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/^(?:(?:hi|hey|hello|ok(?:ay)?|great|nice|cool|thanks|thank you|now|then|and|also|so|next)[,!. ]+)+/i, '')
    .replace(/^(?:(?:can|could|would|will) (?:you|we)|i(?:'d| would) like you to|i want you to|let's|let us) (?:please )?/i, '')
    .replace(/(?:^|[\s,])\b(?:please|pls|plz|thanks|thank you)\b/gi, '')
    .replace(/\s+(?:instead|now)([.!?]*)$/i, '$1')
    .replace(/[?!]+$/, '')
    .trim();
}

const verbs =
  'add|remove|delete|drop|rename|change|make|use|show|sort|set|put|call|hide|create|move|switch|turn|link|connect|ask|let|allow';

/** `add a photo, make it dark and sort by name` → three requests; what follows a verb without one of its own takes it along. */
function requestsIn(request: string): readonly string[] {
  const isQuoted = (before: string) => (before.match(/["“”]/g) ?? []).length % 2 === 1;
  const next = new RegExp(
    `(?:[.;!]\\s+|,\\s*(?:and\\s+|then\\s+|also\\s+)*|\\s+and\\s+(?:then\\s+|also\\s+)?|\\s+then\\s+)(?=(?:${verbs})\\b)`,
    'gi',
  );
  const parts: string[] = [];
  let start = 0;
  for (const found of request.matchAll(next)) {
    if (isQuoted(request.slice(0, found.index))) continue;
    parts.push(request.slice(start, found.index));
    start = found.index + found[0].length;
  }
  parts.push(request.slice(start));
  return parts.flatMap((part) => {
    // `add a birthday to clients and a location to shoots`
    const [verb = ''] = new RegExp(`^(?:${verbs})\\b`, 'i').exec(part) ?? [];
    const both = verb && /^(.+? (?:to|from) (?:the )?[\w-]+) and ((?:an? )?[\w -]+? (?:to|from) (?:the )?[\w-]+[.!]?)$/i.exec(part);
    return both && /^(?:add|remove|delete)$/i.test(verb) ? [both[1] ?? '', `${verb} ${both[2]}`] : [part];
  });
}

function ruled(plan: Plan, request: string): Change | string | null {
  for (const rule of rules) {
    const result = rule(plan, request.toLowerCase(), request);
    if (result !== null) return result;
  }
  return null;
}

function applyRules(plan: Plan, { request, files }: BuildWorkspace): readonly Part[] | null {
  const whole = plainOf(request);
  const asked = requestsIn(whole);
  const steps = asked.length > 1 && asked.every((part) => ruled(plan, part) !== null) ? asked : [whole];
  let next: Plan | null = plan;
  const sentences: string[] = [];
  for (const step of steps) {
    const result: Change | string | null = next === null ? null : ruled(next, step);
    if (result === null) return sentences.length === 0 ? null : [...sentences];
    sentences.push(typeof result === 'string' ? result : result.sentence);
    if (typeof result !== 'string') next = result.plan && fitted(result.plan);
  }
  return [sentences.join(' '), ...changesOf(plan, next, files), ...(next === null ? [] : suggested(next))];
}

function changesOf(plan: Plan, next: Plan | null, files: BuildWorkspace['files']): readonly Part[] {
  if (next === null) return emptied(plan, files);
  if (next === plan) return [];
  const { actions, leftAlone } = differenceOf(plan, next, files);
  if (actions.length === 0 && leftAlone.length === 0) return ['It is already like that, so nothing changed.'];
  const named = next.name === plan.name ? actions : actions.map((action, index) => (index === 0 ? { ...action, app: next.name } : action));
  return [...named, ...notes(leftAlone)];
}

/** Every file goes but the colours; what stays is a first page that asks what to build. */
function emptied(plan: Plan, files: BuildWorkspace['files']): readonly Part[] {
  const paths = writeApp(plan)
    .map((file) => file.path)
    .filter((path) => files[path] !== undefined && !['globals.css', 'pages/Home'].includes(path));
  const home: ActionTag = { type: 'add_file', file: 'pages/Home', title: 'Home page', content: emptyPageFile };
  return [home, ...paths.map((path): ActionTag => ({ type: 'delete_file', file: path, title: `Delete ${path}`, content: '' }))];
}

function notes(leftAlone: readonly string[]): readonly string[] {
  return leftAlone.length === 0
    ? []
    : [`I left ${listed(leftAlone)} as you wrote ${leftAlone.length === 1 ? 'it' : 'them'}. Please make the change there yourself.`];
}

function setPermissions(plan: Plan, workspace: BuildWorkspace): readonly Part[] | null {
  const asked = readPermissionSentence(plan, workspace.request);
  if (!asked) return null;
  const { table, permissions } = asked;
  const next = withTable(plan, table.name, (one) => ({ ...one, permissions }));
  const file = `entities/${table.name}.json`;
  const { actions, leftAlone } = differenceOf(plan, next, workspace.files);
  const set: ActionTag = { type: 'set_permissions', file, title: `Permissions of ${table.plural}`, content: JSON.stringify(permissions) };
  return [describePermissions(table, permissions), set, ...actions.filter((action) => action.file !== file), ...notes(leftAlone)];
}

/** Puts back what the errors are about, or, when they name nothing, all that no longer is as it was written. */
function fix(plan: Plan, workspace: BuildWorkspace): readonly Part[] | null {
  if (!/^please fix the errors in my app|^fix this error/i.test(workspace.request)) return null;
  const described = [workspace.request, ...workspace.errors].join('\n');
  const broken = writeApp(plan).filter(
    (file) =>
      !file.path.startsWith('entities/') &&
      (workspace.files[file.path] === undefined || !same(workspace.files[file.path] ?? '', file.content)),
  );
  const blamed = broken.filter(
    (file) => described.includes(file.path) || new RegExp(`\\b${file.path.split('/').at(-1)}\\b`).test(described),
  );
  const repaired = blamed.length > 0 ? blamed : broken;
  if (repaired.length === 0) {
    return ['The files are as I wrote them, so this error is beyond my rules. Undo the last change, or connect a language model.'];
  }
  const actions = repaired.map(
    (file): ActionTag => ({ type: 'add_file', file: file.path, title: `Repair ${file.title.toLowerCase()}`, content: file.content }),
  );
  return [
    `${listed(repaired.map((file) => file.path))} had changed since I wrote ${repaired.length === 1 ? 'it' : 'them'}. I restored ${repaired.length === 1 ? 'it' : 'them'}.`,
    ...actions,
  ];
}

function undo(text: string, { files, previousFiles }: BuildWorkspace): readonly Part[] | null {
  if (!/^(?:please )?(?:undo|revert|roll ?back|go back|take (?:that|it) back|back to (?:the )?(?:previous|last))\b/.test(text)) return null;
  if (previousFiles === null) return ['There is no earlier version to go back to.'];
  const isTable = (path: string) => path.startsWith('entities/');
  const back = Object.entries(previousFiles)
    .filter(([path, content]) => files[path] !== content)
    .map(([path, content]): ActionTag => {
      const type = isTable(path) ? (files[path] === undefined ? 'add_entity' : 'edit_entity') : 'add_file';
      return { type, file: path, title: `Bring back ${path}`, content };
    });
  const gone = Object.keys(files).filter((path) => previousFiles[path] === undefined);
  const deletions = gone.map((path): ActionTag => ({ type: 'delete_file', file: path, title: `Delete ${path}`, content: '' }));
  if (back.length + deletions.length === 0) return ['There is nothing to undo: the last version is the same as this one.'];
  return ['Done: your app is as it was before the last change.', ...back, ...deletions];
}

function addSamples(plan: Plan, text: string, today: Date): readonly Part[] | null {
  const [, number = '', , rest = ''] =
    /\b(?:add|insert|create|generate|give me|fill (?:it|the app|the tables?) with|put in)\s+(\d+|a few|some|several|ten|five)?\s*(?:more\s+)?(sample|example|demo|test|dummy|fake|mock)\s+(.*)$/.exec(
      text,
    ) ?? [];
  const plain = /\badd\s+(\d+)\s+([a-z ]+?)[.!]?$/.exec(text);
  const table = rest !== '' || number !== '' ? findTable(plan, rest) : plain ? findTable(plan, plain[2] ?? '') : undefined;
  const isSample =
    /\b(sample|example|demo|test|dummy|fake|mock)\b/.test(text) && /\b(add|insert|create|generate|fill|put|give)\b/.test(text);
  const isCounted =
    plain !== null && table !== undefined && (/\b(row|record|entr|item)/.test(text) || exactTable(plan, plain[2] ?? '') === table);
  if (!isSample && !isCounted) return null;
  const spelled: Readonly<Record<string, number>> = { five: 5, ten: 10 };
  const count = Math.min(50, Number(number || plain?.[1]) || (spelled[number] ?? 5));
  const tables = table ? [table] : plan.tables;
  const actions = tables.map(
    (one): ActionTag => ({
      type: 'insert_records',
      file: `entities/${one.name}.json`,
      title: `${count} example ${one.plural}`,
      content: JSON.stringify(sampleRows(one, count, today), null, 2),
    }),
  );
  return [
    `I added ${count} examples to ${listed(tables.map((one) => one.plural))}. They are made up: delete them when you add your own.`,
    ...actions,
    ...suggested(plan).filter(({ suggestion }) => !suggestion.includes('sample')),
  ];
}

function suggested(plan: Plan): readonly Suggestion[] {
  return ideasFor(plan).map((suggestion) => ({ suggestion }));
}
