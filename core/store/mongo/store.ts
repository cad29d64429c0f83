import { setTimeout as pause } from 'node:timers/promises';
import { type Collection as DriverCollection, MongoClient, MongoServerError } from 'mongodb';
import type { Logger } from '../../contract/logger.ts';
import type { Collection, CollectionSpec, PartitionedCollection, PartitionedSpec } from '../../contract/store.ts';
import type { Store } from '../../ports/store.ts';
import { startSweeping } from '../documents/expiry.ts';
import { checkName, indexName } from '../documents/names.ts';
import { MongoCollection, type Stored } from './collection.ts';
import { CopiedPartitions } from './copied-partitions.ts';
import { indexPartitions } from './partition-indexes.ts';

/** `log` receives failures of the sweep of expired documents. */
export interface MongoStoreOptions {
  /** A connection string; standalone, replica set or sharded cluster. */
  readonly uri: string;
  /** The database; else the one that the URI names, else `sayso`. */
  readonly database?: string;
  readonly log?: Logger;
  /** Receives the client before it connects, with its events of commands: for tests of what they address. */
  readonly monitor?: (client: MongoClient) => void;
}

/** Its one document is written to read the server's time. */
const TIMES = 'core_server_time';
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
    monitorCommands: options.monitor !== undefined,
  });
  options.monitor?.(client);
  await connect(client);
  const named = new URL(options.uri.replace(/^mongodb(\+srv)?:\/\/[^/]*/, 'http://host')).pathname.slice(1);
  const database = client.db(options.database ?? (named === '' ? 'sayso' : decodeURIComponent(named)));
  const sweeper = startSweeping(options.log);
  const opened: { stop(): Promise<void> }[] = [];
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
      const made = new MongoCollection<D>(collection);
      sweeper.add(name, made, spec.indexes ?? []);
      return made;
    },
    async openPartitioned<D extends { _id: string }>(name: string, spec: PartitionedSpec<D>): Promise<PartitionedCollection<D>> {
      checkName(name);
      await indexPartitions(database.collection<Stored>(name), spec.partition);
      const partitions = new CopiedPartitions<D>({ database, name, spec: spec.partition, log: options.log });
      opened.push(partitions);
      return partitions;
    },
    async drop(name) {
      checkName(name);
      await database.dropCollection(name);
    },
    async readTime() {
      // The time of the primary that holds the document: `hello` and `$$NOW` give that of any router of a sharded cluster.
      const change = { $currentDate: { at: true } } as const;
      const once = { upsert: true, returnDocument: 'after', writeConcern: { w: 1 } } as const;
      const found = await database.collection<{ _id: string; at?: Date }>(TIMES).findOneAndUpdate({ _id: 'store' }, change, once);
      if (!found?.at) throw new Error('MongoDB did not return its time.');
      return found.at.getTime();
    },
    async ping() {
      await database.command({ ping: 1 });
    },
    async close() {
      await sweeper.stop();
      for (const partitions of opened) await partitions.stop();
      await client.close();
    },
  };
  return store;
}
