/** A counting semaphore, FIFO. Not p-limit: a signal removes one waiting caller, and its slot is held until the thread is free or gone. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<{ enter(): void; reject(error: unknown): void }>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves with the slot's release function (call it once); rejects with the signal's reason. */
  async take(signal?: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    return () => {
      const [next] = this.#waiting;
      if (next) next.enter();
      else this.#free++;
    };
  }

  /** Rejects all waiting callers. */
  close(error: Error): void {
    for (const waiting of this.#waiting) waiting.reject(error);
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#waiting.delete(waiting);
      signal?.removeEventListener('abort', onAbort);
    };
    const onAbort = () => waiting.reject(signal?.reason);
    const waiting = {
      enter() {
        leave();
        resolve();
      },
      reject(error: unknown) {
        leave();
        reject(error);
      },
    };
    this.#waiting.add(waiting);
    signal?.addEventListener('abort', onAbort, { once: true });
    return promise;
  }
}
