import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import { newId } from '../../core/contract/index.ts';
import { openMongoStore } from '../../core/store/index.ts';
import { dropDatabase } from '../../core/store/mongo/database.suite.ts';
import entities from '../../plugins/entities/index.ts';
import { agree } from '../../plugins/entities/permissions/rules.suite.ts';
import { fakeApps } from '../../plugins/entities/testing/apps.ts';

const { MONGODB_URI } = process.env;
if (!MONGODB_URI) throw new Error('Set MONGODB_URI to run the services tests.');

it('rules find the same rows on MongoDB, one by one and as they are written', { timeout: 180_000 }, async () => {
  const database = `sayso_rules_${newId()}`;
  const store = await openMongoStore({ uri: MONGODB_URI, database });
  const host = await testHost(entities, {
    provide: [fakeApps({})],
    wrap: (engines) => ({
      ...engines,
      store: { ...store, close: () => Promise.all([store.close(), engines.store.close()]).then(() => undefined) },
    }),
  });
  try {
    await agree(host.context.collections.rows, 60);
  } finally {
    await host.close();
    await dropDatabase(MONGODB_URI, database);
  }
  expect.hasAssertions();
});
