import { expect, test } from 'vitest';
import { entityModule } from './virtual.ts';

const visitors = (permissions: object, rules?: object): unknown => {
  const table = { properties: {}, 'x-accessControl': { permissions, ...(rules === undefined ? {} : { rules }) } };
  const [, second = ''] =
    /createEntity\("Note", (\{[^}]*\})/.exec(entityModule('Note', { 'entities/Note.json': JSON.stringify(table) })) ?? [];
  return JSON.parse(second);
};
const closed = { read: 'creator', write: 'creator' };

test.each([
  ['permissions that let them in', { read: 'all', write: 'anonymous' }, undefined, { read: true, write: true }],
  ['permissions that do not', closed, undefined, { read: false, write: false }],
  ['a rule for reading', closed, { read: {} }, { read: true, write: false }],
  ['a rule for adding', closed, { create: {} }, { read: false, write: true }],
])('calls of visitors are sent to the server for %s', (_what, permissions, rules, expected) => {
  expect(visitors(permissions, rules)).toEqual(expected);
});
