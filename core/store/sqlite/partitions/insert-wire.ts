import { DuplicateKey, StoreBusy } from '../../../contract/errors.ts';
import type { DocumentLines, PartitionSpec } from '../../../contract/store.ts';
import { isOfDisk } from '../writability.ts';

export interface InsertTask {
  readonly spec: PartitionSpec;
  /** Of the partitions' files. */
  readonly folder: string;
  readonly durable: boolean;
  readonly documents: DocumentLines;
}

/** What the inserting thread is sent: inserts, and `close` as the last message. */
export type ToThread = { readonly kind: 'insert'; readonly id: number; readonly task: InsertTask } | { readonly kind: 'close' };

/** What it sends: the outcome of each insert, and the files whose checkpoints are due. */
export type FromThread =
  | { readonly kind: 'inserted'; readonly id: number; readonly hasTable: boolean }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure }
  | { readonly kind: 'checkpoint'; readonly file: string };

/** An error without its class, which does not survive the way to the other thread. */
export type Failure =
  | { readonly kind: 'duplicate'; readonly index: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'other'; readonly message: string; readonly code: string | undefined; readonly errcode: number | undefined };

/** Of an error of the disk its cause, which the store logs and translates. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DuplicateKey) return { kind: 'duplicate', index: error.index };
  if (error instanceof StoreBusy) return { kind: 'busy' };
  const cause = error instanceof Error && isOfDisk(error.cause) ? error.cause : error;
  const { message = String(cause), code, errcode } = (cause ?? {}) as { message?: string; code?: string; errcode?: number };
  return { kind: 'other', message, code, errcode };
}

export function errorOf(failure: Failure): Error {
  if (failure.kind === 'duplicate') return new DuplicateKey(failure.index);
  if (failure.kind === 'busy') return new StoreBusy();
  const { message, code, errcode } = failure;
  return Object.assign(new Error(message), code === undefined ? {} : { code }, errcode === undefined ? {} : { errcode });
}
