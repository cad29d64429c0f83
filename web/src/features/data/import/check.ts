import { type CellFormat, fromCell, type PropertySchema } from './convert.ts';
import type { ColumnMapping, TableSchema } from './schema.ts';

export type ProblemKind =
  | 'number'
  | 'decimalComma'
  | 'integer'
  | 'boolean'
  | 'dateOrder'
  | 'date'
  | 'choice'
  | 'email'
  | 'id'
  | 'uri'
  | 'json'
  | 'required'
  | 'cells';

/** Like cells of a column, which one correction may solve. */
export interface Problem {
  readonly kind: ProblemKind;
  /** Null: about whole rows. */
  readonly index: number | null;
  readonly field: string;
  readonly count: number;
  readonly firstRow: number;
  /** Different cells and how often each occurs; the first ones. */
  readonly values: readonly (readonly [value: string, count: number])[];
}

const MAX_VALUES = 20;
const COMMA = /^[+-]?(\d{1,3}([. '’]\d{3})+|\d+),\d+$/;
const DIGITS = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(\D|$)/;
const ISO = /^\d{4}-\d{2}-\d{2}/;
const ROW_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
/** Seconds or milliseconds since 1970. */
const EPOCH = /^(\d{9,10}|\d{12,13})$/;
const EMAIL = /^[^\s@<>()",;:]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
const URI = /^(\/(?!\/)\S*|(https?|mailto|tel|ftp):\S+)$/i;
/** Words for true, in the languages of many files. */
export const TRUE_WORDS = ['yes', 'y', 'ja', 'j', 'oui', 'o', 'si', 'sí', 's', '1', 'x', 'on', 'wahr', 'vrai', 't', '✓'];

/** The cell of a column, with its correction. */
export function cellOf(cells: readonly string[], { index, replace = {} }: ColumnMapping): string {
  const cell = cells[index]?.trim() ?? '';
  return Object.hasOwn(replace, cell) ? (replace[cell] ?? '') : cell;
}

/** The fields of a row. */
export function toRow(cells: readonly string[], schema: TableSchema, columns: readonly ColumnMapping[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const column of columns) {
    const cell = cellOf(cells, column);
    const property = schema.properties[column.field];
    if (property !== undefined && cell !== '') row[column.field] = fromCell(cell, property, column);
  }
  return row;
}

type Check = (cell: string, property: PropertySchema, format: CellFormat) => ProblemKind | null;

/** What is wrong with a cell that is not empty; null when nothing is. */
export const problemOf: Check = (cell, property, format) => {
  if (property.enum !== undefined && property.type !== 'array')
    return property.enum.includes(fromCell(cell, property, format) as string) ? null : 'choice';
  return (CHECKS[property.type ?? ''] ?? textProblem)(cell, property, format);
};

const numberProblem: Check = (cell, property, format) => {
  const value = fromCell(cell, property, format);
  if (typeof value !== 'number') return COMMA.test(cell) ? 'decimalComma' : 'number';
  return property.type === 'integer' && !Number.isInteger(value) ? 'integer' : null;
};

const listProblem: Check = (cell, property, format) => {
  const value = fromCell(cell, property, format);
  const choices = property.items?.enum;
  if (!Array.isArray(value)) return 'json';
  return choices === undefined || value.every((each) => choices.includes(each)) ? null : 'choice';
};

const objectProblem: Check = (cell, property, format) => {
  const value = fromCell(cell, property, format);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'json';
};

const textProblem: Check = (cell, property, format) => {
  if (property.format === 'email') return EMAIL.test(cell) ? null : 'email';
  if (property.format === 'row-id') return ROW_ID.test(cell) ? null : 'id';
  if (property.format === 'uri') return URI.test(cell) ? null : 'uri';
  return property.format === 'date' || property.format === 'date-time' ? dateProblem(cell, property, format) : null;
};

const dateProblem: Check = (cell, property, format) => {
  if (property['isInstant'] === true && EPOCH.test(cell)) return null;
  if (DIGITS.test(cell) && !ISO.test(cell) && format.dateOrder === undefined) return 'dateOrder';
  const value = String(fromCell(cell, property, format));
  return ISO.test(value) && !Number.isNaN(Date.parse(value)) ? null : 'date';
};

const CHECKS: Readonly<Record<string, Check>> = {
  number: numberProblem,
  integer: numberProblem,
  boolean: (cell, _property, { trueWords }) => (trueWords !== undefined || /^(true|false)$/i.test(cell) ? null : 'boolean'),
  object: objectProblem,
  array: listProblem,
};

/** Gathers the problems of rows, one by one; memory is bounded by the number of columns. */
export class Problems {
  readonly #schema: TableSchema;
  readonly #columns: readonly ColumnMapping[];
  readonly #width: number;
  readonly #found = new Map<string, Problem & { count: number; readonly counts: Map<string, number> }>();
  /** Rows with at least one problem. */
  rows = 0;

  constructor(schema: TableSchema, columns: readonly ColumnMapping[], width: number) {
    this.#schema = schema;
    this.#columns = columns;
    this.#width = width;
  }

  add(cells: readonly string[], row: number): void {
    let isBad = false;
    const note = (kind: ProblemKind, index: number | null, field: string, value: string) => {
      isBad = true;
      this.#note({ kind, index, field, firstRow: row }, value);
    };
    if (cells.slice(this.#width).some((cell) => cell.trim() !== '')) note('cells', null, '', String(cells.length));
    for (const column of this.#columns) {
      const property = this.#schema.properties[column.field];
      if (property === undefined) continue;
      const cell = cellOf(cells, column);
      const kind = cell === '' ? this.#missing(column.field, property) : problemOf(cell, property, column);
      if (kind !== null) note(kind, column.index, column.field, cells[column.index]?.trim() ?? '');
    }
    if (isBad) this.rows += 1;
  }

  list(): Problem[] {
    return [...this.#found.values()].map(({ counts, ...problem }) => ({ ...problem, values: [...counts] }));
  }

  #missing(field: string, property: PropertySchema): 'required' | null {
    return this.#schema.required?.includes(field) === true && property.default === undefined ? 'required' : null;
  }

  #note(problem: Pick<Problem, 'kind' | 'index' | 'field' | 'firstRow'>, value: string): void {
    const key = `${problem.kind} ${problem.index}`;
    const known = this.#found.get(key) ?? { ...problem, count: 0, values: [], counts: new Map<string, number>() };
    this.#found.set(key, known);
    known.count += 1;
    if (known.counts.has(value) || known.counts.size < MAX_VALUES) known.counts.set(value, (known.counts.get(value) ?? 0) + 1);
  }
}
