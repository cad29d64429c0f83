import type { Translator } from '../../i18n/language.ts';
import type { ActionOf } from './liveTurn.ts';

/** Outcome of a message's actions. `dropped`: its turn was a plan, failed or was stopped, and changed nothing. */
export type ActionsOutcome = 'writing' | 'pending' | 'applied' | 'dropped';

/** `isLatest`: no later message was sent, so the builder can still continue or confirm. */
export function outcomeOf({ status, isPlan }: { readonly status: string; readonly isPlan: boolean }, isLatest: boolean): ActionsOutcome {
  if (isPlan || status === 'failed' || status === 'stopped') return 'dropped';
  if (status === 'ready') return 'applied';
  if (status !== 'waiting' && status !== 'truncated') return 'writing';
  return isLatest ? 'pending' : 'dropped';
}

const types = [
  'add_file',
  'edit_file',
  'delete_file',
  'add_entity',
  'edit_entity',
  'set_permissions',
  'import_entities',
  'insert_records',
  'delete_records',
  'read_file',
] as const;

/** Key and arguments of an action's line: what is being done, was done or would have been done, and to what. */
export function actionText({ type, file, title, status }: ActionOf, t: Translator, outcome: ActionsOutcome = 'writing') {
  const known = types.find((each) => each === type) ?? 'other';
  const isDropped = outcome === 'dropped' || outcome === 'pending';
  const state = isDropped ? 'wanted' : status === 'complete' ? 'done' : 'now';
  const hasFile = file !== null && file !== '';
  return {
    // All have these arguments; as a union they are too complex for TypeScript.
    key: `chat.action.${known}` as 'chat.action.insert_records',
    values: { state, hasFile: hasFile ? 'yes' : 'no', what: hasFile ? fileLabel(file, t) : title },
  } as const;
}

const plain = (text: string) => text;

/** An action as one line of plain text. */
export function actionLine(action: ActionOf, t: Translator, outcome?: ActionsOutcome): string {
  const { key, values } = actionText(action, t, outcome);
  return t.markup(key, { ...values, verb: plain, name: plain });
}

/** `entities/Habit.json` is the Habit table; other files keep their paths. */
function fileLabel(file: string, t: Translator): string {
  const table = /^entities\/(.+?)(\.json)?$/.exec(file)?.[1];
  return table === undefined ? file : t('chat.table', { name: table });
}

/** State at the end of an action's line. */
export function actionState(
  { type, status, lines, content }: Pick<ActionOf, 'type' | 'status' | 'lines' | 'content'>,
  t: Translator,
  outcome: ActionsOutcome = 'writing',
): string {
  if (status === 'truncated') return t('chat.line.cutOff');
  if (status === 'failed') return t('chat.line.failed');
  if (outcome === 'dropped') return t('chat.line.notApplied');
  if (outcome === 'pending') return t('chat.line.notYetApplied');
  const written = t('chat.line.lines', { count: lines });
  if (status === 'streaming') return lines === 0 ? t('chat.line.starting') : written;
  const rows = type === 'insert_records' || type === 'delete_records' ? rowsIn(content) : null;
  if (rows !== null) return t('chat.line.rows', { count: rows });
  return lines === 0 || type === 'set_permissions' ? t('chat.line.done') : written;
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
export const actionNote = ({ status, error }: Pick<ActionOf, 'status' | 'error'>, t: Translator, outcome: ActionsOutcome): string | null =>
  // A stopped answer was not too long, and one before a later message cannot be continued.
  error ?? (status === 'truncated' && outcome !== 'dropped' ? t('chat.line.tooLong') : null);
