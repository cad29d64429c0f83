import { MongoClient } from 'mongodb';
import { InvalidInput } from '../../contract/errors.ts';
import type { Logger } from '../../contract/plugin.ts';
import type { Collection, CollectionSpec, Store } from '../../contract/store.ts';
import { startSweeping } from '../documents/expiry.ts';
import { collectionName, indexName } from '../documents/names.ts';
import type { Document } from '../documents/values.ts';
import { MongoCollection } from './collection.ts';

/** `log` hears of sweeps of expired documents that failed. */
export interface MongoStoreOptions {
  /** A connection string; standalone, replica set or sharded cluster. */
  readonly uri: string;
  /** The database; else the one that the URI names, else `sayso`. */
  readonly database?: string;
  readonly log?: Logger;
}

/** The document store on MongoDB: a write is acknowledged once a majority has it in the journal. */
export async function openMongoStore(options: MongoStoreOptions): Promise<Store> {
  const client = new MongoClient(options.uri, {
    writeConcern: { w: 'majority', journal: true },
    appName: 'sayso',
    serverSelectionTimeoutMS: 10_000,
  });
  await client.connect();
  const named = new URL(options.uri.replace(/^mongodb(\+srv)?:\/\/[^/]*/, 'http://host')).pathname.slice(1);
  const database = client.db(options.database ?? (named === '' ? 'sayso' : decodeURIComponent(named)));
  const sweeper = startSweeping(options.log);
  return {
    async open<D extends { _id: string }>(name: string, spec: CollectionSpec<D>): Promise<Collection<D>> {
      if (!collectionName.test(name))
        throw new InvalidInput(`"${name}" is not a name for a collection: use letters, digits, "_", "-" and ".".`);
      const collection = database.collection<Document & { _id: string }>(name);
      // Expiry is swept: MongoDB's own looks at dates alone, and documents hold ISO text.
      const indexes = (spec.indexes ?? []).map((index) => ({
        key: { ...index.keys },
        name: indexName(index),
        ...(index.unique ? { unique: true } : {}),
      }));
      if (indexes.length > 0) await collection.createIndexes(indexes);
      const opened = new MongoCollection<D>(collection);
      sweeper.add(name, opened, spec.indexes ?? []);
      return opened;
    },
    async ping() {
      await database.command({ ping: 1 });
    },
    async close() {
      await sweeper.stop();
      await client.close();
    },
  };
}
