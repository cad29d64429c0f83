export { type DiskBlobsOptions, openDiskBlobs } from './disk.ts';
export { type MinioBlobsOptions, openMinioBlobs } from './minio.ts';
export { readSignedBlob } from './signed.ts';
