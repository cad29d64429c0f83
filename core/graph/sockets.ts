import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ExecutionArgs, GraphQLError } from 'graphql';
import type { OperationResult } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Logger, newId, type RequestContext, refuseUpgrade, UNOPENED, type UpgradeRefusal } from '../contract/index.ts';
import { toGraphError } from './errors.ts';
import { type Counted, countedAs, type SocketLimits } from './socket-limits.ts';

/** The payload of a `subscribe` message. */
export interface OperationPayload {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

export interface SocketOptions {
  readonly log: Logger;
  readonly limits: SocketLimits;
  /** The context of one operation on a WebSocket, from the headers of its upgrade. */
  readonly contextOf: (headers: Headers, signal: AbortSignal) => Promise<RequestContext>;
  /** Whether a browser on this origin may open a WebSocket. */
  readonly allowsOrigin: (origin: string, headers: Headers) => boolean;
  /** The client address (or IPv6 network) of a request, the key of rate limits. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** A WebSocket was refused, for a reason that an administrator can end. */
  readonly onRefused?: ((reason: 'origin' | 'limit') => void) | undefined;
  prepare(payload: OperationPayload, context: RequestContext, address: string): Promise<ExecutionArgs | readonly GraphQLError[]>;
  run(kind: 'execute' | 'subscribe'): (args: ExecutionArgs) => OperationResult;
}

export interface Sockets {
  /** Opens the sockets of requests that `isSocketUpgrade` accepts. */
  attach(server: Server): void;
  close(): Promise<void>;
}

interface Client {
  readonly id: string;
  readonly address: string;
  /** The address until the caller is authenticated. */
  counted: Counted;
  readonly headers: Headers;
  readonly operations: Map<string, AbortController>;
  /** Release functions of its limits. */
  readonly releases: (() => void)[];
}

const OTHER_ORIGIN: UpgradeRefusal = {
  status: '403 Forbidden',
  code: 'forbidden',
  message:
    'The WebSocket was refused, since its page is at another origin than BUILDER_URL. Open Sayso there, or pass Host and Origin on unchanged.',
};
const TOO_MANY: UpgradeRefusal = {
  status: '429 Too Many Requests',
  code: 'too-many-requests',
  message:
    'This network address holds as many WebSockets as it may (SOCKETS_PER_ADDRESS). Behind a proxy, TRUST_PROXY tells addresses apart.',
};
const POLICY_VIOLATION = 1008;
const MAX_MESSAGE_BYTES = 1_000_000;

/** `graphql-transport-ws` on `/graphql`, within the limits. */
export function createSockets(options: SocketOptions): Sockets {
  const { log, limits, contextOf, addressOf } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const clients = new WeakMap<WebSocket, Client>();
  const clientOf = (socket: WebSocket): Client => {
    const client = clients.get(socket);
    if (!client) throw new Error('The WebSocket is not registered.');
    return client;
  };
  const end = ({ operations }: Client, id: string): void => {
    operations.get(id)?.abort();
    operations.delete(id);
  };
  const server = useServer<Record<string, unknown>>(
    {
      execute: options.run('execute'),
      subscribe: options.run('subscribe'),
      async onConnect({ extra: { socket }, connectionParams }) {
        const client = clientOf(socket);
        const { address, headers, releases } = client;
        // Clients other than browsers may send their token in `connection_init` instead.
        const token = authorizationOf(connectionParams) ?? authorizationOf(connectionParams?.['headers']);
        if (token !== undefined) headers.set('authorization', token);
        // The first operation reports an invalid token.
        const actor = await contextOf(headers, new AbortController().signal).then(
          (context) => context.actor,
          () => ({ kind: 'anonymous' }) as const,
        );
        client.counted = countedAs(actor, address);
        const release = limits.identifySocket(client.counted);
        // The client may disconnect during authentication.
        if (release && socket.readyState === socket.OPEN) releases.push(release);
        else if (release) release();
        else socket.close(POLICY_VIOLATION, 'Too many connections');
      },
      async onSubscribe({ extra: { socket } }, id, payload) {
        const client = clientOf(socket);
        const { address, headers, operations } = client;
        const controller = new AbortController();
        let requestId: string | undefined;
        try {
          // Before anything else, so that refused operations count too.
          limits.countOperation(client.counted);
          limits.checkSocket(operations.size);
          operations.set(id, controller);
          // Authenticate each operation: a socket may outlive its token.
          const context = await contextOf(headers, controller.signal);
          requestId = context.requestId;
          const prepared = await options.prepare(payload, context, address);
          // The library does not call `onComplete` for operations that it has not started.
          if (!('schema' in prepared)) end(client, id);
          return prepared;
        } catch (error) {
          end(client, id);
          return [toGraphError(error, log, requestId)];
        }
      },
      onComplete: ({ extra: { socket } }, id) => end(clientOf(socket), id),
    },
    sockets,
  );
  sockets.on('connection', (socket: WebSocket) => {
    // For example, a message that is too large. The library would print a stack trace; the socket closes in any case.
    socket.removeAllListeners('error').on('error', ({ message }) => log.debug({ reason: message }, 'A WebSocket was closed'));
  });

  const open = (client: WebSocket, request: IncomingMessage, address: string, release: () => void): void => {
    const opened: Client = {
      id: newId(),
      address,
      counted: countedAs({ kind: 'anonymous' }, address),
      headers: headersOf(request),
      operations: new Map(),
      releases: [release],
    };
    clients.set(client, opened);
    client.on('close', () => {
      for (const id of [...opened.operations.keys()]) end(opened, id);
      for (const each of opened.releases) each();
    });
    const count = (): void => {
      if (!limits.allowsMessage(opened.id)) client.terminate();
    };
    client.on('message', count).on('ping', count);
    sockets.emit('connection', client, request);
  };
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const headers = headersOf(request);
    const origin = headers.get('origin');
    // Browsers attach cookies and proxy credentials to WebSockets of any page (cross-site WebSocket hijacking): allow own origins only.
    const isProgram = /^bearer\s/i.test(headers.get('authorization') ?? '');
    if (origin !== null && !isProgram && !options.allowsOrigin(origin, headers)) {
      refuseUpgrade(socket, OTHER_ORIGIN);
      options.onRefused?.('origin');
      return;
    }
    const address = addressOf(request);
    const release = limits.openSocket(address);
    if (!release) {
      refuseUpgrade(socket, TOO_MANY);
      options.onRefused?.('limit');
      return;
    }
    // Release the limit also when the upgrade fails.
    socket.once('close', release);
    sockets.handleUpgrade(request, socket, head, (client) => open(client, request, address, release));
  };
  return {
    attach(http) {
      http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (!isSocketUpgrade(request)) return;
        try {
          upgrade(request, socket, head);
        } catch (error) {
          // An error thrown by this listener would crash the process.
          log.error({ err: error }, 'A WebSocket could not be opened');
          refuseUpgrade(socket, UNOPENED);
        }
      });
    },
    async close() {
      await server.dispose();
      sockets.close();
    },
  };
}

/** Whether a request with an `Upgrade` header opens a WebSocket here. */
export function isSocketUpgrade({ method, url, headers }: IncomingMessage): boolean {
  // Not `new URL`: it throws on targets such as `//`, which the HTTP parser accepts.
  return method === 'GET' && url?.split('?')[0] === '/graphql' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Case-insensitive, like a header name. */
function authorizationOf(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const [, value] = Object.entries(params).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return typeof value === 'string' ? value : undefined;
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}
