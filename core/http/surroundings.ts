import type { Actor, BlobStore, HostName, Http, Logger, ServiceRef } from '../contract/index.ts';

/** A plugin, as far as its routes go. */
export interface RoutePart {
  readonly name: string;
  routes?(http: Http): void | Promise<void>;
  runtimeRoutes?(http: Http): void | Promise<void>;
}

/** What both hosts need from the rest of the process. */
export interface Surroundings {
  readonly log: Logger;
  readonly builderUrl: string;
  readonly runtimeUrl: string;
  get<T>(ref: ServiceRef<T>): T;
  identify(request: { readonly headers: Headers; readonly host: HostName }): Promise<Actor>;
  /** Why this node should get no traffic; empty when all is well. */
  health(): Promise<readonly string[]>;
  /** Proxies whose `x-forwarded-for` is believed: none, so many in a row, or these. */
  readonly trustProxy: false | number | readonly string[];
  /** Calls that one network address may make in a minute; 0: as many as it likes. */
  readonly rateLimit: number;
  readonly slowness: Slowness;
  /** Whether an answer that differs from its schema fails the call. Default false: schemas describe answers, tests hold them to it. */
  readonly checkAnswers?: boolean;
  /** Blobs behind signed links; null where the engine serves them itself. */
  readonly signedBlobs: SignedBlobs | null;
}

/** How slow a client may be. */
export interface Slowness {
  /** How long headers may take, and a body before its rate counts. */
  readonly graceMs: number;
  /** What a body must bring in a second on average; 0: as little as it likes. */
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
