import { SandboxBusy } from './errors.ts';

interface Waiter {
  readonly tenant: string;
  readonly owner: string;
  wake: () => void;
  isRefused: boolean;
}

/** The calls that wait for a process, in the order of their arrival. An owner with many of them does not keep those of others out. */
export class Waiting {
  readonly #most: number;
  readonly #waiters = new Set<Waiter>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Asks `find` again after each `wakeAll`, until it returns something. Throws `SandboxBusy` after `ms`, and the reason of `signal`. */
  async for<T>(
    find: () => T | null,
    {
      tenant,
      owner,
      ms,
      signal,
    }: { readonly tenant: string; readonly owner: string; readonly ms: number; readonly signal: AbortSignal | undefined },
  ): Promise<T> {
    this.#makeRoom(owner);
    const deadline = performance.now() + ms;
    const waiter: Waiter = { tenant, owner, wake: () => undefined, isRefused: false };
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

  /** Those of the owners that hold the fewest processes go first. */
  wakeAll(heldBy: (owner: string) => number = () => 0): void {
    const held = new Map([...this.#waiters].map(({ owner }) => [owner, heldBy(owner)]));
    const sorted = [...this.#waiters].sort((a, b) => (held.get(a.owner) ?? 0) - (held.get(b.owner) ?? 0));
    for (const { wake } of sorted) wake();
  }

  /** Whether a call waits whose tenant is not one of these. */
  hasOther(tenants: ReadonlyMap<string, unknown>): boolean {
    return [...this.#waiters].some(({ tenant }) => !tenants.has(tenant));
  }

  /** When all places are taken, the newest call of the owner with the most of them is refused: this one, or another one in its favour. */
  #makeRoom(owner: string): void {
    if (this.#waiters.size < this.#most) return;
    const byOwner = Map.groupBy(this.#waiters, (one) => one.owner);
    const most = [...byOwner.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    const newest = most.at(-1);
    if (newest === undefined || most.length <= (byOwner.get(owner)?.length ?? 0) + 1) throw new SandboxBusy();
    this.#waiters.delete(newest);
    newest.isRefused = true;
    newest.wake();
  }
}
