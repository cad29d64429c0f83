import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { RequestContext } from '../contract/index.ts';
import { countedAs, type SocketLimits } from './socket-limits.ts';

/** Counts a caller's active subscriptions over WebSocket and HTTP. */
export function countSubscriptions(limits: SocketLimits, addressOf: () => string | undefined): Plugin<RequestContext> {
  return {
    onSubscribe({ args }) {
      const address = addressOf();
      // An in-process call.
      if (address === undefined) return undefined;
      const end = limits.subscribe(countedAs(args.contextValue.actor, address));
      return {
        onSubscribeResult({ result, setResult }) {
          if (isAsyncIterable(result)) setResult(ending(result as AsyncIterable<unknown>, end) as typeof result);
          else end();
        },
        onSubscribeError: end,
      };
    },
  };
}

/** The results; calls `end` when they end or the reader cancels. */
function ending(results: AsyncIterable<unknown>, end: () => void): AsyncIterableIterator<unknown> {
  const iterator = results[Symbol.asyncIterator]();
  return {
    async next() {
      try {
        const next = await iterator.next();
        if (next.done) end();
        return next;
      } catch (error) {
        end();
        throw error;
      }
    },
    async return(value) {
      end();
      return (await iterator.return?.(value)) ?? { done: true, value };
    },
    async throw(error) {
      end();
      return (await iterator.throw?.(error)) ?? { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
