import { createSchema, createYoga } from 'graphql-yoga';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Actor, PERMISSION_CHECK_MS, type RequestContext } from '../contract/index.ts';
import { createLogger } from '../logger.ts';
import { sameCaller } from './same-caller.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A subscription whose results the test gives; its source ends with the signal of its context. */
async function start() {
  const ada: Actor = { kind: 'account', id: 'ada', admin: false };
  let actor: Actor = ada;
  let isUnreachable = false;
  let give: (value: number) => void = () => undefined;
  const seen: { ended: boolean } = { ended: false };
  async function* numbers(signal: AbortSignal) {
    try {
      while (!signal.aborted) {
        const value = await new Promise<number | null>((resolve) => {
          give = resolve;
          signal.addEventListener('abort', () => resolve(null), { once: true });
        });
        if (value === null) return;
        yield { n: value };
      }
    } finally {
      seen.ended = true;
    }
  }
  const subscribe = (_root: unknown, _args: unknown, { signal }: RequestContext) => numbers(signal);
  const schema = createSchema<RequestContext>({
    typeDefs: 'type Query { a: Int } type Subscription { n: Int }',
    resolvers: { Subscription: { n: { subscribe } } },
  });
  const contextOf = async () => {
    if (isUnreachable) throw new Error('The store is unreachable.');
    return { actor } as RequestContext;
  };
  const yoga = createYoga<object, RequestContext>({
    schema,
    logging: false,
    context: () => ({ actor: ada, headers: new Headers(), signal: new AbortController().signal, requestId: 'r' }) as RequestContext,
    plugins: [sameCaller(contextOf, createLogger('silent'))],
  });
  const { parse, subscribe: run, contextFactory, schema: enveloped } = yoga.getEnveloped({} as never);
  const contextValue = await contextFactory();
  const result = await run({ schema: enveloped, document: parse('subscription { n }'), contextValue });
  return {
    results: (result as AsyncIterable<unknown>)[Symbol.asyncIterator](),
    give: (value: number) => give(value),
    logOut: () => {
      actor = { kind: 'anonymous' };
    },
    setUnreachable: (value: boolean) => {
      isUnreachable = value;
    },
    seen,
  };
}

const refused = {
  done: false,
  value: { errors: [expect.objectContaining({ extensions: expect.objectContaining({ code: 'unauthenticated' }) })] },
};
const over = { done: true, value: undefined };

test('refuses the result after the log-out, and ends the source', async () => {
  const { results, give, logOut, seen } = await start();
  const first = results.next();
  await vi.waitFor(() => give(1));
  expect(await first).toMatchObject({ value: { data: { n: 1 } } });
  const second = results.next();
  logOut();
  await new Promise(setImmediate);
  give(2);
  expect(await second).toEqual(refused);
  expect(await results.next()).toEqual(over);
  await vi.waitFor(() => expect(seen.ended).toBe(true));
});

test('ends an idle subscription after the log-out, whether a result is awaited or not', async () => {
  const [waiting, slow] = [await start(), await start()];
  const pending = waiting.results.next();
  const before = slow.results.next();
  await new Promise(setImmediate);
  slow.give(1);
  await before;
  for (const one of [waiting, slow]) one.logOut();
  vi.advanceTimersByTime(PERMISSION_CHECK_MS);
  expect(await pending).toEqual(refused);
  await vi.waitFor(() => expect([waiting.seen.ended, slow.seen.ended]).toEqual([true, true]));
  expect([await slow.results.next(), await slow.results.next()]).toEqual([refused, over]);
});

test('goes on while the caller cannot be authenticated', async () => {
  const { results, give, setUnreachable } = await start();
  setUnreachable(true);
  const next = results.next();
  await new Promise(setImmediate);
  vi.advanceTimersByTime(PERMISSION_CHECK_MS);
  await new Promise(setImmediate);
  give(1);
  expect(await next).toMatchObject({ value: { data: { n: 1 } } });
});
