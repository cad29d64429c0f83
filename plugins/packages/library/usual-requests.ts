import { setTimeout as pause } from 'node:timers/promises';
import { storeNow } from '@sayso/core';
import type { PackageDocument } from '../collections.ts';
import type { PackagesContext } from '../config.ts';
import type { Library } from './library.ts';
import { USUAL_PACKAGES, withEarlier } from './usual.ts';

/** The longest wait of a compile for a package that is fetched. */
const WAIT_MS = 45_000;
const POLL_MS = 250;
/** Age at which a request that the registry did not answer, or that ended without a result, is made again. */
const RETRY_MS = 10 * 60_000;

export interface UsualRequestsOptions {
  readonly context: PackagesContext;
  readonly library: Library;
  /** Queues the job that fetches a package. */
  request(name: string, version: string): Promise<unknown>;
}

/** Fetches usual packages when an app imports them. */
export class UsualRequests {
  readonly #options: UsualRequestsOptions;
  readonly #closed = new AbortController();
  /** Those of compiles at the same time, by the names: each asks once. */
  readonly #pending = new Map<string, Promise<void>>();

  constructor(options: UsualRequestsOptions) {
    this.#options = options;
    options.context.onClose(() => this.#closed.abort());
  }

  /** Those that are not there. */
  names(): readonly string[] {
    const { context, library } = this.#options;
    if (context.config.USUAL_PACKAGES === 'off') return [];
    return Object.keys(USUAL_PACKAGES).filter((name) => library.version(name) === null);
  }

  /** Resolves when each is there or refused, or after a while. */
  obtain(names: readonly string[]): Promise<void> {
    const key = names.join(' ');
    const known = this.#pending.get(key);
    if (known !== undefined) return known;
    const obtained = this.#obtain(names).finally(() => this.#pending.delete(key));
    this.#pending.set(key, obtained);
    return obtained;
  }

  async #obtain(names: readonly string[]): Promise<void> {
    const { context, library, request } = this.#options;
    const lacking = new Set(this.names());
    const wanted = [...new Set(names.filter((name) => lacking.has(name)).flatMap(withEarlier))];
    const find = () => context.collections.packages.find({ _id: { $in: wanted } });
    const known = new Map((await find()).map((one) => [one._id, one]));
    for (const name of wanted) {
      const version = USUAL_PACKAGES[name]?.version;
      if (version !== undefined && isDue(known.get(name))) await request(name, version);
    }
    const start = performance.now();
    let documents = await find();
    while (documents.some(({ status }) => status === 'pending') && performance.now() - start < WAIT_MS && !this.#closed.signal.aborted) {
      await pause(POLL_MS, undefined, { signal: this.#closed.signal }).catch(() => undefined);
      documents = await find();
    }
    // Another node may have fetched it, whose event is on the way.
    if (documents.some(({ _id, bundled }) => bundled !== null && library.version(_id) === null)) await library.load();
  }
}

/** Whether a package is to be requested: what an administrator removed, and what cannot be bundled, is not. */
function isDue(found: PackageDocument | undefined): boolean {
  if (found === undefined) return true;
  if (found.bundled !== null || storeNow() - Date.parse(found.requestedAt) < RETRY_MS) return false;
  return found.status === 'pending' || found.reason?.code === 'registry-unavailable';
}
