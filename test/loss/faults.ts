import type { Blobs, Collection } from '@sayso/core';
import type { TestHostOptions } from '@sayso/core/testing';
import type { BlobStore } from '../../core/ports/blobs.ts';
import type { Store } from '../../core/ports/store.ts';

export type Engines = Parameters<NonNullable<TestHostOptions['wrap']>>[0];
type Documents = Collection<{ _id: string }>;

/**
 * How a call fails. `before`: before its effect. `after`: after its effect, so only the response is lost. `outage`: with the next few calls
 * of all callers, as when a database is briefly away. `killed`: with all calls from then on, as when the process was killed.
 */
export type FaultKind = 'before' | 'after' | 'outage' | 'killed';

const CALLS: Readonly<Record<FaultKind, number>> = { before: 1, after: 1, outage: 2, killed: Number.POSITIVE_INFINITY };
const READS = new Set(['find', 'findOne', 'count', 'distinct', 'get', 'stat', 'signedUrl']);

/** Store, blobs and queue in which any single call can be made to fail. */
export class Faults {
  /** The unwrapped collections, which never fail: for the test's own reads. */
  readonly documents = new Map<string, Documents>();
  /** As `documents`, for collections that are read by app. */
  readonly partitioned = new Map<string, Documents>();
  #fault: { readonly at: number; readonly kind: FaultKind } | null = null;
  #calls = 0;
  /** Calls that failed since arming. */
  failed: string[] = [];

  /** The `at`-th call from now on fails; 1 is the next one. */
  arm(at: number, kind: FaultKind): void {
    this.#fault = { at, kind };
    this.#calls = 0;
    this.failed = [];
  }

  disarm(): void {
    this.#fault = null;
  }

  /** Restarts the process after a kill: no further call fails. */
  restart(): void {
    if (this.#fault?.kind === 'killed' && this.failed.length > 0) this.disarm();
  }

  readonly wrap = (engines: Engines): Engines => ({
    ...engines,
    store: this.#store(engines.store),
    blobs: this.#blobs(engines.blobs),
    jobs: {
      ...engines.jobs,
      enqueue: (...given) => this.#call('jobs.enqueue', () => engines.jobs.enqueue(...given)),
    },
  });

  #store(store: Store): Store {
    return {
      open: async (name, spec) => {
        const collection = await store.open(name, spec);
        this.documents.set(name, collection as unknown as Documents);
        return this.#wrapped(name, collection, ['stream']);
      },
      openPartitioned: async (name, spec) => {
        const collection = await store.openPartitioned(name, spec);
        this.partitioned.set(name, collection as unknown as Documents);
        return this.#wrapped(name, collection, ['stream']);
      },
      drop: (name) => store.drop(name),
      ping: () => store.ping(),
      close: () => store.close(),
    };
  }

  #blobs(blobs: BlobStore): BlobStore {
    return {
      scope: (prefix): Blobs => this.#wrapped(`blobs/${prefix}`, blobs.scope(prefix), ['list']),
      ping: () => blobs.ping(),
      close: () => blobs.close(),
    };
  }

  /** Wraps every method that returns a promise; those in `iterating` are not wrapped. */
  #wrapped<T extends object>(name: string, target: T, iterating: readonly string[]): T {
    return new Proxy(target, {
      get: (_, key) => {
        const method = (target as Record<string | symbol, unknown>)[key];
        if (typeof method !== 'function') return method;
        const call = (...given: unknown[]) => method.apply(target, given) as Promise<unknown>;
        if (iterating.includes(String(key))) return call;
        return (...given: unknown[]) => this.#call(`${name}.${String(key)}`, () => call(...given), READS.has(String(key)));
      },
    });
  }

  async #call<T>(name: string, work: () => Promise<T>, isRead = false): Promise<T> {
    const fault = this.#fault;
    if (fault === null) return work();
    const number = ++this.#calls;
    if (number < fault.at || number >= fault.at + CALLS[fault.kind]) return work();
    this.failed.push(name);
    // A read has no effect, so `after` equals `before`.
    if (fault.kind === 'after' && !isRead) await work();
    throw new Error(`Made to fail: ${name}`);
  }
}
