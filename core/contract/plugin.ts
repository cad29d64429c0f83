// Type augmentations of Fastify by the hosts' plugins: cookies (on the builder host only), multipart forms, rate limits. `export`, since
// the compiler omits unused imports from the published declarations.
export type {} from '@fastify/cookie';
export type {} from '@fastify/multipart';
export type {} from '@fastify/rate-limit';
export type {} from '@pothos/core';
export type {} from '@pothos/plugin-scope-auth';

import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Access, Actor, AppAddress, Credentials, RequestContext } from './actor.ts';
import type { Blobs } from './blobs.ts';
import type { AskedDeed, Deed } from './deed.ts';
import type { LimitSpecs, Limits } from './limits.ts';
import type { Logger } from './logger.ts';
import type { ExtensionPoint, ServiceRef } from './refs.ts';
import type { CollectionOf, CollectionSpec, Migration } from './store.ts';
import type { JobSpec, JobState, WorkerSpec } from './work.ts';

/** GraphQL object name → its TypeScript type. Plugins add theirs by declaration merging (`declare module '@sayso/core'`). */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface GraphObjects {}
/** Event name, `<plugin>.<pastTense>` → JSON-safe payload. Plugins add theirs by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface EventMap {}
export type EventName = keyof EventMap & string;

/** The Pothos builder that all plugins share. A name clash fails the boot and names both plugins. Every query, mutation and subscription declares `authScopes` and `does`; every type declares `authScopes`, too, or `extensions: { access: 'parent' }`. */
export type Builder = PothosSchemaTypes.SchemaBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<{
    Objects: GraphObjects;
    Context: RequestContext;
    AuthScopes: Record<Access, boolean>;
    Scalars: {
      ID: { Input: string; Output: string };
      JSON: { Input: unknown; Output: unknown };
      DateTime: { Input: string; Output: string };
    };
    DefaultFieldNullability: false;
  }>
>;

/** The plugin's own Fastify scope, which encapsulates hooks and decorators. Each route declares `config: { access, does }`. */
// biome-ignore lint/suspicious/noExplicitAny: Fastify's raw server, request and reply types, which plugins never name
export type Http = FastifyInstance<any, any, any, FastifyBaseLogger, ZodTypeProvider>;
/** A part of an OpenAPI 3.1 document: paths, and the referenced schemas by name. */
export interface DescribedCalls {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly schemas: Readonly<Record<string, object>>;
}
/** A request to open a WebSocket. */
export interface SocketUpgrade {
  readonly request: FastifyRequest['raw'];
  readonly socket: FastifyRequest['raw']['socket'];
  /** The first bytes after the request. */
  readonly head: Uint8Array;
  /** The address of the client, of IPv6 the network: the key of limits. */
  readonly address: string;
  /**
   * The actor of an `authorization` header. Cookies of the request have no effect: browsers attach them to WebSockets of any page (cross-site
   * WebSocket hijacking).
   */
  identify(authorization: string | null): Actor | Promise<Actor>;
  /** Reports a refusal for a limit, which an administrator may raise. */
  readonly onRefused?: () => void;
}
declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** The most that a call of this route does. Required, as `access`. */
    does?: Deed;
    /**
     * Answers a GET request with this JSON as soon as the caller is admitted, instead of the handler: for the most frequent reads of small
     * documents. The parameters are not validated; hooks after `onRequest` and before `onResponse` do not run.
     */
    direct?: (request: FastifyRequest) => string | Promise<string>;
    /**
     * Opens WebSockets at the path of this GET route, which has no parameters. The handler answers other requests. No hook runs and no access
     * is checked: `open` authenticates the caller, applies limits, and closes its sockets in a `preClose` hook.
     */
    open?: (upgrade: SocketUpgrade) => void;
    /** Error statuses for the OpenAPI document, in addition to those implied by access and schema, such as 409 and 413. */
    errors?: readonly number[];
    /** Files of a multipart body: field name → description. */
    form?: Readonly<Record<string, string>>;
    /** For a wildcard route that delegates to a library: its operations. Called when the OpenAPI document is generated. */
    calls?: () => Promise<DescribedCalls>;
  }
  interface FastifyRequest {
    readonly sayso: RequestContext;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a record of services of any type; each is inferred where it is used
export type Needs = Readonly<Record<string, ServiceRef<any>>>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type ExtensionPoints = Readonly<Record<string, ExtensionPoint<any>>>;
export type Collections = Readonly<Record<string, CollectionSpec>>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Workers = Readonly<Record<string, WorkerSpec<any, any>>>;
export type JobInputs = Readonly<Record<string, z.ZodType>>;

/** Public addresses and key derivation of the installation. */
export interface HostInfo {
  /** Public address of the builder host, without a trailing slash. */
  readonly builderUrl: string;
  /** Public address of the runtime host, without a trailing slash. An app's own origin is `{slug}.` before its host name. */
  readonly runtimeUrl: string;
  /** Derives a key of 32 bytes for one purpose from the installation's SECRET. */
  deriveKey(purpose: string): Uint8Array;
  /**
   * Only while `npm run secrets -- rotate` replaces SECRET: derives a key from the one before. A plugin that keeps values encrypted with a
   * derived key then encrypts them anew before its `start` resolves; values that the new key opens are done already.
   */
  replacedKey?(purpose: string): Uint8Array;
}

/** The scoped context of a running plugin. */
export interface PluginContext<
  Config,
  N extends Needs,
  C extends Collections,
  W extends Workers,
  J extends JobInputs,
  P extends ExtensionPoints = Record<never, never>,
  A extends ExtensionPoints = Record<never, never>,
  L extends LimitSpecs = Record<never, never>,
> {
  readonly config: Config;
  readonly host: HostInfo;
  readonly needs: { readonly [K in keyof N]: N[K] extends ServiceRef<infer T> ? T : never };
  readonly collections: { readonly [K in keyof C]: CollectionOf<C[K]> };
  readonly workers: {
    readonly [K in keyof W]: W[K] extends WorkerSpec<infer I, infer O> ? (input: I, signal?: AbortSignal) => Promise<O> : never;
  };
  readonly blobs: Blobs;
  readonly log: Logger;
  /** Counts towards the plugin's limit keys. */
  readonly limits: Limits<keyof L & string>;
  /**
   * The contributions of other plugins to the plugin's own extension points, in start order. Complete from `ready` on; throws until all
   * contributing plugins have started.
   */
  readonly additions: { readonly [K in keyof P]: () => readonly (P[K] extends ExtensionPoint<infer T> ? T : never)[] };
  /** Contributes to another plugin's extension point, during `start` only. */
  add<K extends keyof A & string>(point: K, addition: A[K] extends ExtensionPoint<infer T> ? T : never): void;
  /** Idempotent by `key`, if given. Resolves with the job's id. */
  enqueue<K extends keyof J & string>(
    job: K,
    input: z.input<J[K]>,
    options?: { readonly key?: string; readonly runAt?: Date },
  ): Promise<string>;
  /** Whether a job that is enqueued in this turn of the event loop, without `runAt`, begins on this node with the write that stores it. */
  hasCapacity(job: keyof J & string): boolean;
  /** A running job's signal aborts with the reason `cancelled`; a queued one never starts. Ignores jobs of other plugins. */
  cancelJob(id: string): Promise<void>;
  /** Null for a job of another plugin. */
  jobState(id: string): Promise<JobState | null>;
  /** Emits an event of this plugin, `<plugin>.<pastTense>`: delivered at once in this process, and soon after on all other nodes. */
  emit<K extends EventName>(event: K, payload: EventMap[K]): Promise<void>;
  /**
   * Yields the payloads of an event from the call on, for GraphQL subscriptions, until `signal` aborts. `{missed: true}` means that events
   * were lost and the snapshot must be read again.
   */
  subscribe<K extends EventName>(
    event: K,
    signal: AbortSignal,
  ): AsyncIterable<{ readonly payload: EventMap[K] } | { readonly missed: true }>;
  /** Registers a disposer; call it right after opening a resource. Disposers run in reverse order, also after a failed start. */
  onClose(dispose: () => void | Promise<void>): void;
}

/** The parts of a declaration that determine the type of its context. */
export interface ContextParts {
  readonly config?: z.ZodType;
  readonly needs?: Needs;
  readonly collections?: Collections;
  readonly workers?: Workers;
  /** The input of each job by its name. */
  readonly jobs?: JobInputs;
  readonly extensionPoints?: ExtensionPoints;
  readonly adds?: ExtensionPoints;
  readonly limits?: LimitSpecs;
}

type Part<P, K extends keyof ContextParts> = P extends { readonly [Name in K]: infer V extends NonNullable<ContextParts[K]> }
  ? V
  : Record<never, never>;

/** The context of a plugin with these parts, for the files of the plugin: `ContextOf<{ needs: typeof needs; collections: typeof collections }>`. */
export type ContextOf<P extends ContextParts> = PluginContext<
  P extends { readonly config: z.ZodType<infer Config> } ? Config : undefined,
  Part<P, 'needs'>,
  Part<P, 'collections'>,
  Part<P, 'workers'>,
  Part<P, 'jobs'>,
  Part<P, 'extensionPoints'>,
  Part<P, 'adds'>,
  Part<P, 'limits'>
>;

/** The second argument of `graph`, `routes` and `runtimeRoutes`. */
export interface Edge<Service> {
  /** The plugin's own running service, as `start` returned it. For resolvers and handlers: throws before the plugin has started. */
  service(): Service;
}

/** A plugin's declaration. `start` returns `Service`; other plugins see only its public interface, `Provided`. */
export interface Plugin<
  Config = undefined,
  Provided = unknown,
  Service extends Provided = Provided,
  N extends Needs = Record<never, never>,
  C extends Collections = Record<never, never>,
  W extends Workers = Record<never, never>,
  J extends JobInputs = Record<never, never>,
  P extends ExtensionPoints = Record<never, never>,
  A extends ExtensionPoints = Record<never, never>,
  L extends LimitSpecs = Record<never, never>,
> {
  /** Lower case; prefixes collections, blobs, jobs, events and the default path of routes. */
  readonly name: string;
  /** The contract's major version; any other fails the boot. */
  readonly contract: 1;
  /** Settings, by the names of environment variables; each with `.describe()`, unit and default. */
  readonly config?: z.ZodType<Config>;
  readonly needs?: N;
  readonly provides?: ServiceRef<Provided>;
  /** The extension points of this plugin. */
  readonly extensionPoints?: P;
  /** The extension points of other plugins to which this one contributes in `start`. Their owners are in `needs`. */
  readonly adds?: A;
  readonly collections?: C;
  /** The limit keys that this plugin enforces. */
  readonly limits?: L;
  /**
   * Migrations of documents of earlier releases, oldest first. Each runs once per installation, before any plugin starts. Never remove or
   * rename a step: data with an unknown step is refused.
   */
  readonly migrations?: readonly Migration<C>[];
  readonly workers?: W;
  readonly jobs?: { readonly [K in keyof J]: JobSpec<J[K], NoInfer<Service>> };
  /** Adds types and fields. Pure: resolvers reach services through `edge` and the request context. May import its code lazily. */
  graph?(builder: Builder, edge: Edge<NoInfer<Service>>): void | Promise<void>;
  /** Adds routes to the builder host, under `/api/<name>` or, for a first-party plugin, at the paths of the specification. Pure, like `graph`. */
  routes?(http: Http, edge: Edge<NoInfer<Service>>): void | Promise<void>;
  /** Adds routes to the runtime host. May be the same function as `routes`. */
  runtimeRoutes?(http: Http, edge: Edge<NoInfer<Service>>): void | Promise<void>;
  /**
   * Authenticates a request by its credentials; null when it cannot. The first plugin with a result decides. Called for each request: a
   * result known without I/O should be returned without a promise.
   */
  identify?(credentials: Credentials, service: NoInfer<Service>): Actor | null | Promise<Actor | null>;
  /**
   * Finds the id of the app at an address; null when this plugin knows none. The first plugin with a result decides. Requests to apps that no
   * plugin finds share the turns and the rate limit of one app. Remembered for seconds.
   */
  findApp?(address: AppAddress, service: NoInfer<Service>): string | null | Promise<string | null>;
  /**
   * Throws when the actor may not do this with the app. Called before each declared call about an app that depends on the actor's role in it:
   * calls of accounts that do more than `look` and `change-own`, and all calls with tokens of previews. Other callers are users or visitors of
   * the app, whose rights are those of its tables, files and functions.
   */
  permit?(asked: AskedDeed, service: NoInfer<Service>): void | Promise<void>;
  /** Event handlers, also of other plugins' events. Must be idempotent. */
  readonly on?: { readonly [E in EventName]?: (payload: EventMap[E], service: NoInfer<Service>) => Promise<void> };
  /**
   * Starts the plugin and returns its service. Called in dependency order, first for plugins that the runtime host needs to serve requests:
   * those with `runtimeRoutes`, `identify` or `findApp`, and of these the plugins in their `needs` and those that add to their extension
   * points. With a time-out. Declare it before `jobs`, `on`, `graph` and others, for which the compiler infers the type of the service from it.
   */
  start(context: PluginContext<Config, N, C, W, J, P, A, L>): Promise<Service> | Service;
  /**
   * Called after every plugin has started, before the builder host listens; the runtime host may serve requests already. Not called in
   * processes that only serve published apps, which start only the plugins that the runtime host needs.
   */
  ready?(service: NoInfer<Service>): Promise<void>;
  /** Completes or hands over work in flight; the host waits up to 24 s. */
  drain?(service: NoInfer<Service>): Promise<void>;
  health?(service: NoInfer<Service>): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }>;
}

export function definePlugin<
  Config = undefined,
  Provided = unknown,
  Service extends Provided = Provided,
  N extends Needs = Record<never, never>,
  C extends Collections = Record<never, never>,
  W extends Workers = Record<never, never>,
  J extends JobInputs = Record<never, never>,
  P extends ExtensionPoints = Record<never, never>,
  A extends ExtensionPoints = Record<never, never>,
  L extends LimitSpecs = Record<never, never>,
>(plugin: Plugin<Config, Provided, Service, N, C, W, J, P, A, L>): Plugin<Config, Provided, Service, N, C, W, J, P, A, L> {
  return plugin;
}

export function worker<I, O>(url: URL, limits: { readonly timeoutMs: number; readonly memoryMb: number }): WorkerSpec<I, O> {
  return { url, ...limits };
}
