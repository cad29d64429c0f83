import type { CheckedFile, FileCall, FileRow, OpenedFile } from './file.worker.ts';
import { FileProblem } from './records.ts';
import type { ColumnMapping, TableSchema } from './schema.ts';

interface Mapped {
  readonly schema: TableSchema;
  readonly columns: readonly ColumnMapping[];
}
type Answer = { readonly id: number; readonly value?: unknown; readonly problem?: FileProblem['key'] };

/** Reads files in a worker. Close it. */
export class FileReaderWorker {
  readonly #worker = new Worker(new URL('./file.worker.ts', import.meta.url), { type: 'module' });
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #calls = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data: { id, value, problem } }: MessageEvent<Answer>) => {
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      if (problem === undefined) pending?.resolve(value);
      else pending?.reject(new FileProblem(problem));
    });
    this.#worker.addEventListener('error', () => {
      for (const pending of this.#pending.values()) pending.reject(new FileProblem('unreadable'));
      this.#pending.clear();
    });
  }

  open(file: File): Promise<OpenedFile> {
    return this.#call({ kind: 'open', file }) as Promise<OpenedFile>;
  }

  check(mapped: Mapped): Promise<CheckedFile> {
    return this.#call({ kind: 'check', ...mapped }) as Promise<CheckedFile>;
  }

  rows(mapped: Mapped): Promise<FileRow[]> {
    return this.#call({ kind: 'rows', ...mapped }) as Promise<FileRow[]>;
  }

  close(): void {
    this.#worker.terminate();
  }

  #call(call: FileCall): Promise<unknown> {
    const id = this.#calls++;
    const pending = Promise.withResolvers<unknown>();
    this.#pending.set(id, pending);
    this.#worker.postMessage({ id, call });
    return pending.promise;
  }
}
