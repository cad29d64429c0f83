import { expect, test } from 'vitest';
import type { PropertyDefinition } from '../../protocol.ts';
import { type Field, fieldOf } from './schema.ts';
import { faultOf, faultsOf } from './validate.ts';

function field(property: PropertyDefinition, required: readonly string[] = ['size']): Field {
  return fieldOf({ name: 'T', definition: { properties: { size: property }, required } as never, related: () => null }, 'size');
}

test.each<[PropertyDefinition, readonly unknown[], readonly unknown[]]>([
  [{ type: 'string' }, ['a', ' '], ['', null, undefined]],
  [{ type: 'boolean' }, [true, false], [null, undefined]],
  [{ type: 'number' }, [0, -1.5], ['', null, undefined, Number.NaN]],
  [{ type: 'integer' }, [0], [null, Number.NaN]],
  [{ type: 'number', format: 'currency' }, [0, 1.99], [null, Number.NaN]],
  [{ type: 'integer', format: 'rating', minimum: 1 }, [1], [null, Number.NaN]],
  [{ type: 'string', enum: ['a', 'b'] }, ['a'], ['', null]],
  [{ type: 'string', 'x-reference': 'Other' }, ['id'], ['', null]],
  [{ type: 'array', items: { type: 'string' } }, [['a']], [[], null]],
  [{ type: 'array', items: { type: 'string', enum: ['a'] } }, [['a']], [[], null]],
  [{ type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } }, [[{}]], [[], null]],
])('required %j', (property, full, empty) => {
  for (const value of full) expect(faultOf(field(property), value)).toBeUndefined();
  for (const value of empty) {
    expect(faultOf(field(property), value)).toBe('Size is needed.');
    expect(faultOf(field(property, []), value)).toBeUndefined();
  }
});

test.each<[PropertyDefinition, unknown, string | undefined]>([
  [{ type: 'number', minimum: 1, maximum: 5 }, 1, undefined],
  [{ type: 'number', minimum: 1, maximum: 5 }, 5, undefined],
  [{ type: 'number', minimum: 1 }, 0.9, 'Size must be at least 1.'],
  [{ type: 'number', maximum: 5 }, 5.1, 'Size must be at most 5.'],
  [{ type: 'number', minimum: 0 }, 0, undefined],
  [{ type: 'integer' }, 1.5, 'Size must be a whole number.'],
  [{ type: 'integer', format: 'rating' }, 1.5, 'Size must be a whole number.'],
  [{ type: 'number', format: 'percent', maximum: 100 }, 101, 'Size must be at most 100.'],
  [{ type: 'string', minLength: 3 }, 'ab', 'Size must have at least 3 characters.'],
  [{ type: 'string', maxLength: 3 }, 'abcd', 'Size must have at most 3 characters.'],
  [{ type: 'string', title: 'Full name', maxLength: 3 }, 'abcd', 'Full name must have at most 3 characters.'],
])('%j: %j', (property, value, fault) => {
  expect(faultOf(field(property), value)).toBe(fault);
});

test.each<[string, readonly string[], readonly string[]]>([
  [
    'email',
    ['ada@example.com', 'a.b+c@mail.example.org'],
    ['ada', 'ada@', 'ada@example', 'a b@example.com', 'ada@example..com', '@example.com'],
  ],
  ['uri', ['https://example.com', 'mailto:a@b.c', '/files/1'], ['example', 'javascript:alert(1)', '//example.com', 'https://']],
  ['date', ['2026-02-28', '2028-02-29'], ['2026-02-29', '2026-13-01', '20266-01-01', 'tomorrow']],
  ['date-time', ['2026-02-28T10:00:00.000Z', '2026-02-28'], ['2026-02-30T10:00:00Z', '20266-01-01T10:00', 'tomorrow']],
])('format %s', (format, valid, invalid) => {
  for (const value of valid) expect(faultOf(field({ type: 'string', format }), value), value).toBeUndefined();
  for (const value of invalid) expect(faultOf(field({ type: 'string', format }), value), value).toMatch(/^Enter an? /);
});

test('the first fault of a list of objects names its line', () => {
  const lines = field({
    type: 'array',
    items: {
      type: 'object',
      properties: { text: { type: 'string' }, price: { type: 'number', minimum: 0 }, on: { type: 'string', format: 'date' } },
      required: ['text'],
    },
  });
  expect(faultOf(lines, [{ text: 'a', price: 1 }, { text: 'b' }])).toBeUndefined();
  expect(faultOf(lines, [{ text: 'a' }, { price: 1 }])).toBe('Line 2: Text is needed.');
  expect(faultOf(lines, [{ text: 'a', price: -1 }, {}])).toBe('Line 1: Price must be at least 0.');
  expect(faultOf(lines, [{ text: 'a', on: '2026-02-30' }])).toMatch(/^Line 1: Enter a date/);
});

test('lists the faults by field', () => {
  const fields = [field({ type: 'number', minimum: 1 }), { ...field({ type: 'string' }), name: 'title', label: 'Title' }];
  expect(faultsOf(fields, { size: 0 })).toEqual({ size: 'Size must be at least 1.', title: 'Title is needed.' });
  expect(faultsOf(fields, { size: 1, title: 'a' })).toEqual({});
});
