import { SandboxBusy } from './errors.ts';

interface Waiter {
  readonly tenant: string;
  wake: () => void;
  isRefused: boolean;
}

/** The calls that wait for a process, in the order of their arrival. A tenant with many of them does not keep those of others out. */
export class Waiting {
  readonly #most: number;
  readonly #waiters = new Set<Waiter>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Asks `find` again after each `wakeAll`, until it returns something. Throws `SandboxBusy` after `ms`, and the reason of `signal`. */
  async for<T>(
    find: () => T | null,
    { tenant, ms, signal }: { readonly tenant: string; readonly ms: number; readonly signal: AbortSignal | undefined },
  ): Promise<T> {
    this.#makeRoom(tenant);
    const deadline = performance.now() + ms;
    const waiter: Waiter = { tenant, wake: () => undefined, isRefused: false };
    this.#waiters.add(waiter);
    const onAbort = () => waiter.wake();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      for (;;) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, deadline - performance.now());
          waiter.wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        signal?.throwIfAborted();
        if (waiter.isRefused) throw new SandboxBusy();
        const found = find();
        if (found !== null) return found;
        if (performance.now() >= deadline) throw new SandboxBusy();
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#waiters.delete(waiter);
    }
  }

  wakeAll(): void {
    for (const { wake } of [...this.#waiters]) wake();
  }

  /** Whether a call waits whose tenant is not one of these. */
  hasOther(tenants: ReadonlyMap<string, unknown>): boolean {
    return [...this.#waiters].some(({ tenant }) => !tenants.has(tenant));
  }

  /** When all places are taken, the newest call of the tenant with the most of them is refused: this one, or another one in its favour. */
  #makeRoom(tenant: string): void {
    if (this.#waiters.size < this.#most) return;
    const byTenant = Map.groupBy(this.#waiters, (one) => one.tenant);
    const most = [...byTenant.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    const newest = most.at(-1);
    if (newest === undefined || most.length <= (byTenant.get(tenant)?.length ?? 0) + 1) throw new SandboxBusy();
    this.#waiters.delete(newest);
    newest.isRefused = true;
    newest.wake();
  }
}
