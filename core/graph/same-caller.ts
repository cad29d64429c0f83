import { isDeepStrictEqual } from 'node:util';
import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { DomainError, type Logger, type RequestContext, Unauthenticated } from '../contract/index.ts';
import { toGraphError } from './errors.ts';

type ContextOf = (headers: Headers, signal: AbortSignal) => Promise<RequestContext>;
type Results = AsyncIterable<ExecutionResult>;

/** Authenticates the subscriber again before each result: a subscription may outlive its session and its permissions. */
export function sameCaller(contextOf: ContextOf, log: Logger): Plugin<RequestContext> {
  return {
    onSubscribe: ({ args }) => ({
      onSubscribeResult({ result, setResult }) {
        if (!isAsyncIterable(result)) return;
        const { actor, headers, signal, requestId } = args.contextValue;
        const isSame = async () => {
          try {
            return isDeepStrictEqual((await contextOf(headers, signal)).actor, actor);
          } catch (error) {
            // An unreachable store says nothing about the caller: deliver this result, and check again before the next.
            return !(error instanceof DomainError);
          }
        };
        const refusal = () => ({ errors: [toGraphError(new Unauthenticated(), log, requestId)] });
        setResult(until(result as Results, isSame, refusal) as typeof result);
      },
    }),
  };
}

/** The results while the condition holds; then `last` as the final result. */
function until(results: Results, holds: () => Promise<boolean>, last: () => ExecutionResult): AsyncIterableIterator<ExecutionResult> {
  const iterator = results[Symbol.asyncIterator]();
  let isOver = false;
  return {
    async next() {
      if (isOver) return { done: true, value: undefined };
      const next = await iterator.next();
      if (next.done || (await holds())) return next;
      isOver = true;
      await iterator.return?.();
      return { done: false, value: last() };
    },
    return: async (value) => (await iterator.return?.(value)) ?? { done: true, value },
    throw: async (error) => (await iterator.throw?.(error)) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
