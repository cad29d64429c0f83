import { worker } from '@sayso/core';
import type { FileRows, ReadFile } from './import/import.worker.ts';

export const workers = {
  readFile: worker<ReadFile, FileRows>(new URL('./import/import.worker.ts', import.meta.url), { timeoutMs: 30_000, memoryMb: 256 }),
};
