import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one call to `/chat/completions`, in order. */
export type Step =
  /** A piece of the answer. */
  | { readonly text: string }
  | { readonly reasoning: string; readonly field?: 'reasoning_content' | 'reasoning' }
  /** Web pages, as annotations of the text. */
  | { readonly sources: readonly { readonly url: string; readonly title?: string }[] }
  /** Ends the answer properly: finish reason, usage when given (`cached`: of the prompt), `[DONE]`. */
  | { readonly finish: 'stop' | 'length' | 'content_filter'; readonly usage?: StatedUsage }
  /** Raw bytes, for invalid events or invalid JSON. */
  | { readonly raw: string }
  /** Stalls, with the connection open. */
  | { readonly stall: true }
  /** Cuts the connection. */
  | { readonly cut: true };

export interface StatedUsage {
  readonly prompt: number;
  readonly completion: number;
  readonly cached?: number;
}

/** The reply to one call: steps of a stream, or a whole response. */
export type Reply =
  | readonly Step[]
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

export interface ModelServer extends AsyncDisposable {
  /** For OPENAI_BASE_URL. */
  readonly url: string;
  /** Bodies of the calls so far, oldest first, with their path and key. */
  readonly requests: readonly { readonly path: string; readonly authorization: string; readonly body: Readonly<Record<string, unknown>> }[];
  /** Calls that the client has closed before the answer was complete. */
  readonly aborted: number;
  /** Resolves when the client closes a call early; at once if it already has. */
  whenAborted(): Promise<void>;
  close(): Promise<void>;
}

/** The answer `Hello`, in the given chunks. */
export function saying(...pieces: readonly string[]): readonly Step[] {
  return [...pieces.map((text) => ({ text })), { finish: 'stop' }];
}

/**
 * A scripted model that speaks the real protocol over HTTP. Replies are used in order, the last one repeatedly; a function chooses by the
 * request's body.
 */
export async function startModelServer(
  script: readonly Reply[] | ((body: Readonly<Record<string, unknown>>, call: number) => Reply),
): Promise<ModelServer> {
  const requests: { path: string; authorization: string; body: Record<string, unknown> }[] = [];
  const aborts = new EventTarget();
  let aborted = 0;
  let calls = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (response.writableFinished || response.destroyed === false) return;
      aborted += 1;
      aborts.dispatchEvent(new Event('abort'));
    });
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    const path = request.url ?? '';
    requests.push({ path, authorization: request.headers.authorization ?? '', body });
    if (path.endsWith('/models')) return sendJson(response, 200, { object: 'list', data: [{ id: 'small' }, { id: 'large' }] });
    if (path.endsWith('/images/generations')) return images(response, body);
    if (path.endsWith('/embeddings')) return sendJson(response, 200, embeddings(body));
    const call = calls++;
    const reply = typeof script === 'function' ? script(body, call) : (script[call] ?? script.at(-1) ?? saying('Hello'));
    if ('status' in reply)
      return sendJson(response, reply.status, reply.body ?? { error: { message: `status ${reply.status}` } }, reply.headers);
    stream(response, reply, String(body['model'] ?? 'model'));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => closeServer(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get aborted() {
      return aborted;
    },
    whenAborted: () =>
      aborted > 0 ? Promise.resolve() : new Promise((resolve) => aborts.addEventListener('abort', () => resolve(), { once: true })),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function stream(response: ServerResponse, steps: readonly Step[], model: string): void {
  const event = (choices: unknown, usage?: object) =>
    response.write(`data: ${JSON.stringify({ id: 'call', object: 'chat.completion.chunk', created: 1, model, choices, usage })}\n\n`);
  const delta = (content: object, finish: string | null = null) => event([{ index: 0, delta: content, finish_reason: finish }]);
  const send = (step: Exclude<Step, { stall: unknown } | { cut: unknown }>) => {
    if ('text' in step) return delta({ content: step.text });
    if ('reasoning' in step) return delta({ [step.field ?? 'reasoning_content']: step.reasoning });
    if ('sources' in step) return delta({ annotations: step.sources.map((one) => ({ type: 'url_citation', url_citation: one })) });
    if ('raw' in step) return response.write(step.raw);
    delta({}, step.finish);
    if (step.usage) event([], usageOf(step.usage));
    return response.write('data: [DONE]\n\n');
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  delta({ role: 'assistant', content: '' });
  for (const step of steps) {
    if ('stall' in step) return;
    // Once the written bytes have been sent.
    if ('cut' in step) return void response.write('', () => response.destroy());
    send(step);
  }
  response.end();
}

function usageOf({ prompt, completion, cached }: StatedUsage): object {
  const details = cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } };
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion, ...details };
}

/** A PNG of one pixel, or the status that the prompt is. */
function images(response: ServerResponse, { prompt }: Readonly<Record<string, unknown>>): void {
  const status = Number(prompt);
  const picture = { created: 1, data: [{ b64_json: PNG }], usage: { input_tokens: 7, output_tokens: 100, total_tokens: 107 } };
  if (status >= 400) sendJson(response, status, { error: { message: `status ${status}` } });
  else sendJson(response, 200, picture);
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Vectors that distinguish texts: their length and their number of words. */
function embeddings(body: Readonly<Record<string, unknown>>): object {
  const input = Array.isArray(body['input']) ? body['input'].map(String) : [String(body['input'])];
  return {
    object: 'list',
    data: input.map((text, index) => ({ object: 'embedding', index, embedding: [text.length, text.split(' ').length] })),
    usage: {},
  };
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
