import fc from 'fast-check';
import { z } from 'zod';
import { DomainError } from '../contract/errors.ts';
import type { Collection, CollectionSpec, PartitionedCollection, Query } from '../contract/store.ts';
import { documents, type Question, question } from './arbitraries.suite.ts';
import { collect } from './collect.suite.ts';
import { compareValues, type Json } from './documents/values.ts';

/** The methods that are compared; a `Collection` of the contract has them. */
export type Answering = Pick<
  Collection<{ _id: string }>,
  'find' | 'count' | 'distinct' | 'insertMany' | 'updateMany' | 'findOneAndUpdate' | 'deleteMany'
>;

/** Finds by streams. */
export function streamed(collection: Collection<{ _id: string }>): Answering {
  return {
    find: (filter, options) => collect(collection.stream(filter, options)),
    count: (filter) => collection.count(filter),
    distinct: (path, filter) => collection.distinct(path, filter),
    insertMany: (documents) => collection.insertMany(documents),
    updateMany: (filter, update) => collection.updateMany(filter, update),
    findOneAndUpdate: (filter, update, options) => collection.findOneAndUpdate(filter, update, options),
    deleteMany: (filter) => collection.deleteMany(filter),
  };
}

/** A collection of any documents; indexes make SQLite use other query plans. */
export function anyRows(indexed: boolean): CollectionSpec {
  return { document: z.looseObject({ _id: z.string() }), indexes: indexed ? [{ keys: { a: 1 } }, { keys: { 'b.a': -1 } }] : [] };
}

const table = { appId: 'a', entity: 'Note' };

/** The documents of a table: paths of a question stand for fields of its documents. Documents are inserted by updates and `insertMany` alone. */
export function inTable(rows: PartitionedCollection<{ _id: string }>): Answering {
  const path = (name: string): string => (name === '_id' ? name : `data.${name}`);
  const paths = <V>(named: Readonly<Record<string, V>>) =>
    Object.fromEntries(Object.entries(named).map(([name, value]) => [path(name), value]));
  const renamed = (filter: Query): Query =>
    Object.fromEntries(
      Object.entries(filter).map(([name, value]) =>
        name.startsWith('$') ? [name, (value as readonly Query[]).map(renamed)] : [path(name), value],
      ),
    );
  const where = (filter: Query = {}): Query => (Object.keys(filter).length === 0 ? table : { ...table, $and: [renamed(filter)] });
  const changes = (update: Query): Query =>
    Object.fromEntries(
      Object.entries(update).map(([operator, fields]) => {
        const changed = paths(fields as Query);
        if (operator !== '$rename') return [operator, changed];
        return [operator, Object.fromEntries(Object.entries(changed).map(([name, target]) => [name, path(String(target))]))];
      }),
    );
  return {
    find: (filter, { sort, projection, ...options } = {}) =>
      rows.find(where(filter), {
        ...options,
        ...(sort === undefined ? {} : { sort: paths(sort) }),
        ...(projection === undefined ? {} : { projection: paths(projection) }),
      }),
    count: (filter) => rows.count(where(filter)),
    distinct: (name, filter) => rows.distinct(path(name), where(filter)),
    insertMany: (documents) =>
      rows.insertMany(documents.map(({ _id, ...data }) => ({ _id, ...table, createdAt: null, creatorId: null, data }))),
    updateMany: (filter, update) => rows.updateMany(where(filter), changes(update)),
    // An upsert's document would lack members of the collection.
    findOneAndUpdate: (filter, update, options) => rows.findOneAndUpdate(where(filter), changes(update), { ...options, upsert: false }),
    deleteMany: (filter) => rows.deleteMany(where(filter)),
  };
}

/** Replaces generated ids, which differ between stores. */
const anyId = (text: string): string => text.replaceAll(/"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}"/g, '"made"');

async function answer(collection: Answering, asked: Question): Promise<unknown> {
  switch (asked.kind) {
    case 'find':
      return collection.find(asked.filter, { ...asked.options, sort: asked.sort });
    case 'count':
      return collection.count(asked.filter);
    case 'distinct':
      return ((await collection.distinct(asked.path, asked.filter)) as Json[]).sort(compareValues);
    case 'updateOne':
      return collection.findOneAndUpdate(asked.filter, asked.update, { upsert: asked.upsert, sort: { _id: 1 } });
    case 'updateMany':
      return collection.updateMany(asked.filter, asked.update);
    default:
      throw new Error('unknown question');
  }
}

async function outcome(collection: Answering, asked: Question): Promise<string> {
  try {
    return anyId(JSON.stringify(await answer(collection, asked)));
  } catch (error) {
    return error instanceof DomainError ? error.name : `unexpected: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function content(collection: Answering): Promise<string> {
  return anyId(JSON.stringify(await collection.find({}, { sort: { _id: 1 } })));
}

/**
 * Property test: runs random operations on random documents on two stores, and requires identical results. `STORE_RUNS` sets
 * the number of runs; `STORE_SEED` reproduces a failure.
 */
export async function demandAgreement(
  left: Answering,
  right: Answering,
  options: { readonly runs: number; readonly questions?: fc.Arbitrary<Question>; readonly documents?: typeof documents },
): Promise<void> {
  const property = fc.asyncProperty(
    options.documents ?? documents,
    fc.array(options.questions ?? question, { minLength: 1, maxLength: 6 }),
    async (made, asked) => {
      for (const side of [left, right]) {
        await side.deleteMany({});
        await side.insertMany(made);
      }
      for (const one of asked) if (!(await runOnBoth(left, right, one))) return;
    },
  );
  await fc.assert(property, {
    numRuns: Number(process.env.STORE_RUNS ?? options.runs),
    seed: Number(process.env.STORE_SEED ?? 20_240_607),
  });
}

/** Runs an operation on both stores; false when their contents are no longer comparable. */
async function runOnBoth(left: Answering, right: Answering, one: Question): Promise<boolean> {
  const [leftResult, rightResult] = [await outcome(left, one), await outcome(right, one)];
  if (leftResult !== rightResult) throw new Error(`${JSON.stringify(one)}\n  left:  ${leftResult}\n  right: ${rightResult}`);
  if (one.kind !== 'updateOne' && one.kind !== 'updateMany') return true;
  // MongoDB applies a failing `updateMany` partially, as documented: stop this run.
  if (one.kind === 'updateMany' && leftResult === 'InvalidInput') return false;
  const [leftContent, rightContent] = [await content(left), await content(right)];
  if (leftContent !== rightContent) throw new Error(`after ${JSON.stringify(one)}\n  left:  ${leftContent}\n  right: ${rightContent}`);
  // JavaScript objects order integer keys first, MongoDB keeps insertion order: later comparisons would be meaningless.
  return !/"\d+":/.test(leftContent);
}
