import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import { newId } from '../../core/contract/index.ts';
import { openMongoStore } from '../../core/store/index.ts';
import { dropDatabase } from '../../core/store/mongo/database.suite.ts';
import entities from '../../plugins/entities/index.ts';
import { ruledApp, writesAgree } from '../../plugins/entities/permissions/rule-writes.suite.ts';
import { agree } from '../../plugins/entities/permissions/rules.suite.ts';
import { fakeApps } from '../../plugins/entities/testing/apps.ts';

const uri = process.env['MONGODB_URI'] ?? '';
if (uri === '') throw new Error('Set MONGODB_URI to run the services tests.');

function startHost(store: Awaited<ReturnType<typeof openMongoStore>>) {
  return testHost(entities, {
    provide: [fakeApps({ app: ruledApp })],
    wrap: (engines) => ({
      ...engines,
      store: { ...store, close: () => Promise.all([store.close(), engines.store.close()]).then(() => undefined) },
    }),
  });
}

/** A host whose rows are on MongoDB, in a database of its own. */
async function onMongo(run: (host: Awaited<ReturnType<typeof startHost>>) => Promise<void>): Promise<void> {
  const database = `sayso_rules_${newId()}`;
  const store = await openMongoStore({ uri, database });
  const host = await startHost(store);
  try {
    await run(host);
  } finally {
    await host.close();
    await dropDatabase(uri, database);
  }
}

it('rules find the same rows on MongoDB, one by one and as they are written', { timeout: 180_000 }, async () => {
  await onMongo((host) => agree(host.context.collections.rows, 60));
  expect.hasAssertions();
});

it('rules let people change the same rows on MongoDB, by every way of writing', { timeout: 180_000 }, () =>
  onMongo(async (host) => {
    const outcomes = await writesAgree(host, 300);
    for (const how of ['create', 'update', 'updateMany', 'updateEach', 'upsert', 'remove', 'removeMany'])
      expect(outcomes).toHaveProperty([`${how} done`]);
  }),
);
