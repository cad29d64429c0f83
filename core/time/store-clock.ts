import type { Logger } from '../contract/index.ts';
import type { TimeSource } from '../contract/time.ts';
import { Elapsed } from './elapsed.ts';

const MEASURE_EVERY_MS = 5000;
const FIRST_SAMPLES = 3;
/** Time that a second of a slow or fast clock makes up: leases are renewed three times in their time, so they hold while the clock runs fast. */
const FORWARD_RATE = 0.5;
/** The clock never stops: ids and times of one process stay in order. */
const BACKWARD_RATE = 0.9;
/** A greater lead of the store is made up at once, so that schedules are on time again: after the pause of a virtual machine. */
const LONGEST_FORWARD_MS = 5 * 60_000;
/** A greater lag of the store too: the clock was wrong, such as that of a board without a battery before its first contact with NTP. */
const LONGEST_BACKWARD_MS = 24 * 3600_000;
/** Resolution of the store's time. */
const RESOLUTION_MS = 1;

export interface StoreClockOptions {
  /** The store's time, in ms since 1970: read between the call and the answer. */
  readonly read: () => Promise<number>;
  readonly log: Logger;
  /** Called after each measurement but the first. */
  readonly onMeasured?: (clock: StoreClock) => Promise<void>;
  /** Default 5 s. */
  readonly everyMs?: number;
}

/**
 * The time of the store, by the monotonic clock and an offset that is measured anew every few seconds: the clock of the machine may be wrong
 * and may jump. Differences that arise later (the store has a new primary, its clock was corrected) are made up gradually: a lease
 * that another node renewed in time has not expired, and time does not go back.
 */
export class StoreClock implements TimeSource {
  readonly #options: StoreClockOptions;
  readonly #elapsed = new Elapsed();
  /** The time at a moment of the monotonic clock, and by how much the store was ahead of it then. */
  #base = { at: 0, time: 0, gap: 0 };
  #timer: NodeJS.Timeout | null = null;
  #measuring: Promise<void> | null = null;
  #isFailing = false;

  private constructor(options: StoreClockOptions) {
    this.#options = options;
  }

  /** Measures the store's time, and keeps on. */
  static async open(options: StoreClockOptions): Promise<StoreClock> {
    const clock = new StoreClock(options);
    const samples = [];
    for (let at = 0; at < FIRST_SAMPLES; at++) samples.push(await clock.#sample());
    // The narrowest is the most exact: the store read its time at any moment between the request and the response.
    const { earliest, latest, at } = samples.reduce((one, other) => (widthOf(other) < widthOf(one) ? other : one));
    clock.#base = { at, time: (earliest + latest) / 2, gap: 0 };
    clock.#timer = setInterval(() => void clock.measure(), options.everyMs ?? MEASURE_EVERY_MS).unref();
    return clock;
  }

  now(): number {
    return Math.floor(this.#timeAt(this.#elapsed.now()));
  }

  /** By how much the clock of this machine is ahead of the store's, in ms. */
  get skewMs(): number {
    return Date.now() - this.now();
  }

  /** Measures the store's time now, or waits for the measurement in flight. Keeps the offset when the store cannot be reached. */
  async measure(): Promise<void> {
    this.#measuring ??= this.#measure().finally(() => {
      this.#measuring = null;
    });
    await this.#measuring;
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#measuring;
  }

  async #measure(): Promise<void> {
    this.#elapsed.update();
    try {
      this.#follow(await this.#sample());
      this.#isFailing = false;
      await this.#options.onMeasured?.(this);
    } catch (error) {
      if (!this.#isFailing) this.#options.log.warn({ err: error }, 'The time of the store cannot be measured; retrying');
      this.#isFailing = true;
    }
  }

  #follow({ at, earliest, latest }: Sample): void {
    const time = this.#timeAt(at);
    const gap = time < earliest ? earliest - time : time > latest ? latest - time : 0;
    const isStep = gap > LONGEST_FORWARD_MS || gap < -LONGEST_BACKWARD_MS;
    this.#base = isStep ? { at, time: time + gap, gap: 0 } : { at, time, gap };
    if (isStep) this.#options.log.warn({ gapMs: Math.round(gap) }, 'The time of the store has jumped, and this node follows at once');
  }

  #timeAt(elapsed: number): number {
    const { at, time, gap } = this.#base;
    const passed = Math.max(0, elapsed - at);
    return time + passed + (gap > 0 ? Math.min(gap, passed * FORWARD_RATE) : Math.max(gap, -passed * BACKWARD_RATE));
  }

  async #sample(): Promise<Sample> {
    const begun = this.#elapsed.now();
    const time = await this.#options.read();
    const at = this.#elapsed.now();
    return { at, earliest: time, latest: time + RESOLUTION_MS + at - begun };
  }
}

/** The bounds of the store's time at the moment `at` of the monotonic clock. */
interface Sample {
  readonly at: number;
  readonly earliest: number;
  readonly latest: number;
}

function widthOf({ earliest, latest }: Sample): number {
  return latest - earliest;
}
