import type { EntitySchema } from '@sayso/apps/ref';
import { fieldRulesOf, type Rule, rulesOf } from '@sayso/core/rules';
import type { Effects, RowScope } from '../ref.ts';
import type { Caller, TablePermissions } from './caller.ts';
import { both, type Reach } from './reach.ts';
import { reachOf } from './rule-reach.ts';

/** Of a table that states none: people see and change their own rows. */
const DEFAULT_PERMISSIONS: TablePermissions = { read: 'creator', write: 'creator' };

export function permissionsOf(
  schema: Pick<EntitySchema, 'x-accessControl'> & { readonly properties?: EntitySchema['properties'] },
): TablePermissions {
  const { read = DEFAULT_PERMISSIONS.read, write = DEFAULT_PERMISSIONS.write } = schema['x-accessControl']?.permissions ?? {};
  const rules = rulesOf(schema);
  const fields = fieldRulesOf(schema);
  return {
    ...{ read, write },
    ...(Object.keys(rules).length === 0 ? {} : { rules }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}

/**
 * The rows that a caller reads: by the rule of the table, or by its permission.
 * - `anonymous` and `all` (Public Read): everyone, including visitors.
 * - `creator`: their own rows; admins of the app: all.
 * - `admin`: admins of the app.
 * - `none`: no one, admins included.
 */
export function readable({ read, rules }: TablePermissions, caller: Caller): Reach {
  if (rules?.read !== undefined) return byRule(rules.read, caller);
  if (read === 'none') return null;
  if (caller.kind === 'admin' || caller.kind === 'viewer' || read === 'all' || read === 'anonymous') return {};
  return read === 'creator' ? ownRows(caller) : null;
}

/** The rows that a caller may add. */
export function creatable(permissions: TablePermissions, caller: Caller): Reach {
  return writable(permissions, caller, 'create');
}

/**
 * The rows that a caller changes: those that they may both read and write, as they are and as they become. People who fill in a form that only
 * admins read cannot change what others wrote into it.
 */
export function changeable(permissions: TablePermissions, caller: Caller): Reach {
  return both(readable(permissions, caller), writable(permissions, caller, 'update'));
}

/** What a changed row must be: a rule of changes holds for the row before and after. */
export function changed(permissions: TablePermissions, caller: Caller): Reach {
  return writable(permissions, caller, 'update');
}

/** The rows that a caller removes, as those that they change. */
export function removable(permissions: TablePermissions, caller: Caller): Reach {
  return both(readable(permissions, caller), writable(permissions, caller, 'delete'));
}

/**
 * The rows that a caller may write: by the rule of the table, or by its permission.
 * - `anonymous`: everyone, including visitors.
 * - `all`: signed-in users, any row.
 * - `creator`: signed-in users, their own rows.
 * - `admin`: admins of the app.
 * - `none`: no one, admins included.
 * Viewers of the app write nothing.
 */
function writable({ write, rules }: TablePermissions, caller: Caller, operation: 'create' | 'update' | 'delete'): Reach {
  if (caller.kind === 'viewer') return null;
  const rule = rules?.[operation];
  if (rule !== undefined) return byRule(rule, caller);
  if (write === 'none') return null;
  if (caller.kind === 'admin' || write === 'anonymous') return {};
  if (caller.kind === 'visitor' || write === 'admin') return null;
  // The person who adds a row is its creator.
  return write === 'all' || operation === 'create' ? {} : ownRows(caller);
}

/** Of a rule that lets some people in, for others: a list without rows, which is no error of theirs. */
const NOTHING: Reach = { $and: [{ _id: { $in: [] } }] };

/** Admins of the app are bound by `never` alone. */
function byRule(rule: Rule, caller: Caller): Reach {
  if (caller.kind === 'admin' || caller.kind === 'viewer') return rule.kind === 'never' ? null : {};
  return reachOf(rule, caller) ?? (caller.kind === 'user' && isForSome(rule) ? NOTHING : null);
}

function ownRows(caller: Caller): Reach {
  return caller.kind === 'user' ? { creatorId: caller.id } : null;
}

/** The effects of permissions on each kind of caller. */
export function effectsOf(permissions: TablePermissions): Effects {
  const effect = (caller: Caller) => ({
    see: scopeOf(readable(permissions, caller), caller),
    add: creatable(permissions, caller) !== null,
    change: scopeOf(changeable(permissions, caller), caller),
  });
  return {
    visitor: effect({ kind: 'visitor' }),
    user: effect({ kind: 'user', id: '' }),
    admin: effect({ kind: 'admin', id: null }),
  };
}

function scopeOf(reach: Reach, caller: Caller): RowScope {
  if (reach === null) return 'none';
  const [path, ...more] = Object.keys(reach);
  if (path === undefined) return 'all';
  return caller.kind === 'user' && path === 'creatorId' && more.length === 0 && reach['creatorId'] === caller.id ? 'own' : 'some';
}

/** Whether some person could fulfil a rule. */
function isForSome(rule: Rule): boolean {
  if (rule.kind === 'all') return rule.of.every(isForSome);
  if (rule.kind === 'any') return rule.of.some(isForSome);
  return rule.kind !== 'never' && rule.kind !== 'closed';
}
