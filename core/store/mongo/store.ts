import { setTimeout as pause } from 'node:timers/promises';
import { type Collection as DriverCollection, MongoClient, MongoServerError } from 'mongodb';
import type { Logger } from '../../contract/logger.ts';
import type { Collection, CollectionSpec, PartitionedCollection, PartitionedSpec } from '../../contract/store.ts';
import type { Store } from '../../ports/store.ts';
import { startSweeping } from '../documents/expiry.ts';
import { checkName, indexName } from '../documents/names.ts';
import { CheckedPartitions } from '../documents/partitioned.ts';
import { MongoCollection, type Stored } from './collection.ts';

/** `log` receives failures of the sweep of expired documents. */
export interface MongoStoreOptions {
  /** A connection string; standalone, replica set or sharded cluster. */
  readonly uri: string;
  /** The database; else the one that the URI names, else `sayso`. */
  readonly database?: string;
  readonly log?: Logger;
}

const otherOptions = 86; // IndexKeySpecsConflict

/** Creates an index; recreates an existing one with other options (unique or not). */
async function createIndex(
  collection: DriverCollection<Stored>,
  key: Record<string, 1 | -1>,
  options: { name: string; unique?: boolean },
): Promise<void> {
  try {
    await collection.createIndex(key, options);
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== otherOptions) throw error;
    await collection.dropIndex(options.name);
    await collection.createIndex(key, options);
  }
}

/** Time-out at the start. Shorter than `serverSelectionTimeoutMS`, which has to cover the election of a primary. */
const START_MS = 5000;

/** Connects, or fails fast when no server is reachable. */
async function connect(client: MongoClient): Promise<void> {
  const timer = new AbortController();
  const late = pause(START_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error('Server selection timed out');
  });
  try {
    await Promise.race([client.connect(), late]);
  } catch (error) {
    await client.close();
    throw error;
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}

/** The document store on MongoDB: acknowledges a write when a majority has journaled it. */
export async function openMongoStore(options: MongoStoreOptions): Promise<Store> {
  const client = new MongoClient(options.uri, {
    writeConcern: { w: 'majority', journal: true },
    appName: 'sayso',
    serverSelectionTimeoutMS: 10_000,
  });
  await connect(client);
  const named = new URL(options.uri.replace(/^mongodb(\+srv)?:\/\/[^/]*/, 'http://host')).pathname.slice(1);
  const database = client.db(options.database ?? (named === '' ? 'sayso' : decodeURIComponent(named)));
  const sweeper = startSweeping(options.log);
  const store: Store = {
    async open<D extends { _id: string }>(name: string, spec: CollectionSpec<D>): Promise<Collection<D>> {
      checkName(name);
      const collection = database.collection<Stored>(name);
      // No TTL index, which supports BSON dates only: the sweeper deletes expired documents.
      const indexes = (spec.indexes ?? []).map((index) => ({
        key: { ...index.keys },
        name: indexName(index),
        ...(index.unique ? { unique: true } : {}),
      }));
      for (const { key, ...options } of indexes) await createIndex(collection, key, options);
      const opened = new MongoCollection<D>(collection);
      sweeper.add(name, opened, spec.indexes ?? []);
      return opened;
    },
    async openPartitioned<D extends { _id: string }>(name: string, spec: PartitionedSpec<D>): Promise<PartitionedCollection<D>> {
      const { key, table, time } = spec.partition;
      const indexes = [{ keys: { [key]: 1, [table]: 1, [time]: -1 } }] as const;
      return new CheckedPartitions(await store.open(name, { document: spec.document, indexes }), spec.partition);
    },
    async drop(name) {
      checkName(name);
      await database.dropCollection(name);
    },
    async ping() {
      await database.command({ ping: 1 });
    },
    async close() {
      await sweeper.stop();
      await client.close();
    },
  };
  return store;
}
