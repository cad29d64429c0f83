import type { BlobStore } from '../ports/blobs.ts';
import type { MinioBlobsOptions } from './minio.ts';

export { openDiskBlobs } from './disk.ts';
export { readSignedBlob } from './signed.ts';
export type { MinioBlobsOptions };

/** Blobs in MinIO or any S3. Imports the client lazily. */
export async function openMinioBlobs(options: MinioBlobsOptions): Promise<BlobStore> {
  return (await import('./minio.ts')).openMinioBlobs(options);
}
