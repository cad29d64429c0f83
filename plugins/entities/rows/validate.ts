import type { EntitySchema, PropertySchema } from '@sayso/apps/ref';
import { cut } from '@sayso/core';
import { InvalidRow } from '../errors.ts';
import { compileDefaults } from './defaults.ts';
import { FORMATS } from './formats.ts';

type Fields = Readonly<Record<string, unknown>>;
type Issues = { path: string; message: string }[];
type Check = (value: unknown, path: string, issues: Issues) => void;

const BUILT_IN = new Set(['id', 'createdAt', 'updatedAt', 'creatorId']);
/** An undeclared field of an open table. */
const COLUMN = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const MAX_SIZE = 500_000;
/** Characters of JSON: of an escaped character, of a number, and of the quotes, the colon and the comma of a field. */
const MOST_ESCAPED = 6;
const MOST_NUMBER = 25;
const PUNCTUATION = 6;
const MAX_DEPTH = 20;
const MAX_ISSUES = 20;
/** Of a field's name within free-form JSON. */
const MAX_NAME = 200;

/** A table's schema, compiled: what a row may hold. Converts nothing; rejects invalid fields by name. */
export interface RowValidator {
  /** The fields of a new row, defaults filled in; throws `InvalidRow`. */
  create(row: Fields): Record<string, unknown>;
  /** The changed fields of a row; others stay as they are. Throws `InvalidRow`. */
  update(changes: Fields): Record<string, unknown>;
}

export function compileValidator(schema: EntitySchema): RowValidator {
  const check = objectCheck(schema.name, schema);
  const required = new Set(schema.required ?? []);
  const fill = compileDefaults(schema, MAX_SIZE);
  const checked = (row: Fields, names: Iterable<string>): Record<string, unknown> => {
    const issues: Issues = [];
    for (const name of names) if (isMissing(row, name)) issues.push({ path: name, message: `\`${name}\` is required.` });
    check(row, '', issues);
    if (issues.length > 0) throw new InvalidRow(issues.slice(0, MAX_ISSUES));
    checkSize(row);
    return row as Record<string, unknown>;
  };
  return {
    create(row) {
      const own = ownFields(row);
      if (!fill(own)) throw tooLarge();
      return checked(own, required);
    },
    update(changes) {
      const own = ownFields(changes);
      return checked(
        own,
        [...required].filter((name) => Object.hasOwn(own, name)),
      );
    },
  };
}

/** Drops the fields that the server sets, which clients send back, and undefined, which JSON lacks. */
function ownFields(row: Fields): Record<string, unknown> {
  const own: Record<string, unknown> = {};
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (BUILT_IN.has(name) || value === undefined) continue;
    // Assigning to this name would set the prototype.
    if (name === '__proto__') Object.defineProperty(own, name, { value, enumerable: true, configurable: true, writable: true });
    else own[name] = value;
  }
  return own;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMissing(fields: Fields, name: string): boolean {
  // A field may be named like a method that every object inherits.
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  return value === undefined || value === null || value === '';
}

/** Throws `InvalidRow` for a row that is too large. A row that was larger `before` may stay so, or shrink. */
export function checkSize(row: Fields, before: Fields = {}): void {
  if (mostCharacters(row) <= MAX_SIZE) return;
  const length = JSON.stringify(row).length;
  if (length > MAX_SIZE && length > JSON.stringify(before).length) throw tooLarge();
}

function tooLarge(): InvalidRow {
  return new InvalidRow([{ path: '', message: `A row has at most ${MAX_SIZE} characters.` }]);
}

/** No less than a row has as JSON, found without its text; unbounded for a row with objects, or with lists of other than simple values. */
function mostCharacters(row: Fields): number {
  let most = 2;
  for (const name of Object.keys(row)) {
    const value = row[name];
    most += MOST_ESCAPED * name.length + PUNCTUATION;
    if (Array.isArray(value)) for (const item of value) most += mostOf(item) + PUNCTUATION;
    else most += mostOf(value);
  }
  return most;
}

function mostOf(value: unknown): number {
  if (typeof value === 'string') return MOST_ESCAPED * value.length;
  return typeof value === 'object' && value !== null ? Number.POSITIVE_INFINITY : MOST_NUMBER;
}

function compile(property: PropertySchema): Check {
  const typed = TYPES[property.type ?? '']?.(property) ?? anyCheck;
  const choices = property.enum && property.type !== 'array' ? new Set<unknown>(property.enum) : null;
  return (value, path, issues) => {
    // An empty field of a form is valid for every type; `required` is checked elsewhere.
    if (value === null || value === undefined) return;
    if (choices) {
      if (choices.has(value) || value === '') return;
      issues.push({ path, message: `\`${path}\` must be one of: ${[...choices].slice(0, 20).join(', ')}.` });
      return;
    }
    typed(value, path, issues);
  };
}

const TYPES: Readonly<Record<string, (property: PropertySchema) => Check>> = {
  string: stringCheck,
  number: (property) => numberCheck(property, Number.isFinite, 'a number'),
  integer: (property) => numberCheck(property, Number.isSafeInteger, 'a whole number'),
  boolean: () => (value, path, issues) => {
    if (typeof value !== 'boolean') issues.push({ path, message: `\`${path}\` must be true or false.` });
  },
  array: arrayCheck,
  object: (property) => objectCheck(null, property),
};

function stringCheck({ format, minLength, maxLength }: PropertySchema): Check {
  const known = format !== undefined && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return (value, path, issues) => {
    if (typeof value !== 'string') issues.push({ path, message: `\`${path}\` must be text.` });
    else if (value === '') return;
    else if (known && !known.matches(value)) issues.push({ path, message: `\`${path}\` must be ${known.words}.` });
    else if (typeof minLength === 'number' && value.length < minLength) {
      issues.push({ path, message: `\`${path}\` must have at least ${minLength} characters.` });
    } else if (typeof maxLength === 'number' && value.length > maxLength) {
      issues.push({ path, message: `\`${path}\` must have at most ${maxLength} characters.` });
    }
  };
}

function numberCheck({ minimum, maximum }: PropertySchema, is: (value: unknown) => boolean, words: string): Check {
  return (value, path, issues) => {
    if (typeof value !== 'number' || !is(value)) issues.push({ path, message: `\`${path}\` must be ${words}.` });
    else if (typeof minimum === 'number' && value < minimum) issues.push({ path, message: `\`${path}\` must be at least ${minimum}.` });
    else if (typeof maximum === 'number' && value > maximum) issues.push({ path, message: `\`${path}\` must be at most ${maximum}.` });
  };
}

function arrayCheck({ items }: PropertySchema): Check {
  const item = items ? compile(items) : anyCheck;
  return (value, path, issues) => {
    if (!Array.isArray(value)) {
      issues.push({ path, message: `\`${path}\` must be a list.` });
      return;
    }
    for (const [index, one] of value.entries()) item(one, `${path}.${index}`, issues);
  };
}

/** Of a table (named) or of a nested object. A nested one without declared properties may hold anything. */
function objectCheck(table: string | null, { properties, required: names, additionalProperties }: PropertySchema): Check {
  const checks = new Map(Object.entries(properties ?? {}).map(([name, property]) => [name, compile(property)]));
  // Required fields of the table itself are checked separately: updates omit unchanged fields.
  const needed = table === null && Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
  const isOpen = additionalProperties === true || (table === null && checks.size === 0);
  const isOpenField = (name: string) => isOpen && (table === null ? isFieldName(name) : COLUMN.test(name));
  const required = needed.map(requiredCheck);
  const field = (name: string): Check | null => checks.get(name) ?? (isOpenField(name) ? anyCheck : null);
  return (value, path, issues) => {
    if (!isFields(value)) {
      issues.push({ path, message: path === '' ? 'A row must be an object.' : `\`${path}\` must be an object.` });
      return;
    }
    for (const check of required) check(value, path, issues);
    for (const name of Object.keys(value)) {
      const inner = path === '' ? name : `${path}.${name}`;
      (field(name) ?? unknownField(table ?? `\`${path}\``))(value[name], inner, issues);
    }
  };
}

function unknownField(owner: string): Check {
  return (_value, path, issues) => {
    issues.push({ path: cut(path, 200), message: `\`${cut(path, 200)}\` is not a field of ${owner}.` });
  };
}

function requiredCheck(name: string): (value: Fields, path: string, issues: Issues) => void {
  return (value, path, issues) => {
    if (isMissing(value, name)) issues.push({ path: `${path}.${name}`, message: `\`${path}.${name}\` is required.` });
  };
}

/** Any JSON within the limits of the store. */
function anyCheck(value: unknown, path: string, issues: Issues): void {
  if (!isStorable(value, MAX_DEPTH))
    issues.push({
      path,
      message: `\`${path}\` is nested too deeply, or has names that start with "$" or have more than ${MAX_NAME} characters.`,
    });
}

function isStorable(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.entries(value).every(([name, inner]) => (Array.isArray(value) || isFieldName(name)) && isStorable(inner, levels - 1));
}

function isFieldName(name: string): boolean {
  return !name.startsWith('$') && name !== '' && name.length <= MAX_NAME && name !== '__proto__' && !name.includes('\0');
}
