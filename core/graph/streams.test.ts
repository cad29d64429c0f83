import { setImmediate as turn } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import { expect, it } from 'vitest';
import { operationStream } from './streams.ts';

const RESULTS = 40;
const TEXT = 'x'.repeat(8000);

async function* results(name: string) {
  for (let at = 0; at < RESULTS; at += 1) yield { data: { name, at, text: TEXT } };
}

interface Sent {
  readonly event: string;
  readonly id: string | undefined;
}

/** The events of a response, read slowly. */
async function* eventsOf(chunks: AsyncIterable<unknown>): AsyncGenerator<Sent> {
  let text = '';
  for await (const chunk of chunks) {
    text += String(chunk);
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const [, event = '', data = '{}'] = /^event: (\w+)\ndata: (.*)$/s.exec(part) ?? [];
      yield { event, id: (JSON.parse(data) as { readonly id?: string }).id };
    }
    for (let at = 0; at < 5; at += 1) await turn();
  }
}

it('delivers all results of several subscriptions to a client that reads slowly', async () => {
  const names = ['a', 'b', 'c'];
  const stream = operationStream({
    operations: names.map((name) => [name, { query: name }] as const),
    endAfter: undefined,
    closing: new AbortController().signal,
    subscribe: ({ query }) => results(String(query)) as never,
    log: { debug: () => undefined },
  });
  const sent: Sent[] = [];
  for await (const each of eventsOf(stream)) {
    sent.push(each);
    if (sent.filter(({ event }) => event === 'complete').length === names.length) break;
  }
  const count = (name: string) => sent.filter(({ event, id }) => event === 'next' && id === name).length;
  expect(names.map(count)).toEqual(names.map(() => RESULTS));
});

it.each([
  ['a refusal ends its subscription alone', 403, ['next', 'complete'], RESULTS],
  ['a failure of the server ends the response, so that the client subscribes again', 500, [], 0],
])('%s', async (_name, status, ofFailed, ofOther) => {
  const error = new GraphQLError('Refused.', { extensions: { code: 'forbidden', status } });
  const goOn = Promise.withResolvers<void>();
  const stream = operationStream({
    operations: ['failed', 'other'].map((name) => [name, { query: name }] as const),
    endAfter: undefined,
    closing: new AbortController().signal,
    async subscribe({ query }) {
      return (async function* () {
        if (query === 'failed') throw error;
        await goOn.promise;
        yield* results(String(query));
      })() as never;
    },
    log: { debug: () => undefined },
  });
  const sent: Sent[] = [];
  try {
    for await (const each of eventsOf(stream)) {
      sent.push(each);
      if (each.event === 'complete' && each.id === 'failed') goOn.resolve();
      if (each.event === 'complete' && each.id === 'other') break;
    }
  } catch {
    // Of a response that was destroyed.
  }
  expect(sent.filter(({ id }) => id === 'failed').map(({ event }) => event)).toEqual(ofFailed);
  expect(sent.filter(({ id, event }) => id === 'other' && event === 'next')).toHaveLength(ofOther);
});
