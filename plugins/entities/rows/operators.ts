import { isDeepStrictEqual } from 'node:util';
import type { EntitySchema } from '@sayso/apps/ref';
import { InvalidRow } from '../errors.ts';
import { documentPath } from '../lists/query.ts';
import { scalarType } from './fields.ts';

type Fields = Readonly<Record<string, unknown>>;
/** The new value of a field, or undefined to remove it. */
type Change = (value: unknown) => unknown;

/** Changes of fields that apply to any row of a table. */
export interface Operators {
  readonly changes: ReadonlyMap<string, Change>;
  /** The values when they are the same for all rows; null when a change depends on the row. */
  readonly constant: Fields | null;
  /** What the changes may write to fields: values, or items of lists. */
  readonly given: Fields;
  /** The fields whose values decide what becomes of them. */
  readonly computed: readonly string[];
}

interface Operator {
  readonly needs: 'number' | 'list' | 'single' | 'any';
  /** Throws `InvalidRow` for an invalid operand. */
  of(field: string, operand: unknown): Change;
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  $set: { needs: 'any', of: (_field, operand) => () => operand },
  $unset: { needs: 'any', of: () => () => undefined },
  $inc: arithmetic('$inc', (left, right) => left + right),
  $mul: arithmetic('$mul', (left, right) => left * right),
  $min: extreme('$min', (value, limit) => value <= limit),
  $max: extreme('$max', (value, limit) => value >= limit),
  $push: { needs: 'list', of: (_field, operand) => (value) => [...listOf(value), ...each(operand)] },
  $addToSet: {
    needs: 'list',
    of: (_field, operand) => (value) => {
      const all = [...listOf(value)];
      for (const one of each(operand)) if (!all.some((present) => isDeepStrictEqual(present, one))) all.push(one);
      return all;
    },
  },
  $pull: { needs: 'list', of: pulled },
};

/** Operators whose operands are stored as they are. */
const WRITING = new Set(['$set', '$min', '$max', '$push', '$addToSet']);

/** Operators whose outcome is the same whatever the field holds. */
const BLIND = new Set(['$set', '$unset']);

/** Reads plain fields, or operators on them; throws `InvalidRow` naming the operator or the field at fault. */
export function parseOperators(schema: EntitySchema, data: Fields): Operators {
  const names = Object.keys(data);
  const isPlain = !names.some((name) => name.startsWith('$'));
  const entries = isPlain ? [['$set', data] as const] : Object.entries(data);
  const changes = new Map<string, Change>();
  for (const [name, fields] of entries) {
    const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
    if (operator === undefined)
      throw invalid(name, `\`${name.slice(0, 40)}\` is not a change of rows. Use ${Object.keys(OPERATORS).join(', ')}.`);
    if (!isFields(fields)) throw invalid(name, `\`${name}\` needs an object of fields.`);
    for (const [field, operand] of Object.entries(fields)) {
      checkField(schema, field, operator.needs, name);
      if (changes.has(field)) throw invalid(field, `\`${field}\` is changed twice.`);
      changes.set(field, operator.of(field, operand));
    }
  }
  if (changes.size === 0) throw invalid('', 'Say which fields to change: {"done": true}, or {"$inc": {"votes": 1}}.');
  const isConstant = entries.every(([name]) => name === '$set');
  const constant = isConstant ? Object.fromEntries([...changes].map(([field, change]) => [field, change(undefined)])) : null;
  const computed = entries.flatMap(([name, fields]) => (BLIND.has(name) ? [] : Object.keys(fields as Fields)));
  return { changes, constant, given: givenBy(entries), computed };
}

function givenBy(entries: readonly (readonly [operator: string, fields: unknown])[]): Fields {
  const given = entries.filter(([name]) => WRITING.has(name));
  return Object.fromEntries(
    given.flatMap(([name, fields]) =>
      Object.entries(fields as Fields).map(([field, operand]) => [field, OPERATORS[name]?.needs === 'list' ? each(operand) : operand]),
    ),
  );
}

function checkField(schema: EntitySchema, field: string, needs: Operator['needs'], operator: string): void {
  if (documentPath(schema, field) !== `data.${field}`) throw invalid(field, `\`${field}\` is set by the server.`);
  if (field.includes('.')) throw invalid(field, `\`${field}\` is a part of a field. Change the whole field.`);
  const property = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined;
  if (property === undefined) return;
  if (needs === 'number' && scalarType(property) !== 'number')
    throw invalid(field, `\`${operator}\` needs a number, and \`${field}\` is none.`);
  if (needs === 'list' && property.type !== undefined && property.type !== 'array')
    throw invalid(field, `\`${operator}\` needs a list, and \`${field}\` is none.`);
  if (needs === 'single' && scalarType(property) === null)
    throw invalid(field, `\`${operator}\` needs a field of single values, and \`${field}\` is none.`);
}

function arithmetic(name: string, apply: (left: number, right: number) => number): Operator {
  return {
    needs: 'number',
    of(field, operand) {
      if (typeof operand !== 'number' || !Number.isFinite(operand)) throw invalid(field, `\`${name}\` of \`${field}\` needs a number.`);
      return (value) => {
        const left = value ?? 0;
        if (typeof left !== 'number') throw invalid(field, `\`${name}\` needs a number, and \`${field}\` of a row holds none.`);
        return apply(left, operand) + 0;
      };
    },
  };
}

function extreme(name: string, isKept: (value: string | number, limit: string | number) => boolean): Operator {
  return {
    needs: 'single',
    of(field, operand) {
      if (typeof operand !== 'number' && typeof operand !== 'string')
        throw invalid(field, `\`${name}\` of \`${field}\` needs a number or text.`);
      // A value of another type counts as none.
      return (value) => (typeof value === typeof operand && isKept(value as string | number, operand) ? value : operand);
    },
  };
}

/** `{$in: […]}` removes several values; objects remove the elements that have all of their members. */
function pulled(field: string, operand: unknown): Change {
  const matches = (wanted: unknown) => (element: unknown) =>
    isFields(wanted) && isFields(element)
      ? Object.entries(wanted).every(([name, value]) => Object.hasOwn(element, name) && isDeepStrictEqual(element[name], value))
      : isDeepStrictEqual(element, wanted);
  if (!isFields(operand) || !Object.keys(operand).some((name) => name.startsWith('$')))
    return (value) => listOf(value).filter((element) => !matches(operand)(element));
  const { $in: values, ...rest } = operand;
  if (!Array.isArray(values) || Object.keys(rest).length > 0) throw invalid(field, '`$pull` takes a value, or {"$in": […]}.');
  return (value) => listOf(value).filter((element) => !values.some((wanted) => matches(wanted)(element)));
}

function each(operand: unknown): readonly unknown[] {
  return isFields(operand) && Array.isArray(operand['$each']) && Object.keys(operand).length === 1 ? operand['$each'] : [operand];
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(path: string, message: string): InvalidRow {
  return new InvalidRow([{ path: path.slice(0, 80), message }]);
}
