import { openSqliteStore } from '../store/index.ts';
import { describeJobs } from './contract.suite.ts';

describeJobs('jobs on SQLite', () => openSqliteStore({ file: ':memory:' }));
