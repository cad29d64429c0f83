import { availableParallelism } from 'node:os';
import { TooManyRequests } from '@sayso/core';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import pLimit, { type LimitFunction } from 'p-limit';
import { messages } from '../errors.ts';

/**
 * scrypt takes 60 ms of a core and 32 MB, in libuv's pool of four threads, which also reads files. At most two run at once, and one core
 * stays free for the thread that answers requests.
 */
const CONCURRENT = Math.max(1, Math.min(2, availableParallelism() - 1));
/** About five seconds of work; further calls are rejected at once rather than after a time-out. */
const WAITING = 64;

/** Hashes and compares passwords off the request thread. Throws `TooManyRequests` when the queue is full. */
export class PasswordHashing {
  readonly #queue = new BoundedQueue(CONCURRENT, WAITING);

  hash(password: string): Promise<string> {
    return this.#queue.run(() => hashPassword(password));
  }

  verify({ hash, password }: { readonly hash: string; readonly password: string }): Promise<boolean> {
    return this.#queue.run(() => verifyPassword({ hash, password }));
  }
}

/** A queue with bounds on concurrency and length. */
export class BoundedQueue {
  readonly #limit: LimitFunction;
  readonly #bound: number;

  constructor(concurrent: number, waiting: number) {
    this.#limit = pLimit(concurrent);
    this.#bound = concurrent + waiting;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#limit.activeCount + this.#limit.pendingCount >= this.#bound) throw new TooManyRequests(messages.tooManyLogins);
    return this.#limit(work);
  }
}
