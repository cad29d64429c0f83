import type { EntitySchema, PropertySchema } from '@sayso/apps/ref';
import Papa from 'papaparse';
import { InvalidImport } from './errors.ts';

export interface ImportFile {
  readonly name: string;
  /** Decides for a file whose name has no extension, as pages send them. */
  readonly type: string;
  readonly text: string;
}

export interface ImportedRows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly ignoredColumns: readonly string[];
}

const EXTENSIONS: Readonly<Record<string, string>> = { 'text/csv': 'csv', 'application/json': 'json' };
const MAX_ROWS = 20_000;
const SPLITTERS = ['\n', ';', '|', '\t', ','] as const;

/** The rows of a CSV file (the first line names the fields) or of a JSON list, values made of the table's types. */
export function readFile(schema: EntitySchema, { name, type, text }: ImportFile): ImportedRows {
  const extension = name.includes('.') ? name.toLowerCase().split('.').at(-1) : EXTENSIONS[type.split(';')[0] ?? ''];
  if (extension !== 'csv' && extension !== 'json') throw new InvalidImport('Only .csv and .json files can be imported.');
  const result = extension === 'json' ? readJson(text) : readCsv(schema, text);
  if (result.rows.length > MAX_ROWS) throw new InvalidImport(`A file of at most ${MAX_ROWS} rows can be imported at once.`);
  return result;
}

function readJson(text: string): ImportedRows {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidImport(`Invalid JSON: ${(error as Error).message}`);
  }
  const isList = Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));
  if (!isList) throw new InvalidImport('A JSON file must be a list of objects.');
  return { rows: value as Record<string, unknown>[], ignoredColumns: [] };
}

function readCsv(schema: EntitySchema, text: string): ImportedRows {
  if (text.trim() === '') throw new InvalidImport('CSV file appears to be empty');
  const { data, meta, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: 'greedy' });
  // A file of one column has no separator to find, and rows may be shorter than the header: neither is a fault.
  if (errors.some(({ type }) => type === 'Quotes')) throw new InvalidImport('Failed to parse CSV file. Please check the format.');
  if (data.length === 0) throw new InvalidImport('No valid data rows found in CSV');
  const fields = new Map((meta.fields ?? []).map((column) => [column, fieldOf(schema, column)]));
  const rows = data.map((line) => {
    const row: Record<string, unknown> = {};
    for (const [column, field] of fields) {
      const cell = line[column]?.trim() ?? '';
      const property = field === null ? undefined : schema.properties[field];
      if (field !== null && property && cell !== '') row[field] = fromCell(cell, property);
    }
    return row;
  });
  return { rows, ignoredColumns: [...fields].filter(([, field]) => field === null).map(([column]) => column) };
}

/** The field that a column names, as people write headers: `Due date` is `due_date` or `dueDate`. */
function fieldOf(schema: EntitySchema, column: string): string | null {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
  const names = Object.keys(schema.properties);
  return names.find((name) => name === column) ?? names.find((name) => plain(name) === plain(column)) ?? null;
}

/** A cell as a value of its field (section 5 of the specification); what cannot be converted is kept, for the check to name. */
function fromCell(cell: string, property: PropertySchema): unknown {
  switch (property.type) {
    case 'number':
    case 'integer':
      return Number.isNaN(Number(cell)) ? cell : Number(cell);
    case 'boolean':
      return cell.toLowerCase() === 'true';
    case 'object':
      return parsed(cell);
    case 'array': {
      const list = cell.startsWith('[') ? parsed(cell) : cell;
      if (typeof list !== 'string' || (property.items?.type ?? 'string') !== 'string') return list;
      const splitter = SPLITTERS.find((character) => list.includes(character));
      const parts = splitter === undefined ? [list] : list.split(splitter);
      return parts.map((part) => part.trim()).filter((part) => part !== '');
    }
    default: {
      const isTime = property.format === 'date-time' && !Number.isNaN(Date.parse(cell));
      return isTime ? new Date(cell).toISOString() : cell;
    }
  }
}

function parsed(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
