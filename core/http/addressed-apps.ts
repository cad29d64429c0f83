import type { FastifyRequest } from 'fastify';
import type { AppAddress, HostName } from '../contract/index.ts';

/** Bounds the staleness of apps that were deleted or moved: only a caller's share depends on it. */
const REMEMBERED_MS = 5000;
/** Aliases of one app are entries of their own, such as its origin with any port. */
const MAX_REMEMBERED = 20_000;
const IP_ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])(?::\d+)?$/;

/** The id of the app that a request addresses; null: an app that does not exist; undefined: none. */
export type AddressedApp = string | null | undefined;

declare module 'fastify' {
  interface FastifyRequest {
    /** Known after the first hook of a route. */
    addressedApp: AddressedApp;
  }
}

type Find = (address: AppAddress) => string | null | Promise<string | null>;

/** The allowance of a network address for look-ups that find nothing. */
interface LookUpLimits {
  admitsLookUp(request: FastifyRequest): boolean;
  foundApp(request: FastifyRequest): void;
}

export interface AddressedAppsOptions {
  readonly host: HostName;
  readonly runtimeUrl: string;
  readonly find: Find;
  readonly limits: LookUpLimits;
}

/**
 * Finds the apps that requests address, by their id or their own origin. Remembers only those that exist: clients can make up any number
 * of ids and hosts, which share what one app has, and are looked up a limited number of times.
 */
export class AddressedApps {
  readonly #host: HostName;
  readonly #base: string;
  readonly #find: Find;
  readonly #limits: LookUpLimits;
  readonly #known = new Map<string, string>();
  #since = Number.NEGATIVE_INFINITY;

  constructor({ host, runtimeUrl, find, limits }: AddressedAppsOptions) {
    this.#host = host;
    this.#base = new URL(runtimeUrl).host;
    this.#find = find;
    this.#limits = limits;
  }

  /** Without a promise for apps that called recently. */
  of(request: FastifyRequest): AddressedApp | Promise<AddressedApp> {
    const appId = appIdOf(request) ?? null;
    const host = appId === null ? this.#ownOrigin(request) : null;
    if (appId === null && host === null) return undefined;
    // No host contains a space.
    const key = host ?? `id ${appId}`;
    const known = this.#remembered(key);
    if (known !== undefined) return known;
    return this.#limits.admitsLookUp(request) ? this.#lookUp(key, { appId, host }, request) : null;
  }

  /** The shared libraries, which any app's page loads from the runtime host itself, belong to no app. */
  #ownOrigin({ headers: { host } }: FastifyRequest): string | null {
    if (this.#host !== 'runtime' || host === undefined || host === this.#base) return null;
    return IP_ADDRESS.test(host) ? null : host;
  }

  #remembered(key: string): string | undefined {
    const now = performance.now();
    if (now - this.#since >= REMEMBERED_MS || this.#known.size >= MAX_REMEMBERED) {
      this.#known.clear();
      this.#since = now;
    }
    return this.#known.get(key);
  }

  async #lookUp(key: string, address: AppAddress, request: FastifyRequest): Promise<string | null> {
    // The handler of the request reports an error of the store.
    const app = await Promise.resolve(this.#find(address)).catch(() => null);
    if (app === null) return null;
    this.#limits.foundApp(request);
    this.#known.set(key, app);
    return app;
  }
}

/** The app id in the URL of a request. */
export function appIdOf({ params, query }: FastifyRequest): string | undefined {
  const id = (params as Record<string, unknown>)['appId'] ?? (query as Record<string, unknown>)['appId'];
  return typeof id === 'string' ? id : undefined;
}
