import { ServerBusy } from './errors.ts';

const WAIT_MS = 10_000;
const MAX_WAITING = 1000;
/** The share of the budget that large lists may not use, so that their slow readers do not block small ones. */
const SMALL_PART = 0.25;
/** The largest share of one app, so that it does not block others. */
const APP_PART = 0.5;

export interface Reservation {
  /** Releases the difference to a smaller response. */
  shrink(bytes: number): void;
  release(): void;
}

interface Asked {
  readonly appId: string;
  readonly bytes: number;
  readonly isLarge: boolean;
  readonly start: () => void;
}

/** Limits the bytes of all lists that one process reads or sends at a time. Further lists are queued, then fail with `ServerBusy`. */
export class BytesInFlight {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #apps = new Map<string, number>();
  #waiting: Asked[] = [];
  #used = 0;
  #usedByLarge = 0;

  constructor(most: number, waitMs = WAIT_MS) {
    this.#most = most;
    this.#waitMs = waitMs;
  }

  async reserve(
    appId: string,
    bytes: number,
    { isLarge, signal }: { readonly isLarge: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<Reservation> {
    if (signal?.aborted) throw new ServerBusy();
    // More than the app's share would never become free.
    const asked = { appId, isLarge, bytes: Math.min(bytes, this.#most * APP_PART) };
    if (!this.#fits(asked)) await this.#wait(asked, signal);
    else this.#add(asked, asked.bytes);
    let held = asked.bytes;
    const shrink = (to: number): void => {
      if (to >= held) return;
      this.#add(asked, to - held);
      held = to;
      this.#startWaiting();
    };
    return { shrink, release: () => shrink(0) };
  }

  #fits({ appId, bytes, isLarge }: Omit<Asked, 'start'>): boolean {
    if ((this.#apps.get(appId) ?? 0) + bytes > this.#most * APP_PART) return false;
    if (isLarge && this.#usedByLarge + bytes > this.#most * (1 - SMALL_PART)) return false;
    return this.#used + bytes <= this.#most;
  }

  #add({ appId, isLarge }: Omit<Asked, 'start'>, bytes: number): void {
    this.#used += bytes;
    if (isLarge) this.#usedByLarge += bytes;
    const ofApp = (this.#apps.get(appId) ?? 0) + bytes;
    if (ofApp > 0) this.#apps.set(appId, ofApp);
    else this.#apps.delete(appId);
  }

  #wait(asked: Omit<Asked, 'start'>, signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) throw new ServerBusy();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((each) => each !== entry);
        settle();
        reject(new ServerBusy());
      };
      const timer = setTimeout(leave, this.#waitMs);
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const start = (): void => {
        settle();
        resolve();
      };
      const entry: Asked = { ...asked, start };
      signal?.addEventListener('abort', leave);
      this.#waiting.push(entry);
    });
  }

  /** Starts queued reservations in order; those that do not fit yet keep their place. Bytes are reserved before the caller resumes. */
  #startWaiting(): void {
    if (this.#waiting.length === 0) return;
    const still: Asked[] = [];
    const started: Asked[] = [];
    for (const asked of this.#waiting) {
      if (this.#fits(asked)) {
        this.#add(asked, asked.bytes);
        started.push(asked);
      } else still.push(asked);
    }
    this.#waiting = still;
    for (const { start } of started) start();
  }
}
