import { Readable } from 'node:stream';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { OperationResult } from 'graphql-ws';
import { isAsyncIterable } from 'graphql-yoga';
import { z } from 'zod';
import type { OperationPayload } from './sockets.ts';

/** The subscriptions of one client, by ids of its own. */
export const streamedOperations = z.object({
  operations: z.record(
    z.string().min(1).max(100),
    z.object({
      query: z.string(),
      operationName: z.string().nullish(),
      variables: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
  /** Ends the response after this time, in ms: for proxies that hold a response back until it is complete. Default: never. */
  endAfter: z.number().int().min(100).max(60_000).optional(),
  /** Why the client uses no WebSocket: they are refused or end at once, or they are never answered. */
  because: z.enum(['refused', 'silent']).optional(),
});
export type StreamedOperations = z.output<typeof streamedOperations>;

/** More often than proxies end idle connections, some after 15 s. */
const HEARTBEAT_MS = 10_000;
const HEARTBEAT = ':\n\n';
/** Some proxies and virus scanners pass nothing on before their first 2 KB are full. */
const PADDING = `:${' '.repeat(2048)}\n\n`;

export interface StreamOptions {
  readonly operations: readonly (readonly [id: string, payload: OperationPayload])[];
  readonly endAfter: number | undefined;
  /** Ends the response without `complete` events, so that clients subscribe again. */
  readonly closing: AbortSignal;
  subscribe(payload: OperationPayload): OperationResult;
  readonly log: { debug(fields: object, message: string): void };
}

/** Whether a source ended because its caller may not receive it, or not any more. */
function isRefusal(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && typeof error.extensions['status'] === 'number' && error.extensions['status'] < 500;
}

/**
 * Several subscriptions on one response of server-sent events, since browsers open only six connections to one host by HTTP/1.1. Events:
 * `open` at once, `ready` when all are subscribed, `next` and `complete` with the id of the operation. The response holds no state beyond
 * its own end: a client that adds an operation sends all of them again, to any node.
 */
export function operationStream({ operations, endAfter, closing, subscribe, log }: StreamOptions): Readable {
  const open = new Set<AsyncIterator<unknown>>();
  /** What all operations wait for while the client reads slowly. */
  let drained: PromiseWithResolvers<void> | null = null;
  let isEnded = false;
  const push = (text: string): boolean => !isEnded && stream.push(text);
  const finish = (): void => {
    if (!isEnded) stream.push(null);
    isEnded = true;
  };
  const stream = new Readable({
    read() {
      drained?.resolve();
      drained = null;
    },
    destroy(error, done) {
      isEnded = true;
      closing.removeEventListener('abort', finish);
      clearInterval(heartbeat);
      clearTimeout(end);
      drained?.resolve();
      for (const iterator of open) void Promise.resolve(iterator.return?.()).catch(() => undefined);
      done(error);
    },
  });
  const heartbeat = setInterval(() => push(HEARTBEAT), HEARTBEAT_MS);
  const end = endAfter === undefined ? undefined : setTimeout(finish, endAfter);
  closing.addEventListener('abort', finish, { once: true });
  /** Waits for a slow client, so that its sources do. */
  const send = async (event: string, data: object): Promise<void> => {
    if (isEnded) return;
    if (push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`) || isEnded) return;
    drained ??= Promise.withResolvers<void>();
    await drained.promise;
  };
  const follow = async (id: string, results: AsyncIterable<unknown>): Promise<void> => {
    const iterator = results[Symbol.asyncIterator]();
    open.add(iterator);
    try {
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        if (isEnded) return;
        await send('next', { id, payload: next.value as ExecutionResult });
      }
      await send('complete', { id });
    } finally {
      open.delete(iterator);
    }
  };
  const begin = async ([id, payload]: readonly [string, OperationPayload]): Promise<void> => {
    const result = await subscribe(payload);
    if (isAsyncIterable(result)) {
      if (isEnded) return void result[Symbol.asyncIterator]().return?.();
      follow(id, result)
        .catch(async (error: unknown) => {
          // Of this operation alone: the others of the client go on.
          if (!isRefusal(error)) throw error;
          await send('next', { id, payload: { errors: [error] } });
          await send('complete', { id });
        })
        .catch((error: unknown) => {
          // The client subscribes again.
          log.debug({ err: error }, 'A stream of subscriptions failed');
          stream.destroy();
        });
    } else {
      await send('next', { id, payload: result as { readonly errors?: readonly GraphQLError[] } });
      await send('complete', { id });
    }
  };
  push(`${PADDING}event: open\ndata: {}\n\n`);
  Promise.all(operations.map(begin)).then(
    () => send('ready', {}),
    (error: unknown) => {
      log.debug({ err: error }, 'A stream of subscriptions failed');
      stream.destroy();
    },
  );
  return stream;
}
