import { afterAll, test } from 'vitest';
import { anyRows, demandAgreement, streamed } from '../../core/store/agreement.suite.ts';
import { storeContract } from '../../core/store/contract.suite.ts';
import { openMongoStore, openSqliteStore } from '../../core/store/index.ts';
import { dropDatabase } from '../../core/store/mongo/database.suite.ts';
import { partitionContract } from '../../core/store/partitions.suite.ts';

const uri = process.env.MONGODB_URI ?? '';
if (uri === '') throw new Error('MONGODB_URI is missing: the services tests need a real MongoDB.');
const database = `sayso_test_${process.pid}_${Date.now().toString(36)}`;

afterAll(() => dropDatabase(uri, database));

partitionContract('MongoDB', () => openMongoStore({ uri, database }));
storeContract('MongoDB', () => openMongoStore({ uri, database }));

test.each([true, false])('SQLite and MongoDB return the same results, indexed: %s', { timeout: 120_000 }, async (indexed) => {
  const sqlite = await openSqliteStore({ file: ':memory:' });
  const mongo = await openMongoStore({ uri, database });
  try {
    const left = await sqlite.open('rows', anyRows(indexed));
    const right = await mongo.open(indexed ? 'indexed' : 'plain', anyRows(indexed));
    await demandAgreement(left, right, { runs: 500 });
    await demandAgreement(streamed(left), streamed(right), { runs: 150 });
  } finally {
    await sqlite.close();
    await mongo.close();
  }
});
