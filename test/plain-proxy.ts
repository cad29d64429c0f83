import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** What a reverse proxy does without the lines that a manual names. */
export interface ProxyBehaviour {
  /** WebSockets: passed on; their headers dropped (nginx); never answered; accepted and closed at once; refused with 403 (company proxies). */
  readonly sockets: 'pass' | 'strip' | 'silent' | 'close' | 'refuse';
  /** Answers: passed on as they come; held back until this many bytes are there, unless `x-accel-buffering: no` (nginx); until complete. */
  readonly buffers?: 'none' | 'nginx' | 'whole';
  /** Protocol of requests to the server; nginx's default is 1.0. */
  readonly upstream?: '1.0' | '1.1';
  /** Ends answers after this time without a byte. */
  readonly idleMs?: number;
}

export interface PlainProxy extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Changes what it does from the next request on. */
  behave(next: ProxyBehaviour): void;
  /** Numbers of requests so far: WebSockets, and streams of events. */
  readonly seen: { sockets: number; streams: number };
}

/** The proxies of the manual, as they are without its lines. */
export const proxies = {
  nginx: { sockets: 'strip', buffers: 'nginx', upstream: '1.0', idleMs: 60_000 },
  /** Of a company, in front of the browser. */
  company: { sockets: 'refuse', buffers: 'whole' },
  silent: { sockets: 'silent' },
  closing: { sockets: 'close' },
  /** Caddy and Traefik need no lines. */
  caddy: { sockets: 'pass' },
} as const satisfies Readonly<Record<string, ProxyBehaviour>>;

const HOP_BY_HOP = ['connection', 'upgrade', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'];
const NGINX_BUFFER = 8 * 4096;

/** A reverse proxy on a free port. `port`: of the server, read for each request, since servers may start later than their proxies. */
export async function openPlainProxy(port: () => number, first: ProxyBehaviour): Promise<PlainProxy> {
  let behaviour = first;
  const seen = { sockets: 0, streams: 0 };
  const open = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    if (incoming.headers['sec-websocket-key'] !== undefined) seen.sockets += 1;
    forward(incoming, outgoing);
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { buffers = 'none', upstream: protocol = '1.1', idleMs = 0 } = behaviour;
    const headers = passed(incoming.headers);
    const { method, url: path } = incoming;
    const createConnection = () => speak(protocol, connect(port(), '127.0.0.1'));
    const upstream = request({ createConnection, method, path, headers: { ...headers, connection: 'close' } });
    incoming.pipe(upstream);
    upstream.on('error', () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    outgoing.on('close', () => upstream.destroy());
    upstream.on('response', (answer) => {
      if (answer.headers['content-type']?.startsWith('text/event-stream')) seen.streams += 1;
      if (idleMs > 0) answer.socket.setTimeout(idleMs, () => outgoing.destroy());
      const holds = buffers === 'whole' || (buffers === 'nginx' && answer.headers['x-accel-buffering'] !== 'no');
      pass(answer, outgoing, holds ? (buffers === 'whole' ? Number.POSITIVE_INFINITY : NGINX_BUFFER) : 0);
    });
  };
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    seen.sockets += 1;
    socket.on('error', () => undefined);
    if (behaviour.sockets === 'silent') return;
    if (behaviour.sockets === 'refuse') return void socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    const { sockets } = behaviour;
    const upstream = connect(port(), '127.0.0.1');
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
    const dropped = sockets === 'strip' ? HOP_BY_HOP : [];
    const lines = Object.entries(incoming.headers).flatMap(([name, value]) => (dropped.includes(name) ? [] : [`${name}: ${value}`]));
    const version = sockets === 'strip' && behaviour.upstream === '1.0' ? '1.0' : '1.1';
    upstream.write(`GET ${incoming.url} HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket);
    if (sockets === 'close') upstream.once('data', () => setTimeout(() => socket.destroy(), 20));
    socket.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  return {
    url: `http://localhost:${own}`,
    port: own,
    seen,
    behave(next) {
      behaviour = next;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Node's client speaks 1.1 only: changes the version in the first line of a request. */
function speak(protocol: '1.0' | '1.1', socket: Socket): Socket {
  if (protocol === '1.1') return socket;
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  let isFirst = true;
  socket.write = ((chunk: unknown, ...rest: unknown[]) => {
    const text = isFirst && typeof chunk === 'string' ? chunk.replace(' HTTP/1.1\r\n', ' HTTP/1.0\r\n') : chunk;
    isFirst = false;
    return write(text, ...rest);
  }) as Socket['write'];
  return socket;
}

function passed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));
}

/** Holds the answer back until so many bytes are there, or all. */
function pass(answer: IncomingMessage, outgoing: ServerResponse, holds: number): void {
  const headers = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
  const send = () => {
    if (!outgoing.headersSent) outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers) as IncomingHttpHeaders);
  };
  let held: Buffer[] = [];
  let size = 0;
  const flush = () => {
    send();
    for (const chunk of held) outgoing.write(chunk);
    held = [];
    size = 0;
  };
  answer.on('data', (chunk: Buffer) => {
    held.push(chunk);
    size += chunk.length;
    if (size > holds) flush();
  });
  answer.on('end', () => {
    flush();
    outgoing.end();
  });
  answer.on('error', () => outgoing.destroy());
  if (holds === 0) send();
}
