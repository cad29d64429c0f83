import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, Server } from 'node:http';
import type { Readable } from 'node:stream';
import { type DocumentNode, type ExecutionArgs, GraphQLError, type GraphQLSchema, getOperationAST, parse } from 'graphql';
import type { OperationResult } from 'graphql-ws';
import { createYoga, type Plugin } from 'graphql-yoga';
import { cut, type Logger, type RequestContext } from '../contract/index.ts';
import { MAX_MESSAGE, toGraphError } from './errors.ts';
import { separateExecutions } from './executions.ts';
import { limits, operationLimits } from './limits.ts';
import { LiveResults } from './live-results.ts';
import { sameCaller } from './same-caller.ts';
import { countedAs, type SocketLimitSettings, SocketLimits } from './socket-limits.ts';
import { createSockets, isSocketUpgrade, type OperationPayload } from './sockets.ts';
import { operationStream, type StreamedOperations } from './streams.ts';
import { countSubscriptions } from './subscriptions.ts';
import { suggestNothing, withoutSuggestion } from './suggestions.ts';

export interface GraphServerOptions {
  readonly schema: GraphQLSchema;
  readonly log: Logger;
  /** Whether all callers may use introspection; otherwise only admins. */
  readonly openIntrospection: boolean;
  /** The context of one operation on a WebSocket, from the headers of its upgrade. */
  readonly contextOf: (headers: Headers, signal: AbortSignal) => Promise<RequestContext>;
  /** Whether a browser on this origin may open a WebSocket. */
  readonly allowsOrigin: (origin: string, headers: Headers) => boolean;
  /** A WebSocket was refused, for a reason that an administrator can end. */
  readonly onRefused?: (reason: 'origin' | 'limit') => void;
  /** The client address (or IPv6 network) of a request, the key of rate limits. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly socketLimits: SocketLimitSettings;
}

export interface GraphServer {
  /** Executes one operation over HTTP. `from` is its request: limits of anonymous subscriptions use its address. */
  fetch(request: Request, context: RequestContext, from?: IncomingMessage): Promise<Response>;
  /** Runs a subscription; returns a result with errors instead of a stream when it cannot run. Ends with the context's signal. */
  subscribe(payload: OperationPayload, context: RequestContext): OperationResult;
  /** Runs several subscriptions on one response of server-sent events, with the limits of a WebSocket. Throws `TooManyRequests`. */
  stream(asked: StreamedOperations, context: RequestContext, from: IncomingMessage): Readable;
  /** Whether a request with an `Upgrade` header opens a WebSocket of the graph. */
  isUpgrade(request: IncomingMessage): boolean;
  /** Serves `graphql-transport-ws` on `/graphql` of this server, which must upgrade only the requests that `isUpgrade` accepts. */
  attach(server: Server): void;
  /** Aborts during shutdown: ends event streams over HTTP without a `complete` event, so that clients reconnect. */
  readonly closing: AbortSignal;
  /** `endSources` ends the sources of subscriptions; their last results are delivered before the connections close. */
  close(endSources: () => void): Promise<void>;
}

/** Timeout for delivering the last results of subscriptions during shutdown. */
const LAST_RESULTS_MS = 2000;

const ONLY_SUBSCRIPTIONS = new GraphQLError('Only subscriptions are streamed here. Send other operations to /graphql.', {
  extensions: { code: 'invalid-input', status: 400 },
});

/** An operation and its client address; undefined for in-process calls. */
interface Running {
  readonly context: RequestContext;
  readonly address: string | undefined;
}

/** The operations of one schema over HTTP and WebSocket, with the same limits and the same errors. */
export function createGraphServer(options: GraphServerOptions): GraphServer {
  const { schema, log } = options;
  const current = new AsyncLocalStorage<Running>();
  const limitsOfSockets = new SocketLimits(options.socketLimits);
  const live = new LiveResults();
  const shown = (error: GraphQLError): GraphQLError => (options.openIntrospection ? error : withoutSuggestion(error));
  const closing = new AbortController();
  const yoga = createYoga<{ sayso: RequestContext }, RequestContext>({
    schema,
    graphqlEndpoint: '/graphql',
    // A copy: the library merges own properties only, and the hosts' context has accessors.
    context({ sayso }) {
      const { actor, requestId, signal, headers, get } = sayso;
      return { actor, requestId, signal, headers, get, authenticate: () => sayso.authenticate() };
    },
    cors: false,
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    logging: false,
    maskedErrors: { maskError: (error) => shown(toGraphError(error, log, current.getStore()?.context.requestId)) },
    plugins: [
      limited(),
      separateExecutions(),
      ...(options.openIntrospection ? [] : [suggestNothing()]),
      introspection(options.openIntrospection),
      sameCaller(options.contextOf, log),
      countSubscriptions(limitsOfSockets, () => current.getStore()?.address),
      live.plugin,
    ],
  });
  type Enveloped = ReturnType<typeof yoga.getEnveloped>;
  const prepared = new WeakMap<object, { readonly enveloped: Enveloped; readonly running: Running }>();

  const prepare = (
    payload: OperationPayload,
    context: RequestContext,
    address?: string,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> => {
    const running = { context, address };
    const enveloped = yoga.getEnveloped({ sayso: context } as Parameters<typeof yoga.getEnveloped>[0]);
    return current.run(running, async () => {
      let document: DocumentNode;
      try {
        document = enveloped.parse(payload.query);
      } catch (error) {
        return [toGraphError(error, log, context.requestId)];
      }
      const errors = enveloped.validate(enveloped.schema, document) as readonly GraphQLError[];
      if (errors.length > 0) return errors.map((error) => toGraphError(error, log, context.requestId));
      const contextValue = await enveloped.contextFactory();
      prepared.set(contextValue as object, { enveloped, running });
      return { schema, document, operationName: payload.operationName, variableValues: payload.variables, contextValue };
    });
  };
  const run = (kind: 'execute' | 'subscribe') => (args: ExecutionArgs) => {
    const entry = prepared.get(args.contextValue as object);
    if (!entry) throw new Error('The operation was not prepared.');
    return current.run(entry.running, () => entry.enveloped[kind](args));
  };

  const { contextOf, allowsOrigin, addressOf, onRefused } = options;
  const sockets = createSockets({ log, limits: limitsOfSockets, contextOf, allowsOrigin, addressOf, onRefused, prepare, run });
  return {
    fetch: async (request, context, from) =>
      current.run({ context, address: from && addressOf(from) }, async () => yoga.fetch(request, { sayso: context })),
    async subscribe(payload, context) {
      const args = await prepare(payload, context);
      return 'schema' in args ? run('subscribe')(args) : { errors: args };
    },
    stream({ operations, endAfter }, context, from) {
      const address = addressOf(from);
      const payloads = Object.entries(operations);
      // As on one WebSocket, which sends its operations one after the other.
      if (payloads.length > 0) limitsOfSockets.checkSocket(payloads.length - 1);
      const subscribe = async (payload: OperationPayload) => {
        try {
          limitsOfSockets.countOperation(countedAs(context.actor, address));
        } catch (error) {
          return { errors: [toGraphError(error, log, context.requestId)] };
        }
        const args = await prepare(payload, context, address);
        if (!('schema' in args)) return { errors: args };
        if (getOperationAST(args.document, args.operationName)?.operation !== 'subscription') return { errors: [ONLY_SUBSCRIPTIONS] };
        return run('subscribe')(args);
      };
      return operationStream({ operations: payloads, endAfter, closing: closing.signal, subscribe, log });
    },
    isUpgrade: isSocketUpgrade,
    attach: (server) => sockets.attach(server),
    closing: closing.signal,
    async close(endSources) {
      const ended = live.hold(LAST_RESULTS_MS);
      endSources();
      await ended;
      closing.abort();
      await sockets.close();
      live.release();
    },
  };
}

function limited(): Plugin {
  return {
    onParse: ({ setParseFn }) => setParseFn((source, settings) => parse(source, { ...settings, maxTokens: limits.tokens })),
    onValidate({ addValidationRule }) {
      addValidationRule(operationLimits);
      return ({ result }) => {
        // Replace the library's own codes for invalid input by ours.
        for (const error of result) {
          if (!(error instanceof GraphQLError)) continue;
          Object.assign(error.extensions, { code: 'invalid-input', status: 400 });
          error.message = cut(error.message, MAX_MESSAGE);
        }
      };
    },
  };
}

/** Refuses introspection at execution, not at validation, because validation results are cached across callers. */
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
