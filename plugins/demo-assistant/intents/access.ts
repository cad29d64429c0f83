import type { AppChange } from '@sayso/runtime/ref';
import { tablesIn } from '../follow-ups/app.ts';
import * as words from '../words/follow-ups.ts';
import type { ClauseContext, Intent } from './intent.ts';

type Change = Extract<AppChange, { kind: 'set-permissions' }>;
type Access = Pick<Change, 'read' | 'write'>;

export function readAccess(clause: string, { app }: ClauseContext): Intent | null {
  // What is forbidden to some is permitted to no one by it.
  const access = words.FORBIDDING.test(clause) ? null : accessIn(clause);
  if (access === null) return null;
  const named = tablesIn(clause, app);
  // Drafts and entries that only admins read stay so unless they are named.
  const open = app.tables.filter(({ permissions }) => access.read === undefined || permissions.read !== 'admin');
  return { changes: (named.length > 0 ? named : open).map(({ name }) => ({ kind: 'set-permissions', table: name, ...access })) };
}

function accessIn(clause: string): Access | null {
  if (words.ONLY_ME.test(clause)) return { read: 'creator', write: 'creator' };
  const access = (read: NonNullable<Change['read']>, write: NonNullable<Change['write']>): Access => ({
    ...(words.READING.test(clause) ? { read } : {}),
    ...(words.WRITING.test(clause) ? { write } : {}),
  });
  const found = words.ONLY_ADMINS.test(clause) ? access('admin', 'admin') : words.EVERYONE.test(clause) ? access('all', 'anonymous') : {};
  // "Ask guests if …" requests a field.
  return Object.keys(found).length > 0 ? found : null;
}
