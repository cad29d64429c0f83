import type { Files } from '../ref.ts';
import { ACTS, type Act, type TableUses } from './table-uses.ts';

/** Tables that come without rules: people do with their own rows what the code does as them, and people who build the app the rest. */
export interface NarrowedTable {
  readonly path: string;
  readonly json: string;
  readonly message: string;
}

/** Narrows these tables to what the code needs. */
export function narrowedTables(files: Files, uses: ReadonlyMap<string, TableUses>): NarrowedTable[] {
  return [...uses].flatMap(([name, used]) => {
    const path = `entities/${name}.json`;
    const schema = readObject(files[path] ?? '');
    if (schema === null) return [];
    const json = `${JSON.stringify({ ...schema, 'x-accessControl': accessFor(used) }, null, 2)}\n`;
    return [{ path, json, message: messageOf(used) }];
  });
}

/** Who changes or removes a row has to see it. */
function accessFor(used: TableUses): object {
  const isRead = ['read', 'update', 'delete'].some((act) => used.has(act as Act));
  const writes = ACTS.filter((act) => act !== 'read');
  const isWritten = writes.some((act) => used.has(act));
  const permissions = { read: isRead ? 'creator' : 'admin', write: isWritten ? 'creator' : 'admin' };
  const closed = isWritten ? writes.filter((act) => !used.has(act)) : [];
  if (closed.length === 0) return { permissions };
  return { permissions, rules: Object.fromEntries(closed.map((act) => [act, { user_condition: { role: 'admin' } }])) };
}

const VERBS: Readonly<Record<Act, string>> = { read: 'read', create: 'add', update: 'change', delete: 'remove' };
const LIST = new Intl.ListFormat('en');
const WIDEN = 'To widen that, choose its permissions in the database panel, or tell the assistant who may do what.';

function messageOf(used: TableUses): string {
  const found = ACTS.filter((act) => used.has(act));
  const left = ACTS.filter((act) => !used.has(act));
  const verbs = (acts: readonly Act[]) => LIST.format(acts.map((act) => VERBS[act]));
  const where = [...new Set([...used.values()].flatMap(([first = '']) => first))];
  const first = where.slice(0, 3).join(', ');
  const more = where.length > 3 ? ` and ${where.length - 3} more` : '';
  if (found.length === 0)
    return `It has no rules, and no code uses it as the person who is logged in: only people who build the app can read and change its rows. ${WIDEN}`;
  const own = `It has no rules: people who are logged in can ${verbs(found)} their own rows, as ${first}${more} ${where.length === 1 ? 'does' : 'do'}`;
  return left.length === 0 ? `${own}. ${WIDEN}` : `${own}; only people who build the app can ${verbs(left)} rows. ${WIDEN}`;
}

function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
