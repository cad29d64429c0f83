import type { Migration } from '@sayso/core';
import type { collections } from './collections.ts';

/** Until 0.1 all functions of an app sent its secrets to any server that they may call: those that they may call by now. */
const bindSecretsToHosts: Migration<typeof collections> = {
  name: 'bind-secrets-to-hosts',
  async run({ collections: { functions, variables }, signal }) {
    for await (const { _id, appId, isSecret } of variables.stream({ hosts: null })) {
      signal.throwIfAborted();
      const allowed = isSecret ? (await functions.find({ appId })).flatMap(({ hosts }) => hosts) : [];
      await variables.updateOne({ _id, hosts: null }, { $set: { hosts: [...new Set(allowed)], enteredBy: null } });
    }
  },
};

/** Runs of a day are counted by the limits of the core. */
const dropCounts: Migration<typeof collections> = { name: 'drop-counts', run: ({ drop }) => drop('counts') };

export const migrations = [bindSecretsToHosts, dropCounts];
