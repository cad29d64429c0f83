import { createHash, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PartitionSpec } from '../../../contract/store.ts';
import { isPlainKey, takenPartition } from '../../documents/partition.ts';
import type { Checkpoints } from '../checkpoints.ts';
import type { Writability } from '../writability.ts';
import { copyFile, syncFolder } from './copy-file.ts';
import { PartitionFile } from './file.ts';
import type { DeclaredIndex } from './indexes.ts';
import { RemovalLock } from './removal-lock.ts';

/** Open files of a process: each holds three descriptors (four after a write) and about 200 kB, and takes about 1.5 ms to open. */
const MAX_OPEN = 128;
/** Files with a large cache, of 16 MB each: those with the last ones of the writes of many rows. */
const MAX_LARGE_CACHES = 2;
/** How long such a file keeps it after the last of these writes. */
const LARGE_CACHE_MS = 2000;
/** A file without tables is closed after this time; another one frees its cache, of up to 2 MB, after one to two of it without a use. */
const SWEEP_MS = 30_000;
const EXTENSION = '.db';
/** Names of devices on Windows, with any extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** The name of a partition's file: the key where every file system has it as a name of its own, else a hash. */
export function fileName(key: string): string {
  const isPlain = isPlainKey(key) && !device.test(key);
  return `${isPlain ? key : `~${createHash('sha256').update(key).digest('hex')}`}${EXTENSION}`;
}

export interface FilesOptions {
  readonly spec: PartitionSpec;
  readonly folder: string;
  readonly durable: boolean;
  readonly writability: Writability;
  readonly checkpoints: Pick<Checkpoints, 'request'>;
  /** The indexes of a new table. */
  readonly declared: (address: { readonly key: string; readonly table: string }) => readonly DeclaredIndex[];
}

/** The removal lock of the files in a folder. */
export function removalLockOf(folder: string): RemovalLock {
  return new RemovalLock(join(dirname(folder), 'partitions.lock'));
}

/**
 * The files of the partitions of a collection; keeps the most recently used ones open. A file is removed only when no other process has it
 * open, so that each acknowledged write is in a file that all processes see. Until then a purged file stays, without tables.
 */
export class PartitionFiles {
  readonly #options: FilesOptions;
  /** In the order of their use. */
  readonly #open = new Map<string, PartitionFile>();
  readonly #large = new Map<PartitionFile, NodeJS.Timeout>();
  readonly #lock: RemovalLock;
  readonly #sweep: NodeJS.Timeout;

  constructor(options: FilesOptions) {
    this.#options = options;
    this.#lock = removalLockOf(options.folder);
    this.#sweep = setInterval(() => this.#sweepFiles(), SWEEP_MS).unref();
  }

  get folder(): string {
    return this.#options.folder;
  }

  path(key: string): string {
    return join(this.#options.folder, fileName(key));
  }

  /** The keys that are names of files. */
  async keys(): Promise<string[]> {
    const names = await readdir(this.#options.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => name.endsWith(EXTENSION) && !name.startsWith('~')).map((name) => name.slice(0, -EXTENSION.length));
  }

  /** Null when nothing was ever written to the partition. */
  find(key: string): PartitionFile | null {
    const known = this.#open.get(key);
    if (known !== undefined) return this.#used(known);
    const isThere = () => existsSync(this.path(key));
    return isThere() ? this.#opened(key, isThere) : null;
  }

  /** The partition's file, created when it is missing. */
  get(key: string): PartitionFile {
    const known = this.#open.get(key);
    if (known !== undefined) return this.#used(known);
    this.#onDisk(() => mkdirSync(this.#options.folder, { recursive: true }));
    return this.#opened(key) as PartitionFile;
  }

  /** Copies a file; the new one appears when it is whole. Nothing when nothing was ever written to the partition. */
  async copy(from: string, to: string): Promise<void> {
    const source = this.find(from);
    if (source === null || source.isEmpty) return;
    await source.commits.settled();
    const unfinished = `${this.path(to)}.${randomUUID()}`;
    try {
      await copyFile(this.path(from), unfinished, { key: to, durable: this.#options.durable });
      this.#lock.opening(() => linkSync(unfinished, this.path(to)));
      if (this.#options.durable) await syncFolder(this.#options.folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw takenPartition(this.#options.spec);
      throw this.#options.writability.failed(error);
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  /** Runs a write of many rows with a large cache. */
  async withLargeCache<T>(file: PartitionFile, write: () => Promise<T>): Promise<T> {
    this.#enlargeCache(file);
    try {
      return await write();
    } finally {
      this.#large.get(file)?.refresh();
    }
  }

  #enlargeCache(file: PartitionFile): void {
    if (this.#large.has(file)) return;
    const [oldest] = this.#large.keys();
    if (oldest !== undefined && this.#large.size >= MAX_LARGE_CACHES) this.#shrinkCache(oldest);
    file.enlargeCache();
    const timer = setTimeout(() => (file.isBusy ? timer.refresh() : this.#shrinkCache(file)), LARGE_CACHE_MS).unref();
    this.#large.set(file, timer);
  }

  #shrinkCache(file: PartitionFile): void {
    clearTimeout(this.#large.get(file));
    this.#large.delete(file);
    file.shrinkCache();
  }

  /** Removes an idle file without tables. False, and it stays open, when another process has it open. */
  remove(file: PartitionFile): boolean {
    this.#tryRemoving(() => file.removeUnused());
    if (!file.isOpen) this.#forget(file);
    return !file.isOpen;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((file) => file.commits.settled()));
    clearInterval(this.#sweep);
    for (const file of [...this.#open.values()]) this.#close(file);
    this.#lock.close();
  }

  #sweepFiles(): void {
    this.#releaseEmpty();
    for (const file of this.#open.values()) file.shrinkWhenIdle();
  }

  /** The file of a purge stays open until it can be removed; others close it, so that it can. */
  #releaseEmpty(): void {
    for (const file of [...this.#open.values()]) {
      if (file.isBusy || !file.isEmpty) continue;
      if (file.isPurged) this.remove(file);
      else this.#close(file);
    }
  }

  /** The last process that closes a file without tables removes it: one process at a time tries, and closes the file. */
  #close(file: PartitionFile): void {
    const remove = () => {
      if (!file.removeUnused()) file.close();
    };
    if (file.isEmpty) this.#tryRemoving(remove);
    file.close();
    this.#forget(file);
  }

  #forget(file: PartitionFile): void {
    clearTimeout(this.#large.get(file));
    this.#large.delete(file);
    this.#open.delete(file.key);
  }

  #tryRemoving(remove: () => void): void {
    try {
      this.#lock.removing(remove);
    } catch {
      // The lock is taken, or the folder cannot be written: the file stays, without tables.
    }
  }

  #used(file: PartitionFile): PartitionFile {
    file.touch();
    this.#open.delete(file.key);
    this.#open.set(file.key, file);
    return file;
  }

  /** Null when it is not wanted any more once no process removes files. */
  #opened(key: string, isWanted = () => true): PartitionFile | null {
    this.#evict();
    const { declared, ...options } = this.#options;
    const open = () => new PartitionFile(key, { ...options, file: this.path(key), declared: (table) => declared({ key, table }) });
    const file = this.#onDisk(() => this.#lock.opening(() => (isWanted() ? open() : null)));
    if (file !== null) this.#open.set(key, file);
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
    if (this.#open.size < MAX_OPEN) return;
    for (const file of [...this.#open.values()]) {
      if (this.#open.size < MAX_OPEN) return;
      if (!file.isBusy) this.#close(file);
    }
  }
}
