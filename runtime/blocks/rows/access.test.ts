import { expect, test } from 'vitest';
import type { PermissionValue } from '../../protocol.ts';
import { accessOf } from './access.ts';

const entity = (read: PermissionValue, write: PermissionValue) => ({
  name: 'Task',
  definition: { properties: {}, permissions: { read, write } },
  related: () => null,
});
const admin = { id: 'ada', role: 'admin' };
const user = { id: 'bo', role: 'user' };
const summary = (read: PermissionValue, write: PermissionValue) =>
  [null, user, admin].map((person) => {
    const { see, canAdd, change } = accessOf(entity(read, write), person, person === null);
    return [see, canAdd, change];
  });

// The same results as `effectsOf` of the entities plugin, for visitors, users and admins of the app.
test.each<[PermissionValue, PermissionValue, unknown]>([
  [
    'creator',
    'creator',
    [
      ['none', false, 'none'],
      ['own', true, 'own'],
      ['all', true, 'all'],
    ],
  ],
  [
    'all',
    'creator',
    [
      ['all', false, 'none'],
      ['all', true, 'own'],
      ['all', true, 'all'],
    ],
  ],
  [
    'all',
    'admin',
    [
      ['all', false, 'none'],
      ['all', false, 'none'],
      ['all', true, 'all'],
    ],
  ],
  [
    'admin',
    'anonymous',
    [
      ['none', true, 'none'],
      ['none', true, 'none'],
      ['all', true, 'all'],
    ],
  ],
  [
    'all',
    'all',
    [
      ['all', false, 'none'],
      ['all', true, 'all'],
      ['all', true, 'all'],
    ],
  ],
  [
    'none',
    'none',
    [
      ['none', false, 'none'],
      ['none', false, 'none'],
      ['none', false, 'none'],
    ],
  ],
])('read %s, write %s', (read, write, expected) => {
  expect(summary(read, write)).toEqual(expected);
});

test('with write access "creator", users change only their own rows', () => {
  const { canChange } = accessOf(entity('all', 'creator'), user, false);
  expect([canChange({ id: '1', createdAt: '', creatorId: 'bo' }), canChange({ id: '2', createdAt: '', creatorId: 'ada' })]).toEqual([
    true,
    false,
  ]);
});
