import type { EntitySchema, Permission } from '@sayso/apps/ref';
import type { Effects, RowScope } from '../ref.ts';

/** The caller, as far as the permissions of a table are concerned. */
export type Caller =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'user'; readonly id: string }
  /** Administers the app; `id` is null without an account. */
  | { readonly kind: 'admin'; readonly id: string | null }
  /** Sees what admins see, and changes nothing. */
  | { readonly kind: 'viewer'; readonly id: string };

export interface TablePermissions {
  readonly read: Permission;
  readonly write: Permission;
}

/** Of a table that states none: people see and change their own rows. */
const DEFAULT_PERMISSIONS: TablePermissions = { read: 'creator', write: 'creator' };

export function permissionsOf(schema: Pick<EntitySchema, 'x-accessControl'>): TablePermissions {
  const { read = DEFAULT_PERMISSIONS.read, write = DEFAULT_PERMISSIONS.write } = schema['x-accessControl']?.permissions ?? {};
  return { read, write };
}

/**
 * The rows that a caller reads.
 * - `anonymous` and `all` (Public Read): everyone, including visitors.
 * - `creator`: their own rows; admins of the app: all.
 * - `admin`: admins of the app.
 * - `none`: no one, admins included.
 */
export function readable({ read }: TablePermissions, caller: Caller): RowScope {
  if (read === 'none') return 'none';
  if (caller.kind === 'admin' || caller.kind === 'viewer' || read === 'all' || read === 'anonymous') return 'all';
  return read === 'creator' && caller.kind === 'user' ? 'own' : 'none';
}

/**
 * The rows that a caller may write; making one needs anything but `none`.
 * - `anonymous`: everyone, including visitors.
 * - `all`: signed-in users, any row.
 * - `creator`: signed-in users, their own rows.
 * - `admin`: admins of the app.
 * - `none`: no one, admins included.
 * Viewers of the app write nothing.
 */
export function writable({ write }: TablePermissions, caller: Caller): RowScope {
  if (write === 'none' || caller.kind === 'viewer') return 'none';
  if (caller.kind === 'admin' || write === 'anonymous') return 'all';
  if (caller.kind === 'visitor' || write === 'admin') return 'none';
  return write === 'all' ? 'all' : 'own';
}

/**
 * The rows that a caller changes or removes: those that they may both read and write. People who fill in a form that only admins read
 * cannot change what others wrote into it.
 */
export function changeable(permissions: TablePermissions, caller: Caller): RowScope {
  const rowScopes = [readable(permissions, caller), writable(permissions, caller)];
  if (rowScopes.includes('none')) return 'none';
  return rowScopes.includes('own') ? 'own' : 'all';
}

/** The effects of permissions on each kind of caller. */
export function effectsOf(permissions: TablePermissions): Effects {
  const effect = (caller: Caller) => ({
    see: readable(permissions, caller),
    add: writable(permissions, caller) !== 'none',
    change: changeable(permissions, caller),
  });
  return { visitor: effect({ kind: 'visitor' }), user: effect({ kind: 'user', id: '' }), admin: effect({ kind: 'admin', id: null }) };
}
