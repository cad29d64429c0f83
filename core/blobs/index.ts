export { type DiskBlobsOptions, openDiskBlobs } from './disk.ts';
export { readSignedBlob } from './signed.ts';
