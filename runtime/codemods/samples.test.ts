import { expect, test } from 'vitest';
import { z } from 'zod';
import { listTemplates, readTemplate } from '../templates/index.ts';
import { sampleRows } from './index.ts';

const now = new Date('2026-05-20T12:00:00Z');
const rowsOf = (properties: object, options: Partial<Parameters<typeof sampleRows>[1]> = {}, required: readonly string[] = []) =>
  sampleRows({ name: 'Guest', properties, required }, { count: 2, now, ...options });

test.each([
  ['text', { type: 'string' }, ['Guest 1', 'Guest 2']],
  ['a date', { type: 'string', format: 'date' }, ['2026-05-18', '2026-05-21']],
  ['a moment', { type: 'string', format: 'date-time' }, ['2026-05-18T12:00:00.000Z', '2026-05-21T12:00:00.000Z']],
  ['a time', { type: 'string', format: 'time' }, ['08:30', '09:30']],
  ['an email address', { type: 'string', format: 'email' }, ['anna.berger@example.com', 'ben.okafor@example.com']],
  ['a web address', { type: 'string', format: 'uri' }, ['https://example.com/1', 'https://example.com/2']],
  ['a choice', { type: 'string', enum: ['A'] }, ['A', 'A']],
  ['a constant', { const: 7 }, [7, 7]],
  ['yes or no', { type: 'boolean' }, [false, true]],
  ['money', { type: 'number', format: 'currency' }, [20, 35.5]],
  ['stars', { type: 'integer', minimum: 1, maximum: 5 }, [3, 5]],
  ['a large minimum', { type: 'number', format: 'currency', minimum: 100 }, [100, 100]],
  ['exclusive limits', { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 3 }, [2, 2]],
  ['a step', { type: 'integer', multipleOf: 5, minimum: 1, maximum: 9 }, [5, 5]],
  ['a text of limited length', { type: 'string', maxLength: 3 }, ['Gue', 'Gue']],
  ['a text of some length', { type: 'string', minLength: 9 }, ['Guest 1..', 'Guest 2..']],
  ['a type that allows null', { type: ['null', 'integer'] }, [3, 6]],
] as const)('makes %s', (_name, schema, values) => {
  expect(rowsOf({ field: schema })).toEqual(values.map((field) => ({ field })));
});

test.each([
  ['a picture', { type: 'string', format: 'image' }],
  ['a colour', { type: 'string', format: 'color' }],
  ['a pattern', { type: 'string', pattern: '^[A-Z]{3}$' }],
  ['an optional list', { type: 'array', items: { type: 'string' } }],
  ['a reference without ids', { type: 'string', 'x-reference': 'constructor' }],
  ['a format that names a member of objects', { type: 'null', format: 'constructor' }],
] as const)('leaves out %s', (_name, schema) => {
  expect(rowsOf({ field: schema })).toEqual([{}, {}]);
});

test('references rows by position, and starts again at the first one', () => {
  const rows = rowsOf({ event: { type: 'string', 'x-reference': 'Event' } }, { count: 3, ids: { Event: ['{Event 1}', '{Event 2}'] } });
  expect(rows).toEqual([{ event: '{Event 1}' }, { event: '{Event 2}' }, { event: '{Event 1}' }]);
});

test('fills required lists, also of lines, and ends within nested ones', () => {
  const line = {
    type: 'object',
    properties: { what: { type: 'string' }, days: { type: 'array', items: { type: 'string', enum: ['Mo'] } } },
  };
  const rows = rowsOf(
    {
      lines: { type: 'array', items: { ...line, required: ['days'] } },
      days: { type: 'array', items: { enum: ['Mo', 'Tu'] }, minItems: 2 },
    },
    {},
    ['lines'],
  );
  expect(rows[0]).toEqual({ lines: [{ what: 'Example 1', days: ['Mo'] }], days: ['Mo', 'Tu'] });
  const nested = Array.from({ length: 50 }).reduce<object>((items) => ({ type: 'array', minItems: 10, items }), { type: 'string' });
  expect(JSON.stringify(rowsOf({ nested })).length).toBeLessThan(10_000);
});

test('names people in a table of people, and says notes in the language', () => {
  const person = { name: { type: 'string' }, email: { type: 'string', format: 'email' }, notes: { type: 'string' } };
  expect(rowsOf(person, { count: 1, language: 'de' })).toEqual([
    { name: 'Anna Berger', email: 'anna.berger@example.com', notes: 'Eine Beispielnotiz.' },
  ]);
});

test('makes nothing of a schema without fields', () => {
  expect(sampleRows({}, { count: 1, now })).toEqual([{}]);
  expect(sampleRows({ properties: null, required: 'x' }, { count: 0, now })).toEqual([]);
});

test('the rows fit the tables of all templates', async () => {
  const problems: unknown[] = [];
  for (const { name } of await listTemplates()) {
    const { files = {} } = (await readTemplate(name)) ?? {};
    const tables = Object.keys(files).flatMap((path) => /^entities\/(\w+)\.json$/.exec(path)?.[1] ?? []);
    const ids = Object.fromEntries(tables.map((table) => [table, [`${table}1`]]));
    for (const table of tables) {
      const text = files[`entities/${table}.json`] ?? '';
      // A time of an app has no seconds and no zone.
      const schema = z.fromJSONSchema(JSON.parse(text.replace(/"format": *"time"/g, '"pattern": "^[0-9]{2}:[0-9]{2}$"')));
      for (const row of sampleRows(JSON.parse(text), { count: 12, now, ids })) {
        const { error } = schema.safeParse(row);
        if (error !== undefined) problems.push({ name, table, issues: error.issues });
      }
    }
  }
  expect(problems).toEqual([]);
});
