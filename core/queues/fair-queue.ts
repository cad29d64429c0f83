/** Whose call it is: an account, an app, an address. */
export interface Tenant {
  readonly key: string;
  /** Places of this tenant at the same time. Default: all. */
  readonly most?: number;
}

export interface FairQueueOptions {
  /** Callers that hold a place at the same time. */
  readonly places: number;
  /** Callers that may wait for one. */
  readonly waiting: number;
  /** How long a caller waits, in milliseconds. */
  readonly deadlineMs: number;
  /** The error of a caller for whom there is no room. */
  readonly refusal: () => Error;
  /**
   * Whether a caller of a tenant with fewer places takes the one of a tenant with more, whose `signal` aborts with the refusal: for work that
   * mostly waits for its client, which could hold its place for ever. Default false.
   */
  readonly preempts?: boolean;
}

/** A place in the queue's care. */
export interface Place {
  /** Aborts when the place was given to another tenant. */
  readonly signal: AbortSignal;
  /** Gives the place back; does nothing the second time. */
  leave(): void;
}

/** Tenants whose last place is remembered. */
const MAX_SERVED = 10_000;

interface Caller {
  readonly tenants: readonly Tenant[];
  /** Ends the wait: with a place, or with the error of a refusal. */
  readonly settle: (result: Place | Error) => void;
}

interface Holder {
  readonly tenants: readonly Tenant[];
  readonly controller: AbortController;
}

/**
 * Places for concurrent work, shared fairly: each caller has tenants, such as its account and the owner of the app, and a place that becomes
 * free goes to the caller whose tenants hold the fewest, of equal ones to those that were served longest ago. In the queue likewise: when it is full, the tenant with the most callers in it loses
 * its newest one.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #holders = new Set<Holder>();
  readonly #held = new Map<string, number>();
  /** In the order of their arrival. */
  readonly #callers = new Set<Caller>();
  readonly #queued = new Map<string, number>();
  /** When tenants last got a place, as a running number, while callers wait. */
  readonly #servedAt = new Map<string, number>();
  #served = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Places that are held now. */
  get held(): number {
    return this.#holders.size;
  }

  get waiting(): number {
    return this.#callers.size;
  }

  /** Runs work with a place. `work` stops when its signal aborts. Rejects with the refusal, or with the reason of `signal`. */
  async run<T>(tenants: readonly Tenant[], work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const place = await this.enter(tenants, signal);
    try {
      return await work(place.signal);
    } finally {
      place.leave();
    }
  }

  /** Waits for a place. Rejects with the refusal when none becomes free in time, or with the reason of `signal`. */
  async enter(tenants: readonly Tenant[], signal?: AbortSignal): Promise<Place> {
    signal?.throwIfAborted();
    if (this.#hasRoom(tenants) && this.#isFree()) return this.#hold(tenants);
    if (this.#hasRoom(tenants) && this.#preempt(tenants)) return this.#hold(tenants);
    return this.#wait(tenants, signal);
  }

  #isFree(): boolean {
    return this.#holders.size < this.#options.places;
  }

  #hasRoom(tenants: readonly Tenant[]): boolean {
    return tenants.every(({ key, most = Number.POSITIVE_INFINITY }) => (this.#held.get(key) ?? 0) < most);
  }

  /** Takes the newest place of the tenant that has the most, if that leaves it no fewer than these tenants get. */
  #preempt(tenants: readonly Tenant[]): boolean {
    if (this.#options.preempts !== true) return false;
    const victim = largest([...this.#holders], this.#held);
    if (victim === null || share(victim.tenants, this.#held) <= share(tenants, this.#held) + 1) return false;
    this.#drop(victim);
    victim.controller.abort(this.#options.refusal());
    return true;
  }

  #hold(tenants: readonly Tenant[]): Place {
    const holder: Holder = { tenants, controller: new AbortController() };
    this.#holders.add(holder);
    add(this.#held, tenants, 1);
    this.#served++;
    for (const { key } of tenants) {
      this.#servedAt.delete(key);
      this.#servedAt.set(key, this.#served);
    }
    const [oldest] = this.#servedAt.keys();
    if (this.#servedAt.size > MAX_SERVED && oldest !== undefined) this.#servedAt.delete(oldest);
    return {
      signal: holder.controller.signal,
      leave: () => {
        this.#drop(holder);
        this.#serve();
      },
    };
  }

  #drop(holder: Holder): void {
    if (this.#holders.delete(holder)) add(this.#held, holder.tenants, -1);
  }

  #serve(): void {
    while (this.#isFree()) {
      const next = this.#next();
      if (next === null) break;
      next.settle(this.#hold(next.tenants));
    }
    if (this.#callers.size === 0) this.#servedAt.clear();
  }

  /** The caller that gets the next place; null when none may have one. */
  #next(): Caller | null {
    let next: Caller | null = null;
    let [least, longest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const caller of this.#callers) {
      if (!this.#hasRoom(caller.tenants)) continue;
      const [held, servedAt] = [share(caller.tenants, this.#held), share(caller.tenants, this.#servedAt)];
      if (held > least || (held === least && servedAt >= longest)) continue;
      [next, least, longest] = [caller, held, servedAt];
    }
    return next;
  }

  #wait(tenants: readonly Tenant[], signal?: AbortSignal): Promise<Place> {
    const { deadlineMs, refusal } = this.#options;
    if (deadlineMs <= 0 || !this.#makeRoom(tenants)) return Promise.reject(refusal());
    return new Promise((resolve, reject) => {
      const onAbort = () => caller.settle(signal?.reason as Error);
      const timer = setTimeout(() => caller.settle(refusal()), deadlineMs);
      const caller: Caller = {
        tenants,
        settle: (result) => {
          if (!this.#callers.delete(caller)) return;
          add(this.#queued, tenants, -1);
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          if (result instanceof Error) reject(result);
          else resolve(result);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#callers.add(caller);
      add(this.#queued, tenants, 1);
    });
  }

  /** Whether a caller may wait: in a full queue only in the place of a tenant that has more callers in it. */
  #makeRoom(tenants: readonly Tenant[]): boolean {
    const { waiting, refusal } = this.#options;
    if (this.#callers.size < waiting) return true;
    const victim = largest([...this.#callers], this.#queued);
    if (victim === null || share(victim.tenants, this.#queued) <= share(tenants, this.#queued) + 1) return false;
    victim.settle(refusal());
    return true;
  }
}

/** The largest count of these tenants. */
function share(tenants: readonly Tenant[], counts: ReadonlyMap<string, number>): number {
  return Math.max(0, ...tenants.map(({ key }) => counts.get(key) ?? 0));
}

/** The newest of those with the largest share. */
function largest<T extends { readonly tenants: readonly Tenant[] }>(all: readonly T[], counts: ReadonlyMap<string, number>): T | null {
  return all.reduce<T | null>(
    (most, one) => (most === null || share(one.tenants, counts) >= share(most.tenants, counts) ? one : most),
    null,
  );
}

function add(counts: Map<string, number>, tenants: readonly Tenant[], amount: number): void {
  for (const { key } of tenants) {
    const count = (counts.get(key) ?? 0) + amount;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  }
}
