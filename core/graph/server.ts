import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type DocumentNode, type ExecutionArgs, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import type { OperationResult } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { createYoga, type Plugin } from 'graphql-yoga';
import { WebSocketServer } from 'ws';
import { cut, type Logger, type RequestContext } from '../contract/index.ts';
import { LargeLoads } from './bytes.ts';
import { MAX_MESSAGE, toGraphError } from './errors.ts';
import { limits, operationLimits } from './limits.ts';
import { LiveResults } from './live-results.ts';
import { sameCaller } from './same-caller.ts';

export interface GraphServerOptions {
  readonly schema: GraphQLSchema;
  readonly log: Logger;
  /** Whether everybody may read the schema by introspection; else only admins. */
  readonly openIntrospection: boolean;
  /** The context of one operation on a WebSocket, from the headers of its upgrade. */
  readonly contextOf: (headers: Headers, signal: AbortSignal) => Promise<RequestContext>;
  /** Whether a browser on this origin may open a WebSocket. */
  readonly allowsOrigin: (origin: string, headers: Headers) => boolean;
}

export interface GraphServer {
  /** Answers one operation over HTTP. */
  fetch(request: Request, context: RequestContext): Promise<Response>;
  /** Runs a subscription; a result instead of a stream says why it cannot run. Ends with the context's signal. */
  subscribe(payload: OperationPayload, context: RequestContext): OperationResult;
  /** Serves `graphql-transport-ws` on `/graphql` of this server. */
  attach(server: Server): void;
  /** Aborts when readers of subscriptions shall come back elsewhere: a stream that ends now has no last word of its own. */
  readonly closing: AbortSignal;
  /** `endSources` ends what subscriptions read from; each gets the last results out before its connection is closed. */
  close(endSources: () => void): Promise<void>;
}

/** How long the last results of subscriptions may take when the server stops. */
const LAST_RESULTS_MS = 2000;

/** What a client sends to run one operation. */
export interface OperationPayload {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The operations of one schema over HTTP and WebSocket, with the same limits and the same errors. */
export function createGraphServer(options: GraphServerOptions): GraphServer {
  const { schema, log } = options;
  const current = new AsyncLocalStorage<RequestContext>();
  const live = new LiveResults();
  const closing = new AbortController();
  const yoga = createYoga<{ sayso: RequestContext }, RequestContext>({
    schema,
    graphqlEndpoint: '/graphql',
    context: ({ sayso }) => sayso,
    cors: false,
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    logging: false,
    maskedErrors: { maskError: (error) => toGraphError(error, log, current.getStore()?.requestId) },
    plugins: [limited(), weighing(), introspection(options.openIntrospection), sameCaller(options.contextOf, log), live.plugin],
  });
  type Enveloped = ReturnType<typeof yoga.getEnveloped>;
  const prepared = new WeakMap<object, { readonly enveloped: Enveloped; readonly context: RequestContext }>();

  const prepare = (payload: OperationPayload, context: RequestContext): Promise<ExecutionArgs | readonly GraphQLError[]> => {
    const enveloped = yoga.getEnveloped({ sayso: context } as Parameters<typeof yoga.getEnveloped>[0]);
    return current.run(context, async () => {
      let document: DocumentNode;
      try {
        document = enveloped.parse(payload.query);
      } catch (error) {
        return [toGraphError(error, log, context.requestId)];
      }
      const errors = enveloped.validate(enveloped.schema, document) as readonly GraphQLError[];
      if (errors.length > 0) return errors.map((error) => toGraphError(error, log, context.requestId));
      const contextValue = await enveloped.contextFactory();
      prepared.set(contextValue as object, { enveloped, context });
      return { schema, document, operationName: payload.operationName, variableValues: payload.variables, contextValue };
    });
  };
  const run = (kind: 'execute' | 'subscribe') => (args: ExecutionArgs) => {
    const entry = prepared.get(args.contextValue as object);
    if (!entry) throw new Error('An operation runs that was never prepared.');
    return current.run(entry.context, () => entry.enveloped[kind](args));
  };

  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1_000_000 });
  const served = serveSockets({ sockets, log, prepare, run, contextOf: options.contextOf });
  return {
    fetch: async (request, context) => current.run(context, async () => yoga.fetch(request, { sayso: context })),
    async subscribe(payload, context) {
      const args = await prepare(payload, context);
      return 'schema' in args ? run('subscribe')(args) : { errors: args };
    },
    attach(server) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (new URL(request.url ?? '/', 'http://host').pathname !== '/graphql') {
          // Nobody else would: an upgrade without an answer stays open for ever.
          if (server.listenerCount('upgrade') === 1) socket.destroy();
          return;
        }
        const headers = headersOf(request);
        const origin = headers.get('origin');
        // A browser sends cookies along with a WebSocket from any page, and the password of a proxy too: only our own may open one.
        const isProgram = /^bearer\s/i.test(headers.get('authorization') ?? '');
        if (origin !== null && !isProgram && !options.allowsOrigin(origin, headers)) {
          socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
          return;
        }
        sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request));
      });
    },
    closing: closing.signal,
    async close(endSources) {
      const ended = live.hold(LAST_RESULTS_MS);
      endSources();
      await ended;
      closing.abort();
      await served.dispose();
      sockets.close();
      live.release();
    },
  };
}

interface SocketOptions {
  readonly sockets: WebSocketServer;
  readonly log: Logger;
  readonly contextOf: GraphServerOptions['contextOf'];
  prepare(payload: OperationPayload, context: RequestContext): Promise<ExecutionArgs | readonly GraphQLError[]>;
  run(kind: 'execute' | 'subscribe'): (args: ExecutionArgs) => OperationResult;
}

function serveSockets({ sockets, log, contextOf, prepare, run }: SocketOptions): { dispose: () => void | Promise<void> } {
  const running = new WeakMap<object, Map<string, AbortController>>();
  const end = (socket: object, id: string): void => {
    running.get(socket)?.get(id)?.abort();
    running.get(socket)?.delete(id);
  };
  const server = useServer<Record<string, unknown>>(
    {
      execute: run('execute'),
      subscribe: run('subscribe'),
      async onSubscribe({ extra, connectionParams }, id, payload) {
        const controller = new AbortController();
        const operations = running.get(extra.socket) ?? new Map<string, AbortController>();
        running.set(extra.socket, operations.set(id, controller));
        const headers = headersOf(extra.request);
        // Clients that are not browsers may name their token in the first message instead.
        const token = authorizationOf(connectionParams) ?? authorizationOf(connectionParams?.['headers']);
        if (token !== undefined) headers.set('authorization', token);
        // Asked again for each operation: a socket outlives a token.
        return prepare(payload, await contextOf(headers, controller.signal));
      },
      onComplete: ({ extra }, id) => end(extra.socket, id),
      onClose({ extra }) {
        for (const id of running.get(extra.socket)?.keys() ?? []) end(extra.socket, id);
      },
    },
    sockets,
  );
  sockets.on('connection', (socket) => {
    // Too large a message, for example. The library would print a stack trace for each; the socket is closed in any case.
    socket.removeAllListeners('error').on('error', ({ message }) => log.debug({ reason: message }, 'A WebSocket was closed'));
  });
  return server;
}

/** Named as a header is: in whatever case. */
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

function limited(): Plugin {
  return {
    onParse: ({ setParseFn }) => setParseFn((source, settings) => parse(source, { ...settings, maxTokens: limits.tokens })),
    onValidate({ addValidationRule }) {
      addValidationRule(operationLimits);
      return ({ result }) => {
        // The library has codes of its own for what is bad input like any other.
        for (const error of result) {
          if (!(error instanceof GraphQLError)) continue;
          Object.assign(error.extensions, { code: 'invalid-input', status: 400 });
          error.message = cut(error.message, MAX_MESSAGE);
        }
      };
    },
  };
}

/** Each execution has a budget of its own, of a subscription each result. */
function weighing(): Plugin {
  const all = new LargeLoads();
  return {
    onExecute({ args }) {
      const context = args.contextValue as object;
      all.begin(context);
      return { onExecuteDone: () => all.end(context) };
    },
  };
}

/** Refused when it runs, not when it is validated: validation results are shared between callers. */
function introspection(open: boolean): Plugin<RequestContext> {
  const refusal = new GraphQLError('Only admins may read the schema.', { extensions: { code: 'forbidden', status: 403 } });
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { actor } = args.contextValue;
      if (open || (actor.kind === 'account' && actor.admin)) return;
      if (introspects(args.document)) setResultAndStopExecution({ errors: [refusal] });
    },
  };
}

const known = new WeakMap<DocumentNode, boolean>();
function introspects(document: DocumentNode): boolean {
  const seen = known.get(document);
  if (seen !== undefined) return seen;
  const found = JSON.stringify(document.definitions, (key, value) => (key === 'loc' ? undefined : value)).match(
    /"value":"__(schema|type)"/,
  );
  known.set(document, found !== null);
  return found !== null;
}
