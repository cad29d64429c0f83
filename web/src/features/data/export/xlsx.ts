import { strToU8, Zip, ZipDeflate } from 'fflate';
import { cellText, type ExportColumn, type FileWriter } from './formats.ts';

/** Characters of a cell, by the limits of Excel. */
const MAX_CHARACTERS = 32_767;
const DAY_MS = 86_400_000;
/** January 1, 1970 as Excel counts days. */
const EPOCH_DAY = 25_569;
/** Positions of the cell formats in `STYLES`. */
const DAY = 1;
const MOMENT = 2;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The fixed parts of a workbook with one sheet (ECMA-376, part 1, section 18). */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** XML 1.0 has no other control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escaped = (text: string): string =>
  text
    .slice(0, MAX_CHARACTERS)
    .replace(FORBIDDEN, '')
    .replace(/[&<>]/g, (character) => ESCAPES[character] ?? '');

/** Text is stored inline, which a spreadsheet never calculates. */
const textCell = (at: string, text: string): string =>
  text === '' ? '' : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** A cell at an address such as `B12`. */
function cell(at: string, value: unknown, { type, isDay }: ExportColumn): string {
  if (typeof value === 'number' && Number.isFinite(value)) return `<c r="${at}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (type === 'datetime' && typeof value === 'string') {
    const day = Date.parse(value) / DAY_MS + EPOCH_DAY;
    // Excel counts a 29th of February in 1900.
    if (day >= 61) return `<c r="${at}" s="${isDay ? DAY : MOMENT}"><v>${day}</v></c>`;
  }
  return textCell(at, cellText(value));
}

/** `A` to `Z`, `AA` and so on. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** A workbook with one sheet, compressed while rows are added. */
export function xlsxWriter(columns: readonly ExportColumn[]): FileWriter {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(new Uint8Array(chunk));
  });
  const open = (name: string) => {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    return file;
  };
  for (const [name, text] of Object.entries(PARTS)) open(name).push(strToU8(HEAD + text), true);
  const sheet = open('xl/worksheets/sheet1.xml');
  const letters = columns.map((_, index) => columnLetters(index));
  let count = 1;
  const row = (cells: (at: string, column: ExportColumn) => string): string => {
    const number = count++;
    return `<row r="${number}">${columns.map((column, index) => cells(`${letters[index]}${number}`, column)).join('')}</row>`;
  };
  sheet.push(strToU8(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${row((at, { label }) => textCell(at, label))}`));
  return {
    add: (rows) => sheet.push(strToU8(rows.map((values) => row((at, column) => cell(at, values[column.id], column))).join(''))),
    end() {
      sheet.push(strToU8('</sheetData></worksheet>'), true);
      zip.end();
      return new Blob(chunks, { type: `${SHEET_TYPE}.sheet` });
    },
  };
}
