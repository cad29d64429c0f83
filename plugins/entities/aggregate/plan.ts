import type { EntitySchema, PropertySchema } from '@sayso/apps/ref';
import type { Aggregation, AggregationGroup, AggregationMeasure, Sort } from '@sayso/core';
import { InvalidQuery } from '../errors.ts';
import { documentPath, toFilterBy } from '../lists/query.ts';
import type { AggregateRows } from '../ref.ts';
import { scalarType } from '../rows/fields.ts';

const MAX_GROUPS = 4;
const MAX_MEASURES = 20;
const MAX_SORTED = 4;
const MAX_LIMIT = 1000;
const BUILT_IN: Readonly<Record<string, PropertySchema>> = {
  id: { type: 'string' },
  createdAt: { type: 'string', format: 'date-time' },
  updatedAt: { type: 'string', format: 'date-time' },
  creatorId: { type: 'string' },
};

/** An aggregation for the store, whose results have short names, and the public name of each. */
export interface AggregationPlan {
  readonly aggregation: Aggregation;
  readonly names: ReadonlyMap<string, string>;
}

/** Translates a caller's aggregation; throws `InvalidQuery` naming the field at fault. Asks for one group more than the limit. */
export function planAggregation(schema: EntitySchema, options: AggregateRows): AggregationPlan {
  const results = new Results();
  const groups = groupsOf(schema, options).map(([field, unit]): AggregationGroup => {
    const path = documentPath(schema, field);
    propertyAt(schema, field);
    const group = { name: results.add('g', field), path };
    return unit === undefined ? group : { ...group, unit };
  });
  const measures: AggregationMeasure[] = options.count === false ? [] : [{ name: results.add('m', 'count'), kind: 'count' }];
  for (const { option, kind, prefix, check } of MEASURES)
    for (const field of listOf(options[option])) {
      const path = documentPath(schema, field);
      check(field, propertyAt(schema, field));
      measures.push({ name: results.add('m', `${prefix}_${field}`), kind, path });
    }
  if (measures.length > MAX_MEASURES) throw invalid('sum', `An aggregation computes at most ${MAX_MEASURES} values for each group.`);
  if (groups.length + measures.length === 0) throw invalid('count', 'An aggregation needs a field to group by, or a value to compute.');
  const having = options.having === undefined ? {} : toFilterBy((name) => results.nameOf(name, 'having'), options.having);
  const limit = options.limit ?? MAX_LIMIT;
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MAX_LIMIT) throw invalid('limit', `\`limit\` must be from 1 to ${MAX_LIMIT}.`);
  return { aggregation: { groups, measures, having, sort: sortOf(options.sort, groups, results), limit: limit + 1 }, names: results.names };
}

/** The public names of results, by their short ones. */
class Results {
  readonly names = new Map<string, string>();
  readonly #short = new Map<string, string>();

  add(prefix: 'g' | 'm', name: string): string {
    if (this.#short.has(name)) throw invalid(name, `Two results of this aggregation have the name \`${name}\`.`);
    const short = `${prefix}${this.names.size}`;
    this.names.set(short, name);
    this.#short.set(name, short);
    return short;
  }

  nameOf(name: string, path: string): string {
    const short = this.#short.get(name);
    if (short === undefined) throw invalid(path, `\`${name.slice(0, 80)}\` is not a result of this aggregation.`);
    return short;
  }
}

function groupsOf(schema: EntitySchema, { groupBy, dateBucket }: AggregateRows): [field: string, unit?: AggregationGroup['unit']][] {
  const fields = listOf(groupBy).map((field): [string] => [field]);
  if (fields.length > MAX_GROUPS) throw invalid('groupBy', `Rows are grouped by at most ${MAX_GROUPS} fields.`);
  if (dateBucket === undefined) return fields;
  const { field, unit } = dateBucket;
  documentPath(schema, field);
  const property = propertyAt(schema, field);
  const isDate = property === null || (property.type === 'string' && ['date', 'date-time'].includes(property.format ?? ''));
  if (!isDate) throw invalid(field, `\`${field}\` cannot be grouped by ${unit}: its format is not date or date-time.`);
  return [...fields, [field, unit]];
}

interface MeasureOption {
  readonly option: 'sum' | 'avg' | 'min' | 'max' | 'countDistinct';
  readonly kind: 'sum' | 'avg' | 'min' | 'max' | 'distinct';
  readonly prefix: string;
  check(field: string, property: PropertySchema | null): void;
}

const MEASURES: readonly MeasureOption[] = [
  { option: 'sum', kind: 'sum', prefix: 'sum', check: checkNumbers('sum') },
  { option: 'avg', kind: 'avg', prefix: 'avg', check: checkNumbers('average') },
  { option: 'min', kind: 'min', prefix: 'min', check: checkSingle('minimum') },
  { option: 'max', kind: 'max', prefix: 'max', check: checkSingle('maximum') },
  { option: 'countDistinct', kind: 'distinct', prefix: 'count_distinct', check: () => undefined },
];

function checkNumbers(what: string): MeasureOption['check'] {
  return (field, property) => {
    if (property !== null && scalarType(property) !== 'number') throw invalid(field, `\`${field}\` has no ${what}: it is not a number.`);
  };
}

function checkSingle(what: string): MeasureOption['check'] {
  return (field, property) => {
    if (property !== null && scalarType(property) === null)
      throw invalid(field, `\`${field}\` has no ${what}: it is not a field of single values.`);
  };
}

/** The schema at a path; null where it allows any values. A path within a list has the values of many elements. */
function propertyAt(schema: EntitySchema, field: string): PropertySchema | null {
  const [root = '', ...rest] = field.split('.');
  let property: PropertySchema | undefined = Object.hasOwn(BUILT_IN, root) ? BUILT_IN[root] : ownProperty(schema.properties, root);
  for (const name of rest) {
    if (property === undefined || property.type === 'array') break;
    const { type, properties = {}, additionalProperties }: PropertySchema = property;
    const isOpen = additionalProperties === true || Object.keys(properties).length === 0;
    property = ownProperty(properties, name);
    if ((type !== undefined && type !== 'object') || (property === undefined && !isOpen))
      throw invalid(field, `\`${field.slice(0, 80)}\` is not a field of ${schema.name}.`);
  }
  return property ?? null;
}

function ownProperty(properties: NonNullable<PropertySchema['properties']>, name: string): PropertySchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Groups that are equal in the sort asked for are in the order of their fields. */
function sortOf(asked: string | undefined, groups: readonly AggregationGroup[], results: Results): Sort {
  const keys: Record<string, 1 | -1> = {};
  const names = (asked?.trim() ?? '') === '' ? [] : (asked as string).split(',').map((name) => name.trim());
  if (names.length > MAX_SORTED) throw invalid('sort', `An aggregation is sorted by at most ${MAX_SORTED} results.`);
  for (const name of names) keys[results.nameOf(name.replace(/^[-+]/, ''), 'sort')] ??= name.startsWith('-') ? -1 : 1;
  for (const { name } of groups) keys[name] ??= 1;
  return keys;
}

function listOf(fields: string | readonly string[] | undefined): readonly string[] {
  return typeof fields === 'string' ? [fields] : (fields ?? []);
}

function invalid(path: string, message: string): InvalidQuery {
  return new InvalidQuery(message, [{ path: path.slice(0, 80), message }]);
}
