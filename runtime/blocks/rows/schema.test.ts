import { expect, test } from 'vitest';
import type { PropertyDefinition, TableDefinition } from '../../protocol.ts';
import { formatMoney, formatValue, rowTitle } from './format.ts';
import { groupRows } from './groups.ts';
import { type AnyEntity, fieldOf, humanize, nounsOf, optionLabel, titleField } from './schema.ts';
import { faultOf } from './validate.ts';

const table = (properties: TableDefinition['properties'], more: Partial<TableDefinition> = {}, name = 'LineItem'): AnyEntity => ({
  name,
  definition: { properties, permissions: { read: 'all', write: 'all' }, ...more },
  related: () => null,
});
const field = (property: PropertyDefinition, name = 'value', isRequired = false) =>
  fieldOf(table({ [name]: property }, { required: isRequired ? [name] : [] }), name);

test.each<[PropertyDefinition, string]>([
  [{ type: 'string' }, 'text'],
  [{ type: 'string', format: 'date' }, 'date'],
  [{ type: 'string', maxLength: 2000 }, 'multiline'],
  [{ type: 'string', enum: ['a'] }, 'enum'],
  [{ type: 'string', 'x-reference': 'Contact' }, 'reference'],
  [{ type: 'integer', format: 'rating' }, 'rating'],
  [{ type: 'integer' }, 'integer'],
  [{ type: 'number', format: 'currency' }, 'currency'],
  [{ type: 'array', items: { type: 'string' } }, 'list'],
  [{ type: 'array', items: { type: 'string', enum: ['a'] } }, 'choices'],
  [{ type: 'array', items: { type: 'object', properties: {} } }, 'items'],
  [{ type: 'boolean' }, 'boolean'],
])('%j is drawn as %s', (property, kind) => {
  expect(field(property).kind).toBe(kind);
});

test('derives the type of a field from its name when the schema has no format', () => {
  expect(field({ type: 'string' }, 'notes').kind).toBe('multiline');
  expect(field({ type: 'string' }, 'coverImage').kind).toBe('image');
});

test('converts names to labels', () => {
  expect(['dueDate', 'due_date', 'contactId', 'VAT-rate'].map(humanize)).toEqual(['Due date', 'Due date', 'Contact', 'Vat rate']);
  expect(['in_progress', 'In Progress', 'todo'].map(optionLabel)).toEqual(['In progress', 'In Progress', 'Todo']);
  expect(nounsOf(table({}))).toEqual({ one: 'line item', many: 'line items' });
  expect(nounsOf(table({}, {}, 'Category')).many).toBe('categories');
  expect(nounsOf(table({}, { title: 'Person', 'x-plural': 'People' }))).toEqual({ one: 'person', many: 'people' });
});

test('finds the title field of a row', () => {
  expect(titleField(table({ code: { type: 'string' }, name: { type: 'string' } })).name).toBe('name');
  expect(titleField(table({ size: { type: 'number' }, code: { type: 'string' } })).name).toBe('code');
  const row = { id: '1', createdAt: '', creatorId: null, name: '' };
  expect(rowTitle(table({ name: { type: 'string' } }), row)).toBe('Untitled');
});

test('formats by the schema', () => {
  expect(formatValue(field({ type: 'number', format: 'currency', 'x-currency': 'EUR' }), 1234.5)).toBe('€1,234.50');
  expect(formatValue(field({ type: 'number', format: 'percent' }), 12.5)).toBe('12.5 %');
  expect(formatValue(field({ type: 'integer' }), 1234)).toBe('1,234');
  expect(formatValue(field({ type: 'integer' }, 'foundingYear'), 1998)).toBe('1998');
  expect(formatValue(field({ type: 'boolean' }), false)).toBe('No');
  expect(formatValue(field({ type: 'string', format: 'date' }), '2020-03-09')).toBe('Mar 9, 2020');
  expect(formatValue(field({ type: 'string', format: 'date' }), 'soon')).toBe('soon');
  expect(formatValue(field({ type: 'number' }), null)).toBe('');
  expect(formatMoney(12, 'nonsense')).toBe('12');
});

test('returns the validation error of a value', () => {
  expect(faultOf(field({ type: 'string' }, 'name', true), '')).toBe('Name is needed.');
  expect(faultOf(field({ type: 'integer', minimum: 1 }), 0)).toBe('Value must be at least 1.');
  expect(faultOf(field({ type: 'integer' }), 1.5)).toBe('Value must be a whole number.');
  expect(faultOf(field({ type: 'string', format: 'email' }), 'ada')).toMatch(/email address/);
  expect(faultOf(field({ type: 'string', format: 'uri' }), 'example')).toMatch(/https/);
  expect(faultOf(field({ type: 'string', format: 'email' }), '')).toBeUndefined();
  const lines = field({ type: 'array', items: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] } });
  expect(faultOf(lines, [{ price: 1 }, {}])).toBe('Line 2: Price is needed.');
});

test('groups rows: options in their order, months without gaps', () => {
  const row = (value: unknown, amount = 1) => ({ id: '1', createdAt: '', creatorId: null, value, amount });
  const options = {
    field: field({ type: 'string', enum: ['Low', 'High'] }),
    period: 'month',
    measure: ({ amount }: { amount: number }) => amount,
  } as const;
  expect(groupRows([row('High', 2), row('Low', 3), row('High', 4)], options).map(({ key, value }) => [key, value])).toEqual([
    ['Low', 3],
    ['High', 6],
  ]);
  const dates = groupRows([row('2026-03-31'), row('2026-01-01'), row('')], {
    ...options,
    field: field({ type: 'string', format: 'date' }),
  });
  expect(dates.map(({ key, value }) => [key, value])).toEqual([
    ['2026-01-01', 1],
    ['2026-02-01', 0],
    ['2026-03-01', 1],
  ]);
});
