import { MongoClient } from 'mongodb';
import { afterAll } from 'vitest';
import { describeEvents } from '../../core/events/contract.suite.ts';
import { describeJobs } from '../../core/jobs/contract.suite.ts';
import { describeMigrations } from '../../core/kernel/migrations.suite.ts';
import { describeLimits } from '../../core/limits/contract.suite.ts';
import { openMongoStore } from '../../core/store/index.ts';

const uri = process.env.MONGODB_URI ?? '';
if (uri === '') throw new Error('MONGODB_URI is missing: the services tests need a real MongoDB.');
const database = `sayso_test_${process.pid}_${Date.now().toString(36)}`;

afterAll(async () => {
  const client = new MongoClient(uri);
  await client.db(database).dropDatabase();
  await client.close();
});

describeMigrations('migrations on MongoDB', () => openMongoStore({ uri, database }));
describeEvents('events on MongoDB', () => openMongoStore({ uri, database }));
describeJobs('jobs on MongoDB', () => openMongoStore({ uri, database }));
describeLimits('limits on MongoDB', () => openMongoStore({ uri, database }));
