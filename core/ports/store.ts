import type { Collection, CollectionSpec, PartitionedCollection, PartitionedSpec } from '../contract/index.ts';

/** One engine behind all collections. `core/store` has two: SQLite and MongoDB. */
export interface Store {
  /** Creates the collection and its indexes when they are missing. */
  open<D extends { _id: string }>(name: string, spec: CollectionSpec<D>): Promise<Collection<D>>;
  /** As `open`, for a spec with `partition`. */
  openPartitioned<D extends { _id: string }>(name: string, spec: PartitionedSpec<D>): Promise<PartitionedCollection<D>>;
  /** Deletes the collection without partitions, which nothing in this process has open, and its indexes; does nothing when it is not there. */
  drop(name: string): Promise<void>;
  /** The engine's own time, in ms since 1970, read between the call and the response. Absent where its clock is that of the machine. */
  readTime?(): Promise<number>;
  /** Rejects when the engine cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
