import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps } from '../testing/apps.ts';
import { ruledApp, writesAgree } from './rule-writes.suite.ts';
import { agree } from './rules.suite.ts';

it('finds the same rows in the store, one by one and as rules are written', { timeout: 120_000 }, async () => {
  const host = await testHost(entities, { provide: [fakeApps({})] });
  try {
    await agree(host.context.collections.rows, 200);
  } finally {
    await host.close();
  }
  expect.hasAssertions();
});

it('changes only what the rules of rows and of fields let a person change, by every way of writing', { timeout: 120_000 }, async () => {
  const host = await testHost(entities, { provide: [fakeApps({ app: ruledApp })] });
  try {
    const outcomes = await writesAgree(host, 400);
    for (const how of ['create', 'createMany', 'update', 'updateMany', 'updateEach', 'upsert', 'remove', 'removeMany'])
      for (const outcome of ['done', 'refused']) expect(outcomes).toHaveProperty([`${how} ${outcome}`]);
  } finally {
    await host.close();
  }
});
