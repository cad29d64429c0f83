import type { Actor, AppAddress, AskedDeed, Credentials, Edge, Http, Logger, Needs, ServiceRef } from '../contract/index.ts';
import type { BlobStore } from '../ports/blobs.ts';
import type { HeldBodies } from './held-bodies.ts';
import type { ProxyWarnings } from './proxy-warnings.ts';
import type { RequestLimitSettings } from './request-limits.ts';
import type { Turns } from './turns.ts';

/** The parts of a plugin that the hosts need. */
export interface RoutePart {
  readonly name: string;
  readonly needs?: Needs;
  readonly provides?: ServiceRef<unknown>;
  routes?(http: Http, edge: Edge<unknown>): void | Promise<void>;
  runtimeRoutes?(http: Http, edge: Edge<unknown>): void | Promise<void>;
}

/** Dependencies of both hosts. */
export interface HostDependencies {
  readonly log: Logger;
  readonly builderUrl: string;
  readonly runtimeUrl: string;
  get<T>(ref: ServiceRef<T>): T;
  /** The running service of the plugin of this name, for its own routes. */
  serviceOf(plugin: string): unknown;
  identify(credentials: Credentials): Actor | Promise<Actor>;
  /** The id of the app at an address; null when there is none. */
  findApp(address: AppAddress): string | null | Promise<string | null>;
  /** Throws when the actor may not do this with the app. */
  permit(asked: AskedDeed): Promise<void>;
  /** Reasons why this node should receive no traffic; empty when it is healthy. */
  health(): Promise<readonly string[]>;
  /** What the operator should correct, although this node serves. */
  warnings(): Promise<readonly string[]>;
  /** Faults of proxies in front of the hosts. */
  readonly proxies: ProxyWarnings;
  /** Trusted proxies: none, a number of hops, or a list of addresses. */
  readonly trustProxy: false | number | readonly string[];
  readonly rateLimits: RequestLimitSettings;
  /** Of the process: both hosts share its event loop. */
  readonly turns: Turns;
  readonly slowness: Slowness;
  /** Of the process: both hosts share its memory. */
  readonly bodies: HeldBodies;
  /** Whether each request is logged, at the level `debug`. */
  readonly logsRequests: boolean;
  /** Whether a response that differs from its schema fails the call; for tests. Default false. */
  readonly checkAnswers?: boolean;
  /** Reads blobs of signed links; null when the blob engine serves them itself. */
  readonly signedBlobs: SignedBlobs | null;
}

/** Limits for slow clients. */
export interface Slowness {
  /** Time-out of the headers, and grace period before the minimum rate of the body applies. */
  readonly graceMs: number;
  /** Minimum average rate of a body; 0: no minimum. */
  readonly bytesPerSecond: number;
}

/** Reads what a signed link points to; null when the link is not valid (any more) or the object is gone. */
export type SignedBlobs = (
  request: { readonly key: string; readonly expires: string; readonly signature: string },
  range?: readonly [number, number],
) => Promise<{
  readonly stream: ReadableStream<Uint8Array>;
  readonly stat: NonNullable<Awaited<ReturnType<ReturnType<BlobStore['scope']>['stat']>>>;
} | null>;
