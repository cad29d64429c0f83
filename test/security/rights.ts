import { expect } from 'vitest';
import WebSocket from 'ws';
import { openSocket } from '../base44/socket.ts';
import { bearer, type Data } from './world.ts';

/** The time in which every right ends, at every process, whether it received the event or not. */
export const WITHIN_MS = 5000;

interface Node {
  readonly builderUrl: string;
  readonly runtimeUrl: string;
}
/** A right in use; `isOver` is asked again and again. */
export interface Use {
  isOver(): boolean | Promise<boolean>;
  close?(): void;
}
/** A table of an app, for the holder of a token. */
interface Followed {
  readonly appId: string;
  readonly token: string;
  readonly table: string;
}
interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A right that each call asks for. */
export function rightOf<Holder>(works: (holder: Holder) => Promise<boolean>): (holder: Holder) => Promise<Use> {
  return async (holder) => {
    expect(await works(holder)).toBe(true);
    return { isOver: async () => !(await works(holder)) };
  };
}

/** Server-sent events; it has begun once it has sent `begun`, and is over when it ends or refuses the table. */
export async function overSse(url: string, token: string, begun = ''): Promise<Use> {
  return reading(await opened(url, { headers: bearer(token) }), begun, '"refused"');
}

/** One subscription of a response for several. */
export async function overStreams(node: Node, token: string, operation: Operation): Promise<Use> {
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  const body = JSON.stringify({ operations: { one: operation } });
  return reading(await opened(`${node.builderUrl}/graphql/streams`, { method: 'POST', headers, body }), 'event: ready', 'event: complete');
}

interface Opened {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  abort(): void;
}
async function opened(url: string, init: RequestInit): Promise<Opened> {
  const aborting = new AbortController();
  const { status, body } = await fetch(url, { ...init, signal: aborting.signal });
  expect(status).toBe(200);
  return { body, abort: () => aborting.abort() };
}

async function reading({ body, abort }: Opened, begun: string, end: string): Promise<Use> {
  let text = '';
  let isOver = false;
  const read = async () => {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk;
  };
  void read()
    .catch(() => undefined)
    .then(() => {
      isOver = true;
    });
  await expect.poll(() => text).toContain(begun);
  return { isOver: () => isOver || text.includes(end), close: abort };
}

export async function overSocket(node: Node, { appId, token, table }: Followed): Promise<Use> {
  const socket = new WebSocket(`${node.runtimeUrl.replace('http', 'ws')}/live_api/changes`);
  const ready = Promise.withResolvers<void>();
  let isOver = false;
  socket.on('open', () => socket.send(JSON.stringify({ app: appId, token })));
  socket.on('message', (data) => {
    const { event, entity } = JSON.parse(String(data));
    if (entity === undefined) socket.send(JSON.stringify({ follow: table }));
    if (event === 'ready') ready.resolve();
    if (event === 'refused') ready.reject(new Error(String(data)));
  });
  socket.on('error', ready.reject).on('close', () => {
    isOver = true;
  });
  await ready.promise;
  return { isOver: () => isOver, close: () => socket.terminate() };
}

/** The socket of `@base44/sdk`. It tells of refusals only. */
export async function overSdk(node: Node, { appId, token, table }: Followed): Promise<Use> {
  const { socket, state, messages, join } = await openSocket({ serverUrl: node.runtimeUrl, appId, token });
  expect(state).toMatchObject({ isConnected: true, isClosed: false });
  join(table);
  return { isOver: () => state.isClosed || messages.some(([event]) => event === 'error'), close: () => socket.terminate() };
}

export async function overSubscription(node: Node, token: string, payload: Operation): Promise<Use> {
  const socket = new WebSocket(`${node.builderUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const acknowledged = Promise.withResolvers<void>();
  let end: unknown = null;
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  socket.on('open', () => send({ type: 'connection_init', payload: bearer(token) }));
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Data;
    if (message.type === 'connection_ack') acknowledged.resolve();
    if (message.type === 'ping') send({ type: 'pong' });
    const isEnd = message.type === 'complete' || message.type === 'error' || message.payload?.errors;
    if (message.id === '1' && isEnd) end ??= message;
  });
  socket.on('error', acknowledged.reject).on('close', () => {
    end ??= 'closed';
  });
  await acknowledged.promise;
  send({ id: '1', type: 'subscribe', payload });
  // An operation after it on the same socket: by its answer, the subscription has begun.
  const begun = Promise.withResolvers<void>();
  socket.on('message', (data) => {
    const { id, type } = JSON.parse(String(data)) as Data;
    if (id === '2' && type === 'complete') begun.resolve();
  });
  send({ id: '2', type: 'subscribe', payload: { query: '{ me { id } }' } });
  await begun.promise;
  expect(end).toBeNull();
  return { isOver: () => end !== null, close: () => socket.terminate() };
}

/** Waits in turns of 100 ms, which a machine under load lengthens for the servers of this process as well. */
export async function overWithin(used: ReadonlyMap<string, Use>): Promise<void> {
  const turns = new Map<string, number>();
  await Promise.all(
    [...used].map(([name, use]) => {
      const isOver = () => {
        turns.set(name, (turns.get(name) ?? 0) + 1);
        return use.isOver();
      };
      return expect.poll(isOver, { timeout: 6 * WITHIN_MS, interval: 100, message: `${name} ends` }).toBe(true);
    }),
  );
  expect([...turns].filter(([, count]) => count * 100 > WITHIN_MS)).toEqual([]);
}
