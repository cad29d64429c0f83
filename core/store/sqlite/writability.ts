import { DomainError, StorageFull, StorageReadOnly } from '../../contract/errors.ts';
import type { Logger } from '../../contract/logger.ts';
import { diskError } from '../../ports/disk-errors.ts';

/** Primary result codes of SQLite; the lower byte of an extended one. */
const [PERM, READONLY, IOERR, FULL, CANTOPEN] = [3, 8, 10, 13, 14];

/**
 * Maps SQLite's errors of a disk to those of the contract. An I/O error has no further reason in Node: a quota or a limit of the file size,
 * a file system that became read-only, a disk that fails.
 */
export function translate(error: unknown): unknown {
  const code = (error as { errcode?: number } | null)?.errcode;
  if (code === undefined) return diskError(error);
  const primary = code & 0xff;
  if (primary === FULL) return new StorageFull({ cause: error });
  return [PERM, READONLY, IOERR, CANTOPEN].includes(primary) ? new StorageReadOnly({ cause: error }) : error;
}

export function isOfDisk(error: unknown): boolean {
  return translate(error) !== error;
}

/** On a full disk, some files still have room in their logs, and other writes fail. */
const QUIET_MS = 1000;

/** Whether writes to the files of a store reach the disk. Logs the first failure and the recovery, not each refused request. */
export class Writability {
  readonly #log: Logger | undefined;
  readonly #quietMs: number;
  #failure: DomainError | null = null;
  #failedAt = 0;

  /** `quietMs`: how long no write must have failed before a successful one counts as recovery. */
  constructor(log?: Logger, quietMs: number = QUIET_MS) {
    this.#log = log;
    this.#quietMs = quietMs;
  }

  /** Set from a failed write to the recovery. */
  get failure(): DomainError | null {
    return this.#failure;
  }

  /** Returns the error for the callers of a failed write. */
  failed(error: unknown): unknown {
    const translated = translate(error);
    if (translated === error || !(translated instanceof DomainError)) return error;
    if (this.#failure?.code !== translated.code)
      this.#log?.error({ reason: error instanceof Error ? error.message : String(error), code: translated.code }, translated.message);
    this.#failure = translated;
    this.#failedAt = performance.now();
    return translated;
  }

  succeeded(): void {
    if (this.#failure === null || performance.now() - this.#failedAt < this.#quietMs) return;
    this.#log?.info({ code: this.#failure.code }, 'Writes succeed again.');
    this.#failure = null;
  }
}
