export { type MongoStoreOptions, openMongoStore } from './mongo/store.ts';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/store.ts';
