import type { BuildWorkspace } from '../../ref.ts';
import type { ActionTag, Part } from '../actions.ts';
import { type Plan, sentenceCase } from '../plan.ts';
import { sampleRows } from '../samples.ts';
import { writeApp } from '../write/index.ts';
import { differenceOf, same } from './difference.ts';
import { findTable, withTable } from './find.ts';
import { describePermissions, readPermissionSentence } from './permissions.ts';
import { listed, rules } from './rules.ts';

/** The answer to a request about an app that is there; null when it is not understood. */
export function changeApp(plan: Plan, workspace: BuildWorkspace, today: Date): readonly Part[] | null {
  const request = workspace.request.trim();
  const text = request.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ');
  return (
    setPermissions(plan, workspace) ??
    fix(plan, workspace) ??
    undo(text, workspace) ??
    addSamples(plan, text, today) ??
    applyRules(plan, text, workspace)
  );
}

function applyRules(plan: Plan, text: string, workspace: BuildWorkspace): readonly Part[] | null {
  for (const rule of rules) {
    const result = rule(plan, text, workspace.request.trim());
    if (typeof result === 'string') return [result];
    if (result === null) continue;
    const { actions, leftAlone } = differenceOf(plan, result.plan, workspace.files);
    const renamed =
      result.plan.name === plan.name
        ? actions
        : actions.map((action, index) => (index === 0 ? { ...action, app: result.plan.name } : action));
    return [result.sentence, ...renamed, ...notes(leftAlone)];
  }
  return null;
}

function notes(leftAlone: readonly string[]): readonly string[] {
  return leftAlone.length === 0
    ? []
    : [`I left ${listed(leftAlone)} as you wrote ${leftAlone.length === 1 ? 'it' : 'them'}: there, the change is yours to make.`];
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
    return [
      'I compared every file with what I had written, and none of them differs, so this error is beyond my rules. Undo the last change, or connect a language model to look into it.',
    ];
  }
  const actions = repaired.map(
    (file): ActionTag => ({ type: 'add_file', file: file.path, title: `Repair ${file.title.toLowerCase()}`, content: file.content }),
  );
  return [
    `${listed(repaired.map((file) => file.path))} ${repaired.length === 1 ? 'was' : 'were'} no longer as I had written ${repaired.length === 1 ? 'it' : 'them'}. I put ${repaired.length === 1 ? 'it' : 'them'} back.`,
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
  if (back.length + deletions.length === 0) return ['The last version is the same as this one, so there is nothing to undo.'];
  return ['Your app is back as it was before the last change.', ...back, ...deletions];
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
  if (!isSample && !(plain && table && /\b(row|record|entr|item)/.test(text))) return null;
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
    `I added ${count} examples to ${listed(tables.map((one) => one.plural))}. ${sentenceCase('they')} are made up; delete them when your own come in.`,
    ...actions,
  ];
}
