import type { Collection, CollectionSpec } from '../contract/index.ts';

/** One engine behind all collections. `core/store` has two: SQLite and MongoDB. */
export interface Store {
  /** Creates the collection and its indexes when they are missing. */
  open<D extends { _id: string }>(name: string, spec: CollectionSpec<D>): Promise<Collection<D>>;
  /** Deletes the collection, which nothing in this process has open, and its indexes; does nothing when it is not there. */
  drop(name: string): Promise<void>;
  /** Rejects when the engine cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
