import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import accounts from './index.ts';

it('drops the table in which better-auth counted calls', async () => {
  const spec = { document: z.looseObject({ _id: z.string() }), indexes: [{ keys: { key: 1 as const }, unique: true }] };
  let left = async (): Promise<number> => Number.NaN;
  await using _host = await testHost(accounts, {
    wrap({ store, ...engines }) {
      const table = () => store.open('accounts_rateLimit', spec);
      left = async () => (await table()).count({});
      const filled = table().then((old) => old.insertOne({ _id: 'x', key: '198.51.100.1/sign-in/email', count: 3 }));
      const open: typeof store.open = async (name, wanted) => {
        await filled;
        return store.open(name, wanted);
      };
      return { ...engines, store: { ...store, open } };
    },
  });
  expect(await left()).toBe(0);
});
