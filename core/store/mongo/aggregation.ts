import type { Aggregation, AggregationMeasure, DateUnit } from '../../contract/store.ts';
import { sent } from './collection.ts';

type Expression = unknown;
type Stage = Readonly<Record<string, unknown>>;

const DAY = '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])';

/** The stages that follow the `$match` of the documents. */
export function stagesOf({ groups, measures, having, sort, limit }: Aggregation): Stage[] {
  const keys = Object.fromEntries(groups.map(({ name, path, unit }) => [name, unit === undefined ? orNull(path) : bucket(path, unit)]));
  const group = { _id: groups.length === 0 ? null : keys, ...Object.fromEntries(measures.map((each) => [each.name, accumulator(each)])) };
  const names = [
    ...groups.map(({ name }): [string, Expression] => [name, `$_id.${name}`]),
    ...measures.map(({ name, kind }): [string, Expression] => [name, kind === 'distinct' ? { $size: `$${name}` } : `$${name}`]),
  ];
  const results: Stage[] = [{ $group: group }, { $project: { _id: 0, ...Object.fromEntries(names) } }];
  // `having`, the order and the limit of one row are applied by the caller, who adds the row of no documents.
  if (groups.length === 0) return results;
  // Within an object a list is sorted as a whole, not by its elements.
  const sorted = Object.keys(sort).map((name): [string, Expression] => [`sort_${name}`, { value: `$${name}` }]);
  const order = Object.entries(sort).map(([name, direction]): [string, 1 | -1] => [`sort_${name}`, direction]);
  return [
    ...results,
    ...(Object.keys(having).length === 0 ? [] : [{ $match: sent(having) }]),
    ...(order.length === 0 ? [] : [{ $set: Object.fromEntries(sorted) }, { $sort: Object.fromEntries(order) }]),
    { $limit: limit },
    ...(order.length === 0 ? [] : [{ $unset: order.map(([name]) => name) }]),
  ];
}

/** A missing field counts as null. */
function orNull(path: string): Expression {
  return { $ifNull: [`$${path}`, null] };
}

function accumulator(measure: AggregationMeasure): Expression {
  if (measure.kind === 'count') return { $sum: 1 };
  if (measure.kind === 'distinct') return { $addToSet: { $ifNull: [`$${measure.path}`, '$$REMOVE'] } };
  return { [`$${measure.kind}`]: `$${measure.path}` };
}

function bucket(path: string, unit: DateUnit): Expression {
  const text = { $cond: [{ $eq: [{ $type: `$${path}` }, 'string'] }, `$${path}`, null] };
  const isDay = { $regexMatch: { input: '$$text', regex: DAY } };
  return { $let: { vars: { text }, in: { $cond: [isDay, STARTS[unit], null] } } };
}

const start = (characters: number): Expression => ({ $substrBytes: ['$$text', 0, characters] });
const parsed = { $dateFromString: { dateString: start(10), format: '%Y-%m-%d', onError: null, onNull: null } };
const monday = { $dateTrunc: { date: parsed, unit: 'week', startOfWeek: 'monday' } };

const STARTS: Readonly<Record<DateUnit, Expression>> = {
  day: start(10),
  week: { $dateToString: { date: monday, format: '%Y-%m-%d', onNull: null } },
  month: { $concat: [start(7), '-01'] },
  year: { $concat: [start(4), '-01-01'] },
};
