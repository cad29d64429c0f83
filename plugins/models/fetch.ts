import { Agent, fetch } from 'undici';

/** How long an endpoint may take to accept a connection, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;

/** Node's own fetch gives up after 300 s without a first byte; how long a model may take is a setting. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_TIMEOUT } });

/**
 * `fetch` for calls of a model. Follows no redirect: an admin names the server that is asked, and that server must not lead the call, with
 * the builder's prompt in it, to another one or into the network of this machine.
 */
export const fetchModel: typeof globalThis.fetch = async (input, init) => {
  // The same standard twice: the types of undici and of Node's copy of it differ in name only.
  const options = { ...init, dispatcher, redirect: 'error' } as unknown as NonNullable<Parameters<typeof fetch>[1]>;
  return (await fetch(input as unknown as Parameters<typeof fetch>[0], options)) as unknown as Response;
};
