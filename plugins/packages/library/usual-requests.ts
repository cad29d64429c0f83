import { setTimeout as pause } from 'node:timers/promises';
import { storeNow } from '@sayso/core';
import type { PackageDocument } from '../collections.ts';
import type { PackagesContext } from '../config.ts';
import type { Library } from './library.ts';
import { USUAL_PACKAGES, withEarlier } from './usual.ts';
import type { Waits } from './waits.ts';

/** The longest wait of a compile for a package that is fetched. */
const WAIT_MS = 45_000;
const POLL_MS = 250;
/** Age at which a request that ended without a result, or for a reason that may pass, is made again. */
const RETRY_MS = 10 * 60_000;
const DAY_MS = 24 * 3600_000;
/** Why a package is not there that may be later: the registry did not answer, and the machine was busy. */
const PASSING: readonly string[] = ['registry-unavailable', 'too-slow'];

export interface UsualRequestsOptions {
  readonly context: PackagesContext;
  readonly library: Library;
  readonly waits: Waits;
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

  /** Resolves when each is there or refused, or after a while: with a sentence for each that is not there, why. */
  async obtain(names: readonly string[], appId: string): Promise<ReadonlyMap<string, string>> {
    const lacking = this.#lacking(names);
    if (lacking.length === 0) return new Map();
    await this.#once(`request ${lacking.join(' ')}`, () => this.#request(lacking));
    const isPending = (await this.#find(lacking)).some(({ status }) => status === 'pending');
    const arrival = () => this.#once(lacking.join(' '), () => this.#arrival(lacking));
    if (isPending) await this.#options.waits.during({ appId, names: lacking }, arrival);
    return this.#reasons(lacking);
  }

  #lacking(names: readonly string[]): readonly string[] {
    const lacking = new Set(this.names());
    return [...new Set(names.filter((name) => lacking.has(name)))];
  }

  #once(key: string, run: () => Promise<void>): Promise<void> {
    const known = this.#pending.get(key);
    if (known !== undefined) return known;
    const running = run().finally(() => this.#pending.delete(key));
    this.#pending.set(key, running);
    return running;
  }

  #find(names: readonly string[]): Promise<PackageDocument[]> {
    return this.#options.context.collections.packages.find({ _id: { $in: [...names] } });
  }

  async #request(names: readonly string[]): Promise<void> {
    const wanted = this.#lacking(names.flatMap(withEarlier));
    const known = new Map((await this.#find(wanted)).map((one) => [one._id, one]));
    for (const name of wanted) {
      const version = USUAL_PACKAGES[name]?.version;
      if (version !== undefined && isDue(known.get(name))) await this.#options.request(name, version);
    }
  }

  async #arrival(names: readonly string[]): Promise<void> {
    const { library } = this.#options;
    const start = performance.now();
    let documents = await this.#find(names);
    while (documents.some(({ status }) => status === 'pending') && performance.now() - start < WAIT_MS && !this.#closed.signal.aborted) {
      await pause(POLL_MS, undefined, { signal: this.#closed.signal }).catch(() => undefined);
      documents = await this.#find(names);
    }
    // Another node may have fetched it, whose event is on the way.
    if (documents.some(({ _id, bundled }) => bundled !== null && library.version(_id) === null)) await library.load();
  }

  async #reasons(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const lacking = this.#lacking(names);
    if (lacking.length === 0) return new Map();
    const known = new Map((await this.#find(lacking)).map((one) => [one._id, one]));
    return new Map(lacking.map((name) => [name, known.get(name)?.reason?.message ?? 'It is still being fetched, and is there later.']));
  }
}

/** Whether a package is to be requested: what an administrator removed is not, and what cannot be bundled after a day, by a later release. */
function isDue(found: PackageDocument | undefined): boolean {
  if (found === undefined) return true;
  const code = found.reason?.code ?? '';
  if (found.bundled !== null || code === 'removed') return false;
  const passes = found.status === 'pending' || PASSING.includes(code);
  return storeNow() - Date.parse(found.requestedAt) >= (passes ? RETRY_MS : DAY_MS);
}
