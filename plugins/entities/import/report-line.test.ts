import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { reportLine } from './report-line.ts';

const cellsOf = (line: string) => Papa.parse<string[]>(line, { newline: '\r\n', delimiter: ',' }).data[0];
const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
const RESTS = ['1+1', 'cmd|x', 'HYPERLINK("a","b")', 'SUM(A1:A2)', 'a\nb', '2+3+cmd', ' A1', '"'];

test.each(STARTS)('a cell that begins with %j is no formula', (start) => {
  for (const rest of RESTS) expect(cellsOf(reportLine(['a', start + rest, 'b']))).toEqual(['a', `'${start}${rest}`, 'b']);
});

test.each(['-5', '+49 (0)30 123/45', '-1.234,50', '-3%', '-', '', 'a=b', 'x+1', '"=1"', "'=1"])('the cell %j stays as it is', (cell) => {
  expect(cellsOf(reportLine(['a', cell, 'b']))).toEqual(['a', cell, 'b']);
});
