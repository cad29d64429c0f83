import fc from 'fast-check';
import { z } from 'zod';
import { DomainError } from '../contract/errors.ts';
import type { Collection, CollectionSpec } from '../contract/store.ts';
import { documents, type Question, question } from './arbitraries.suite.ts';
import { compareValues, type Json } from './documents/values.ts';

/** What a store must do to be compared; a contract's collection does. */
export type Answering = Pick<
  Collection<{ _id: string }>,
  'find' | 'findRaw' | 'count' | 'distinct' | 'aggregate' | 'insertMany' | 'updateMany' | 'findOneAndUpdate' | 'deleteMany'
>;

/** As a caller's own query is answered: within a budget, as SQLite answers row by row. */
export function withinBudget(collection: Answering): Answering {
  const budget = { ms: 60_000, bytes: 100_000_000 };
  return {
    find: (filter, options) => collection.find(filter, { ...options, budget }),
    findRaw: (filter, options) => collection.findRaw(filter, { ...options, budget }),
    count: (filter) => collection.count(filter),
    distinct: (path, filter) => collection.distinct(path, filter),
    aggregate: (pipeline) => collection.aggregate(pipeline),
    insertMany: (documents) => collection.insertMany(documents),
    updateMany: (filter, update) => collection.updateMany(filter, update),
    findOneAndUpdate: (filter, update, options) => collection.findOneAndUpdate(filter, update, options),
    deleteMany: (filter) => collection.deleteMany(filter),
  };
}

/** A collection of any documents; with indexes, on which SQLite takes other ways. */
export function anyRows(indexed: boolean): CollectionSpec {
  return { document: z.looseObject({ _id: z.string() }), indexes: indexed ? [{ keys: { a: 1 } }, { keys: { 'b.a': -1 } }] : [] };
}

/** Ids that a store makes up differ, and mean the same. */
const anyId = (text: string): string => text.replaceAll(/"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}"/g, '"made"');

async function answer(collection: Answering, asked: Question): Promise<unknown> {
  switch (asked.kind) {
    case 'find':
      return collection.findRaw(asked.filter, { ...asked.options, sort: asked.sort });
    case 'count':
      return collection.count(asked.filter);
    case 'distinct':
      return ((await collection.distinct(asked.path, asked.filter)) as Json[]).sort(compareValues);
    case 'aggregate':
      return ((await collection.aggregate(asked.pipeline)) as Json[]).sort(compareValues);
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
    const given = await answer(collection, asked);
    return anyId(typeof given === 'string' ? given : JSON.stringify(given));
  } catch (error) {
    return error instanceof DomainError ? error.name : `unexpected: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function content(collection: Answering): Promise<string> {
  return anyId(await collection.findRaw({}, { sort: { _id: 1 } }));
}

/**
 * Asks two stores the same random questions about the same random documents and demands the same text. `STORE_RUNS` sets
 * how many; `STORE_SEED` repeats a failure.
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
      for (const one of asked) if (!(await askBoth(left, right, one))) return;
    },
  );
  await fc.assert(property, {
    numRuns: Number(process.env.STORE_RUNS ?? options.runs),
    seed: Number(process.env.STORE_SEED ?? 20_240_607),
  });
}

/** Asks both the same; false when what they hold can be compared no more. */
async function askBoth(left: Answering, right: Answering, one: Question): Promise<boolean> {
  const [leftSays, rightSays] = [await outcome(left, one), await outcome(right, one)];
  if (leftSays !== rightSays) throw new Error(`${JSON.stringify(one)}\n  left:  ${leftSays}\n  right: ${rightSays}`);
  if (one.kind !== 'updateOne' && one.kind !== 'updateMany') return true;
  // A refused update of many leaves MongoDB half-way, as documented; the next run starts afresh.
  if (one.kind === 'updateMany' && leftSays === 'InvalidInput') return false;
  const [leftHolds, rightHolds] = [await content(left), await content(right)];
  if (leftHolds !== rightHolds) throw new Error(`after ${JSON.stringify(one)}\n  left:  ${leftHolds}\n  right: ${rightHolds}`);
  // JavaScript puts fields named by numbers first, where MongoDB remembers the order of their making: comparing them means nothing.
  return !/"\d+":/.test(leftHolds);
}
