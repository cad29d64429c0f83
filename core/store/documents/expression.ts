import { invalid, isOperators, jsonValue } from './filter.ts';
import { splitPath } from './paths.ts';
import { compareValues, type Document, equalValues, isObject, type Json, missing, type Value } from './values.ts';

/**
 * The subset of MongoDB's aggregation expressions that plugins need, and the accumulators of `$group`.
 * Not mingo, because it differs in missing fields, in the order of values and in what it refuses.
 */
export type Expression = (document: Document) => Value;

const truthy = (value: Value): boolean => value !== missing && value !== null && value !== false && value !== 0;
const absent = (value: Value): value is null | typeof missing => value === null || value === missing;

/** A path in an expression maps over the documents of arrays; numeric segments are field names, never array indexes. */
function read(value: Value, segments: readonly string[], at: number): Value {
  if (at === segments.length) return value;
  if (Array.isArray(value))
    return value.map((element) => (isObject(element) ? read(element, segments, at) : missing)).filter((each) => each !== missing);
  if (!isObject(value)) return missing;
  const segment = segments[at] as string;
  return read(Object.hasOwn(value, segment) ? (value[segment] as Json) : missing, segments, at + 1);
}

/** In expressions a missing field sorts before null, unlike in filters. */
function compare(left: Value, right: Value): number {
  if (left === missing || right === missing) return Number(left !== missing) - Number(right !== missing);
  return compareValues(left, right);
}

function numbers(operator: string, values: readonly Value[], combine: (left: number, right: number) => number): Json {
  if (values.some(absent)) return null;
  if (values.some((value) => typeof value !== 'number')) throw invalid('', `${operator} takes numbers.`);
  return (values as number[]).reduce(combine) + 0;
}

type Operator = (values: readonly Value[]) => Value;
const operators: Readonly<Record<string, { readonly arity: readonly [number, number]; readonly run: Operator }>> = {
  $eq: { arity: [2, 2], run: ([left, right]) => compare(left as Value, right as Value) === 0 },
  $ne: { arity: [2, 2], run: ([left, right]) => compare(left as Value, right as Value) !== 0 },
  $gt: { arity: [2, 2], run: ([left, right]) => compare(left as Value, right as Value) > 0 },
  $gte: { arity: [2, 2], run: ([left, right]) => compare(left as Value, right as Value) >= 0 },
  $lt: { arity: [2, 2], run: ([left, right]) => compare(left as Value, right as Value) < 0 },
  $lte: { arity: [2, 2], run: ([left, right]) => compare(left as Value, right as Value) <= 0 },
  $and: { arity: [1, 100], run: (values) => values.every(truthy) },
  $or: { arity: [1, 100], run: (values) => values.some(truthy) },
  $not: { arity: [1, 1], run: ([value]) => !truthy(value as Value) },
  $ifNull: { arity: [2, 100], run: (values) => values.find((value) => !absent(value)) ?? (values.at(-1) as Value) },
  $cond: { arity: [3, 3], run: ([condition, yes, no]) => (truthy(condition as Value) ? yes : no) as Value },
  $add: { arity: [1, 100], run: (values) => numbers('$add', values, (left, right) => left + right) },
  $subtract: { arity: [2, 2], run: (values) => numbers('$subtract', values, (left, right) => left - right) },
  $multiply: { arity: [1, 100], run: (values) => numbers('$multiply', values, (left, right) => left * right) },
  $divide: {
    arity: [2, 2],
    run: (values) => {
      if (values[1] === 0 && typeof values[0] === 'number') throw invalid('', '$divide by zero.');
      return numbers('$divide', values, (left, right) => left / right);
    },
  },
  $concat: {
    arity: [1, 100],
    run: (values) => {
      if (values.some(absent)) return null;
      if (values.some((value) => typeof value !== 'string')) throw invalid('', '$concat takes text.');
      return values.join('');
    },
  },
  $substrCP: {
    arity: [3, 3],
    run: ([text, start, length]) => {
      if (!Number.isInteger(start) || !Number.isInteger(length) || (start as number) < 0 || (length as number) < 0)
        throw invalid('', '$substrCP takes a start and a length from 0.');
      if (absent(text as Value)) return '';
      if (typeof text !== 'string' && typeof text !== 'number') throw invalid('', '$substrCP takes text.');
      return [...String(text)].slice(start as number, (start as number) + (length as number)).join('');
    },
  },
  $size: {
    arity: [1, 1],
    run: ([value]) => {
      if (!Array.isArray(value)) throw invalid('', '$size takes a list.');
      return value.length;
    },
  },
};

/** Throws `InvalidInput` for an unsupported operator. */
export function compileExpression(expression: unknown, path: string): Expression {
  if (typeof expression === 'string' && expression.startsWith('$')) {
    const segments = splitPath(expression.slice(1));
    return (document) => read(document, segments, 0);
  }
  if (Array.isArray(expression)) {
    const parts = expression.map((each) => compileExpression(each, path));
    return (document) => parts.map((part) => orNull(part(document)));
  }
  if (isOperators(expression)) return compileOperator(expression, path);
  if (isObject(expression) && !((expression as unknown) instanceof Date)) {
    const fields = Object.entries(expression).map(([key, each]) => [key, compileExpression(each, path)] as const);
    return (document) => {
      const values = fields.map(([key, field]) => [key, field(document)] as const);
      return Object.fromEntries(values.filter(([, value]) => value !== missing)) as Document;
    };
  }
  const value = jsonValue(expression, path);
  return () => value;
}

function compileOperator(expression: Record<string, unknown>, path: string): Expression {
  const [name, ...others] = Object.keys(expression) as [string, ...string[]];
  const operand = expression[name];
  if (name === '$literal' && others.length === 0) {
    const value = jsonValue(operand, path);
    return () => value;
  }
  const operator = operators[name];
  if (operator === undefined || others.length > 0) throw invalid(path, `The operator "${name}" is not supported in expressions.`);
  const list = Array.isArray(operand) ? operand : [operand];
  const [least, most] = operator.arity;
  if (list.length < least || list.length > most)
    throw invalid(path, `${name} takes ${least === most ? least : `at least ${least}`} values.`);
  const parts = list.map((each) => compileExpression(each, path));
  return (document) => operator.run(parts.map((part) => part(document)));
}

export const orNull = (value: Value): Json => (value === missing ? null : value);

const isNumber = (value: Value): value is number => typeof value === 'number';

/** Accumulators: reduce the values of one expression over the documents of a group. */
export const accumulators: Readonly<Record<string, (values: readonly Value[]) => Json>> = {
  $sum: (values) => sum(values),
  $avg: (values) => {
    const count = values.filter(isNumber).length;
    return count === 0 ? null : sum(values) / count;
  },
  $min: (values) =>
    values
      .filter((value) => !absent(value))
      .reduce<Json>((least, value) => (least === null || compareValues(value as Json, least) < 0 ? (value as Json) : least), null),
  $max: (values) =>
    values
      .filter((value) => !absent(value))
      .reduce<Json>((most, value) => (most === null || compareValues(value as Json, most) > 0 ? (value as Json) : most), null),
  $first: (values) => orNull(values[0] ?? null),
  $last: (values) => orNull(values.at(-1) ?? null),
  $push: (values) => values.filter((value) => value !== missing),
  $addToSet: (values) => {
    const set: Json[] = [];
    for (const value of values) if (value !== missing && !set.some((present) => equalValues(present, value))) set.push(value);
    return set;
  },
};

/** Kahan summation, as in MongoDB, so that both engines round alike. */
function sum(values: readonly Value[]): number {
  let total = 0;
  let lost = 0;
  for (const value of values.filter(isNumber)) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost + 0;
}
