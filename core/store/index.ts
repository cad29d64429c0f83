import type { Store } from '../ports/store.ts';
import type { MongoStoreOptions } from './mongo/store.ts';

export { openSqliteStore } from './sqlite/store.ts';
export type { MongoStoreOptions };

/** The document store on MongoDB. Imports the driver lazily. */
export async function openMongoStore(options: MongoStoreOptions): Promise<Store> {
  return (await import('./mongo/store.ts')).openMongoStore(options);
}
