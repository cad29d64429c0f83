import { Agent, type Dispatcher, request } from 'undici';

/** How long an endpoint may take to accept a connection, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;
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
  if (!isStream) return new Response(BODILESS.includes(status) ? null : await body.arrayBuffer(), init);
  // The client iterates over the chunks, as of a web stream.
  return Object.defineProperty(new Response(null, init), 'body', { value: body });
}
