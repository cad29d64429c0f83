import { test } from 'vitest';
import { type Answering, anyRows, demandAgreement, withinBudget } from '../agreement.suite.ts';
import { plainDocuments, plainQuestion } from '../arbitraries.suite.ts';
import { openSqliteStore } from '../index.ts';
import { memoryCollection } from '../memory.suite.ts';

async function withCollection(run: (collection: Answering) => Promise<void>, indexed: boolean): Promise<void> {
  const store = await openSqliteStore({ file: ':memory:' });
  try {
    await run(await store.open('rows', anyRows(indexed)));
  } finally {
    await store.close();
  }
}

test.each([true, false])('agrees with the reference implementation, indexed: %s', async (indexed) => {
  await withCollection((collection) => demandAgreement(collection, memoryCollection(), { runs: 300 }), indexed);
});

test.each([true, false])('agrees with the reference implementation within a budget, indexed: %s', async (indexed) => {
  await withCollection((collection) => demandAgreement(withinBudget(collection), memoryCollection(), { runs: 300 }), indexed);
});

test.each([true, false])('agrees with mingo where mingo agrees with MongoDB, indexed: %s', async (indexed) => {
  await withCollection(
    (collection) =>
      demandAgreement(collection, memoryCollection({ mingo: true }), { runs: 500, questions: plainQuestion, documents: plainDocuments }),
    indexed,
  );
});
