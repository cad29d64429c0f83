import { ServerBusy } from '../errors.ts';

const WAIT_MS = 10_000;
const MAX_QUEUED = 1000;
/** The share of the budget that large lists may not use, so that their slow readers do not block small ones. */
const SMALL_SHARE = 0.25;
/** The largest share of one tenant, so that it does not block others. */
const TENANT_SHARE = 0.5;

export interface Reservation {
  /** Releases the difference to a smaller response. */
  shrink(bytes: number): void;
  release(): void;
}

/** The bytes that a read asks for. */
export interface Asked {
  /** The account that owns the app: apps are free. */
  readonly tenant: string;
  readonly bytes: number;
  readonly isLarge: boolean;
}

/** A caller that may have to wait for its bytes. */
export interface Waiting {
  /** Ends the wait. Read only by calls that wait: a request creates it on first use. */
  readonly signal?: AbortSignal;
}

interface QueuedRead extends Asked {
  readonly start: () => void;
}

/** Limits the bytes of all lists that one process reads or sends at a time. Further lists are queued, then fail with `ServerBusy`. */
export class BytesInFlight {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #tenants = new Map<string, number>();
  #queue: QueuedRead[] = [];
  #used = 0;
  #usedByLarge = 0;

  constructor(most: number, waitMs = WAIT_MS) {
    this.#most = most;
    this.#waitMs = waitMs;
  }

  async reserve({ tenant, bytes, isLarge }: Asked, caller: Waiting = {}): Promise<Reservation> {
    // More than the tenant's share would never become free.
    const request = { tenant, isLarge, bytes: Math.min(bytes, this.#most * TENANT_SHARE) };
    if (!this.#fits(request)) await this.#wait(request, caller.signal);
    else this.#add(request, request.bytes);
    let held = request.bytes;
    const shrink = (to: number): void => {
      if (to >= held) return;
      this.#add(request, to - held);
      held = to;
      this.#startQueued();
    };
    return { shrink, release: () => shrink(0) };
  }

  #fits({ tenant, bytes, isLarge }: Asked): boolean {
    if ((this.#tenants.get(tenant) ?? 0) + bytes > this.#most * TENANT_SHARE) return false;
    if (isLarge && this.#usedByLarge + bytes > this.#most * (1 - SMALL_SHARE)) return false;
    return this.#used + bytes <= this.#most;
  }

  #add({ tenant, isLarge }: Asked, bytes: number): void {
    this.#used += bytes;
    if (isLarge) this.#usedByLarge += bytes;
    const ofTenant = (this.#tenants.get(tenant) ?? 0) + bytes;
    if (ofTenant > 0) this.#tenants.set(tenant, ofTenant);
    else this.#tenants.delete(tenant);
  }

  #wait(request: Asked, signal: AbortSignal | undefined): Promise<void> {
    const ofTenant = this.#queue.filter(({ tenant }) => tenant === request.tenant).length;
    if (signal?.aborted || this.#queue.length >= MAX_QUEUED || ofTenant >= MAX_QUEUED * TENANT_SHARE) throw new ServerBusy();
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#queue = this.#queue.filter((each) => each !== entry);
        settle();
        reject(new ServerBusy());
      };
      const timer = setTimeout(giveUp, this.#waitMs);
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const start = (): void => {
        settle();
        resolve();
      };
      const entry: QueuedRead = { ...request, start };
      signal?.addEventListener('abort', giveUp);
      this.#queue.push(entry);
    });
  }

  /** Starts queued reservations in order; those that do not fit yet keep their place. Bytes are reserved before the caller resumes. */
  #startQueued(): void {
    if (this.#queue.length === 0) return;
    const remaining: QueuedRead[] = [];
    const started: QueuedRead[] = [];
    for (const request of this.#queue) {
      if (this.#fits(request)) {
        this.#add(request, request.bytes);
        started.push(request);
      } else remaining.push(request);
    }
    this.#queue = remaining;
    for (const { start } of started) start();
  }
}
