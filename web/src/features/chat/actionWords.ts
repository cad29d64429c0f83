import type { ActionOf } from './thread.ts';

/** Outcome of a message's actions. `dropped`: its turn failed or was stopped, and changed nothing. */
export type ActionsOutcome = 'writing' | 'pending' | 'applied' | 'dropped';

export function outcomeOf(messageStatus: string): ActionsOutcome {
  if (messageStatus === 'ready') return 'applied';
  if (messageStatus === 'failed' || messageStatus === 'stopped') return 'dropped';
  return messageStatus === 'waiting' || messageStatus === 'truncated' ? 'pending' : 'writing';
}

const verbs: Readonly<Record<string, readonly [now: string, done: string, wanted: string]>> = {
  add_file: ['Writing', 'Wrote', 'Write'],
  edit_file: ['Editing', 'Edited', 'Edit'],
  delete_file: ['Deleting', 'Deleted', 'Delete'],
  add_entity: ['Adding', 'Added', 'Add'],
  edit_entity: ['Changing', 'Changed', 'Change'],
  set_permissions: ['Changing access to', 'Changed access to', 'Change access to'],
  import_entities: ['Importing rows into', 'Imported rows into', 'Import rows into'],
  insert_records: ['Adding rows to', 'Added rows to', 'Add rows to'],
  delete_records: ['Deleting rows of', 'Deleted rows of', 'Delete rows of'],
};

/** An action as one line: what is being done, was done or would have been done, and to what. */
export function actionWords(
  { type, file, title, status }: ActionOf,
  outcome: ActionsOutcome = 'writing',
): { readonly verb: string; readonly name: string } {
  const [now, done, wanted] = verbs[type] ?? ['Working on', 'Done with', 'Work on'];
  const isDropped = outcome === 'dropped' || outcome === 'pending';
  const verb = isDropped ? wanted : status === 'complete' ? done : now;
  if (file === null || file === '') return { verb: verb.replace(/ (to|into)$/, ''), name: title };
  return { verb, name: fileLabel(file) };
}

/** `entities/Habit.json` is the Habit table; other files keep their paths. */
export function fileLabel(file: string): string {
  const table = /^entities\/(.+?)(\.json)?$/.exec(file)?.[1];
  return table === undefined ? file : `${table} table`;
}

/** State at the end of an action's line. */
export function actionState(
  { type, status, lines, content }: Pick<ActionOf, 'type' | 'status' | 'lines' | 'content'>,
  outcome: ActionsOutcome = 'writing',
): string {
  if (status === 'truncated') return 'Cut off';
  if (status === 'failed') return 'Failed';
  if (outcome === 'dropped') return 'Not applied';
  if (outcome === 'pending') return 'Not yet applied';
  if (status === 'streaming') return lines === 0 ? 'Starting' : counted(lines, 'line');
  const rows = type === 'insert_records' || type === 'delete_records' ? rowsIn(content) : null;
  if (rows !== null) return counted(rows, 'row');
  return lines === 0 || type === 'set_permissions' ? 'Done' : counted(lines, 'line');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Null when the content is no JSON list. */
function rowsIn(content: string): number | null {
  try {
    const rows: unknown = JSON.parse(content);
    return Array.isArray(rows) ? rows.length : null;
  } catch {
    return null;
  }
}

/** Detail beside the state of an action; null when there is none. */
export const actionNote = ({ status, error }: Pick<ActionOf, 'status' | 'error'>): string | null =>
  error ?? (status === 'truncated' ? 'Too long output, ask the chat to continue' : null);
