import { isDeepStrictEqual } from 'node:util';
import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { DomainError, type Logger, PERMISSION_CHECK_MS, type RequestContext, Unauthenticated } from '../contract/index.ts';
import { toGraphError } from './errors.ts';

type ContextOf = (headers: Headers, signal: AbortSignal) => Promise<RequestContext>;
type Results = AsyncIterable<ExecutionResult>;

/**
 * Authenticates the subscriber again before each result, and every two seconds while there is none: a subscription may outlive its session
 * and its permissions.
 */
export function sameCaller(contextOf: ContextOf, log: Logger): Plugin<RequestContext> {
  return {
    onSubscribe({ args }) {
      const { actor, headers, signal, requestId } = args.contextValue;
      const ending = new AbortController();
      // The source of the results ends with it.
      Object.assign(args.contextValue, { signal: AbortSignal.any([signal, ending.signal]) });
      const isSame = async () => {
        try {
          return isDeepStrictEqual((await contextOf(headers, signal)).actor, actor);
        } catch (error) {
          // An unreachable store says nothing about the caller: deliver this result, and check again before the next.
          return !(error instanceof DomainError);
        }
      };
      const refusal = () => ({ errors: [toGraphError(new Unauthenticated(), log, requestId)] });
      return {
        onSubscribeResult({ result, setResult }) {
          if (!isAsyncIterable(result)) return;
          setResult(new CheckedResults(result as Results, { isSame, refusal, end: () => ending.abort() }) as typeof result);
        },
      };
    },
  };
}

interface Check {
  isSame(): Promise<boolean>;
  /** The final result for another caller. */
  refusal(): ExecutionResult;
  /** Ends the source. */
  end(): void;
}

/** The results while the caller is the same; then the refusal, also while a result is awaited. */
class CheckedResults implements AsyncIterableIterator<ExecutionResult> {
  readonly #results: AsyncIterator<ExecutionResult>;
  readonly #check: Check;
  readonly #timer: NodeJS.Timeout;
  #state: 'open' | 'refused' | 'over' = 'open';
  /** Answers the pending `next` with the refusal. */
  #refusePending: () => void = () => undefined;

  constructor(results: Results, check: Check) {
    this.#results = results[Symbol.asyncIterator]();
    this.#check = check;
    this.#timer = setInterval(() => void this.#checkNow(), PERMISSION_CHECK_MS).unref();
  }

  next(): Promise<IteratorResult<ExecutionResult>> {
    if (this.#state === 'refused') return Promise.resolve(this.#last());
    if (this.#state === 'over') return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#refusePending = () => resolve(this.#last());
      this.#read().then(resolve, reject);
    });
  }

  async return(value?: unknown): Promise<IteratorResult<ExecutionResult>> {
    this.#close();
    return (await this.#results.return?.(value)) ?? { done: true, value };
  }

  async throw(error: unknown): Promise<IteratorResult<ExecutionResult>> {
    this.#close();
    return (await this.#results.throw?.(error)) ?? { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #read(): Promise<IteratorResult<ExecutionResult>> {
    try {
      const next = await this.#results.next();
      if (next.done && this.#state === 'open') this.#close();
      if (next.done || (await this.#checkNow())) return next;
      // Already answered by the refusal, if it was pending.
      return this.#last();
    } catch (error) {
      this.#close();
      throw error;
    } finally {
      this.#refusePending = () => undefined;
    }
  }

  /** False once the caller is another one. */
  async #checkNow(): Promise<boolean> {
    if (this.#state === 'open' && !(await this.#check.isSame()) && this.#state === 'open') {
      this.#close();
      this.#state = 'refused';
      this.#check.end();
      this.#refusePending();
      void Promise.resolve(this.#results.return?.()).catch(() => undefined);
    }
    return this.#state === 'open';
  }

  /** The refusal, once. */
  #last(): IteratorResult<ExecutionResult> {
    if (this.#state !== 'refused') return { done: true, value: undefined };
    this.#state = 'over';
    return { done: false, value: this.#check.refusal() };
  }

  #close(): void {
    clearInterval(this.#timer);
    if (this.#state === 'open') this.#state = 'over';
  }
}
