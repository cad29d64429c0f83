import type { Collection, CollectionSpec, PartitionedCollection, PartitionedSpec } from '../contract/index.ts';

/** One engine behind all collections. `core/store` has two: SQLite and MongoDB. */
export interface Store {
  /** Creates the collection and its indexes when they are missing. */
  open<D extends { _id: string }>(name: string, spec: CollectionSpec<D>): Promise<Collection<D>>;
  /**
   * As `open`, for documents that running processes exchange, and that need not survive a crash of the engine. MongoDB acknowledges a write
   * when the primary has it in memory (`w: 1, j: false`), and answers reads with such writes; on a sharded cluster, and behind a load
   * balancer, where the driver does not see the primary, as in any other collection. SQLite writes as in any other collection.
   *
   * `onLoss` is called, until the store closes, whenever acknowledged writes may be lost: the primary restarted, or another server is primary.
   * The call precedes each operation that starts on the new primary; operations in flight may still end there or on the old one.
   */
  openVolatile<D extends { _id: string }>(name: string, spec: CollectionSpec<D>, onLoss: () => void): Promise<Collection<D>>;
  /** As `open`, for a spec with `partition`. */
  openPartitioned<D extends { _id: string }>(name: string, spec: PartitionedSpec<D>): Promise<PartitionedCollection<D>>;
  /** Deletes the collection without partitions, which nothing in this process has open, and its indexes; does nothing when it is not there. */
  drop(name: string): Promise<void>;
  /** Rejects when the engine cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
