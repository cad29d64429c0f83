import type { LightMyRequestResponse } from 'fastify';
import type { ExecutionResult } from 'graphql';
import {
  type Actor,
  type Collections,
  type EventMap,
  type EventName,
  type ExtensionPoint,
  type ExtensionPoints,
  type HostName,
  type JobInputs,
  type LimitSpecs,
  type Logger,
  type Needs,
  newId,
  type Plugin,
  type PluginContext,
  type ServiceRef,
  type Workers,
} from '../contract/index.ts';
import type { AnyPlugin } from '../kernel/index.ts';
import { actorDoor } from './actor.ts';
import { type GivenAdditions, openTestEnvironment, type Provide, type TestEnvironmentOptions } from './environment.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Data = Record<string, any>;

export interface TestHostOptions {
  /** Fakes of the services that the plugin needs; a fake wins over a real plugin. */
  readonly provide?: Provide;
  /** Contributions to extension points, before those of the plugins. A fake of the owner's service replaces the owner. */
  readonly additions?: GivenAdditions;
  /** Real plugins beside the one under test. */
  readonly plugins?: readonly AnyPlugin[];
  /** Settings by the names of environment variables. The environment itself is not read. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Whether enqueued jobs run automatically. Default false: `runJob` runs one on demand. */
  readonly runJobs?: boolean;
  /** Default: nothing is written. */
  readonly log?: Logger;
  /** Replaces engines before the plugins get them, to inject faults. */
  readonly wrap?: NonNullable<TestEnvironmentOptions['wrap']>;
}

export interface GraphResult<T> {
  readonly data: T | null;
  readonly errors?: readonly { readonly message: string; readonly path?: readonly (string | number)[]; readonly extensions?: Data }[];
}

/** A plugin under test on a temporary real store, called through its public interfaces. Close it, or declare it with `await using`. */
export interface TestHost<Context, Service = unknown> extends AsyncDisposable {
  readonly builderUrl: string;
  readonly runtimeUrl: string;
  /** Runs one operation over HTTP. */
  graphql<T = Data>(query: string, variables?: Readonly<Record<string, unknown>>, as?: Actor): Promise<GraphResult<T>>;
  /** Calls a route. A path goes to the builder host, or to `init.host`; an absolute URL keeps its host name. */
  fetch(path: string, init?: RequestInit & { readonly host?: HostName }, as?: Actor): Promise<Response>;
  /** Subscribes; the subscription ends when the iteration stops or `signal` aborts. Throws when it is refused. */
  subscribe<T = Data>(
    query: string,
    variables?: Readonly<Record<string, unknown>>,
    as?: Actor,
    signal?: AbortSignal,
  ): Promise<AsyncIterableIterator<GraphResult<T>>>;
  /** Runs a job of the plugin under test once, in this process; rejects when it fails. */
  runJob(job: string, input: unknown): Promise<void>;
  /** The payloads emitted so far, oldest first. */
  emitted<K extends EventName>(event: K): EventMap[K][];
  /** Emits an event as another plugin would. */
  emit<K extends EventName>(event: K, payload: EventMap[K]): Promise<void>;
  /** The context of the plugin under test: its collections, blobs and so on. */
  readonly context: Context;
  /** The running service of the plugin under test, as its `start` returned it. */
  service(): Service;
  /** The running service, or the fake, behind a ref. */
  service<T>(ref: ServiceRef<T>): T;
  /** The contributions of the plugins and the test to an extension point. */
  additions<T>(point: ExtensionPoint<T>): readonly T[];
  close(): Promise<void>;
}

export async function testHost<
  Config,
  Provided,
  Service extends Provided,
  N extends Needs,
  C extends Collections,
  W extends Workers,
  J extends JobInputs,
  P extends ExtensionPoints,
  A extends ExtensionPoints,
  L extends LimitSpecs,
>(
  plugin: Plugin<Config, Provided, Service, N, C, W, J, P, A, L>,
  options: TestHostOptions = {},
): Promise<TestHost<PluginContext<Config, N, C, W, J, P, A, L>, Service>> {
  type Context = PluginContext<Config, N, C, W, J, P, A, L>;
  let context: Context | undefined;
  const watched: Plugin<Config, Provided, Service, N, C, W, J, P, A, L> = {
    ...plugin,
    start(given) {
      context = given;
      return plugin.start(given);
    },
  };
  const door = actorDoor();
  const sent: { readonly event: string; readonly payload: unknown }[] = [];
  const urls = { builderUrl: 'http://localhost:4000', runtimeUrl: 'http://localhost:4001' };
  const { server, engines, close } = await openTestEnvironment({
    ...urls,
    plugins: [watched, ...(options.plugins ?? [])],
    identify: door.identify,
    config: { ROLE: options.runJobs ? 'all' : 'builder,runtime', ...options.config },
    ...(options.provide ? { provide: options.provide } : {}),
    ...(options.additions ? { additions: options.additions } : {}),
    ...(options.log ? { log: options.log } : {}),
    wrap: (engines) => {
      const opened = options.wrap?.(engines) ?? engines;
      return {
        ...opened,
        events: {
          emit(event, payload) {
            sent.push({ event, payload });
            return opened.events.emit(event, payload);
          },
          subscribe: (event, signal) => opened.events.subscribe(event, signal),
          on: (event, handler) => opened.events.on(event, handler),
          reportLoss: () => opened.events.reportLoss(),
          drain: () => opened.events.drain(),
          endSubscriptions: () => opened.events.endSubscriptions(),
          close: () => opened.events.close(),
        },
      };
    },
  });
  if (!context) throw new Error(`The plugin "${plugin.name}" was not started.`);

  const host: TestHost<Context, Service> = {
    ...urls,
    context,
    async graphql(query, variables, as) {
      const headers = { 'content-type': 'application/json' };
      const response = await host.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) }, as);
      return (await response.json()) as GraphResult<never>;
    },
    async fetch(path, init = {}, as) {
      const { host: name = 'builder', ...rest } = init;
      const base = name === 'builder' ? urls.builderUrl : urls.runtimeUrl;
      const url = new URL(path, base);
      const request = new Request(url, rest);
      const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
      const runtime = name === 'runtime' || url.port === new URL(urls.runtimeUrl).port;
      const answer = await server.hosts[runtime ? 'runtime' : 'builder'].inject({
        method: request.method as 'GET',
        url: url.pathname + url.search,
        headers: { host: url.host, ...Object.fromEntries(headersOf(rest, request)), ...door.headers(as) },
        ...(body ? { payload: body } : {}),
      });
      return responseOf(answer);
    },
    async subscribe<T>(
      query: string,
      variables?: Readonly<Record<string, unknown>>,
      as: Actor = { kind: 'anonymous' },
      signal?: AbortSignal,
    ) {
      if (!server.graph) throw new Error('No plugin adds to the graph.');
      const controller = new AbortController();
      const context = {
        actor: as,
        authenticate: () => as,
        requestId: newId(),
        signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
        headers: new Headers(door.headers(as)),
        get: <S>(ref: ServiceRef<S>) => server.kernel.get(ref),
      };
      const result = await server.graph.subscribe({ query, variables }, context);
      if (!(Symbol.asyncIterator in result)) throw new Error(errorsOf(result as ExecutionResult));
      return endWith(result as AsyncIterable<GraphResult<T>>, controller);
    },
    runJob: (job, input) => engines.jobs.runNow(`${plugin.name}.${job}`, input),
    emitted: (event) => sent.filter((one) => one.event === event).map(({ payload }) => payload as never),
    emit: (event, payload) => engines.events.emit(event, payload),
    service: (ref?: ServiceRef<unknown>) => (ref ? server.kernel.get(ref) : server.kernel.serviceOf(plugin.name)) as never,
    additions: (point) => server.kernel.additions(point),
    close,
    [Symbol.asyncDispose]: close,
  };
  return host;
}

/** The headers of the test, and the content type that `Request` derives from the body (a form's boundary). */
function headersOf(init: RequestInit, request: Request): Headers {
  // `Request` drops forbidden headers such as Cookie and Origin, which tests need.
  const headers = new Headers(init.headers);
  const type = request.headers.get('content-type');
  if (type !== null) headers.set('content-type', type);
  return headers;
}

/** Converts the response of an injected request to a `fetch` response. */
function responseOf({ statusCode, headers: given, rawPayload }: LightMyRequestResponse): Response {
  const headers = new Headers();
  for (const [key, value] of Object.entries(given)) {
    for (const one of Array.isArray(value) ? value : [String(value)]) headers.append(key, one);
  }
  const empty = [101, 204, 205, 304].includes(statusCode);
  return new Response(empty ? null : new Uint8Array(rawPayload), { status: statusCode, headers });
}

function errorsOf({ errors }: ExecutionResult): string {
  return errors?.map(({ message }) => message).join(' ') ?? 'This operation is no subscription.';
}

/** Aborts the subscription's signal when the test stops reading, even while a read is pending. */
function endWith<T>(source: AsyncIterable<T>, controller: AbortController): AsyncIterableIterator<T> {
  const iterator = source[Symbol.asyncIterator]();
  return {
    next: () => iterator.next(),
    async return() {
      controller.abort();
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
