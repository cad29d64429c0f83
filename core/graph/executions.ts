import { RequestCache } from '@pothos/plugin-scope-auth';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { LargeLoads } from './bytes.ts';

/**
 * Gives each execution a budget of bytes and access decisions of its own. The results of a subscription are executions too, though the
 * executor runs no `onExecute` for them and all have one context: without this they would have no budget, and what scopes decided about
 * each value would stay in memory as long as the stream.
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
        setResult(around(result as AsyncIterable<unknown>, execution) as typeof result);
      },
    }),
  };
}

/** The same results; each is executed when it is pulled, so between `begin` and `end`. */
function around(results: AsyncIterable<unknown>, execution: { begin(): void; end(): void }): AsyncIterableIterator<unknown> {
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
