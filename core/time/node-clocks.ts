import { hostname } from 'node:os';
import { z } from 'zod';
import { type Collection, type CollectionSpec, type Logger, storeTime } from '../contract/index.ts';
import type { Store } from '../ports/store.ts';
import type { StoreClock } from './store-clock.ts';

/** Beyond what NTP leaves, even over slow networks. */
export const MAX_SKEW_MS = 2000;
/** A node that has not measured for this long is gone. */
const CURRENT_MS = 30_000;
const KEPT_SECONDS = 3600;

const nodeClock = z.object({ _id: z.string(), node: z.string(), skewMs: z.number(), at: z.iso.datetime() });
type Document = z.output<typeof nodeClock>;
const spec: CollectionSpec<Document> = {
  document: nodeClock,
  indexes: [{ keys: { at: 1 }, expireAfterSeconds: KEPT_SECONDS }],
};

/** The nodes whose clocks differ from that of the store, for admins: each reports its own. */
export class NodeClocks {
  readonly #reports: Collection<Document>;
  readonly #id = `${hostname()}-${process.pid}`;
  readonly #log: Logger;
  readonly #sentence: (skewMs: number) => string;
  #isReported = false;

  private constructor(reports: Collection<Document>, log: Logger, sentence: (skewMs: number) => string) {
    this.#sentence = sentence;
    this.#reports = reports;
    this.#log = log;
  }

  /** `sentence`: the warning about the clock of this machine. */
  static async open(store: Store, log: Logger, sentence: (skewMs: number) => string): Promise<NodeClocks> {
    return new NodeClocks(await store.open('core_clocks', spec), log, sentence);
  }

  async report({ skewMs }: StoreClock): Promise<void> {
    const isWrong = Math.abs(skewMs) > MAX_SKEW_MS;
    if (!isWrong && !this.#isReported) return;
    if (isWrong && !this.#isReported) this.#log.warn({ skewMs }, this.#sentence(skewMs));
    const document = { _id: this.#id, node: hostname(), skewMs: Math.round(skewMs), at: storeTime() };
    if (isWrong) await this.#reports.replaceOne({ _id: this.#id }, document, { upsert: true });
    else await this.#reports.deleteOne({ _id: this.#id });
    this.#isReported = isWrong;
  }

  /** Sentences about the other machines. */
  async others(): Promise<string[]> {
    const found = await this.#reports.find({ at: { $gte: storeTime(-CURRENT_MS) }, node: { $ne: hostname() } }, { sort: { _id: 1 } });
    return found.map(({ node, skewMs }) => skewSentence(skewMs, node));
  }
}

/** For the log, `/readyz` and the banner of admins. */
export function skewSentence(skewMs: number, machine = 'this machine'): string {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const direction = skewMs > 0 ? 'ahead of' : 'behind';
  return `The clock of ${machine} is ${seconds} s ${direction} the time of the store, by which Sayso goes. Set it by NTP.`;
}

/** With a store on this machine, whose clock was set while the server ran. */
export function setSentence(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const [direction, pace] = skewMs > 0 ? ['forward', 'faster'] : ['back', 'slower'];
  return `The clock of this machine was set ${direction} while Sayso ran: the time of Sayso differs by ${seconds} s, and runs ${pace} until both agree. Restart Sayso to go by the clock at once.`;
}
