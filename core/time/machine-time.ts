import { z } from 'zod';
import type { Collection, CollectionSpec } from '../contract/index.ts';
import type { Store } from '../ports/store.ts';
import type { StoreClock } from './store-clock.ts';

const ID = 'machine';
/** Less than anyone notices, and more than the noise of a measurement. */
const TOLERANCE_MS = 20;

const mapping = z.object({ _id: z.literal(ID), monotonicMs: z.number(), time: z.number() });
type Mapping = z.output<typeof mapping>;
const spec: CollectionSpec<Mapping> = { document: mapping };

/** The clock of all processes of a machine, which begins with the machine. */
const monotonicMs = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

/**
 * The time of a store without a clock of its own, which is on this machine. The main process follows the clock of the machine and stores
 * which time belongs to which moment of the monotonic clock, when that changes; the others read it. So all have one time while it follows a
 * clock that has jumped.
 */
export class MachineTime {
  readonly #mappings: Collection<Mapping>;
  readonly #isMain: boolean;
  #stored: Mapping | null = null;

  private constructor(mappings: Collection<Mapping>, isMain: boolean) {
    this.#mappings = mappings;
    this.#isMain = isMain;
  }

  static async open(store: Store, isMain: boolean): Promise<MachineTime> {
    return new MachineTime(await store.open('core_time', spec), isMain);
  }

  async read(): Promise<number> {
    const found = this.#isMain ? null : await this.#mappings.findOne({ _id: ID });
    return found === null ? Date.now() : timeIn(found);
  }

  async publish(clock: StoreClock): Promise<void> {
    if (!this.#isMain || (this.#stored && Math.abs(timeIn(this.#stored) - clock.now()) < TOLERANCE_MS)) return;
    const next: Mapping = { _id: ID, monotonicMs: monotonicMs(), time: clock.now() };
    await this.#mappings.replaceOne({ _id: ID }, next, { upsert: true });
    this.#stored = next;
  }
}

function timeIn({ monotonicMs: at, time }: Mapping): number {
  return time + monotonicMs() - at;
}
