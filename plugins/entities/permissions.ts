import type { EntitySchema, Permission } from '@sayso/apps/ref';
import type { Effects, Reach } from './ref.ts';

/** Who asks, as far as the permissions of a table go. */
export type Caller =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'user'; readonly id: string }
  /** Administers the app; `id` is null for nobody in particular. */
  | { readonly kind: 'admin'; readonly id: string | null };

export interface TablePermissions {
  readonly read: Permission;
  readonly write: Permission;
}

/** Of a table that does not say: people see and change their own rows. */
const DEFAULT_PERMISSIONS: TablePermissions = { read: 'creator', write: 'creator' };

export function permissionsOf(schema: Pick<EntitySchema, 'x-accessControl'>): TablePermissions {
  const { read = DEFAULT_PERMISSIONS.read, write = DEFAULT_PERMISSIONS.write } = schema['x-accessControl']?.permissions ?? {};
  return { read, write };
}

/**
 * The rows that a caller reads.
 * - `anonymous` and `all` (Public Read): everybody, visitors too.
 * - `creator`: their own rows; admins of the app: all.
 * - `admin`: admins of the app.
 * - `none`: nobody, not even they.
 */
export function readable({ read }: TablePermissions, caller: Caller): Reach {
  if (read === 'none') return 'none';
  if (caller.kind === 'admin' || read === 'all' || read === 'anonymous') return 'all';
  return read === 'creator' && caller.kind === 'user' ? 'own' : 'none';
}

/**
 * The rows that a caller may write; making one needs anything but `none`.
 * - `anonymous`: everybody, visitors too.
 * - `all`: everybody who is signed in, any row.
 * - `creator`: everybody who is signed in, their own rows.
 * - `admin`: admins of the app.
 * - `none`: nobody, not even they.
 */
export function writable({ write }: TablePermissions, caller: Caller): Reach {
  if (write === 'none') return 'none';
  if (caller.kind === 'admin' || write === 'anonymous') return 'all';
  if (caller.kind === 'visitor' || write === 'admin') return 'none';
  return write === 'all' ? 'all' : 'own';
}

/**
 * The rows that a caller changes or removes: those that they may write and may see. Whoever fills in a form that only admins read
 * cannot change what others wrote into it.
 */
export function changeable(permissions: TablePermissions, caller: Caller): Reach {
  const reaches = [readable(permissions, caller), writable(permissions, caller)];
  if (reaches.includes('none')) return 'none';
  return reaches.includes('own') ? 'own' : 'all';
}

/** What permissions come to for each kind of people. */
export function effectsOf(permissions: TablePermissions): Effects {
  const effect = (caller: Caller) => ({
    see: readable(permissions, caller),
    add: writable(permissions, caller) !== 'none',
    change: changeable(permissions, caller),
  });
  return { visitor: effect({ kind: 'visitor' }), user: effect({ kind: 'user', id: '' }), admin: effect({ kind: 'admin', id: null }) };
}
