import type { Permission } from '@sayso/apps/ref';
import { expect, it } from 'vitest';
import type { Caller } from './caller.ts';
import { changeable, creatable, permissionsOf, readable, removable } from './permissions.ts';

const visitor: Caller = { kind: 'visitor' };
const own = { creatorId: 'u' };
const word = (reach: ReturnType<typeof readable>) => (reach === null ? 'none' : reach['creatorId'] === own.creatorId ? 'own' : 'all');
const user: Caller = { kind: 'user', id: 'u' };
const admin: Caller = { kind: 'admin', id: 'a' };

it.each<[Permission, readonly string[], readonly string[]]>([
  // permission, reads: visitor, signed-in, app admin; writes: the same
  ['anonymous', ['all', 'all', 'all'], ['all', 'all', 'all']],
  ['all', ['all', 'all', 'all'], ['none', 'all', 'all']],
  ['creator', ['none', 'own', 'all'], ['none', 'own', 'all']],
  ['admin', ['none', 'none', 'all'], ['none', 'none', 'all']],
  ['none', ['none', 'none', 'none'], ['none', 'none', 'none']],
])('%s', (permission, reads, writes) => {
  const permissions = { read: permission, write: permission };
  expect([visitor, user, admin].map((caller) => word(readable(permissions, caller)))).toEqual(reads);
  expect([visitor, user, admin].map((caller) => creatable(permissions, caller) !== null)).toEqual(writes.map((each) => each !== 'none'));
  for (const reachOf of [changeable, removable])
    expect([visitor, user, admin].map((caller) => word(reachOf({ read: 'all', write: permission }, caller)))).toEqual(writes);
});

it.each<[Permission, Permission, readonly string[]]>([
  // read, write; changes: visitor, signed-in, app admin. First the presets of the database screen.
  ['admin', 'anonymous', ['none', 'none', 'all']],
  ['anonymous', 'admin', ['none', 'none', 'all']],
  ['all', 'admin', ['none', 'none', 'all']],
  ['all', 'creator', ['none', 'own', 'all']],
  ['creator', 'creator', ['none', 'own', 'all']],
  ['admin', 'admin', ['none', 'none', 'all']],
  ['creator', 'all', ['none', 'own', 'all']],
  ['anonymous', 'anonymous', ['all', 'all', 'all']],
  ['none', 'all', ['none', 'none', 'none']],
])('read %s, write %s: callers that change rows', (read, write, expected) => {
  expect([visitor, user, admin].map((caller) => word(changeable({ read, write }, caller)))).toEqual(expected);
});

it('defaults to one’s own rows', () => {
  expect(permissionsOf({})).toEqual({ read: 'creator', write: 'creator' });
  expect(permissionsOf({ 'x-accessControl': { permissions: { read: 'all' } } })).toEqual({ read: 'all', write: 'creator' });
});
