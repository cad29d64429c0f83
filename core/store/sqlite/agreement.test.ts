import { test } from 'vitest';
import { type Answering, anyRows, demandAgreement } from '../agreement.suite.ts';
import { plainDocuments, plainQuestion } from '../arbitraries.suite.ts';
import { openSqliteStore } from '../index.ts';
import { memoryCollection } from '../memory.suite.ts';

/** As a caller's own query is answered: in slices, row by row. */
const inSlices = (collection: Answering): Answering => {
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
};

async function withCollection(run: (collection: Answering) => Promise<void>, indexed: boolean): Promise<void> {
  const store = await openSqliteStore({ file: ':memory:' });
  try {
    await run(await store.open('rows', anyRows(indexed)));
  } finally {
    await store.close();
  }
}

test.each([true, false])('answers as a scan of all documents does, indexed: %s', async (indexed) => {
  await withCollection((collection) => demandAgreement(collection, memoryCollection(), { runs: 300 }), indexed);
});

test.each([true, false])('answers within a budget as a scan of all documents does, indexed: %s', async (indexed) => {
  await withCollection((collection) => demandAgreement(inSlices(collection), memoryCollection(), { runs: 300 }), indexed);
});

test.each([true, false])('answers as mingo does where mingo agrees with MongoDB, indexed: %s', async (indexed) => {
  await withCollection(
    (collection) =>
      demandAgreement(collection, memoryCollection({ mingo: true }), { runs: 500, questions: plainQuestion, documents: plainDocuments }),
    indexed,
  );
});
