import { storeContract } from '../contract.suite.ts';
import { openSqliteStore } from '../index.ts';
import { partitionContract } from '../partitions.suite.ts';

partitionContract('SQLite', () => openSqliteStore({ file: ':memory:' }));
storeContract('SQLite', () => openSqliteStore({ file: ':memory:' }));
