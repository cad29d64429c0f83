import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps } from '../testing/apps.ts';
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
