import { isAsyncIterable, type Plugin } from 'graphql-yoga';

type Results = AsyncIterable<unknown>;

/**
 * Tracks the result streams of subscriptions. A client treats the end of a stream as completion and does not resubscribe. So during
 * shutdown, completed streams are held open until their connections are closed, which makes clients reconnect.
 */
export class LiveResults {
  readonly #open = new Set<object>();
  #released: PromiseWithResolvers<void> | null = null;
  #allCompleted: () => void = () => undefined;

  readonly plugin: Plugin = {
    onSubscribe: () => ({
      onSubscribeResult: ({ result, setResult }) => {
        if (isAsyncIterable(result)) setResult(this.watch(result as Results) as typeof result);
      },
    }),
  };

  /** Holds completed streams open from now on. Resolves when all have completed, or after `withinMs`. */
  async hold(withinMs: number): Promise<void> {
    this.#released = Promise.withResolvers();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#allCompleted = resolve;
    const timer = setTimeout(resolve, withinMs);
    if (this.#open.size === 0) resolve();
    await promise;
    clearTimeout(timer);
  }

  release(): void {
    this.#released?.resolve();
  }

  /** Wraps a stream, so that it stays open after its completion while streams are held. */
  watch(results: Results): AsyncIterableIterator<unknown> {
    const iterator = results[Symbol.asyncIterator]();
    const entry = {};
    this.#open.add(entry);
    const leave = (): void => {
      this.#open.delete(entry);
      if (this.#open.size === 0) this.#allCompleted();
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
