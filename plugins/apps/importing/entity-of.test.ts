import { fieldRulesOf, rulesOf } from '@sayso/core/rules';
import { expect, it, test } from 'vitest';
import { parseEntity } from '../versions/entity-schema.ts';
import { entityOf } from './entity-of.ts';

const own = { created_by: '{{user.email}}' };
const ownById = { created_by_id: '{{user.id}}' };
const admin = { user_condition: { role: 'admin' } };
const team = { 'data.team': '{{user.team}}' };

test.each<[rls: unknown, read: string, write: string, rules: string, notes: number]>([
  [undefined, 'creator', 'creator', '', 0],
  [null, 'creator', 'creator', '', 0],
  ['public', 'creator', 'creator', '', 0],
  [true, 'creator', 'creator', '', 0],
  [[], 'creator', 'creator', '', 0],
  [{}, 'creator', 'creator', '', 1],
  [{ read: {} }, 'all', 'admin', '', 1],
  [{ read: true }, 'all', 'admin', '', 1],
  [{ read: 'public' }, 'anonymous', 'admin', '', 1],
  [{ read: own }, 'creator', 'creator', '', 1],
  [{ read: admin }, 'admin', 'admin', 'read', 1],
  [{ read: false }, 'none', 'none', '', 1],
  [{ write: true }, 'creator', 'all', '', 1],
  [{ create: true }, 'creator', 'creator', '', 1],
  [{ read: true, create: true }, 'all', 'creator', '', 1],
  [{ read: true, update: own }, 'all', 'creator', '', 1],
  [{ read: true, delete: admin }, 'all', 'admin', 'delete', 1],
  [{ read: true, update: true, delete: true }, 'all', 'creator', 'update,delete', 1],
  [{ read: true, create: null, write: true }, 'all', 'none', 'update,delete', 0],
  [{ read: null, create: null, update: null, delete: null }, 'creator', 'creator', '', 0],
  [{ read: true, create: null, update: null, delete: null }, 'all', 'admin', '', 1],
  [{ read: true, create: null, update: own, delete: own }, 'all', 'creator', '', 1],
  [{ read: 'authenticated', write: 'authenticated' }, 'creator', 'all', 'read', 0],
  [{ read: 'users', create: 'users', update: own, delete: own }, 'creator', 'creator', 'read', 0],
  [{ read: { $or: [own, 'users'] }, write: own }, 'creator', 'creator', 'read', 0],
  [{ read: { constructor: true }, write: { $where: true } }, 'admin', 'admin', 'read,create,update,delete', 4],
  [{ read: {}, create: {}, update: {}, delete: {} }, 'all', 'all', '', 0],
  [{ read: true, write: own }, 'all', 'creator', '', 0],
  [{ read: own, create: own, update: ownById, delete: own }, 'creator', 'creator', '', 0],
  [{ read: { $or: [own, admin] }, write: { $or: [own, admin] } }, 'creator', 'creator', 'read,create,update,delete', 0],
  [{ read: admin, write: admin }, 'admin', 'admin', 'read,create,update,delete', 0],
  [{ read: {}, create: {}, update: own, delete: own }, 'all', 'creator', '', 0],
  [{ read: {}, create: {}, update: admin, delete: admin }, 'all', 'admin', 'create,update,delete', 0],
  [{ read: {}, create: own, update: own, delete: admin }, 'all', 'admin', 'create,update,delete', 0],
  [{ read: team, write: own }, 'admin', 'creator', 'read', 0],
  [{ read: { $or: [team, admin] }, write: { $and: [own, team] } }, 'admin', 'admin', 'read,create,update,delete', 0],
  [{ read: false, write: false }, 'none', 'none', '', 0],
  [{ read: 'public', write: 'owner' }, 'anonymous', 'creator', '', 0],
  [
    { read: { user_condition: { role: 'admin', team: 'a' } }, write: { user_condition: { role: 'editor' } } },
    ...['admin', 'admin', 'read,create,update,delete'],
    0,
  ] as [unknown, string, string, string, number],
  [{ read: { ...own, status: 'open' }, write: own }, 'admin', 'creator', 'read', 0],
  [{ read: { 'data.name': { $regex: 'a' } }, write: own }, 'admin', 'creator', 'read', 1],
])('%j is %s, %s, and keeps the rules "%s"', (rls, read, write, kept, notes) => {
  const converted = entityOf(JSON.stringify({ name: 'A', type: 'object', properties: {}, ...(rls === undefined ? {} : { rls }) }));
  const schema = JSON.parse(converted.json);
  const { permissions, rules = {} } = schema['x-accessControl'];
  expect(permissions).toEqual({ read, write });
  expect(Object.keys(rules).join()).toBe(kept);
  expect(converted.notes).toHaveLength(notes);
  expect(schema).not.toHaveProperty('rls');
  const parsed = parseEntity('entities/A.json', converted.json);
  expect(Object.keys(rulesOf(parsed)).join()).toBe(kept);
});

const OPERATIONS = ['read', 'create', 'update', 'delete', 'write'] as const;
const RULES: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  {},
  own,
  admin,
  team,
  'public',
  'users',
  'nonsense',
  { $or: [] },
  { $or: [own, admin] },
];
/** Who reads or changes the rows of others by a rule that says so. */
const OPENS = new Set<unknown>([true, RULES[4], 'public', 'users']);

it('opens no operation that the file does not open', () => {
  const WIDE = ['anonymous', 'all'];
  for (let seed = 0; seed < 4000; seed += 1) {
    const pick = (at: number) => RULES[Math.floor(seed / RULES.length ** at + seed * (at + 3)) % RULES.length];
    const rls = Object.fromEntries(
      OPERATIONS.map((operation, at) => [operation, pick(at)] as const).filter(([, rule]) => rule !== undefined),
    );
    const { read, write } = JSON.parse(entityOf(JSON.stringify({ name: 'A', properties: {}, rls })).json)['x-accessControl'].permissions;
    const ruleOf = (operation: string) => (operation in rls ? rls[operation] : rls['write']);
    if (WIDE.includes(read)) expect([rls, OPENS.has(rls['read'])]).toEqual([rls, true]);
    if (WIDE.includes(write)) expect([rls, ['create', 'update', 'delete'].every((one) => OPENS.has(ruleOf(one)))]).toEqual([rls, true]);
  }
});

it.each([{ read: admin }, { write: admin }, { read: team, update: false }, false])(
  'keeps the rules %j of a field with the field',
  (rls) => {
    for (const properties of [{ pay: { type: 'number', rls } }, { of: { type: 'object', properties: { pay: { type: 'number', rls } } } }]) {
      const { json, notes } = entityOf(JSON.stringify({ name: 'A', properties, rls: { read: true, write: true } }));
      expect(JSON.parse(json)['x-accessControl']).toEqual({ permissions: { read: 'all', write: 'all' } });
      expect(notes).toEqual([]);
      const schema = parseEntity('entities/A.json', json);
      expect(Object.keys(fieldRulesOf(schema))).toEqual(Object.keys(properties));
    }
  },
);

it('says which rules of a field are not understood, and closes those that are nested too deeply', () => {
  const odd = { read: { 'data.team': { $regex: 'a' } } };
  let deep: unknown = team;
  for (let level = 0; level < 8; level++) deep = { $and: [deep] };
  const { json, notes } = entityOf(
    JSON.stringify({ name: 'A', properties: { odd: { rls: odd }, deep: { rls: { read: deep } } }, rls: {} }),
  );
  const { properties } = parseEntity('entities/A.json', json);
  expect(properties).toMatchObject({ odd: { rls: odd }, deep: { rls: false } });
  expect(notes).toContainEqual(expect.stringContaining('The rules of its field "odd" have parts that are not understood here'));
  expect(notes).toContainEqual(expect.stringContaining('The rules of its field "deep" are nested too deeply'));
});

it('narrows a table by the rules of what is no field here', () => {
  const { json, notes } = entityOf(
    JSON.stringify({ name: 'A', properties: { 'a pay': { rls: { read: admin } } }, rls: { read: true, write: true } }),
  );
  expect(JSON.parse(json)['x-accessControl']).toEqual({ permissions: { read: 'admin', write: 'all' } });
  expect(notes).toContainEqual(expect.stringContaining('Its field "a pay" has rules of its own'));
});

it.each([
  ['creator', {}, 'creator', 'creator'],
  ['rules that open it', { rls: { read: true, write: true } }, 'creator', 'creator'],
  ['rules that close it', { rls: { read: admin, write: false } }, 'admin', 'none'],
  ['a read rule only', { rls: { read: true } }, 'creator', 'admin'],
  ['rules of a field', { properties: { pay: { type: 'number', rls: { read: admin } } } }, 'creator', 'creator'],
  ['permissions of its own', { rls: { read: admin }, 'x-accessControl': { permissions: { read: 'all', write: 'admin' } } }, 'all', 'admin'],
])('reads a table that was not converted, with %s', (_what, table, read, write) => {
  const schema = parseEntity('entities/A.json', JSON.stringify({ properties: {}, ...table }));
  expect(schema['x-accessControl']?.permissions).toMatchObject({ read, write });
});

it('lists the fields of people that its rules read', () => {
  const rls = {
    read: { $or: [team, { user_condition: { 'data.department': 'a', role: 'admin' } }] },
    write: { owner: '{{ user.data.code }}' },
  };
  expect(JSON.parse(entityOf(JSON.stringify({ name: 'A', properties: {}, rls })).json)['x-userFields']).toEqual([
    'code',
    'department',
    'role',
    'team',
  ]);
});

it('marks the fields that only admins change in a table of people', () => {
  const properties = { team: { type: 'string', rls: { write: admin } }, diet: { type: 'string', rls: { read: admin, write: own } } };
  const table = JSON.parse(entityOf(JSON.stringify({ name: 'User', properties }), true).json);
  expect(table.properties).toEqual({
    team: { type: 'string', 'x-accessControl': { permissions: { write: 'admin' } } },
    diet: { type: 'string' },
  });
  expect(table['x-accessControl']).toEqual({ permissions: { read: 'creator', write: 'creator' } });
});

it('reads comments and trailing commas, and mends types and choices', () => {
  const { json, notes } = entityOf(`{ // a table
    "name": "A", "properties": { "url": { "type": "string", "default": "https://a/*b*/" }, "due": { "type": "date" },
      "size": { "type": ["number", "null"] }, "odd": { "type": "money", "enum": [1, null, "two", true] }, "a.b": {},
      "parts": { "type": "array", "items": { "type": "object", "properties": { "at": { "type": "datetime" } } } }, }, /* end */ }`);
  const { properties } = JSON.parse(json);
  expect(properties).toEqual({
    url: { type: 'string', default: 'https://a/*b*/' },
    due: { type: 'string', format: 'date' },
    size: { type: 'number' },
    odd: { type: 'string', enum: [1, 'two'] },
    parts: { type: 'array', items: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } } },
  });
  expect(notes).toHaveLength(2);
  expect(() => parseEntity('entities/A.json', json)).not.toThrow();
});

it('leaves what is no JSON to the check of tables, and keeps permissions of this product', () => {
  expect(entityOf('{ nothing').json).toBe('{ nothing');
  const permissions = { 'x-accessControl': { permissions: { read: 'none', write: 'none' } } };
  expect(JSON.parse(entityOf(JSON.stringify({ properties: {}, ...permissions })).json)).toMatchObject(permissions);
});

const conditions = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => ({ $or: [inner, admin] }), team);
const fieldsWithin = (levels: number): object =>
  Array.from({ length: levels }).reduce<object>((inner) => ({ type: 'object', properties: { inner } }), {
    type: 'string',
    rls: { read: admin },
  });

it.each<[what: string, table: object, read: string, note: string]>([
  ['a rule that is too deep', { rls: { read: conditions(12), write: own } }, 'admin', 'Its rule for "read" is nested more than'],
  [
    'rules of a field whose name tables do not have',
    { properties: { 'pay per hour': { type: 'number', rls: { read: admin } } }, rls: { read: 'public', write: own } },
    ...['admin', 'Its field "pay per hour" has rules of its own'],
  ] as [string, object, string, string],
  [
    'rules of a field that is too deep',
    { properties: { a: fieldsWithin(14) }, rls: { read: 'public', write: own } },
    'admin',
    'levels deep',
  ],
  [
    'rules beside those of this product',
    { 'x-accessControl': { permissions: { read: 'all', write: 'admin' } }, rls: { read: own } },
    ...['all', 'which holds in place of its other rules'],
  ] as [string, object, string, string],
])('names %s, and opens nothing by leaving them out', (_what, table, read, note) => {
  const { json, notes } = entityOf(JSON.stringify({ properties: {}, ...table }));
  const schema = JSON.parse(json);
  expect(schema['x-accessControl'].permissions.read).toBe(read);
  expect(schema['x-accessControl'].rules?.read).toBeUndefined();
  expect(notes.join(' ')).toContain(note);
});
