import { expect, it } from 'vitest';
import { recordsOf } from './records.ts';

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
async function read(content: string | Uint8Array<ArrayBuffer>, name = 'a.csv') {
  const records: (readonly string[])[] = [];
  for await (const record of recordsOf(new File([content], name))) records.push(record);
  return records;
}
const header = ['name', 'count'];

it.each<[what: string, content: string | Uint8Array<ArrayBuffer>, records: readonly (readonly string[])[]]>([
  ['a byte order mark', '\uFEFFname,count\nCafé,1\n', [header, ['Café', '1']]],
  ['line ends of Windows and of old Macs', 'name,count\r\nCafé,1\rTea,2', [header, ['Café', '1'], ['Tea', '2']]],
  ['UTF-16 LE with a mark', utf16('\uFEFFname,count\nCafé,1\n'), [header, ['Café', '1']]],
  ['UTF-16 BE with a mark', utf16('\uFEFFname,count\nCafé,1\n', true), [header, ['Café', '1']]],
  ['UTF-16 LE without a mark', utf16('name,count\nCafé,1\n'), [header, ['Café', '1']]],
  ['UTF-16 BE without a mark', utf16('name,count\nCafé,1\n', true), [header, ['Café', '1']]],
  ['Latin-1', latin1('name,count\nCafé,1\n'), [header, ['Café', '1']]],
  ['Latin-1 late in the file', latin1(`name,count\n${'\n'.repeat(1_100_000)}Café,1\n`), [header, ['Café', '1']]],
  ['semicolons', 'name;count\nCafé;1,5\n', [header, ['Café', '1,5']]],
  ['a declared separator', '\uFEFFsep=;\r\nname;count\r\na,b;1,5\r\n', [header, ['a,b', '1,5']]],
  ['a declared separator in quotes', '"sep=|"\nname|count\n"a;b"|1', [header, ['a;b', '1']]],
  ['tabs', 'name\tcount\nCafé\t1\n', [header, ['Café', '1']]],
  ['quotes around separators and line ends', 'name,count\n"a ""b"", c\r\nd",1\n', [header, ['a "b", c\nd', '1']]],
  ['rows shorter and longer than the header', 'name,count\na\nb,1,x\n', [header, ['a'], ['b', '1', 'x']]],
  [
    'duplicate headers',
    'name,name\na,b\n',
    [
      ['name', 'name'],
      ['a', 'b'],
    ],
  ],
  ['blank rows', 'name,count\n\n,\n  \na,1\n\n', [header, ['a', '1']]],
  [
    'a line end between two reads',
    `name,count\r\n${'x'.repeat((1 << 20) - 13)}\r\nb,2\r\n`,
    [header, ['x'.repeat((1 << 20) - 13)], ['b', '2']],
  ],
])('reads a file with %s', async (_what, content, records) => {
  expect(await read(content)).toEqual(records);
});

it.each([
  ['an empty file', '', 'a.csv', 'empty'],
  ['blank lines', '\r\n \r\n', 'a.csv', 'empty'],
  ['a quote that is missing', 'name\n"x\ny', 'a.csv', 'unreadable'],
  ['a workbook that is none', 'x', 'a.xlsx', 'unreadableExcel'],
])('rejects %s', async (_what, content, name, key) => {
  await expect(read(content, name)).rejects.toMatchObject({ key });
});
