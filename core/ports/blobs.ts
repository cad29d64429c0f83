import type { Blobs } from '../contract/index.ts';

/** One engine behind all blobs. `core/blobs` has two: a folder and MinIO (any S3). */
export interface BlobStore {
  /** The objects whose keys start with `prefix` + `/`. */
  scope(prefix: string): Blobs;
  /** Rejects when the engine cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
