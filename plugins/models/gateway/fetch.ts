import { Agent, fetch } from 'undici';

/** How long an endpoint may take to accept a connection, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;

/** Node's own fetch times out after 300 s without a first byte; here the time-outs are settings. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_TIMEOUT } });

/**
 * `fetch` for calls of a model. Follows no redirect: an admin chooses the server, which must not redirect the call, with the builder's
 * prompt in it, to another server or into this machine's network.
 */
export const fetchModel: typeof globalThis.fetch = async (input, init) => {
  // undici's types and Node's copy of them differ in name only.
  const options = { ...init, dispatcher, redirect: 'error' } as unknown as NonNullable<Parameters<typeof fetch>[1]>;
  return (await fetch(input as unknown as Parameters<typeof fetch>[0], options)) as unknown as Response;
};
