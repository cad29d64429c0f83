import { readSheet } from 'read-excel-file/universal';
import { expect, it } from 'vitest';
import { csvCell, csvWriter, type ExportColumn, jsonWriter } from './formats.ts';
import { xlsxWriter } from './xlsx.ts';

it.each<[value: unknown, cell: string]>([
  ['plain', 'plain'],
  [null, ''],
  [undefined, ''],
  [true, 'true'],
  [-5, '-5'],
  [1.5, '1.5'],
  ['-5', "'-5"],
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['@me', "'@me"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['\nx', '"\'\nx"'],
  ['＝1+1', "'＝1+1"],
  ['=HYPERLINK("a","b")', '"\'=HYPERLINK(""a"",""b"")"'],
  ['a "b", c', '"a ""b"", c"'],
  [['red', 'blue'], '"red, blue"'],
  [['=1', 'b'], '"\'=1, b"'],
  [{ a: 1 }, '"{""a"":1}"'],
])('writes %j as %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

const column = (id: string, type: ExportColumn['type'], isDay = false): ExportColumn => ({ id, label: id, type, isDay });
const COLUMNS = [column('title', 'text'), column('count', 'number'), column('isDone', 'boolean'), column('due', 'datetime', true)];
const ROWS = [
  { id: '1', title: '=1+1', count: -2, isDone: true, due: '2026-05-01' },
  { id: '2', title: '<b> & \u0001"', count: null, isDone: false, due: 'soon' },
];

it('writes CSV with the labels of its columns', async () => {
  const writer = csvWriter(COLUMNS);
  for (const row of ROWS) writer.add([row]);
  expect(await writer.end().text()).toBe(`title,count,isDone,due\r\n'=1+1,-2,true,2026-05-01\r\n"<b> & \u0001""",,false,soon\r\n`);
});

it('writes JSON of whole rows', async () => {
  const writer = jsonWriter();
  writer.add(ROWS.slice(0, 1));
  writer.add([]);
  writer.add(ROWS.slice(1));
  expect(JSON.parse(await writer.end().text())).toEqual(ROWS);
  expect(JSON.parse(await jsonWriter().end().text())).toEqual([]);
});

it('writes a workbook that a reader takes with its types', async () => {
  const writer = xlsxWriter(COLUMNS);
  for (const row of ROWS) writer.add([row]);
  const cells = await readSheet(await writer.end().arrayBuffer());
  expect(cells).toEqual([
    ['title', 'count', 'isDone', 'due'],
    ['=1+1', -2, true, new Date('2026-05-01')],
    ['<b> & "', null, false, 'soon'],
  ]);
});
