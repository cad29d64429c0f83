import { storeContract } from '../contract.suite.ts';
import { openSqliteStore } from '../index.ts';

storeContract('SQLite', () => openSqliteStore({ file: ':memory:' }));
