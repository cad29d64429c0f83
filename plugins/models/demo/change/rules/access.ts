import type { Plan } from '../../plan.ts';
import { withTable } from '../find.ts';
import { describePermissions, readPermissionWords } from '../permissions.ts';
import type { Change } from '../rule.ts';

export function restrict(plan: Plan, text: string): Change | null {
  const changes = readPermissionWords(plan, text);
  if (changes.length === 0) return null;
  const next = changes.reduce((result, { table, permissions }) => withTable(result, table.name, (one) => ({ ...one, permissions })), plan);
  return { plan: next, sentence: changes.map(({ table, permissions }) => describePermissions(table, permissions)).join(' ') };
}
