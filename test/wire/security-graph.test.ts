import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { type Client, createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { FieldRow, StreamRow } from '../security/field-kinds.ts';
import { codeOf, mutations, queries, socketHeaders, subscriptions } from '../security/fields.ts';
import { type Caller, callers, type Data, openWorld, type Policy, type World } from '../security/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.server.close());

test('every root field of the running schema has a row, and every row is a field', async () => {
  const { data } = await world.graphql('admin', getIntrospectionQuery());
  const schema = buildClientSchema(data);
  const names = (type: { getFields(): object } | null | undefined) => Object.keys(type?.getFields() ?? {}).sort();
  expect(names(schema.getQueryType())).toEqual(Object.keys(queries).sort());
  expect(names(schema.getMutationType())).toEqual(Object.keys(mutations).sort());
  expect(names(schema.getSubscriptionType())).toEqual(Object.keys(subscriptions).sort());
});

describe('queries', () => {
  test.each(Object.entries(queries))('%s', async (_name, row) => {
    expect(await answers('query', row)).toEqual(row.expected);
  });
});

describe('mutations', () => {
  test.each(Object.entries(mutations))('%s', async (_name, row) => {
    expect(await answers('mutation', row)).toEqual(row.expected);
  });
});

describe('subscriptions over a WebSocket', () => {
  test.each(Object.entries(subscriptions))('%s', async (_name, row) => {
    const codes: [string, string][] = [];
    for (const caller of callers) codes.push([caller, await firstResult(caller, row)]);
    expect(Object.fromEntries(codes)).toEqual(row.expected);
  });
});

async function answers(kind: 'query' | 'mutation', { document, variables }: FieldRow): Promise<Policy> {
  const codes: [string, string][] = [];
  for (const caller of callers) {
    const answer = await world.graphql(caller, `${kind} ${document}`, (await variables?.(world)) ?? {});
    codes.push([caller, codeOf(answer)]);
  }
  return Object.fromEntries(codes) as Policy;
}

/** `ok` after the first event, or the code with which the subscription was refused. */
async function firstResult(caller: Caller, { document, variables, trigger }: StreamRow): Promise<string> {
  const client = connect(caller);
  const given = (await variables?.(world)) ?? {};
  const first = Promise.withResolvers<string>();
  client.subscribe<Data>(
    { query: `subscription ${document}`, variables: { ...given } },
    {
      next: (result) => first.resolve(codeOf(result)),
      error: (error) => first.resolve(Array.isArray(error) ? codeOf({ errors: error }) : String(error)),
      complete: () => first.resolve('complete'),
    },
  );
  // Events before the subscription starts are lost: triggers them until one arrives.
  let answer: string | null = null;
  void first.promise.then((code) => {
    answer = code;
  });
  await expect
    .poll(
      async () => {
        await trigger(world, given);
        return answer;
      },
      { interval: 20, timeout: 10_000 },
    )
    .not.toBeNull();
  await client.dispose();
  return first.promise;
}

function connect(caller: Caller): Client {
  const headers = socketHeaders(world, caller);
  class Socket extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers });
    }
  }
  const { authorization } = world.headers[caller];
  return createClient({
    url: `${world.server.builderUrl.replace('http', 'ws')}/graphql`,
    webSocketImpl: Socket,
    retryAttempts: 0,
    ...(authorization === undefined ? {} : { connectionParams: { authorization } }),
  });
}
