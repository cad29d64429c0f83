import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testHost } from '@sayso/core/testing';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import entities from '../index.ts';
import { entitiesRef } from '../ref.ts';
import { fakeApps, owner, table } from '../testing/apps.ts';

const item = table('all', 'admin', { name: { type: 'string' }, count: { type: 'number' }, day: { type: 'string', format: 'date' } }, [
  'name',
]);
const start = () => testHost(entities, { provide: [fakeApps({ app: { isPublished: true, tables: { Item: item } } })] });
let host: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  host = await start();
});
afterAll(() => host.close());

const base = '/live_api/apps/app/entities/Item';
async function upload(name: string, content: string | Uint8Array<ArrayBuffer>) {
  await host.context.collections.rows.deleteMany({ appId: 'app' });
  const form = new FormData();
  form.set('file', new File([content], name));
  const answer = await host.fetch(`${base}/import`, { method: 'POST', body: form }, owner);
  const body = (await answer.json()) as Record<string, unknown>;
  const rows = (await (await host.fetch(`${base}?sort=name`, {}, owner)).json()) as Record<string, unknown>[];
  return {
    body,
    rows: rows.map(({ name, count, day }) => ({ name, ...(count === undefined ? {} : { count }), ...(day === undefined ? {} : { day }) })),
  };
}
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const café = [{ name: 'Café', count: 1 }];

it.each<[what: string, content: string | Uint8Array<ArrayBuffer>, rows: readonly object[]]>([
  ['a byte order mark', '\uFEFFname,count\nCafé,1\n', café],
  ['line ends of Windows', 'name,count\r\nCafé,1\r\n', café],
  ['line ends of old Macs', 'name,count\rCafé,1\r', café],
  ['mixed line ends', 'name,count\r\nCafé,1\nTea,2\r\n', [...café, { name: 'Tea', count: 2 }]],
  ['no line end at the end', 'name,count\nCafé,1', café],
  ['UTF-16 LE with a mark', utf16('\uFEFFname,count\nCafé,1\n'), café],
  ['UTF-16 BE with a mark', utf16('\uFEFFname,count\nCafé,1\n', true), café],
  ['UTF-16 LE without a mark', utf16('name,count\nCafé,1\n'), café],
  ['UTF-16 BE without a mark', utf16('name,count\nCafé,1\n', true), café],
  ['Latin-1', latin1('name,count\nCafé,1\n'), café],
  ['Latin-1 late in the file', latin1(`name,count\n${'\n'.repeat(1_100_000)}Café,1\n`), café],
  ['semicolons', 'name;count\nCafé;1\n', café],
  ['tabs', 'name\tcount\nCafé\t1\n', café],
  ['quotes, a quoted line end and separator', 'name,count\n"a ""b"", c\nd",1\n', [{ name: 'a "b", c\nd', count: 1 }]],
  ['rows that are shorter than the header', 'name,count\nCafé\n', [{ name: 'Café' }]],
  ['rows with empty cells too many', 'name,count\nCafé,1,,\n', café],
  ['headers in another case', ' NAME ,Count\nCafé,1\n', café],
  ['duplicate headers: the first counts', 'name,count,count\nCafé,1,2\n', café],
  ['blank rows', 'name,count\n\n,\n  \nCafé,1\n\n', café],
  ['a declared separator', 'sep=;\nname;count\nCafé;1\n', café],
  [
    'a declared separator that other lines have less of',
    '\uFEFF"sep=|"\r\nname|count\r\n"a,b;c,d;e"|1\r\n',
    [{ name: 'a,b;c,d;e', count: 1 }],
  ],
  ['a declared tab, padded to the width', 'SEP=\t\t\nname\tcount\nCafé\t1', café],
  ['a declared comma before a column of semicolons', 'sep=,\nname\na;b\nc;d', [{ name: 'a;b' }, { name: 'c;d' }]],
  ['thousands separators', 'name,count\nCafé,"1,234.5"\n', [{ name: 'Café', count: 1234.5 }]],
])('imports a file with %s', async (_what, content, rows) => {
  expect(await upload('a.csv', content)).toMatchObject({ body: { imported: rows.length, failed: 0 }, rows });
});

it.each<[what: string, content: string, message: string]>([
  ['more cells than the header', 'name,count\nCafé,1,x\n', 'The row has 3 cells, and the header 2. Is a quote missing?'],
  ['a text as a number', 'name,count\nCafé,one\n', '`count` must be a number.'],
  ['a date in an unknown order', 'name,day\nCafé,03/04/2026\n', '`day` must be a date such as 2026-01-31.'],
  ['an empty required cell', 'name,count\n,1\n', '`name` is required.'],
])('reports a row with %s', async (_what, content, message) => {
  expect(await upload('a.csv', content)).toEqual({
    body: { imported: 0, failed: 1, total: 1, errors: [{ row: 1, message }], ignoredColumns: [] },
    rows: [],
  });
});

it.each([
  ['an empty file', '', 'CSV file appears to be empty'],
  ['blank lines', '\r\n \r\n', 'CSV file appears to be empty'],
  ['a header only', 'name,count\r\n', 'No valid data rows found in CSV'],
  ['a declared separator only', 'sep=;', 'CSV file appears to be empty'],
  ['a declared separator and a header', 'sep=;\nname;count\n', 'No valid data rows found in CSV'],
  ['no column of the table', 'colour,size\nred,1\n', 'No valid data rows found in CSV'],
  ['columns that another separator would part', 'sep=;\nname,count\nCafé,1\n', 'No valid data rows found in CSV'],
])('rejects %s', async (_what, content, message) => {
  expect(await upload('a.csv', content)).toMatchObject({ body: { message }, rows: [] });
});

const sheetXml = (rows: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** A workbook of one sheet; column C has dates. */
function workbook(rows: string): Uint8Array<ArrayBuffer> {
  const files = {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationships}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheetXml(rows),
  };
  return new Uint8Array(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
}
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const header = `<row r="1">${text('A1', 'Name')}${text('B1', 'Count')}${text('C1', 'Day')}</row>`;

it('rejects a workbook with no column of the table', async () => {
  const rows = `<row r="1">${text('A1', 'Colour')}</row><row r="2">${text('A2', 'red')}</row>`;
  expect(await upload('a.xlsx', workbook(rows))).toMatchObject({ body: { message: 'No valid data rows found in CSV' }, rows: [] });
});

it('imports the first sheet of a workbook, its dates as days', async () => {
  const rows = `${header}<row r="2">${text('A2', 'Café')}<c r="B2"><v>1.5</v></c><c r="C2" s="1"><v>46053</v></c></row>`;
  expect(await upload('a.xlsx', workbook(rows))).toMatchObject({
    body: { imported: 1, failed: 0 },
    rows: [{ name: 'Café', count: 1.5, day: '2026-01-31' }],
  });
});

it('reads the first records of a workbook for other plugins', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-workbook-'));
  const path = join(folder, 'upload');
  const long = 'x'.repeat(500);
  const rows = [2, 3, 4].map((row) => `<row r="${row}">${text(`A${row}`, `${row}${long}`)}</row>`).join('');
  const read = () => host.service(entitiesRef).readWorkbook(path, 2);
  try {
    await writeFile(path, workbook(`${header}${rows}`));
    const { records, count } = await read();
    expect([count, records[0], records[1]?.[0]?.length, records.length]).toEqual([4, ['Name', 'Count', 'Day'], 200, 2]);
    await writeFile(path, 'no workbook');
    await expect(read()).rejects.toMatchObject({ status: 400 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('rejects a workbook that unpacks to more than 64 MB', async () => {
  const bomb = workbook(`${header}<row r="2">${text('A2', ' '.repeat(70_000_000))}</row>`);
  expect(bomb.length).toBeLessThan(200_000);
  expect(await upload('a.xlsx', bomb)).toMatchObject({
    body: { message: 'The workbook has more than 64 MB of cells. Please save it as CSV and import that.' },
  });
});
