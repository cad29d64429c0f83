import fc from 'fast-check';
import type { FindOptions, Query, Sort } from '../contract/store.ts';

/** Random documents and operations from few names and few values, so that filters often match; all shapes. */

const names = ['a', 'b', 'c'] as const;
const scalar = fc.constantFrom<unknown>(
  null,
  null,
  true,
  false,
  -1,
  0,
  1,
  2,
  1.5,
  0.1 + 0.2,
  1e21,
  '',
  'x',
  'xy',
  'Y',
  'ä',
  '\uffee',
  '😀',
  '1',
  'null',
  '{"a":1}',
  '[1]',
  'kiss',
  '\u212aI\u017fs',
  'a.b\0y',
  'xy\n',
  'is\rx\u2028',
  '\n',
);

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 5, arbitrary: scalar },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 2, arbitrary: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3, noNullPrototype: true }) },
  ),
})).value;

export const documents = fc
  .array(fc.record({ a: value, b: value, c: value }, { requiredKeys: [], noNullPrototype: true }), { minLength: 1, maxLength: 7 })
  .map((list) => list.map((fields, at) => ({ _id: `d${at}`, ...fields })));

const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...names) },
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names, '0', '1')).map((parts) => parts.join('.')) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...names), fc.constantFrom(...names, '0'), fc.constantFrom(...names, '1'))
      .map((parts) => parts.join('.')),
  },
  { weight: 1, arbitrary: fc.constant('_id') },
);

const regex = fc.constantFrom<Query>(
  { $regex: '^x' },
  { $regex: 'Y', $options: 'i' },
  { $regex: '.' },
  { $regex: '^.$' },
  { $regex: 'ä|y$' },
  { $regex: '' },
  { $regex: '^$' },
  { $regex: 'y$' },
  { $regex: '^xy$' },
  { $regex: '\\.b' },
  { $regex: 'KISS', $options: 'i' },
  { $regex: '^kis', $options: 'i' },
  { $regex: 'SS$', $options: 'i' },
  { $regex: 'Ä', $options: 'i' },
  { $regex: '^is', $options: 'im' },
  { $regex: 's$|^x', $options: 'm' },
  { $regex: '[.$^]|x.', $options: 's' },
  { $regex: 'x\\n' },
  { $regex: '😀' },
);
const types = fc.constantFrom('null', 'number', 'string', 'object', 'array', 'bool');
const comparison = fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte');

const operators = fc.letrec<{ one: Query; all: Query; filter: Query }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3 },
    { weight: 6, arbitrary: fc.tuple(comparison, value).map(([operator, operand]) => ({ [operator]: operand })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('$in', '$nin', '$all'), fc.array(value, { maxLength: 3 }))
        .map(([operator, list]) => ({ [operator]: list })),
    },
    { weight: 1, arbitrary: fc.boolean().map(($exists) => ({ $exists })) },
    { weight: 1, arbitrary: fc.oneof(types, fc.array(types, { minLength: 1, maxLength: 2 })).map(($type) => ({ $type })) },
    { weight: 1, arbitrary: fc.nat(3).map(($size) => ({ $size })) },
    { weight: 1, arbitrary: regex },
    { weight: 1, arbitrary: tie('all').map(($not) => ({ $not })) },
    { weight: 1, arbitrary: fc.oneof(tie('all'), tie('filter')).map(($elemMatch) => ({ $elemMatch })) },
  ),
  all: fc.array(tie('one'), { minLength: 1, maxLength: 2 }).map((list) => Object.assign({}, ...list) as Query),
  filter: fc.oneof(
    { maxDepth: 3 },
    { weight: 6, arbitrary: fc.dictionary(path, fc.oneof(value, tie('all')), { maxKeys: 2, noNullPrototype: true }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(tie('filter'), { minLength: 1, maxLength: 3 }))
        .map(([operator, list]) => ({ [operator]: list })),
    },
  ),
}));
export const filter: fc.Arbitrary<Query> = operators.filter;

/** Ends with `_id`, so that the order is total. */
export const sort: fc.Arbitrary<Sort> = fc
  .dictionary(path, fc.constantFrom<1 | -1>(1, -1), { maxKeys: 2, noNullPrototype: true })
  .map(({ _id, ...keys }) => ({ ...keys, _id: _id ?? 1 }));

const projection = fc
  .tuple(fc.constantFrom<0 | 1>(0, 1), fc.uniqueArray(path, { minLength: 1, maxLength: 2 }), fc.constantFrom<'' | 0 | 1>('', 0, 1))
  .map(([kind, paths, id]) =>
    Object.fromEntries([...paths.map((each) => [each, kind] as const), ...(id === '' ? [] : [['_id', id] as const])]),
  );

export const findOptions: fc.Arbitrary<FindOptions> = fc.record(
  { skip: fc.nat(2), limit: fc.nat(4), projection },
  { requiredKeys: [], noNullPrototype: true },
);

const number = fc.constantFrom(-2, 0, 1, 2.5);
const additions = fc.oneof(
  value,
  fc.array(value, { maxLength: 3 }).map(($each) => ({ $each })),
);
const fieldsOf = (operand: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc.dictionary(path, operand, { minKeys: 1, maxKeys: 2, noNullPrototype: true });
const change: fc.Arbitrary<Query> = fc.oneof(
  { weight: 3, arbitrary: fieldsOf(value).map(($set) => ({ $set })) },
  fieldsOf(fc.constant('')).map(($unset) => ({ $unset })),
  fieldsOf(number).map(($inc) => ({ $inc })),
  fieldsOf(number).map(($mul) => ({ $mul })),
  fieldsOf(value).map(($min) => ({ $min })),
  fieldsOf(value).map(($max) => ({ $max })),
  fieldsOf(
    fc.oneof(
      additions,
      fc.tuple(fc.array(value, { maxLength: 3 }), fc.integer({ min: -2, max: 2 })).map(([$each, $slice]) => ({ $each, $slice })),
    ),
  ).map(($push) => ({ $push })),
  fieldsOf(additions).map(($addToSet) => ({ $addToSet })),
  fieldsOf(fc.oneof(value, operators.all, operators.filter)).map(($pull) => ({ $pull })),
  fieldsOf(path).map(($rename) => ({ $rename })),
  fieldsOf(value).map(($setOnInsert) => ({ $setOnInsert })),
);
export const update: fc.Arbitrary<Query> = fc
  .array(change, { minLength: 1, maxLength: 2 })
  .map((list) => Object.assign({}, ...list) as Query);

/** One equality: MongoDB does not document the field order of an upsert with several. */
const upsertFilter = fc.oneof(
  fc.constantFrom<Query>({}, { _id: 'd0' }, { _id: 'new' }),
  fc.tuple(path, value).map(([each, operand]) => ({ [each]: operand })),
  fc.tuple(path, operators.all).map(([each, operand]) => ({ [each]: operand })),
);

export type Question =
  | { readonly kind: 'find'; readonly filter: Query; readonly sort: Sort; readonly options: FindOptions }
  | { readonly kind: 'count'; readonly filter: Query }
  | { readonly kind: 'distinct'; readonly path: string; readonly filter: Query }
  | { readonly kind: 'updateOne' | 'updateMany'; readonly filter: Query; readonly update: Query; readonly upsert: boolean }
  | { readonly kind: 'deleteOne'; readonly filter: Query };

export const question: fc.Arbitrary<Question> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('find' as const), filter, sort, options: findOptions }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('count' as const), filter }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('distinct' as const), path, filter }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('updateOne' as const, 'updateMany' as const),
      filter,
      update,
      upsert: fc.constant(false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('updateOne' as const), filter: upsertFilter, update, upsert: fc.constant(true) }) },
);

/** Excluded: mingo compares strings by UTF-16 units, MongoDB by code points; and mingo folds case without Unicode rules. */
const plain = scalar.filter((each) => each !== '😀' && each !== '\u212aI\u017fs');
/** Documents and queries for which mingo agrees with MongoDB: no arrays, no comparisons with null or of documents. */
export const plainDocuments = fc
  .array(
    fc.record(
      { a: plain, b: fc.oneof(plain, fc.record({ a: plain, b: plain }, { requiredKeys: [], noNullPrototype: true })), c: plain },
      { requiredKeys: [], noNullPrototype: true },
    ),
    { minLength: 1, maxLength: 7 },
  )
  .map((list) => list.map((fields, at) => ({ _id: `d${at}`, ...fields })));
const plainPath = fc.constantFrom('a', 'b.a', 'b.b', 'c', '_id');
const defined = plain.filter((each) => each !== null);
const plainOperators = fc.oneof(
  fc.tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), defined).map(([operator, operand]) => ({ [operator]: operand })),
  fc.tuple(fc.constantFrom('$eq', '$ne'), plain).map(([operator, operand]) => ({ [operator]: operand })),
  fc.tuple(fc.constantFrom('$in', '$nin'), fc.array(plain, { maxLength: 3 })).map(([operator, list]) => ({ [operator]: list })),
  fc.boolean().map(($exists) => ({ $exists })),
  // `.` matches a UTF-16 unit in mingo, a character in MongoDB.
  regex.filter((each) => each.$regex !== '^.$'),
);
const plainFilter = fc.letrec<{ filter: Query }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2 },
    {
      weight: 5,
      arbitrary: fc.dictionary(
        plainPath,
        fc.oneof(
          plainOperators,
          plainOperators.map(($not) => ({ $not })),
        ),
        { maxKeys: 3, noNullPrototype: true },
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(tie('filter'), { minLength: 1, maxLength: 3 }))
        .map(([operator, list]) => ({ [operator]: list })),
    },
  ),
})).filter;
export const plainQuestion: fc.Arbitrary<Question> = fc.record({
  kind: fc.constant('find' as const),
  filter: plainFilter,
  sort,
  options: findOptions,
});
