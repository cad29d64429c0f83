import { expect, it, test } from 'vitest';
import { parseEntity } from '../versions/entity-schema.ts';
import { entityOf } from './entity-of.ts';

const own = { created_by: '{{user.email}}' };
const ownById = { created_by_id: '{{user.id}}' };
const admin = { user_condition: { role: 'admin' } };
const team = { 'data.team': '{{user.team}}' };

test.each<[rls: unknown, read: string, write: string, notes: number]>([
  [undefined, 'all', 'all', 1],
  [{ read: {}, create: {}, update: {}, delete: {} }, 'all', 'all', 0],
  [{ read: true, write: own }, 'all', 'creator', 0],
  [{ read: own, create: own, update: ownById, delete: own }, 'creator', 'creator', 0],
  [{ read: { $or: [own, admin] }, write: { $or: [own, admin] } }, 'creator', 'creator', 0],
  [{ read: admin, write: admin }, 'admin', 'admin', 0],
  [{ read: {}, create: {}, update: own, delete: own }, 'all', 'creator', 0],
  [{ read: {}, create: {}, update: admin, delete: admin }, 'all', 'admin', 1],
  [{ read: {}, create: own, update: own, delete: admin }, 'all', 'admin', 1],
  [{ read: team, write: own }, 'admin', 'creator', 1],
  [{ read: { $or: [team, admin] }, write: { $and: [own, team] } }, 'admin', 'admin', 3],
  [{ read: false, write: false }, 'none', 'none', 0],
  [{ read: 'public', write: 'owner' }, 'anonymous', 'creator', 0],
  [{ read: { user_condition: { role: 'admin', team: 'a' } }, write: { user_condition: { role: 'editor' } } }, 'admin', 'admin', 4],
  [{ read: { ...own, status: 'open' }, write: own }, 'admin', 'creator', 1],
])('%j is %s, %s', (rls, read, write, notes) => {
  const converted = entityOf(JSON.stringify({ name: 'A', type: 'object', properties: {}, ...(rls === undefined ? {} : { rls }) }));
  const schema = JSON.parse(converted.json);
  expect(schema['x-accessControl']).toEqual({ permissions: { read, write } });
  expect(converted.notes).toHaveLength(notes);
  expect(schema).not.toHaveProperty('rls');
  expect(() => parseEntity('entities/A.json', converted.json)).not.toThrow();
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
  expect(notes).toHaveLength(3);
  expect(() => parseEntity('entities/A.json', json)).not.toThrow();
});

it('leaves what is no JSON to the check of tables, and keeps permissions of this product', () => {
  expect(entityOf('{ nothing').json).toBe('{ nothing');
  const permissions = { 'x-accessControl': { permissions: { read: 'none', write: 'none' } } };
  expect(JSON.parse(entityOf(JSON.stringify({ properties: {}, ...permissions })).json)).toMatchObject(permissions);
});
