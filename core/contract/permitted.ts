import { DomainError } from './errors.ts';

/** How often the permission of an idle stream is checked, in ms: with caches of two seconds, a stream ends within five. */
export const PERMISSION_CHECK_MS = 2000;

export interface PermittedOptions {
  /** Throws a refusal, a `DomainError` below 500, when the caller may not receive anything further. */
  check(): unknown;
  readonly signal: AbortSignal;
  /** Items within this time after a check need none of their own, in ms: for streams of many items a second. Default 0. */
  readonly freshMs?: number;
}

/**
 * A stream for as long as its caller may receive it: the permission is checked before each item, and every two seconds, so that an idle
 * stream ends too, also when an event was missed. Other errors of a check, such as an unreachable store, say nothing about the caller.
 */
export class PermittedStream {
  readonly #options: PermittedOptions;
  readonly #ending = new AbortController();
  #refusal: unknown = null;
  #freshUntil = 0;
  /** For the source: aborts when the caller disconnects, or may not receive anything further. */
  readonly signal: AbortSignal;

  constructor(options: PermittedOptions) {
    this.#options = options;
    this.signal = AbortSignal.any([options.signal, this.#ending.signal]);
  }

  /** Checks now, as at the begin of the stream: throws every error. */
  async begin(): Promise<void> {
    try {
      await this.#options.check();
    } catch (error) {
      this.#ending.abort();
      throw error;
    }
  }

  /** The items of the source, which has to end when `signal` aborts. Throws the refusal. */
  async *pass<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    const timer = setInterval(() => void this.#isPermitted(), PERMISSION_CHECK_MS).unref();
    try {
      for await (const item of source) {
        if (performance.now() >= this.#freshUntil && !(await this.#isPermitted())) break;
        yield item;
      }
    } finally {
      clearInterval(timer);
      this.#ending.abort();
    }
    if (this.#refusal !== null) throw this.#refusal;
  }

  async #isPermitted(): Promise<boolean> {
    const freshUntil = performance.now() + (this.#options.freshMs ?? 0);
    try {
      await this.#options.check();
      this.#freshUntil = freshUntil;
    } catch (error) {
      if (!isRefusal(error)) return true;
      this.#refusal = error;
      this.#ending.abort();
    }
    return this.#refusal === null;
  }
}

/** Whether the error is about the caller: a store that is busy or unreachable is not. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DomainError && error.status < 500;
}
