import { join } from 'node:path';
import { expect, it } from 'vitest';

// Small files are converted in the browser and large ones on the server: both must agree.

type Convert = (cell: string, property: object, format: object) => unknown;
const root = join(import.meta.dirname, '../..');
const load = async (path: string) => ((await import(join(root, path))) as { readonly fromCell: Convert }).fromCell;
const onServer = await load('plugins/entities/import/convert.ts');
const inBrowser = await load('web/src/features/data/import/convert.ts');

const date = { type: 'string', format: 'date' } as const;
const time = { type: 'string', format: 'date-time' } as const;
const list = { type: 'array', items: { type: 'string' } } as const;

it.each<[cell: string, property: object, format: object, value: unknown]>([
  ['1.5', { type: 'number' }, {}, 1.5],
  ['1,234.5', { type: 'number' }, {}, 1234.5],
  ['1,5', { type: 'number' }, {}, '1,5'],
  ['1,5', { type: 'number' }, { decimalComma: true }, 1.5],
  ['1.234.567,5', { type: 'number' }, { decimalComma: true }, 1_234_567.5],
  ['-1 234,5', { type: 'number' }, { decimalComma: true }, -1234.5],
  ['12.5', { type: 'number' }, { decimalComma: true }, 12.5],
  ['many', { type: 'number' }, {}, 'many'],
  ['TRUE', { type: 'boolean' }, {}, true],
  ['yes', { type: 'boolean' }, {}, false],
  ['Yes', { type: 'boolean' }, { trueWords: ['yes'] }, true],
  ['31/01/2026', date, { dateOrder: 'dmy' }, '2026-01-31'],
  ['1.2.26', date, { dateOrder: 'dmy' }, '2026-02-01'],
  ['01/31/2026', date, { dateOrder: 'mdy' }, '2026-01-31'],
  ['2026/1/31', date, { dateOrder: 'ymd' }, '2026-01-31'],
  ['31/02/2026', date, { dateOrder: 'dmy' }, '31/02/2026'],
  ['31/01/2026', date, {}, '31/01/2026'],
  ['2026-01-31T10:00:00Z', date, {}, '2026-01-31'],
  ['Jan 31, 2026', date, {}, '2026-01-31'],
  ['soon', date, {}, 'soon'],
  ['2026-01-31T10:00:00+02:00', time, {}, '2026-01-31T08:00:00.000Z'],
  ['2026-01-31', time, {}, '2026-01-31T00:00:00.000Z'],
  ['soon', time, {}, 'soon'],
  ['2026-01-31', time, { timeZone: 'Europe/Berlin' }, '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T10:00', time, {}, '2026-01-31T10:00:00.000Z'],
  ['2026-01-31 10:00:30', time, {}, '2026-01-31T10:00:30.000Z'],
  ['2026-01-31T10:00:00.5', time, { timeZone: 'Europe/Berlin' }, '2026-01-31T09:00:00.500Z'],
  ['2026-07-31 10:00', time, { timeZone: 'Europe/Berlin' }, '2026-07-31T08:00:00.000Z'],
  ['Jul 31, 2026 10:00 PM', time, { timeZone: 'America/New_York' }, '2026-08-01T02:00:00.000Z'],
  ['31.01.2026 10:00', time, { timeZone: 'Asia/Kolkata', dateOrder: 'dmy' }, '2026-01-31T04:30:00.000Z'],
  ['2026-03-29 02:30', time, { timeZone: 'Europe/Berlin' }, '2026-03-29T01:30:00.000Z'],
  ['2026-10-25 02:30', time, { timeZone: 'Europe/Berlin' }, '2026-10-25T00:30:00.000Z'],
  ['2026-03-08 02:30', time, { timeZone: 'America/New_York' }, '2026-03-08T07:30:00.000Z'],
  ['2026-01-31 10:00 +0200', time, { timeZone: 'Europe/Berlin' }, '2026-01-31T08:00:00.000Z'],
  ['2026-01-31T10:00:00Z', time, { timeZone: 'Europe/Berlin' }, '2026-01-31T10:00:00.000Z'],
  ['Sat, 31 Jan 2026 10:00:00 GMT', time, { timeZone: 'Europe/Berlin' }, '2026-01-31T10:00:00.000Z'],
  ['Sat Jan 31 2026 23:30:00 GMT-0500', date, {}, '2026-01-31'],
  ['a; b', list, {}, ['a', 'b']],
  ['a,b;c', list, { splitCharacter: ',' }, ['a', 'b;c']],
  ['a\nb', list, {}, ['a', 'b']],
  ['["a","b"]', list, {}, ['a', 'b']],
  ['[1,2]', { type: 'array', items: { type: 'number' } }, {}, [1, 2]],
  ['{"a":1}', { type: 'object' }, {}, { a: 1 }],
  ['{a}', { type: 'object' }, {}, '{a}'],
  ['2', { enum: [1, 2] }, {}, 2],
])('converts %j for %j with %j', (cell, property, format, value) => {
  expect(onServer(cell, property, format)).toEqual(value);
  expect(inBrowser(cell, property, format)).toEqual(value);
});
