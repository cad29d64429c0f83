import { Forbidden, InvalidInput } from '@sayso/core';
import { describe, expect, it } from 'vitest';
import type { EntitySchema } from '../ref.ts';
import { parseEntity } from '../versions/entity-schema.ts';
import { changesOfPerson, ownFields, saidBy } from './person-fields.ts';

const RESERVED =
  'id email email_verified emailVerified name full_name role _app_role app_role is_verified is_service disabled app_id created_date updated_date createdAt updatedAt created_by created_by_id creatorId access_token is_admin isAdmin'.split(
    ' ',
  );

/** Spellings that a page or a function may read as the same name. */
const spellings = (name: string): string[] => {
  const words = name
    .replace(/^_/, '')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()
    .split('_');
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return [
    name,
    name.toUpperCase(),
    words.join('_'),
    words.join('-'),
    words.join(' '),
    words.map(capital).join(''),
    words.map((word, at) => (at === 0 ? word : capital(word))).join(''),
    `_${words.join('_')}`,
    `${words.join('_')}_`,
    words.join('').replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
    `${words.join('_')}\u200b`,
  ];
};

const table = (name: string, text: object): EntitySchema =>
  parseEntity(`entities/${name}.json`, JSON.stringify({ properties: {}, ...text }));
const schemasOf = (tables: Readonly<Record<string, object>>) => [
  Object.fromEntries(Object.entries(tables).map(([name, text]) => [name, table(name, text)])),
];
const asPerson = (changes: object, tables: Readonly<Record<string, object>> = {}, known: object = {}) =>
  changesOfPerson({ ...changes }, { ...known }, { isAdmin: false, schemas: schemasOf(tables) });

describe('what the server says of a person', () => {
  it.each(RESERVED)('%s is left out in every spelling, by people and by admins', (name) => {
    for (const spelling of spellings(name))
      for (const isAdmin of [false, true]) {
        const changes = { diet: 'vegan', [spelling]: 'x', data: { [spelling]: 'x', city: 'Ulm', data: { [spelling]: 'x' } } };
        expect(changesOfPerson(changes, {}, { isAdmin, schemas: [] })).toEqual({ diet: 'vegan', data: { city: 'Ulm', data: {} } });
      }
  });

  it.each(RESERVED)('%s is not read where an earlier release stored it', (name) => {
    expect(ownFields({ [name]: 'x', diet: 'vegan', data: { [name]: 1 } })).toEqual({ diet: 'vegan', data: {} });
  });

  it.each(['$set', '$unset', 'data.role', 'role.a', 'a.b', '.role', '', '__proto__', 'constructor', 'prototype'])(
    '%j is no name',
    (name) => {
      const given: unknown = JSON.parse(`{${JSON.stringify(name)}: {"role": "admin"}}`);
      for (const isAdmin of [false, true])
        for (const changes of [given, { data: given }])
          expect(() => changesOfPerson(changes as object as Record<string, unknown>, {}, { isAdmin, schemas: [] })).toThrow(InvalidInput);
    },
  );

  it('leaves similar names to the app', () => {
    const own = { username: 'a', first_name: 'b', display_name: 'c', rolemodel: 'd', ids: [1], profile: { name: 'e', role: 'keeper' } };
    expect(asPerson(own)).toEqual(own);
  });
});

describe('fields that rules read', () => {
  it.each<[what: string, table: object]>([
    ['a template', { rls: { read: { 'data.team': '{{user.data.team}}' } } }],
    ['a template without data', { rls: { read: { team: '{{ user.team }}' } } }],
    ['a template with brackets', { rls: { read: { team: "{{user['data']?.['team']}}" } } }],
    ['a template of the current user', { rls: { read: { team: '{{current_user.data.team.id}}' } } }],
    ['a template within text', { rls: { read: { team: 'x-{{user.team}}-y' } } }],
    ['a condition of the user', { rls: { write: { user_condition: { team: 'a' } } } }],
    ['a condition with a path', { rls: { write: { user_condition: { 'data.team': { $in: ['a'] } } } } }],
    ['a nested condition', { rls: { write: { $or: [{ user_condition: { $or: [{ data: { team: 'a' } }] } }] } } }],
    ['a key of the user', { rls: { write: { 'user.team': 'a' } } }],
    ['a rule of a field', { properties: { pay: { type: 'number', rls: { read: { user_condition: { team: 'a' } } } } } }],
    ['a template at a field that is named as texts for people are', { rls: { read: { title: '{{user.data.team}}' } } }],
    ['a template at such a field, in rules', { 'x-accessControl': { rules: { read: { description: '{{user.data.team}}' } } } }],
    ['a list of an import', { 'x-userFields': ['team'] }],
  ])('are not changed by people: %s', (_what, text) => {
    const tables = { Task: text };
    for (const changes of [{ team: 'a' }, { Team: 'a' }, { TEAM: 'a' }, { data: { team: 'a' } }, { team: { id: 1 } }])
      expect(() => asPerson({ diet: 'vegan', ...changes }, tables)).toThrow(Forbidden);
    expect(() => asPerson({ team: null }, tables, { team: 'b' })).toThrow(Forbidden);
    expect(() => asPerson({ data: {} }, tables, { data: { team: 'b' } })).toThrow(Forbidden);
    expect(() => asPerson({ data: 'x' }, tables, { data: { team: 'b' } })).toThrow(Forbidden);
    // Clients send whole people back.
    const same = { team: 'b', diet: 'vegan', data: { team: 'c', city: 'Ulm' } };
    expect(asPerson(same, tables, { team: 'b', data: { team: 'c' } })).toEqual(same);
    expect(changesOfPerson({ team: 'a' }, {}, { isAdmin: true, schemas: schemasOf(tables) })).toEqual({ team: 'a' });
  });

  it('are none of descriptions and of names of properties', () => {
    const text = {
      description: 'of {{user.team}}',
      properties: { user: { type: 'string', format: 'email' }, team: { type: 'string', title: '{{user.team}}' } },
    };
    expect(asPerson({ team: 'a', type: 'b', format: 'c' }, { Task: text })).toEqual({ team: 'a', type: 'b', format: 'c' });
  });
});

describe('what changes say of a person', () => {
  it.each<[what: string, changes: object, known: object, isWhole: boolean, said: object]>([
    ['a new value', { team: 'a' }, {}, false, { team: 'a' }],
    ['a value that the person chose, by its name', { team: 'a' }, { team: 'a' }, false, { team: 'a' }],
    [
      'a value that the person chose, sent back within data',
      { data: { team: 'a', floor: 3 } },
      { data: { team: 'a' } },
      false,
      { floor: 3 },
    ],
    ['a whole person', { team: 'a', floor: 3 }, { team: 'a' }, true, { floor: 3 }],
    ['a field that data has no more', { data: {} }, { data: { team: 'a' } }, false, { team: null }],
    ['no data any more', { data: null }, { data: { team: 'a', floor: 3 } }, true, { team: null, floor: null }],
    ['a field that stays beside data', { data: {} }, { team: 'a', data: { team: 'b' } }, false, {}],
    ['a field that is taken away beside data', { team: null }, { team: 'a', data: { team: 'b' } }, true, { team: null }],
  ])('%s', (_what, changes, known, isWhole, said) => {
    expect(saidBy({ ...changes }, { ...known }, isWhole)).toEqual(said);
  });
});

describe('a table of people', () => {
  const admin = { 'x-accessControl': { permissions: { write: 'admin' } } };
  it.each<[what: string, table: object, refused: readonly string[]]>([
    ['says nothing', { properties: { team: { type: 'string' } } }, []],
    ['marks a field', { properties: { team: { type: 'string', ...admin }, diet: { type: 'string' } } }, ['team']],
    ['marks a field as read-only', { properties: { team: { type: 'string', readOnly: true } } }, ['team']],
    [
      'marks a field within a field',
      { properties: { team: { type: 'object', properties: { id: { type: 'string', ...admin } } } } },
      ['team'],
    ],
    [
      'is written by admins',
      { properties: { diet: { type: 'string' } }, 'x-accessControl': { permissions: { read: 'all', write: 'admin' } } },
      ['team', 'diet'],
    ],
    [
      'is written by admins but for a field',
      {
        properties: { diet: { type: 'string', 'x-accessControl': { permissions: { write: 'creator' } } } },
        'x-accessControl': { permissions: { write: 'none' } },
      },
      ['team'],
    ],
  ])('%s', (_what, text, refused) => {
    for (const name of ['team', 'diet']) {
      const change = () => asPerson({ [name]: 'x' }, { User: text });
      if (refused.includes(name)) expect(change).toThrow(`Only admins of this app change "${name}" of a person.`);
      else expect(change()).toEqual({ [name]: 'x' });
    }
  });
});
