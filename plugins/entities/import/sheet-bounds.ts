/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen';

/** A text for people. The confined process that throws it may not read the errors of the plugin. */
export class WorkbookFault extends Error {}

export const UNREADABLE = 'Failed to read the Excel file. Please save it again as .xlsx or as CSV.';

/** Of a worksheet in Excel. */
const [MAX_ROW, MAX_COLUMN] = [1_048_576, 16_384];
/** Cells from A1 to the last row and column with a value: they are read as a whole, with those that are empty. */
const MAX_CELLS = 10_000_000;
/** Bytes of a tag and the text after it: the longest cell of Excel, escaped. */
const MAX_TAG = 200_000;
const TAG = 60;
const PART = 1 << 18;
const CELL = /^([A-Z]{1,3})([1-9]\d{0,6})$/;
const ROW = /^[1-9]\d{0,6}$/;
const VALUES = new Set(['v', 'is']);

/**
 * Throws `WorkbookFault` for a workbook whose cells are at addresses beyond those of Excel, or far from each other: the library that reads it
 * fills the gaps, and a thread that allocates too much at once ends the whole process. By the parser of that library, so that both find the
 * same addresses.
 */
export function checkBounds(files: Readonly<Record<string, Uint8Array>>): void {
  const fileOf = (path: string) => (Object.hasOwn(files, path) ? files[path] : undefined);
  for (const [path, file] of Object.entries(files)) if (/\.(xml|rels)$/.test(path)) checkTags(file);
  const { all, sheets } = relationsOf(fileOf('xl/_rels/workbook.xml.rels') ?? new Uint8Array());
  for (const path of all) checkTags(fileOf(path) ?? new Uint8Array());
  for (const path of sheets) checkSheet(fileOf(path) ?? new Uint8Array());
}

/** The parser takes the square of the attributes of a tag. */
function checkTags(file: Uint8Array): void {
  for (let at = file.indexOf(TAG); at !== -1; ) {
    const next = file.indexOf(TAG, at + 1);
    if ((next === -1 ? file.length : next) - at > MAX_TAG)
      throw new WorkbookFault(`A cell of the workbook has more than ${MAX_TAG} characters.`);
    at = next;
  }
}

/** The paths of the files that a workbook refers to, as the library finds them. */
function relationsOf(relations: Uint8Array): { readonly all: string[]; readonly sheets: string[] } {
  const [all, sheets]: [string[], string[]] = [[], []];
  parse(relations, {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      for (const target of attributes('Target')) {
        const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
        all.push(path);
        if (attributes('Type').some((type) => type.endsWith('/worksheet'))) sheets.push(path);
      }
    },
  });
  return { all, sheets };
}

function checkSheet(sheet: Uint8Array): void {
  let address: Address | null = null;
  let [rows, columns] = [0, 0];
  parse(sheet, {
    open(name, attributes) {
      if (name === 'row') for (const row of attributes('r')) checkRow(row);
      if (name === 'c') for (const cell of attributes('r')) address = addressOf(cell);
      if (address === null || !VALUES.has(name)) return;
      [rows, columns] = [Math.max(rows, address.row), Math.max(columns, address.column)];
      if (rows * columns > MAX_CELLS) throw farCell(address.name);
    },
    close(name) {
      if (name === 'c') address = null;
    },
  });
}

interface Address {
  readonly name: string;
  readonly row: number;
  readonly column: number;
}

function checkRow(row: string): void {
  if (!ROW.test(row) || Number(row) > MAX_ROW) throw farCell(row);
}

function addressOf(name: string): Address {
  const [, letters = '', digits = ''] = CELL.exec(name) ?? [];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  const row = Number(digits);
  if (column === 0 || column > MAX_COLUMN || row > MAX_ROW) throw farCell(name);
  return { name, row, column };
}

function farCell(address: string): WorkbookFault {
  return new WorkbookFault(
    `The workbook has a cell at ${address.slice(0, 20)}, far from the others. Please delete it, or save the sheet as CSV.`,
  );
}

interface Handlers {
  /** Names without their prefixes: several attributes may have one. */
  open(name: string, attributes: (name: string) => string[]): void;
  close?(name: string): void;
}

function parse(file: Uint8Array, { open, close }: Handlers): void {
  const parser = new Parser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('openTag', (name, attributes, decode) => {
    const valuesOf = (wanted: string) =>
      Object.entries(attributes()).flatMap(([each, value]) => (plain(each) === wanted ? [decode(value)] : []));
    open(plain(name), valuesOf);
  });
  if (close !== undefined) parser.on('closeTag', (name) => close(plain(name)));
  const decoder = new TextDecoder();
  for (let at = 0; at < file.length; at += PART) parser.write(decoder.decode(file.subarray(at, at + PART), { stream: true }));
  parser.write(decoder.decode());
  parser.end();
}

function plain(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
