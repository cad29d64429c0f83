import { LRUCache } from 'lru-cache';
import type { PartitionField, PartitionSpec } from '../../../contract/store.ts';
import type { PartitionFiles } from './files.ts';
import { buildIndex, type DeclaredIndex, declaredIndexes, dropIndex, isUncounted } from './indexes.ts';
import type { PartitionProcesses } from './processes.ts';
import type { Table } from './table.ts';

type Address = { readonly key: string; readonly table: string };

/** Rows whose index is built on the event loop: about 5 ms. */
const MAX_ROWS_IN_PROCESS = 2000;
/** Tables whose declared fields are remembered until their first row is written. */
const MAX_DECLARED = 10_000;

/** Builds the indexes of declared fields: in a process of its own where that takes long, while reads and writes go on. */
export class IndexBuilder {
  readonly #spec: PartitionSpec;
  readonly #processes: PartitionProcesses;
  readonly #fields = new LRUCache<string, readonly PartitionField[]>({ max: MAX_DECLARED });
  readonly #running = new Map<string, Promise<void>>();

  constructor(spec: PartitionSpec, processes: PartitionProcesses) {
    this.#spec = spec;
    this.#processes = processes;
  }

  /** The indexes of a new table. */
  declared(address: Address): DeclaredIndex[] {
    return declaredIndexes(this.#spec, this.#fields.get(nameOf(address)) ?? [], true);
  }

  /** Resolves when the table has exactly these indexes. Declarations of one table follow one another. */
  async declare(files: PartitionFiles, address: Address, fields: readonly PartitionField[]): Promise<void> {
    const name = nameOf(address);
    this.#fields.set(name, fields);
    const before = this.#running.get(name) ?? Promise.resolve();
    const running = before.catch(() => undefined).then(() => this.#build(files, address, fields));
    this.#running.set(name, running);
    try {
      await running;
    } finally {
      if (this.#running.get(name) === running) this.#running.delete(name);
    }
  }

  async #build(files: PartitionFiles, { key, table: name }: Address, fields: readonly PartitionField[]): Promise<void> {
    const table = files.find(key)?.table(name) ?? null;
    if (table === null) return;
    const wanted = declaredIndexes(this.#spec, fields, table.isOrdered);
    const stored = this.#stored(files, key, table);
    const missing = wanted.filter((index) => stored.get(index.path) !== index.type || isUncounted(table, index));
    const kept = new Set(wanted.map(({ path }) => path));
    const gone = [...stored.keys()].filter((path) => !kept.has(path));
    if (missing.length === 0 && gone.length === 0) return;
    const isSmall = table.rows <= MAX_ROWS_IN_PROCESS;
    const file = files.get(key);
    await file.write(() => {
      file.alter(name, ({ id }) => {
        for (const path of gone) dropIndex(file.database, this.#spec, id, path);
        if (isSmall) for (const index of missing) buildIndex(file.database, this.#spec, id, index);
      });
    }, true);
    for (const index of isSmall ? [] : missing)
      await this.#processes.build({ file: files.path(key), spec: this.#spec, key, id: table.id, index });
  }

  #stored(files: PartitionFiles, key: string, { id }: Table): Map<string, string> {
    const rows = files.get(key).statements.get('SELECT path, type FROM "_kinds" WHERE table_id = ?').all(id);
    return new Map(rows.map(({ path, type }) => [path as string, type as string]));
  }
}

function nameOf({ key, table }: Address): string {
  return JSON.stringify([key, table]);
}
