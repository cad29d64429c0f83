import { isAsyncIterable, type Plugin } from 'graphql-yoga';

type Results = AsyncIterable<unknown>;

/**
 * The streams of results that clients read. A stream that ends tells its client that there is nothing more to come, on a WebSocket as
 * over HTTP, and it would not come back. So while the server stops, streams that are through stay open until their connections are closed.
 */
export class LiveResults {
  readonly #open = new Set<object>();
  #released: PromiseWithResolvers<void> | null = null;
  #allThrough: () => void = () => undefined;

  readonly plugin: Plugin = {
    onSubscribe: () => ({
      onSubscribeResult: ({ result, setResult }) => {
        if (isAsyncIterable(result)) setResult(this.watch(result as Results) as typeof result);
      },
    }),
  };

  /** From now on streams stay open that are through. Resolves when all are, or after this time. */
  async hold(withinMs: number): Promise<void> {
    this.#released = Promise.withResolvers();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#allThrough = resolve;
    const timer = setTimeout(resolve, withinMs);
    if (this.#open.size === 0) resolve();
    await promise;
    clearTimeout(timer);
  }

  release(): void {
    this.#released?.resolve();
  }

  /** The same results, kept open when they are through while streams are held. */
  watch(results: Results): AsyncIterableIterator<unknown> {
    const iterator = results[Symbol.asyncIterator]();
    const entry = {};
    this.#open.add(entry);
    const leave = (): void => {
      this.#open.delete(entry);
      if (this.#open.size === 0) this.#allThrough();
    };
    return {
      next: async () => {
        const next = await iterator.next().catch((error: unknown) => {
          leave();
          throw error;
        });
        if (!next.done) return next;
        leave();
        await this.#released?.promise;
        return next;
      },
      return: async (value) => {
        leave();
        return (await iterator.return?.(value)) ?? { done: true, value };
      },
      throw: async (error) => {
        leave();
        return (await iterator.throw?.(error)) ?? { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }
}
