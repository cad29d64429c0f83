import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PartitionSpec } from '../../../contract/store.ts';
import type { Writability } from '../writability.ts';
import { PartitionFile } from './file.ts';
import type { DeclaredIndex } from './indexes.ts';

/** Open files of a process: each holds three descriptors and about 200 kB, and takes about 1.5 ms to open. */
const MAX_OPEN = 64;
const plainKey = /^[a-z0-9_-]{1,100}$/;
/** Names of devices on Windows, with any extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** The name of a partition's file: the key where every file system has it as a name of its own, else a hash. */
export function fileName(key: string): string {
  const isPlain = plainKey.test(key) && !device.test(key);
  return `${isPlain ? key : `~${createHash('sha256').update(key).digest('hex')}`}.db`;
}

export interface FilesOptions {
  readonly spec: PartitionSpec;
  readonly folder: string;
  readonly durable: boolean;
  readonly writability: Writability;
  /** The indexes of a new table. */
  readonly declared: (address: { readonly key: string; readonly table: string }) => readonly DeclaredIndex[];
}

/** The files of the partitions of a collection; keeps the most recently used ones open. */
export class PartitionFiles {
  readonly #options: FilesOptions;
  /** In the order of their use. */
  readonly #open = new Map<string, PartitionFile>();

  constructor(options: FilesOptions) {
    this.#options = options;
  }

  path(key: string): string {
    return join(this.#options.folder, fileName(key));
  }

  /** Null when nothing was ever written to the partition. */
  find(key: string): PartitionFile | null {
    const known = this.#open.get(key);
    if (known !== undefined) return this.#used(known);
    return existsSync(this.path(key)) ? this.#opened(key) : null;
  }

  /** The partition's file, created when it is missing. */
  get(key: string): PartitionFile {
    const known = this.#open.get(key);
    if (known !== undefined) return this.#used(known);
    this.#onDisk(() => mkdirSync(this.#options.folder, { recursive: true }));
    return this.#opened(key);
  }

  /** Removes an idle partition's file. */
  remove(key: string): void {
    this.#open.get(key)?.close();
    this.#open.delete(key);
    for (const suffix of ['', '-wal', '-shm']) rmSync(this.path(key) + suffix, { force: true });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((file) => file.commits.settled()));
    for (const file of this.#open.values()) file.close();
    this.#open.clear();
  }

  #used(file: PartitionFile): PartitionFile {
    this.#open.delete(file.key);
    this.#open.set(file.key, file);
    return file;
  }

  #opened(key: string): PartitionFile {
    const { declared, ...options } = this.#options;
    const file = this.#onDisk(
      () => new PartitionFile(key, { ...options, file: this.path(key), declared: (table) => declared({ key, table }) }),
    );
    this.#evict();
    this.#open.set(key, file);
    return file;
  }

  /** Opening a file needs room on the disk, for reads as well. */
  #onDisk<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#options.writability.failed(error);
    }
  }

  #evict(): void {
    for (const [key, file] of this.#open) {
      if (this.#open.size < MAX_OPEN) return;
      if (file.isBusy) continue;
      file.close();
      this.#open.delete(key);
    }
  }
}
