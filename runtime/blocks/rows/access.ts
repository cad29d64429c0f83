import { useMemo } from 'react';
import type { AppUser } from '../../sdk/auth.ts';
import { useUser } from '../../sdk/auth.ts';
import { connection } from '../../sdk/connection.ts';
import type { BaseRow } from '../../sdk/entity.ts';
import type { AnyEntity } from './schema.ts';

type Reach = 'all' | 'own' | 'none';

/** The user's permissions on a table. The server enforces them; blocks hide actions that it would refuse. */
export interface Access {
  readonly see: Reach;
  readonly canAdd: boolean;
  readonly change: Reach;
  /** Whether a log-in may give access. */
  readonly isVisitor: boolean;
  canChange(row: BaseRow): boolean;
}

/** The rules of the server's `permissions.ts`, for the current user. */
export function accessOf({ definition }: AnyEntity, user: AppUser | null, isVisitor: boolean): Access {
  const { read, write } = definition?.permissions ?? { read: 'creator', write: 'creator' };
  const isAdmin = user?.['role'] === 'admin';
  const reach = (permission: typeof read, isOpen: boolean): Reach => {
    if (permission === 'none') return 'none';
    if (isAdmin || isOpen) return 'all';
    return permission === 'creator' && !isVisitor ? 'own' : 'none';
  };
  const see = reach(read, read === 'all' || read === 'anonymous');
  const add = reach(write, write === 'anonymous' || (write === 'all' && !isVisitor));
  const reaches = [see, add];
  const change = reaches.includes('none') ? 'none' : reaches.includes('own') ? 'own' : 'all';
  return {
    see,
    canAdd: add !== 'none',
    change,
    isVisitor,
    canChange: (row) => change === 'all' || (change === 'own' && user !== null && row.creatorId === user.id),
  };
}

/** The user's permissions on a table; those of a visitor until the user has loaded. */
export function useAccess(entity: AnyEntity): Access {
  const { user } = useUser();
  const isVisitor = connection.token === null;
  return useMemo(() => accessOf(entity, user, isVisitor), [entity, user, isVisitor]);
}
