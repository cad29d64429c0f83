import type { ActionTag } from '../actions.ts';
import type { Plan } from '../plan.ts';
import { type OutFile, writeApp } from '../write/index.ts';
import { likeness, writeBlocks } from './blocks.ts';

type Files = Readonly<Record<string, string>>;

export interface Difference {
  readonly actions: readonly ActionTag[];
  /** Files that somebody has rewritten and that therefore stay as they are. */
  readonly leftAlone: readonly string[];
}

/** The actions that bring an app's files from one plan to another, without undoing what was changed by hand. */
export function differenceOf(before: Plan, after: Plan, files: Files): Difference {
  const old = new Map(writeApp(before).map((file) => [file.path, file.content]));
  const next = writeApp(after);
  const leftAlone: string[] = [];
  const actions = next.flatMap((file) => {
    const action = actionFor(file, old.get(file.path), files[file.path]);
    if (action === 'left alone') leftAlone.push(file.path);
    return action === null || action === 'left alone' ? [] : [action];
  });
  const kept = new Set(next.map((file) => file.path));
  const gone = [...old.keys()].filter((path) => !kept.has(path) && files[path] !== undefined);
  const deletions = gone.map((path): ActionTag => ({ type: 'delete_file', file: path, title: `Delete ${path}`, content: '' }));
  return { actions: [...actions, ...deletions], leftAlone };
}

function actionFor(file: OutFile, old: string | undefined, current: string | undefined): ActionTag | 'left alone' | null {
  const { path, title, content } = file;
  const isTable = path.startsWith('entities/');
  if (current === undefined) return { type: isTable ? 'add_entity' : 'add_file', file: path, title, content };
  if (old === content || same(current, content)) return null;
  if (isTable) return { type: 'edit_entity', file: path, title, content: merged(current, old, content) };
  if (old === undefined) return { type: 'add_file', file: path, title, content };
  const blocks = writeBlocks(old, content, current);
  if (blocks !== null) return { type: 'edit_file', file: path, title, content: blocks };
  return same(current, old) || likeness(current, old) >= 0.6 ? { type: 'add_file', file: path, title, content } : 'left alone';
}

export function same(a: string, b: string): boolean {
  return a.trimEnd() === b.trimEnd();
}

/** The new schema; properties that the change is not about stay as others may have refined them. */
function merged(current: string, old: string | undefined, content: string): string {
  const own = JSON.parse(content) as Schema;
  const theirs = JSON.parse(current) as Schema;
  const before = old === undefined ? {} : (JSON.parse(old) as Schema).properties;
  const isUntouched = (key: string) => JSON.stringify(before[key]) === JSON.stringify(own.properties[key]);
  const properties = Object.fromEntries(
    Object.entries(own.properties).map(([key, property]) => [key, isUntouched(key) ? (theirs.properties[key] ?? property) : property]),
  );
  return `${JSON.stringify({ ...theirs, ...own, properties }, null, 2)}\n`;
}

interface Schema {
  readonly properties: Readonly<Record<string, unknown>>;
}
