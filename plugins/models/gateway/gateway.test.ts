import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testHost } from '@sayso/core/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import models from '../index.ts';
import { type ModelEvent, type ModelRequest, type ModelsApi, modelsRef } from '../ref.ts';
import { type Reply, saying, startModelServer } from '../testing/model-server.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function connect(script: Parameters<typeof startModelServer>[0], config: Record<string, unknown> = {}) {
  const server = await startModelServer(script);
  const host = await testHost(models, {
    config: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'secret', OPENAI_MODEL: 'gpt-4.1-mini', MODEL_RETRY_DELAY: 1, ...config },
  });
  cleanups.push(
    () => server.close(),
    () => host.close(),
  );
  return { server, api: host.service(modelsRef), host };
}

const request: ModelRequest = { messages: [{ role: 'user', content: 'Say hello to everybody' }] };

async function collect(api: ModelsApi, more: Partial<ModelRequest> = {}): Promise<{ events: ModelEvent[]; error: unknown }> {
  const events: ModelEvent[] = [];
  try {
    for await (const event of api.streamChat({ ...request, ...more })) events.push(event);
    return { events, error: null };
  } catch (error) {
    return { events, error };
  }
}

const textOf = (events: readonly ModelEvent[]) => events.map((event) => (event.type === 'text' ? event.text : '')).join('');

describe('an answer', () => {
  test('streams text, then ends with usage and cost', async () => {
    const { api, server } = await connect([
      [{ text: 'Hel' }, { text: 'lo' }, { finish: 'stop', usage: { prompt: 1000, completion: 500 } }],
    ]);
    const { events, error } = await collect(api, { temperature: 0.7, maxTokens: 50 });
    expect(error).toBeNull();
    expect(events).toEqual([
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
      {
        type: 'finish',
        reason: 'stop',
        usage: {
          model: 'gpt-4.1-mini',
          promptTokens: 1000,
          completionTokens: 500,
          totalTokens: 1500,
          cacheReadTokens: null,
          cacheWriteTokens: null,
          promptCost: 0.0004,
          completionCost: 0.0008,
          cacheReadCost: 0,
          cacheWriteCost: 0,
          totalCost: expect.closeTo(0.0012),
          rates: { prompt: 0.4, completion: 1.6, cacheRead: 0.1, cacheWrite: 0.4 },
          finishReason: 'stop',
        },
      },
    ]);
    expect(server.requests).toMatchObject([
      {
        path: '/v1/chat/completions',
        authorization: 'Bearer secret',
        body: { model: 'gpt-4.1-mini', stream: true, stream_options: { include_usage: true }, temperature: 0.7, max_tokens: 50 },
      },
    ]);
  });

  test('counts tokens of the cache at their own price, by any of the names that endpoints give them', async () => {
    const usage = { prompt: 1_000_000, completion: 0, cached: 400_000 };
    const { api } = await connect([[{ text: 'Hi' }, { finish: 'stop', usage }]], { OPENAI_MODEL: 'gpt-5' });
    const { usage: counted } = await api.complete(request);
    expect(counted).toMatchObject({ cacheReadTokens: 400_000, cacheReadCost: 0.05, promptCost: 0.75, totalCost: 0.8 });
    const chunk = { model: 'claude-sonnet-4', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] };
    const stated = {
      prompt_tokens: 1_000_000,
      completion_tokens: 0,
      cache_read_input_tokens: 500_000,
      cache_creation_input_tokens: 500_000,
    };
    const other = await connect([[{ raw: `data: ${JSON.stringify({ ...chunk, usage: stated })}\n\ndata: [DONE]\n\n` }]]);
    const { usage: named } = await other.api.complete(request);
    expect(named).toMatchObject({
      cacheReadTokens: 500_000,
      cacheWriteTokens: 500_000,
      promptCost: 0,
      cacheReadCost: 0.15,
      cacheWriteCost: 1.875,
    });
  });

  test('never counts more tokens of the cache than the prompt has', async () => {
    const { api } = await connect([[{ text: 'Hi' }, { finish: 'stop', usage: { prompt: 10, completion: 1, cached: 99 } }]]);
    expect((await api.complete(request)).usage).toMatchObject({ promptTokens: 10, cacheReadTokens: 10, promptCost: 0 });
  });

  test('estimates missing usage, and leaves an unknown price unknown', async () => {
    const { api } = await connect([saying('x'.repeat(40))], { OPENAI_MODEL: 'my-own-model' });
    const { usage } = await api.complete(request);
    expect(usage).toMatchObject({ model: 'my-own-model', promptTokens: 6, completionTokens: 10, totalTokens: 16, totalCost: null });
  });

  test.each(['reasoning_content', 'reasoning'] as const)('separates reasoning in `%s` from text', async (field) => {
    const { api } = await connect([[{ reasoning: 'Hm.', field }, { text: 'Yes.' }, { finish: 'stop' }]]);
    const { events } = await collect(api);
    expect(events.slice(0, 2)).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Yes.' },
    ]);
  });

  test('reads the sources of an answer in every form, each page once, and only pages', async () => {
    const listed = (fields: object) => ({ raw: `data: ${JSON.stringify({ model: 'm', choices: [], ...fields })}\n\n` });
    const { api } = await connect([
      [
        { text: 'Yes.' },
        { sources: [{ url: 'https://example.org/a', title: ' A page\u0007 ' }, { url: 'https://example.org/a' }] },
        listed({ search_results: [{ url: 'http://example.net', title: null, date: '2026-01-01' }] }),
        listed({
          citations: ['http://example.net/', 'https://www.example.com/c', 'javascript:alert(1)', 'https://me:secret@example.org', 7],
        }),
        listed({ citations: Array.from({ length: 100 }, (_, page) => `https://many.example/${page}`) }),
        listed({ citations: { url: 'https://none.example' } }),
        { finish: 'stop' },
      ],
    ]);
    const { events } = await collect(api);
    const sources = events.filter((event) => event.type === 'source');
    expect(sources.slice(0, 3)).toEqual([
      { type: 'source', url: 'https://example.org/a', title: 'A page' },
      { type: 'source', url: 'http://example.net/', title: 'example.net' },
      { type: 'source', url: 'https://www.example.com/c', title: 'www.example.com' },
    ]);
    expect(sources).toHaveLength(30);
  });

  test.each([
    ['at once', ['<think>Hm.</think>\n\nYes.'], 'Hm.', 'Yes.'],
    ['a character at a time', [...'<think>Hm < no.</think>\n\nYes.'], 'Hm < no.', 'Yes.'],
    ['of another name, after a line end', ['\n<thinking>', 'Hm.</thin', 'king>Yes.'], 'Hm.', 'Yes.'],
    ['that are unclosed', ['<think>Hm.', ' And so on'], 'Hm. And so on', ''],
    ['in the middle, which are text', ['Yes: <think>no</think>'], '', 'Yes: <think>no</think>'],
    ['that are only a partial tag', ['<thi'], '', '<thi'],
  ])('separates thoughts between tags from the answer: %s', async (_what, pieces, reasoning, text) => {
    const { api } = await connect([saying(...pieces)]);
    const { events } = await collect(api);
    expect(events.map((event) => (event.type === 'reasoning' ? event.text : '')).join('')).toBe(reasoning);
    expect(textOf(events)).toBe(text);
  });

  test.each([
    ['length', 'length'],
    ['content_filter', 'content-filter'],
  ] as const)('reports the finish reason %s', async (finish, reason) => {
    const { api } = await connect([[{ text: 'cut' }, { finish }]]);
    expect((await collect(api)).events.at(-1)).toMatchObject({ type: 'finish', reason });
  });

  test('reasoning models get neither a temperature nor max_tokens', async () => {
    const { api, server } = await connect([saying('Hi')]);
    await collect(api, { model: 'gpt-5-mini', temperature: 1, maxTokens: 9 });
    expect(server.requests[0]?.body).toMatchObject({ model: 'gpt-5-mini', max_completion_tokens: 9 });
    expect(server.requests[0]?.body).not.toHaveProperty('temperature');
    expect(server.requests[0]?.body).not.toHaveProperty('max_tokens');
  });
});

const busy: Reply = { status: 429, body: { error: { message: 'Slow down' } } };
const down: Reply = { status: 500, body: { error: { message: 'Oops' } } };

describe('before the first token', () => {
  test.each([
    ['429', busy],
    ['500', down],
    ['a cut connection', [{ cut: true }]],
    ['a malformed chunk', [{ raw: 'data: {"choices": [\n\n' }]],
    ['an end without a finish', []],
  ] as [string, Reply][])('%s is retried', async (_, fault) => {
    const { api, server } = await connect([fault, fault, fault, saying('Hello')]);
    const { events, error } = await collect(api);
    expect(error).toBeNull();
    expect(textOf(events)).toBe('Hello');
    expect(server.requests).toHaveLength(4);
  });

  test.each([
    ['429', busy, { code: 'model-rate-limited', status: 429, detail: '429: Slow down' }],
    ['500', down, { code: 'model-unavailable', status: 502, detail: '500: Oops' }],
    ['a cut connection', [{ cut: true }], { code: 'model-unavailable', status: 502 }],
  ] as [string, Reply, object][])('%s fails after three retries', async (_, fault, expected) => {
    const { api, server } = await connect([fault]);
    const { events, error } = await collect(api);
    expect(error).toMatchObject(expected);
    expect(events).toEqual([]);
    expect(server.requests).toHaveLength(4);
  });

  test('honours Retry-After, up to a maximum', async () => {
    const { api, server } = await connect([
      { ...busy, headers: { 'retry-after-ms': '5' } },
      { ...busy, headers: { 'retry-after': '3600' } },
    ]);
    expect((await collect(api)).error).toMatchObject({ code: 'model-rate-limited' });
    expect(server.requests).toHaveLength(2);
  });

  test('a stall ends with a time-out, without a retry, and closes the connection', async () => {
    const { api, server } = await connect([[{ stall: true }]], { OPENAI_FIRST_TOKEN_TIMEOUT: 0.06 });
    expect((await collect(api)).error).toMatchObject({ code: 'model-timeout', status: 504, message: expect.stringContaining('begin') });
    await server.whenAborted();
    expect(server.requests).toHaveLength(1);
  });

  test('an endpoint that refuses the connection is unreachable, and only admins see its address', async () => {
    const { api, server } = await connect([saying('never')]);
    await server.close();
    const { error } = await collect(api);
    expect(error).toMatchObject({ code: 'model-unreachable', status: 502, detail: expect.stringContaining('127.0.0.1') });
    expect((error as Error).message).not.toContain('127.0.0.1');
  });

  test('an endless response is read up to a limit, once', async () => {
    const part = Buffer.alloc(1_000_000, ' ');
    let [calls, closed, sent] = [0, 0, 0];
    const write = (response: ServerResponse) => {
      do sent += part.length;
      while (!response.destroyed && response.write(part));
    };
    const endless = createServer((_request, response) => {
      calls += 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.on('drain', () => write(response)).on('close', () => (closed += 1));
      write(response);
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    cleanups.push(async () => {
      endless.closeAllConnections();
      await new Promise((resolve) => endless.close(resolve));
    });
    const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/v1`;
    const { api } = await connect([saying('never')], { OPENAI_BASE_URL: url, OPENAI_IMAGE_MODEL: 'painter' });
    const made = api.generateImage({ prompt: 'A cup' });
    await expect(made).rejects.toMatchObject({ code: 'model-unavailable', detail: 'its answer is too large' });
    await expect.poll(() => closed).toBe(1);
    expect(calls).toBe(1);
    expect(sent).toBeGreaterThan(26_000_000);
  });

  test('a redirect is not followed', async () => {
    const elsewhere = await startModelServer([saying('never')]);
    cleanups.push(() => elsewhere.close());
    const { api } = await connect([{ status: 307, headers: { location: `${elsewhere.url}/chat/completions` } }]);
    expect((await collect(api)).error).toMatchObject({ code: 'model-unreachable' });
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('in mid-stream', () => {
  test.each([
    ['a cut connection', [{ text: 'Hel' }, { cut: true }], 'model-cut-off'],
    ['an end without a finish', [{ text: 'Hel' }], 'model-cut-off'],
    ['a malformed chunk', [{ text: 'Hel' }, { raw: 'data: nonsense\n\n' }], 'model-cut-off'],
    ['an error event', [{ text: 'Hel' }, { raw: 'data: {"error":{"message":"Insufficient balance"}}\n\n' }], 'model-quota-exhausted'],
    ['a stall', [{ text: 'Hel' }, { stall: true }], 'model-timeout'],
  ] as [string, Reply, string][])('%s keeps the text so far and is not retried', async (_, fault, code) => {
    const { api, server } = await connect([fault, saying('Hello')], { MODEL_IDLE_TIMEOUT: 60 });
    const { events, error } = await collect(api);
    expect(events).toEqual([{ type: 'text', text: 'Hel' }]);
    expect(error).toMatchObject({ code });
    expect(server.requests).toHaveLength(1);
  });

  test('ignores a break after the finish reason', async () => {
    const { api } = await connect([
      [{ text: 'Hello' }, { raw: 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n' }, { cut: true }],
    ]);
    const { events, error } = await collect(api);
    expect(error).toBeNull();
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
  });
});

describe('cancelling', () => {
  test.each([
    ['before the first token', [{ stall: true }]],
    ['in mid-stream', [{ text: 'Hel' }, { stall: true }]],
  ] as [string, Reply][])('%s closes the call to the endpoint', async (_, reply) => {
    const { api, server } = await connect([reply]);
    const controller = new AbortController();
    const running = collect(api, { signal: controller.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort(new Error('stopped'));
    expect((await running).error).toMatchObject({ message: 'stopped' });
    await server.whenAborted();
    expect(server.requests).toHaveLength(1);
  });

  test('leaving the loop closes the call to the endpoint', async () => {
    const { api, server } = await connect([[{ text: 'Hel' }, { stall: true }]]);
    for await (const event of api.streamChat(request)) {
      expect(event).toEqual({ type: 'text', text: 'Hel' });
      break;
    }
    await server.whenAborted();
  });
});

describe('other calls', () => {
  const schema = z.object({ city: z.string(), people: z.number() });

  test('an object of a shape, unwrapped from a fence', async () => {
    const { api, server } = await connect([saying('Here:\n```json\n{"city": "Oslo", "people": 3}\n```')]);
    expect((await api.completeObject(schema, request)).value).toEqual({ city: 'Oslo', people: 3 });
    expect(server.requests).toHaveLength(1);
  });

  test('an invalid object is retried with its faults', async () => {
    const { api, server } = await connect([saying('{"city": "Oslo"}'), saying('{"city": "Oslo", "people": 3}')]);
    expect((await api.completeObject(schema, request)).value).toEqual({ city: 'Oslo', people: 3 });
    expect(JSON.stringify(server.requests[1]?.body)).toContain('people');
  });

  test('a second invalid object is an error', async () => {
    const { api, server } = await connect([saying('no')]);
    await expect(api.completeObject(schema, request)).rejects.toMatchObject({ code: 'model-unavailable' });
    expect(server.requests).toHaveLength(2);
  });

  test('vectors and models', async () => {
    const { api } = await connect([]);
    expect(await api.embed(['one', 'two words'])).toEqual([
      [3, 1],
      [9, 2],
    ]);
    expect(await api.list()).toEqual([{ id: 'small' }, { id: 'large' }]);
  });

  test('more texts than fit in one call', async () => {
    const { api, server } = await connect([]);
    const vectors = await api.embed(Array.from({ length: 200 }, (_, index) => 'x'.repeat(index + 1)));
    expect(vectors.map(([length]) => length)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    expect(server.requests).toHaveLength(3);
  });
});

describe('the assistant', () => {
  const query = '{ assistant { isDemo label model hint examplePrompts } }';
  const builder = { kind: 'account', id: 'a', admin: false, builder: true } as const;

  test('is the connected model', async () => {
    const { host } = await connect([], { OPENAI_MODEL: 'llama3.2' });
    const { data } = await host.graphql(query, {}, builder);
    expect(data?.['assistant']).toMatchObject({ isDemo: false, label: 'llama3.2', model: 'llama3.2', hint: null });
  });

  test('is named as missing without one, with a hint for builders only', async () => {
    await using host = await testHost(models);
    const { data } = await host.graphql(query, {}, builder);
    expect(data?.['assistant']).toMatchObject({
      isDemo: false,
      label: 'No language model',
      hint: expect.stringContaining('OPENAI_BASE_URL'),
    });
    expect((await host.graphql(query)).errors).toHaveLength(1);
  });
});
