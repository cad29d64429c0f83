import type { MessagePort } from 'node:worker_threads';
import * as contract from '../contract/index.ts';
import { WorkerDomainError } from './errors.ts';

/** The input of one run in a thread. `port` carries `Signal`s: `loaded`, with the thread's id, from the thread, `abort` to it. */
export interface Task {
  readonly url: string;
  readonly input: unknown;
  readonly port: MessagePort;
}
export type Signal = { readonly kind: 'loaded'; readonly threadId: number } | { readonly kind: 'abort'; readonly reason: string };

/** The result of a run. Errors are serialized to plain fields: structured clone drops the class and `code` of an error. */
export type Answer = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ErrorFields };
export interface ErrorFields {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** The error's other own fields, as JSON. */
  readonly fields: string;
}

export function packError(thrown: unknown): ErrorFields {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown), stack: undefined, fields: '{}' };
  const { name, message, stack } = thrown;
  const own = Object.entries(thrown).filter(([key]) => !['name', 'message', 'stack', 'cause'].includes(key));
  return { name, message, stack, fields: safeJson(Object.fromEntries(own)) };
}

/** Restores the error: its class if the contract has it, a `WorkerDomainError` if it has `code` and `status`, otherwise an `Error`. */
export function unpackError({ name, message, stack, fields }: ErrorFields): Error {
  const own = JSON.parse(fields) as Record<string, unknown>;
  const error = new Error(message);
  if (typeof own.code === 'string' && typeof own.status === 'number') {
    const known = (contract as Record<string, unknown>)[name];
    const prototype =
      typeof known === 'function' && known.prototype instanceof contract.DomainError ? known.prototype : WorkerDomainError.prototype;
    Object.setPrototypeOf(error, prototype as object);
    if (prototype === WorkerDomainError.prototype) define(error, 'name', name);
  } else {
    define(error, 'name', name);
  }
  define(error, 'stack', stack);
  return Object.assign(error, own);
}

function define(error: Error, key: string, value: unknown): void {
  Object.defineProperty(error, key, { value, configurable: true, writable: true, enumerable: false });
}

function safeJson(value: Record<string, unknown>): string {
  try {
    return JSON.stringify(value);
  } catch {
    // A field that is not serializable must not hide the error itself.
    return JSON.stringify({ code: value.code, status: value.status });
  }
}
