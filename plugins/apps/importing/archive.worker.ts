import type { WorkerTask } from '@sayso/core';
import { isBundle, readBundle } from './git-bundle.ts';
import type { ReadProject } from './project.ts';
import { readZip } from './unzip.ts';

const read: WorkerTask<Uint8Array, ReadProject> = (bytes) => (isBundle(bytes) ? readBundle(bytes) : readZip(bytes));
export default read;
