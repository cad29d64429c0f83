import type { Migration } from '@sayso/core';
import type { collections } from './collections.ts';
import { ratingOf } from './ratings/ratings.ts';

/** Ratings of earlier releases are stored in messages alone. */
const ratingsOfMessages: Migration<typeof collections> = {
  name: 'ratings-of-messages',
  async run({ collections: { messages, ratings, turns }, signal }) {
    const projection = { appId: 1, turnId: 1, usage: 1, feedback: 1 } as const;
    for await (const message of messages.stream({ feedback: { $exists: true } }, { projection })) {
      signal.throwIfAborted();
      if (message.feedback === undefined) continue;
      const turn = await turns.findOne({ _id: message.turnId }, { projection: { promptVersion: 1 } });
      await ratings.replaceOne({ _id: message._id }, ratingOf(message, message.feedback, turn?.promptVersion), { upsert: true });
    }
  },
};

export const migrations = [ratingsOfMessages];
