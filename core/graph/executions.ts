import { RequestCache } from '@pothos/plugin-scope-auth';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { LargeLoads } from './bytes.ts';

/**
 * Gives each execution its own byte budget and its own cache of access decisions. Each result of a subscription is an execution too, but
 * the executor calls no `onExecute` for it, and all results share one context: without this plugin they would have no budget, and the
 * cache of decisions would grow for the lifetime of the stream.
 */
export function separateExecutions(): Plugin {
  const all = new LargeLoads();
  const begin = (context: object) => {
    RequestCache.clearForContext(context);
    all.begin(context);
  };
  return {
    onExecute({ args }) {
      const context = args.contextValue as object;
      begin(context);
      return { onExecuteDone: () => all.end(context) };
    },
    onSubscribe: ({ args }) => ({
      onSubscribeResult({ result, setResult }) {
        if (!isAsyncIterable(result)) return;
        const context = args.contextValue as object;
        const execution = { begin: () => begin(context), end: () => all.end(context) };
        setResult(perResult(result as AsyncIterable<unknown>, execution) as typeof result);
      },
    }),
  };
}

/** Calls `begin` and `end` around each `next`, because a result is executed when it is pulled. */
function perResult(results: AsyncIterable<unknown>, execution: { begin(): void; end(): void }): AsyncIterableIterator<unknown> {
  const iterator = results[Symbol.asyncIterator]();
  return {
    async next() {
      execution.begin();
      try {
        return await iterator.next();
      } finally {
        execution.end();
      }
    },
    return: async (value) => (await iterator.return?.(value)) ?? { done: true, value },
    throw: async (error) => (await iterator.throw?.(error)) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
