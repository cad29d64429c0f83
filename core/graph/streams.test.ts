import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { operationStream } from './streams.ts';

const RESULTS = 40;
const TEXT = 'x'.repeat(8000);

async function* results(name: string) {
  for (let at = 0; at < RESULTS; at += 1) yield { data: { name, at, text: TEXT } };
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
  const completed = new Set<string>();
  const counts = new Map<string, number>();
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const [, event = '', data = '{}'] = /^event: (\w+)\ndata: (.*)$/s.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      const { id } = JSON.parse(data) as { readonly id?: string };
      if (event === 'next' && id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
      if (event === 'complete' && id !== undefined) completed.add(id);
    }
    if (completed.size === names.length) break;
    for (let at = 0; at < 5; at += 1) await turn();
  }
  expect([...counts].sort()).toEqual(names.map((name) => [name, RESULTS]));
});
