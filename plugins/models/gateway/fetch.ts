import { Agent, type Dispatcher, request } from 'undici';
import { ModelAnswerTooLarge } from '../errors.ts';

/** How long an endpoint may take to accept a connection, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;
/** Bytes of a response that is no stream: the largest picture in Base64, and the JSON around it. */
const MAX_BODY = 28_000_000;
/** Responses that have no body. */
const BODILESS = [204, 205];

/** Node's own fetch times out after 300 s without a first byte; here the time-outs are settings. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_TIMEOUT } });

/**
 * `fetch` for calls of a model. Follows no redirect: an admin chooses the server, which must not redirect the call, with the builder's
 * prompt in it, to another server or into this machine's network. Sends by `undici.request`: the request of a fetch leaves a millisecond
 * later, and each event of its response takes two more streams.
 */
export const fetchModel: typeof globalThis.fetch = async (input, { method = 'GET', headers, body, signal } = {}) => {
  const options = { dispatcher, method: method as Dispatcher.HttpMethod, headers: Object.fromEntries(new Headers(headers)) };
  const answer = await request(String(input), { ...options, body: (body ?? null) as string | null, signal: signal ?? null });
  if (answer.statusCode >= 300 && answer.statusCode < 400) {
    await answer.body.dump({ limit: 0 }).catch(() => undefined);
    throw new TypeError('The server redirects the call.');
  }
  return responseOf(answer);
};

async function responseOf({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<Response> {
  const init = {
    status,
    headers: Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one] as [string, string])),
  };
  const isStream = String(headers['content-type'] ?? '').includes('event-stream');
  if (!isStream) return new Response(BODILESS.includes(status) ? null : await bytesOf(body), init);
  // The client iterates over the chunks, as of a web stream.
  return Object.defineProperty(new Response(null, init), 'body', { value: body });
}

/** Ends the connection at the limit, so that an endless response takes no memory. */
async function bytesOf(body: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BODY) throw new ModelAnswerTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
