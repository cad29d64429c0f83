import { expect, test } from 'vitest';
import { mergeRow, type RowSides } from './three-way.ts';

const row = (text: string, more: object = {}) => ({ text, ...more });

test.each<[name: string, sides: Partial<RowSides>, outcome: object]>([
  ['added in the idea', { idea: row('a') }, { kind: 'added', data: row('a') }],
  ['added in the app', { app: row('a') }, { kind: 'same' }],
  ['added alike on both sides', { app: row('a'), idea: row('a') }, { kind: 'same' }],
  ['added differently on both sides', { app: row('a'), idea: row('b') }, { kind: 'conflict', fields: ['text'], data: row('b') }],
  ['changed in the idea', { base: row('a'), app: row('a'), idea: row('b') }, { kind: 'changed', data: row('b') }],
  ['changed in the app', { base: row('a'), app: row('b'), idea: row('a') }, { kind: 'same' }],
  ['changed alike', { base: row('a'), app: row('b'), idea: row('b') }, { kind: 'same' }],
  ['changed differently', { base: row('a'), app: row('b'), idea: row('c') }, { kind: 'conflict', fields: ['text'], data: row('c') }],
  [
    'changed in different fields',
    { base: row('a', { n: 1 }), app: row('b', { n: 1 }), idea: row('a', { n: 2 }) },
    { kind: 'changed', data: row('b', { n: 2 }) },
  ],
  [
    'of which the idea emptied a field that the app has',
    { base: row('a', { n: 1 }), app: row('b', { n: 1 }), idea: row('a') },
    { kind: 'changed', data: row('b') },
  ],
  [
    'with a conflict, which keeps the other field of the app',
    { base: row('a', { n: 1 }), app: row('b', { n: 3 }), idea: row('c', { n: 1 }) },
    { kind: 'conflict', fields: ['text'], data: row('c', { n: 3 }) },
  ],
  ['deleted in the idea', { base: row('a'), app: row('a') }, { kind: 'removed', data: null }],
  ['deleted on both sides', { base: row('a') }, { kind: 'same' }],
  ['deleted in the app', { base: row('a'), idea: row('a') }, { kind: 'same' }],
  ['deleted in the idea, changed in the app', { base: row('a'), app: row('b') }, { kind: 'conflict', fields: [], data: null }],
  ['deleted in the app, changed in the idea', { base: row('a'), idea: row('b') }, { kind: 'conflict', fields: [], data: row('b') }],
  [
    'with a field that is named like a member of every object',
    { base: row('a'), app: row('a'), idea: JSON.parse('{"text": "a", "__proto__": "b"}') },
    { kind: 'changed', data: JSON.parse('{"text": "a", "__proto__": "b"}') },
  ],
])('a row %s', (_name, sides, outcome) => {
  expect(mergeRow({ base: null, app: null, idea: null, ...sides })).toEqual(outcome);
});
