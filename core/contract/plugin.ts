// What the hosts add to Fastify's requests, replies and route settings: cookies, forms with files, limits. `export`, since the compiler
// leaves an unused import out of the declarations that authors get.
export type {} from '@fastify/cookie';
export type {} from '@fastify/multipart';
export type {} from '@fastify/rate-limit';
export type {} from '@pothos/core';
export type {} from '@pothos/plugin-scope-auth';

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Access, Actor, HostName, RequestContext } from './actor.ts';
import type { Blobs } from './blobs.ts';
import type { Logger } from './logger.ts';
import type { ExtensionPoint, ServiceRef } from './refs.ts';
import type { Collection, CollectionSpec, Migration } from './store.ts';
import type { JobSpec, JobState, WorkerSpec } from './work.ts';

/** Open: plugins merge the types behind their graph objects in, through `declare module '@sayso/core'`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface GraphObjects {}
/** Open: `<plugin>.<pastTense>` → JSON-safe payload. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface EventMap {}
export type EventName = keyof EventMap & string;

/** The one Pothos builder that all plugins add to. A clash names both plugins. Every query, mutation and subscription states `authScopes`; every type states them too, or `extensions: { access: 'parent' }`. */
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

/** A Fastify scope of the plugin's own: hooks and decorators stay inside. Each route says `config: { access }`. */
// biome-ignore lint/suspicious/noExplicitAny: Fastify's raw server, request and reply types, which plugins never name
export type Http = FastifyInstance<any, any, any, FastifyBaseLogger, ZodTypeProvider>;
/** A part of an OpenAPI 3.1 document: what each path answers, and the schemas by name that it refers to. */
export interface DescribedCalls {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly schemas: Readonly<Record<string, object>>;
}
declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Statuses of errors beside those that its access and its schema imply, for the OpenAPI document: 409, 413 and the like. */
    errors?: readonly number[];
    /** Files of a multipart body by the name of their field, each with what it is. */
    form?: Readonly<Record<string, string>>;
    /** For a route with a wildcard that hands on to a library: the calls behind it. Called when the document is read. */
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

/** Addresses and facts of this installation that every plugin may read. */
export interface HostInfo {
  /** Public address of the builder host, without a slash at the end. */
  readonly builderUrl: string;
  /** Public address of the runtime host, without a slash at the end. An app's own origin puts `{slug}.` before its host name. */
  readonly runtimeUrl: string;
  /** A key for one purpose, 32 bytes, derived from the installation's SECRET. */
  deriveKey(purpose: string): Uint8Array;
}

/** All that a running plugin may touch. */
export interface PluginContext<
  Config,
  N extends Needs,
  C extends Collections,
  W extends Workers,
  J extends JobInputs,
  P extends ExtensionPoints = Record<never, never>,
  A extends ExtensionPoints = Record<never, never>,
> {
  readonly config: Config;
  readonly host: HostInfo;
  readonly needs: { readonly [K in keyof N]: N[K] extends ServiceRef<infer T> ? T : never };
  readonly collections: { readonly [K in keyof C]: C[K] extends CollectionSpec<infer D> ? Collection<D> : never };
  readonly workers: {
    readonly [K in keyof W]: W[K] extends WorkerSpec<infer I, infer O> ? (input: I, signal?: AbortSignal) => Promise<O> : never;
  };
  readonly blobs: Blobs;
  readonly log: Logger;
  /**
   * What other plugins have added to the plugin's own extension points, in the order in which they started. Complete from `ready` on; throws
   * while a plugin that adds has not started yet.
   */
  readonly additions: { readonly [K in keyof P]: () => readonly (P[K] extends ExtensionPoint<infer T> ? T : never)[] };
  /** Adds to another plugin's extension point, during `start` only. */
  add<K extends keyof A & string>(point: K, addition: A[K] extends ExtensionPoint<infer T> ? T : never): void;
  /** Idempotent by `key` when given. Answers the job's id. */
  enqueue<K extends keyof J & string>(
    job: K,
    input: z.input<J[K]>,
    options?: { readonly key?: string; readonly runAt?: Date },
  ): Promise<string>;
  /** A running job's signal aborts with the reason `cancelled`; a queued one never starts. The jobs of other plugins are left alone. */
  cancelJob(id: string): Promise<void>;
  /** Null for a job of another plugin. */
  jobState(id: string): Promise<JobState | null>;
  /** An event of this plugin, `<plugin>.<pastTense>`. Delivered at once here, and to every other node. Subscribers who missed some read again. */
  emit<K extends EventName>(event: K, payload: EventMap[K]): Promise<void>;
  /**
   * Live payloads of an event from now on, for GraphQL subscriptions; ends with `signal`. `{missed: true}` says that some were lost
   * and the snapshot must be read again.
   */
  subscribe<K extends EventName>(
    event: K,
    signal: AbortSignal,
  ): AsyncIterable<{ readonly payload: EventMap[K] } | { readonly missed: true }>;
  /** Beside the `open`, its undo. Run in reverse order, also after a failed start. */
  onClose(dispose: () => void | Promise<void>): void;
}

/** The parts of a declaration that its context follows from. */
export interface ContextParts {
  readonly config?: z.ZodType;
  readonly needs?: Needs;
  readonly collections?: Collections;
  readonly workers?: Workers;
  /** The input of each job by its name. */
  readonly jobs?: JobInputs;
  readonly extensionPoints?: ExtensionPoints;
  readonly adds?: ExtensionPoints;
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
  Part<P, 'adds'>
>;

/** The second argument of `graph`, `routes` and `runtimeRoutes`. */
export interface Edge<Service> {
  /** The plugin's own running service, as `start` returned it. For resolvers and handlers: throws before the plugin has started. */
  service(): Service;
}

/** `Provided` is what other plugins see of `Service`, which `start` returns. */
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
> {
  /** Lower case; prefixes collections, blobs, jobs, events and the default path of routes. */
  readonly name: string;
  /** The contract's major version; another one fails the boot with what to do. */
  readonly contract: 1;
  /** Keys come from the environment, by name; each with `.describe()`, unit and default. */
  readonly config?: z.ZodType<Config>;
  readonly needs?: N;
  readonly provides?: ServiceRef<Provided>;
  /** What others may add to. */
  readonly extensionPoints?: P;
  /** The extension points of other plugins that this one adds to in `start`. Their owners are in `needs`. */
  readonly adds?: A;
  readonly collections?: C;
  /**
   * Changes of what earlier releases have stored, oldest first. Each runs once for the installation, before any plugin starts. A step is
   * never removed or renamed: data that has seen a step unknown to the program is refused.
   */
  readonly migrations?: readonly Migration<C>[];
  readonly workers?: W;
  readonly jobs?: { readonly [K in keyof J]: JobSpec<J[K], NoInfer<Service>> };
  /** Adds types and fields. Pure: resolvers reach services through `edge` and the request context. May import what it adds when it is called. */
  graph?(builder: Builder, edge: Edge<NoInfer<Service>>): void | Promise<void>;
  /** Adds routes to the builder host, under `/api/<name>` or, for a first-party plugin, where the specification says. Pure, like `graph`. */
  routes?(http: Http, edge: Edge<NoInfer<Service>>): void | Promise<void>;
  /** Adds routes to the runtime host. May be the same function as `routes`. */
  runtimeRoutes?(http: Http, edge: Edge<NoInfer<Service>>): void | Promise<void>;
  /** Says who is asking, from a request's headers; null when it does not know. The first plugin with an answer decides. */
  identify?(request: { readonly headers: Headers; readonly host: HostName }, service: NoInfer<Service>): Promise<Actor | null>;
  /** What happens elsewhere. Handlers are idempotent. */
  readonly on?: { readonly [E in EventName]?: (payload: EventMap[E], service: NoInfer<Service>) => Promise<void> };
  /**
   * Returns the service. Called in the order of `needs`, with those plugins first that the runtime host needs to answer; with a time-out.
   * Stands before `jobs`, `on`, `graph` and the like in the declaration: the compiler takes the type of the service from it for them.
   */
  start(context: PluginContext<Config, N, C, W, J, P, A>): Promise<Service> | Service;
  /** After every plugin has started, before the builder host listens; the runtime host may answer already. */
  ready?(service: NoInfer<Service>): Promise<void>;
  /** Finish or hand over what is under way; the host waits up to 30 s. */
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
>(plugin: Plugin<Config, Provided, Service, N, C, W, J, P, A>): Plugin<Config, Provided, Service, N, C, W, J, P, A> {
  return plugin;
}

export function worker<I, O>(url: URL, limits: { readonly timeoutMs: number; readonly memoryMb: number }): WorkerSpec<I, O> {
  return { url, ...limits };
}
