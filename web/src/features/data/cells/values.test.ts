import { describe, expect, it } from 'vitest';
import { type Column, columnsOf, dataTypeOf, type PropertySchema } from '../columns.ts';
import { fromText, toText } from './values.ts';

const column = (property: PropertySchema, name = 'field'): Column => {
  const [made] = columnsOf({ properties: { [name]: property } }, { createdAt: '', creatorId: '' });
  if (made === undefined) throw new Error('No column');
  return made;
};

it.each<[string, PropertySchema, string]>([
  ['title', { type: 'string' }, 'text'],
  ['coverImage', { type: 'string' }, 'image'],
  ['state', { type: 'string', enum: ['a'] }, 'select'],
  ['tags', { type: 'array', items: { type: 'string', enum: ['a'] } }, 'multiselect'],
  ['lines', { type: 'array', items: { type: 'string' } }, 'json'],
  ['address', { type: 'object' }, 'json'],
  ['due', { type: 'string', format: 'date' }, 'datetime'],
  ['at', { type: 'string', format: 'date-time' }, 'datetime'],
  ['count', { type: 'integer' }, 'number'],
  ['isDone', { type: 'boolean' }, 'boolean'],
  ['homepage', { type: 'string', format: 'uri' }, 'link'],
])('the type of %s is %s', (name, property, type) => {
  expect(dataTypeOf(name, property)).toBe(type);
});

describe('text to a value', () => {
  const state: PropertySchema = { type: 'string', enum: ['To do', 'Done'] };
  const tags: PropertySchema = { type: 'array', items: { type: 'string', enum: ['home', 'work'] } };
  it.each<[PropertySchema, string, unknown]>([
    [{ type: 'string' }, ' a ', { value: 'a' }],
    [{ type: 'string' }, '  ', { value: null }],
    [{ type: 'number' }, '1,234.5', { value: 1234.5 }],
    [{ type: 'number' }, '1.234,5', { value: 1234.5 }],
    [{ type: 'number' }, '2,5', { value: 2.5 }],
    [{ type: 'number' }, 'two', { problem: { kind: 'number' } }],
    [{ type: 'integer' }, '2.5', { problem: { kind: 'whole' } }],
    [{ type: 'boolean' }, 'TRUE', { value: true }],
    [{ type: 'boolean' }, 'no', { value: false }],
    [{ type: 'boolean' }, 'maybe', { problem: { kind: 'boolean' } }],
    [{ type: 'string', format: 'date' }, '2026-05-01', { value: '2026-05-01' }],
    [{ type: 'string', format: 'date-time' }, '2026-05-01T10:00:00Z', { value: '2026-05-01T10:00:00.000Z' }],
    [{ type: 'string', format: 'date' }, 'soon', { problem: { kind: 'datetime' } }],
    [state, 'done', { value: 'Done' }],
    [state, 'later', { problem: { kind: 'option', options: ['To do', 'Done'] } }],
    [tags, 'work, home', { value: ['work', 'home'] }],
    [tags, '["home"]', { value: ['home'] }],
    [{ type: 'object' }, '{"a":1}', { value: { a: 1 } }],
    [{ type: 'string', format: 'uri' }, 'not a link', { problem: { kind: 'link' } }],
  ])('%j reads %j', (property, text, expected) => {
    expect(fromText(text, column(property))).toEqual(expected);
  });

  it('names the reason of invalid JSON', () => {
    expect(fromText('{a', column({ type: 'object' }))).toEqual({ problem: { kind: 'json', reason: expect.stringContaining('JSON') } });
  });

  it('reads what it writes', () => {
    const values: [PropertySchema, unknown][] = [
      [tags, ['home', 'work']],
      [{ type: 'object' }, { a: [1, 'two'] }],
      [{ type: 'boolean' }, true],
      [{ type: 'number' }, -1.5],
    ];
    for (const [property, value] of values) expect(fromText(toText(value, column(property)), column(property))).toEqual({ value });
  });
});
