import type { FindOptions, Query, Sort } from '../../contract/store.ts';
import { accumulators, compileExpression, orNull } from './expression.ts';
import { invalid, parseFilter } from './filter.ts';
import { compileFilter } from './match.ts';
import { splitPath, valueAt } from './paths.ts';
import { compileProjection, parseSort, sortBy } from './shape.ts';
import { type Document, isObject, type Json, missing } from './values.ts';

type Stage = (documents: Document[]) => Document[];

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
  if (
    typeof path !== 'string' ||
    !path.startsWith('$') ||
    typeof preserveNullAndEmptyArrays !== 'boolean' ||
    Object.keys(others).length > 0
  )
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

function parseGroup(value: unknown): Stage {
  if (!isObject(value) || !('_id' in value)) throw invalid('$group', '$group takes an _id and fields of accumulators.');
  const { _id, ...fields } = value as Record<string, unknown>;
  const key = compileExpression(_id, '$group._id');
  const parts = Object.entries(fields).map(([field, asked]) => {
    const [operator, ...others] = isObject(asked) ? Object.keys(asked) : [];
    const counts = operator === '$count';
    const accumulate = counts ? accumulators.$sum : accumulators[operator ?? ''];
    if (accumulate === undefined || others.length > 0 || splitPath(field).length > 1)
      throw invalid(`$group.${field}`, `A field takes one of ${[...Object.keys(accumulators), '$count'].join(', ')}.`);
    const operand = (asked as Record<string, unknown>)[operator as string];
    if (counts && !(isObject(operand) && Object.keys(operand).length === 0)) throw invalid(`$group.${field}`, '$count takes {}.');
    return { field, accumulate, read: compileExpression(counts ? 1 : operand, `$group.${field}`) };
  });
  return (documents) => {
    const groups = new Map<string, { key: Json; members: Document[] }>();
    for (const document of documents) {
      const found = orNull(key(document));
      const text = JSON.stringify(found);
      const group = groups.get(text) ?? { key: found, members: [] };
      group.members.push(document);
      groups.set(text, group);
    }
    return [...groups.values()].map((group) => ({
      _id: group.key,
      ...Object.fromEntries(parts.map(({ field, accumulate, read }) => [field, accumulate(group.members.map(read))])),
    }));
  };
}

/** A `$project` with inclusions and computed fields; computed fields come last, in the given order. */
function parseComputed(value: Record<string, unknown>): Stage {
  const included = Object.entries(value).filter(([, each]) => each === 0 || each === 1);
  const computed = Object.entries(value).filter(([, each]) => each !== 0 && each !== 1);
  if (included.some(([field, each]) => each === 0 && field !== '_id'))
    throw invalid('$project', 'Beside expressions, fields are included, not excluded.');
  const parts = computed.map(([field, expression]) => {
    if (splitPath(field).length > 1) throw invalid(`$project.${field}`, 'A computed field has a plain name.');
    return [field, compileExpression(expression, `$project.${field}`)] as const;
  });
  const inclusions = Object.fromEntries(included) as Record<string, 0 | 1>;
  const withoutOthers = included.every(([field]) => field === '_id');
  const keepsId = value._id !== 0 && !computed.some(([field]) => field === '_id');
  const project = withoutOthers ? null : compileProjection(keepsId ? inclusions : { ...inclusions, _id: 0 });
  return (documents) =>
    documents.map((document) => {
      const base: Document = project === null ? (keepsId && '_id' in document ? { _id: document._id as Json } : {}) : project(document);
      const values = parts.map(([field, compute]) => [field, compute(document)] as const);
      return { ...base, ...(Object.fromEntries(values.filter(([, each]) => each !== missing)) as Document) };
    });
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
      return parseGroup(value);
    case '$project': {
      if (!isObject(value) || Object.keys(value).length === 0) throw invalid('$project', '$project takes fields.');
      if (isShape(value)) {
        const project = compileProjection(value as Record<string, 0 | 1>);
        return (documents) => (project === null ? documents : documents.map(project));
      }
      return parseComputed(value);
    }
    default:
      throw invalid('', `The stage "${operator}" is not supported.`);
  }
}

/** Throws `InvalidInput` for a stage or an operator that is not supported. */
export function checkPipeline(pipeline: readonly Query[]): void {
  pipeline.forEach(parseStage);
}

/** Delegates the leading stages that form a find to `find`, and runs the rest in memory. */
export function runPipeline<R>(pipeline: readonly Query[], find: (filter: Query, options: FindOptions) => Document[]): R[] {
  checkPipeline(pipeline);
  const rest = [...pipeline];
  const filter = rest[0] !== undefined && '$match' in rest[0] ? (rest.shift()?.$match as Query) : {};
  const sort = rest[0] !== undefined && '$sort' in rest[0] ? (rest.shift()?.$sort as Sort) : {};
  const limit = rest[0] !== undefined && '$limit' in rest[0] ? { limit: rest.shift()?.$limit as number } : {};
  return rest.map(parseStage).reduce((documents, stage) => stage(documents), find(filter, { sort, ...limit })) as R[];
}
