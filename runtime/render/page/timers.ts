// Timers on a virtual clock: the process that renders runs them, so that an app waits for nothing and no host function reaches it.

interface Timer {
  readonly id: number;
  readonly at: number;
  /** Milliseconds; null for a timer that runs once. */
  readonly every: number | null;
  /** Of a message port: React counts on the ones that it has posted. */
  readonly isMessage: boolean;
  readonly run: () => void;
}

let now = 0;
let nextId = 1;
const timers = new Map<number, Timer>();

function start(run: unknown, delay: unknown, every: boolean, values: readonly unknown[]): number {
  const wait = Math.max(every ? 1 : 0, Number(delay) || 0);
  const id = nextId++;
  // Text as code is as good as refused: the context permits none.
  const call = typeof run === 'function' ? () => void run(...values) : () => {};
  timers.set(id, { id, at: now + wait, every: every ? wait : null, isMessage: false, run: call });
  return id;
}

const stop = (id: unknown): void => void timers.delete(Number(id));

/** Milliseconds of the virtual clock. */
export const clock = (): number => now;

/**
 * Runs the timers that are due at the next moment, of those until `end` on the virtual clock. Returns how many ran: 0 when none is left.
 * Promises settle after the call. An error that a timer throws goes to `onError`.
 */
export function runTimers(end: number, onError: (error: unknown) => void): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { at } of timers.values()) next = Math.min(next, at);
  if (next > end) return 0;
  now = Math.max(now, next);
  const due = [...timers.values()].filter(({ at }) => at <= now);
  for (const timer of due) {
    if (timers.get(timer.id) !== timer) continue;
    if (timer.every === null) timers.delete(timer.id);
    else timers.set(timer.id, { ...timer, at: now + timer.every });
    try {
      timer.run();
    } catch (error) {
      onError(error);
    }
  }
  return due.length;
}

/** Forgets the timers of the page before. */
export function clearTimers(): void {
  for (const { id, isMessage } of [...timers.values()]) if (!isMessage) timers.delete(id);
}

const FRAME_MS = 16;

class Port {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  other: Port | null = null;
  postMessage(data: unknown): void {
    const { other } = this;
    const id = nextId++;
    timers.set(id, { id, at: now, every: null, isMessage: true, run: () => other?.onmessage?.({ data }) });
  }
  start(): void {}
  close(): void {}
}

export const timerFunctions = {
  setTimeout: (run: unknown, delay?: unknown, ...values: unknown[]) => start(run, delay, false, values),
  setInterval: (run: unknown, delay?: unknown, ...values: unknown[]) => start(run, delay, true, values),
  clearTimeout: stop,
  clearInterval: stop,
  requestAnimationFrame: (run: (time: number) => void) => start(() => run(now), FRAME_MS, false, []),
  cancelAnimationFrame: stop,
  requestIdleCallback: (run: (deadline: object) => void) => start(() => run({ didTimeout: false, timeRemaining: () => 10 }), 1, false, []),
  cancelIdleCallback: stop,
  queueMicrotask: (run: () => void) => void Promise.resolve().then(run),
};

/** React schedules its work by one. */
export class MessageChannel {
  readonly port1 = new Port();
  readonly port2 = new Port();
  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}
