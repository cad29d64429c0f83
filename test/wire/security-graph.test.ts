import type { Deed } from '@sayso/core';
import { describeSurface } from '@sayso/core/testing';
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import { type Client, createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { Member } from '../security/callers.ts';
import type { FieldRow, StreamRow } from '../security/field-kinds.ts';
import { codeOf, mutations, queries, socketHeaders, subscriptions } from '../security/fields.ts';
import { codes as refusals, withMembers } from '../security/members.ts';
import { allPlugins, type Caller, type Data, everyone, openWorld, type World } from '../security/world.ts';

let world: World;
/** With the declarations, which introspection does not show. */
let declared: GraphQLSchema;
beforeAll(async () => {
  declared = (await describeSurface(await allPlugins())).schema as GraphQLSchema;
  // The limits by network address have tests of their own.
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0, SOCKET_OPERATIONS: 0 });
}, 180_000);
afterAll(() => world.server.close());

test('every root field of the running schema has a row, and every row is a field', async () => {
  const { data } = await world.graphql('admin', getIntrospectionQuery());
  const schema = buildClientSchema(data);
  const names = (type: { getFields(): object } | null | undefined) => Object.keys(type?.getFields() ?? {}).sort();
  expect(names(schema.getQueryType())).toEqual(Object.keys(queries).sort());
  expect(names(schema.getMutationType())).toEqual(Object.keys(mutations).sort());
  expect(names(schema.getSubscriptionType())).toEqual(Object.keys(subscriptions).sort());
});

// Each caller has an app of its own.
const timeout = 60_000;

describe('queries', { timeout }, () => {
  test.each(Object.entries(queries))('%s', async (name, row) => {
    expect(await answers('query', row)).toEqual(expectedOf('Query', name, row));
  });
});

describe('mutations', { timeout }, () => {
  test.each(Object.entries(mutations))('%s', async (name, row) => {
    expect(await answers('mutation', row)).toEqual(expectedOf('Mutation', name, row));
  });
});

/** How clients subscribe: results from the second on are those of `row`, or the code of the refusal. */
type Subscribe = (caller: Caller | Member, payload: Payload, settle: (code: string) => void) => () => unknown;
interface Payload {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}
const transports: readonly (readonly [name: string, subscribe: Subscribe])[] = [
  ['a WebSocket', overSocket],
  ['a stream of several', (caller, payload, settle) => overHttp(caller, '/graphql/streams', { operations: { one: payload } }, settle)],
  ['a stream of its own', (caller, payload, settle) => overHttp(caller, '/graphql', payload, settle)],
];

describe.each(transports)('subscriptions over %s', { timeout }, (_transport, subscribe) => {
  test.each(Object.entries(subscriptions))('%s', async (name, row) => {
    const codes: [string, string][] = [];
    for (const caller of everyone) codes.push([caller, await firstResult(caller, row, subscribe)]);
    expect(Object.fromEntries(codes)).toEqual(expectedOf('Subscription', name, row));
  });
});

function expectedOf(type: 'Query' | 'Mutation' | 'Subscription', field: string, { expected, members }: FieldRow) {
  const options = declared.getType(type) as unknown as {
    getFields(): Record<string, { extensions: { pothosOptions: { does: Deed | object } } }>;
  };
  const { does } = options.getFields()[field]?.extensions.pothosOptions ?? {};
  // The deed of one mutation depends on its arguments: on oneself it is less.
  const deed = typeof does === 'string' ? does : 'administer';
  return { ...withMembers(expected, { access: 'builder', does: deed, isOfApp: true }, refusals), ...members };
}

async function answers(kind: 'query' | 'mutation', { document, variables }: FieldRow): Promise<Record<string, string>> {
  const codes: [string, string][] = [];
  for (const caller of everyone) {
    const answer = await world.graphql(caller, `${kind} ${document}`, (await variables?.(world)) ?? {});
    codes.push([caller, codeOf(answer)]);
  }
  return Object.fromEntries(codes);
}

/** `ok` after the first event, or the code with which the subscription was refused. */
async function firstResult(caller: Caller | Member, { document, variables, trigger }: StreamRow, subscribe: Subscribe): Promise<string> {
  const given = (await variables?.(world)) ?? {};
  let answer: string | null = null;
  const end = subscribe(caller, { query: `subscription ${document}`, variables: { ...given } }, (code) => {
    answer ??= code;
  });
  // Events before the subscription starts are lost: triggers them until one arrives.
  await expect
    .poll(
      async () => {
        await trigger(world, given);
        return answer;
      },
      { interval: 20, timeout: 10_000 },
    )
    .not.toBeNull();
  await end();
  return answer ?? '';
}

function overSocket(...[caller, payload, settle]: Parameters<Subscribe>): () => unknown {
  const client = connect(caller);
  client.subscribe<Data>(payload, {
    next: (result) => settle(codeOf(result)),
    error: (error) => settle(Array.isArray(error) ? codeOf({ errors: error }) : String(error)),
    complete: () => settle('complete'),
  });
  return () => client.dispose();
}

/** Server-sent events; refusals before the stream are JSON. */
function overHttp(caller: Caller | Member, path: string, body: object, settle: (code: string) => void): () => unknown {
  const ending = new AbortController();
  const read = async (): Promise<void> => {
    const headers = { accept: 'text/event-stream', 'content-type': 'application/json', ...world.headers[caller] };
    const url = `${world.server.builderUrl}${path}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: ending.signal });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return settle(codeOf((await response.json()) as Data));
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const [, data] = /event: next\ndata: (.*)\n/.exec(text) ?? [];
      if (data === undefined) continue;
      const result = JSON.parse(data) as Data;
      return settle(codeOf(result.payload ?? result));
    }
  };
  read().catch((error: unknown) => {
    if (!ending.signal.aborted) settle(String(error));
  });
  return () => ending.abort();
}

function connect(caller: Caller | Member): Client {
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
