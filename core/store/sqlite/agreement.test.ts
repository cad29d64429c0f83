import { test } from 'vitest';
import type { Collection } from '../../contract/store.ts';
import { anyRows, demandAgreement, streamed } from '../agreement.suite.ts';
import { plainDocuments, plainQuestion } from '../arbitraries.suite.ts';
import { openSqliteStore } from '../index.ts';
import { memoryCollection } from '../memory.suite.ts';

async function withCollection(run: (collection: Collection<{ _id: string }>) => Promise<void>, indexed: boolean): Promise<void> {
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

test.each([true, false])('agrees with the reference implementation by streams, indexed: %s', async (indexed) => {
  await withCollection((collection) => demandAgreement(streamed(collection), memoryCollection(), { runs: 300 }), indexed);
});

test.each([true, false])('agrees with mingo where mingo agrees with MongoDB, indexed: %s', async (indexed) => {
  await withCollection(
    (collection) =>
      demandAgreement(collection, memoryCollection({ mingo: true }), { runs: 500, questions: plainQuestion, documents: plainDocuments }),
    indexed,
  );
});
