import { expect, it } from 'vitest';
import { cellsOfHtml, parseCells, toHtml, toTsv } from './clipboard.ts';

const cells = [
  ['plain', 'two\nlines', 'a "quoted" word'],
  ['tab\there', '', '<b>&'],
];

it.each([
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['one', [['one']]],
  ['"a\nb"\tc', [['a\nb', 'c']]],
  ['5" disk\tx', [['5" disk', 'x']]],
  ['a\t\n', [['a', '']]],
])('reads %j', (text, expected) => {
  expect(parseCells(text)).toEqual(expected);
});

it('reads what it writes, as text and as HTML', () => {
  expect(parseCells(toTsv(cells))).toEqual(cells);
  expect(cellsOfHtml(toHtml(cells))).toEqual(cells);
});

it('finds no cells in other HTML', () => {
  expect(cellsOfHtml('<p>text</p>')).toBeNull();
});
