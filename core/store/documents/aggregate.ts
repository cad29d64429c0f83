import { Aggregator } from 'mingo';
import type { FindOptions, Query, Sort } from '../../contract/store.ts';
import { invalid, jsonValue, parseFilter } from './filter.ts';
import { compileFilter } from './match.ts';
import { splitPath, valueAt } from './paths.ts';
import { compileProjection, parseSort, sortBy } from './shape.ts';
import { type Document, isObject, type Json, missing } from './values.ts';

const accumulators = new Set(['$sum', '$avg', '$min', '$max', '$first', '$last', '$push', '$addToSet', '$count']);
const expressions = new Set([
  '$literal $ifNull $cond $eq $ne $gt $gte $lt $lte $and $or $not $add $subtract $multiply $divide $concat $substrCP $size',
].flatMap((names) => names.split(' ')));

function checkExpression(expression: unknown, path: string): void {
  if (typeof expression === 'string' && expression.startsWith('$')) return void splitPath(expression.slice(1));
  if (Array.isArray(expression)) {
    for (const each of expression) checkExpression(each, path);
    return;
  }
  if (!isObject(expression)) return void jsonValue(expression, path);
  const keys = Object.keys(expression);
  const operator = keys.find((key) => key.startsWith('$'));
  if (operator !== undefined && (keys.length > 1 || !expressions.has(operator))) throw invalid(path, `The operator "${operator}" is not supported in expressions.`);
  if (operator === '$literal') return void jsonValue(expression.$literal, path);
  for (const key of keys) checkExpression(expression[key], path);
}

function isShape(projection: Query): boolean {
  return Object.values(projection).every((value) => value === 0 || value === 1);
}

function whole(stage: string, value: unknown, from: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < from) throw invalid(stage, `${stage} takes a whole number from ${from}.`);
  return value as number;
}

interface Unwind {
  readonly path: string;
  readonly preserveNullAndEmptyArrays: boolean;
}

function parseUnwind(value: unknown): Unwind {
  const { path, preserveNullAndEmptyArrays = false, ...others } = isObject(value) ? (value as Record<string, unknown>) : { path: value };
  if (typeof path !== 'string' || !path.startsWith('$') || typeof preserveNullAndEmptyArrays !== 'boolean' || Object.keys(others).length > 0)
    throw invalid('$unwind', '$unwind takes "$path" or {path, preserveNullAndEmptyArrays}.');
  splitPath(path.slice(1));
  return { path: path.slice(1), preserveNullAndEmptyArrays };
}

function unwind(documents: readonly Document[], { path, preserveNullAndEmptyArrays }: Unwind): Document[] {
  const segments = splitPath(path);
  const place = (value: Json, at: number, element: Json | undefined): Json => {
    if (at === segments.length) return element as Json;
    const copy = { ...(value as Document) };
    const key = segments[at] as string;
    if (element === undefined && at === segments.length - 1) delete copy[key];
    else copy[key] = place(copy[key] as Json, at + 1, element);
    return copy;
  };
  return documents.flatMap((document) => {
    const value = valueAt(document, segments);
    if (Array.isArray(value) && value.length > 0) return value.map((element) => place(document, 0, element) as Document);
    if (value !== missing && value !== null && !Array.isArray(value)) return [document];
    if (!preserveNullAndEmptyArrays) return [];
    return [Array.isArray(value) ? (place(document, 0, undefined) as Document) : document];
  });
}

function checkGroup(value: unknown): void {
  if (!isObject(value) || !('_id' in value)) throw invalid('$group', '$group takes an _id and fields of accumulators.');
  const { _id, ...fields } = value;
  checkExpression(_id, '$group._id');
  for (const [field, accumulator] of Object.entries(fields)) {
    splitPath(field);
    const [operator, ...others] = isObject(accumulator) ? Object.keys(accumulator) : [];
    if (operator === undefined || others.length > 0 || !accumulators.has(operator) || field.includes('.')) throw invalid(`$group.${field}`, `A field takes one of ${[...accumulators].join(', ')}.`);
    checkExpression((accumulator as Document)[operator], `$group.${field}`);
  }
}

type Stage = (documents: Document[]) => Document[];

function byMingo(stage: Query): Stage {
  // mingo marks a document as its own type; the stages are the same plain objects.
  return (documents) => new Aggregator([stage] as Record<string, never>[]).run(documents) as Document[];
}

function parseStage(stage: Query): Stage {
  const [operator, ...others] = Object.keys(stage);
  const value = operator === undefined ? undefined : stage[operator];
  if (others.length > 0) throw invalid('', 'A stage has one operator.');
  switch (operator) {
    case '$match': {
      const matches = compileFilter(parseFilter(value as Query));
      return (documents) => documents.filter(matches);
    }
    case '$sort': {
      if (!isObject(value) || Object.keys(value).length === 0) throw invalid('$sort', '$sort takes fields with 1 or -1.');
      const keys = parseSort(value as Sort);
      return (documents) => sortBy(documents, keys, (document) => document);
    }
    case '$limit': {
      const limit = whole('$limit', value, 1);
      return (documents) => documents.slice(0, limit);
    }
    case '$skip': {
      const skip = whole('$skip', value, 0);
      return (documents) => documents.slice(skip);
    }
    case '$count': {
      if (typeof value !== 'string' || value.includes('.')) throw invalid('$count', '$count takes the name of a field.');
      splitPath(value);
      return (documents) => (documents.length === 0 ? [] : [{ [value]: documents.length }]);
    }
    case '$unwind': {
      const parsed = parseUnwind(value);
      return (documents) => unwind(documents, parsed);
    }
    case '$group':
      checkGroup(value);
      return byMingo(stage);
    case '$project': {
      if (!isObject(value) || Object.keys(value).length === 0) throw invalid('$project', '$project takes fields.');
      if (isShape(value)) {
        const project = compileProjection(value as Record<string, 0 | 1>);
        return (documents) => (project === null ? documents : documents.map(project));
      }
      for (const [field, expression] of Object.entries(value)) {
        splitPath(field);
        if (field.includes('.') || (expression === 0 && field !== '_id')) throw invalid(`$project.${field}`, 'Beside expressions, fields are included, by plain names.');
        checkExpression(expression, `$project.${field}`);
      }
      return byMingo(stage);
    }
    default:
      throw invalid('', `The stage "${operator}" is not supported.`);
  }
}

/** Throws `InvalidInput` for a stage or an operator that is not supported. */
export function checkPipeline(pipeline: readonly Query[]): void {
  pipeline.forEach(parseStage);
}

/** Hands the stages at the start that are a find to `find`, and runs the rest in memory. */
export function runPipeline<R>(pipeline: readonly Query[], find: (filter: Query, options: FindOptions) => Document[]): R[] {
  checkPipeline(pipeline);
  const rest = [...pipeline];
  const filter = rest[0] !== undefined && '$match' in rest[0] ? (rest.shift()?.$match as Query) : {};
  const sort = rest[0] !== undefined && '$sort' in rest[0] ? (rest.shift()?.$sort as Sort) : {};
  const limit = rest[0] !== undefined && '$limit' in rest[0] ? { limit: rest.shift()?.$limit as number } : {};
  return rest.map(parseStage).reduce((documents, stage) => stage(documents), find(filter, { sort, ...limit })) as R[];
}

