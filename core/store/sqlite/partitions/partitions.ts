import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PartitionedCollection, PartitionSpec } from '../../../contract/store.ts';
import { Checkpoints } from '../checkpoints.ts';
import type { Writability } from '../writability.ts';
import { SqlitePartitions } from './collection.ts';
import { PartitionFiles } from './files.ts';
import { IndexBuilder } from './index-builder.ts';
import { InsertThread } from './insert-thread.ts';
import { PartitionProcesses } from './processes.ts';

export interface PartitionsOptions {
  /** The store's own file, whose folder has those of the partitions. With `:memory:` they are in a temporary folder. */
  readonly file: string;
  readonly durable: boolean;
  /** That of the store. */
  readonly writability: Writability;
}

/** The partitioned collections of a store. */
export class Partitions {
  readonly #options: PartitionsOptions;
  readonly #processes = new PartitionProcesses();
  readonly #checkpoints = new Checkpoints();
  readonly #inserts = new InsertThread(this.#checkpoints);
  readonly #files = new Map<string, { readonly collection: string; readonly files: PartitionFiles; readonly indexes: IndexBuilder }>();
  #temporary: string | null = null;

  constructor(options: PartitionsOptions) {
    this.#options = options;
  }

  open<D extends { _id: string }>(collection: string, spec: PartitionSpec): PartitionedCollection<D> {
    const opened = this.#files.get(spec.folder) ?? this.#open(collection, spec);
    if (opened.collection !== collection) throw new Error(`The folder "${spec.folder}" is that of the collection ${opened.collection}.`);
    return new SqlitePartitions<D>({ spec, processes: this.#processes, inserts: this.#inserts, ...this.#options, ...opened });
  }

  async close(): Promise<void> {
    this.#processes.close();
    await this.#inserts.close();
    await this.#checkpoints.close();
    for (const { files } of this.#files.values()) await files.close();
    if (this.#temporary !== null) rmSync(this.#temporary, { recursive: true, force: true });
  }

  #open(collection: string, spec: PartitionSpec) {
    const indexes = new IndexBuilder(spec, this.#processes);
    const folder = join(this.#folder(), spec.folder);
    const { durable, writability } = this.#options;
    const files = new PartitionFiles({
      ...{ spec, folder, durable, writability, checkpoints: this.#checkpoints },
      declared: (address) => indexes.declared(address),
    });
    const opened = { collection, files, indexes };
    this.#files.set(spec.folder, opened);
    return opened;
  }

  #folder(): string {
    const { file } = this.#options;
    if (file !== ':memory:') return dirname(file);
    this.#temporary ??= mkdtempSync(join(tmpdir(), 'sayso-partitions-'));
    return this.#temporary;
  }
}
