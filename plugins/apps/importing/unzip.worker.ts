import type { WorkerTask } from '@sayso/core';
import type { ReadProject } from './project.ts';
import { readZip } from './unzip.ts';

const read: WorkerTask<Uint8Array, ReadProject> = readZip;
export default read;
