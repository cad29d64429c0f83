import { WebCryptoRefused } from './errors.ts';

/** Node has four threads for this, for files and for the disk. */
const AT_ONCE = 2;
/** Milliseconds of a processor, about, that one run may take in all. */
const BUDGET = 20_000;

interface Turn {
  readonly tenant: string;
  readonly begin: () => void;
}

/** Operations that take long, of all runs: two at a time, one for each tenant. */
export class Turns {
  readonly #running: string[] = [];
  readonly #waiting: Turn[] = [];

  async run<T>(tenant: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#begin(tenant, signal);
    try {
      return await work();
    } finally {
      this.#running.splice(this.#running.indexOf(tenant), 1);
      this.#next();
    }
  }

  async #begin(tenant: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn: Turn = { tenant, begin: resolve };
    const onAbort = () => {
      const at = this.#waiting.indexOf(turn);
      if (at >= 0) this.#waiting.splice(at, 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(turn);
    this.#next();
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #next(): void {
    while (this.#running.length < AT_ONCE) {
      const at = this.#waiting.findIndex(({ tenant }) => !this.#running.includes(tenant));
      const [turn] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (turn === undefined) return;
      this.#running.push(turn.tenant);
      turn.begin();
    }
  }
}

/** What one run may still take. */
export class Budget {
  #left = BUDGET;

  take(cost: number): void {
    this.#left -= cost;
    if (this.#left < 0) throw new WebCryptoRefused('OperationError', 'One run of a function may not compute more keys.');
  }
}
