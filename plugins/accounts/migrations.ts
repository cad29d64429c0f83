import type { Migration } from '@sayso/core';
import type { collections } from './collections.ts';
import { PREFIX, storedToken } from './sessions/session-tokens.ts';

/** Before 0.1 the store kept session tokens in plain text. Sessions stay valid. */
const hashSessionTokens: Migration<typeof collections> = {
  name: 'hash-session-tokens',
  async run({ collections: { session: sessions }, signal }) {
    // All values without the prefix, as two range scans of the index.
    const plain = { $or: [{ token: { $lt: PREFIX } }, { token: { $gte: 'sha256;' } }] };
    for (const { _id, token } of await sessions.find(plain, { projection: { token: 1 } })) {
      signal.throwIfAborted();
      await sessions.updateOne({ _id, token }, { $set: { token: storedToken(token) } });
    }
  },
};

/** Until 0.1 better-auth counted calls in a table with their whole URLs; now they are in `limits`. */
const dropRateLimit: Migration<typeof collections> = {
  name: 'drop-rate-limit',
  run: ({ drop }) => drop('rateLimit'),
};

export const migrations = [hashSessionTokens, dropRateLimit];
