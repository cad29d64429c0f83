import type { Logger } from '../contract/index.ts';
import { useStoreClock } from '../contract/time.ts';
import type { Store } from '../ports/store.ts';
import { MachineTime } from './machine-time.ts';
import { MAX_SKEW_MS, NodeClocks, setSentence, skewSentence } from './node-clocks.ts';
import { StoreClock } from './store-clock.ts';

export interface ClockOptions {
  readonly store: Store;
  readonly log: Logger;
  /** Whether this is the main process of its node, whose clock the others of a machine follow, and which reports the node's skew. */
  readonly isMain: boolean;
  /** How often the store's time is measured. Default 5 s. */
  readonly everyMs?: number;
}

/** The clock of this process, which goes by the store's time. */
export interface Clock {
  now(): number;
  /** The nodes whose clocks are wrong by more than 2 s, this one first, as sentences for admins. They do not keep a node from serving. */
  warnings(): Promise<readonly string[]>;
  /** Measures the store's time now. */
  measure(): Promise<void>;
  /** Measures no more: the clock goes on with its offset. */
  stop(): Promise<void>;
  /** Stops, and gives the process the clock of the machine again. */
  close(): Promise<void>;
}

/** Makes the store's time that of `storeNow` in this process, before anything is written with it. */
export async function openClock({ store, log, isMain, everyMs }: ClockOptions): Promise<Clock> {
  const machine = store.readTime ? null : await MachineTime.open(store, isMain);
  const sentence = store.readTime ? skewSentence : setSentence;
  const nodes = await NodeClocks.open(store, log, sentence);
  const onMeasured = async (measured: StoreClock): Promise<void> => {
    await machine?.publish(measured);
    if (isMain) await nodes.report(measured);
  };
  const read = async () => (await store.readTime?.()) ?? (await machine?.read()) ?? Date.now();
  const clock = await StoreClock.open({ read, log, onMeasured, ...(everyMs === undefined ? {} : { everyMs }) });
  const undo = useStoreClock(clock);
  await onMeasured(clock);
  return {
    now: () => clock.now(),
    async warnings() {
      const own = Math.abs(clock.skewMs) > MAX_SKEW_MS ? [sentence(clock.skewMs)] : [];
      return [...own, ...(await nodes.others())];
    },
    measure: () => clock.measure(),
    stop: () => clock.stop(),
    async close() {
      await clock.stop();
      undo();
    },
  };
}
