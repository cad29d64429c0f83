import { type Collection, DuplicateKey, storeNow, storeTime } from '../contract/index.ts';
import { after, type Batch, batchId, type LogEntry } from './log-entry.ts';

export type Entry = readonly [event: string, payload: unknown];

const PAGE = 100;
const HEAD_EVERY_MS = 10 * 60_000;
/** A reader that has not read for this long may have missed expired batches; well below their time to live. */
const MAX_READ_GAP_MS = 30 * 60_000;
/** A scan without a snapshot may miss number n and see n + 1, written later: read again before reporting a gap. */
const GAP_READS = 3;

/** This node's cursor in the shared event log: appends at its end, reads the batches of other nodes. */
export class EventLog {
  readonly #entries: Collection<LogEntry>;
  readonly #origin: string;
  readonly #deliver: (entries: readonly Entry[]) => void;
  readonly #miss: () => void;
  #seq = 0;
  #head = 0;
  #headAt = 0;
  #readAt = storeNow();
  #ownBatch = '';
  // Appending and reading both advance `#seq`, so they are serialized.
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: {
    readonly entries: Collection<LogEntry>;
    /** Unique id of this process among all writers. */
    readonly origin: string;
    /** Called with the batches of other writers. */
    readonly deliver: (entries: readonly Entry[]) => void;
    readonly miss: () => void;
  }) {
    this.#entries = options.entries;
    this.#origin = options.origin;
    this.#deliver = options.deliver;
    this.#miss = options.miss;
  }

  /** Starts at the log's end. */
  async open(): Promise<void> {
    this.#head = await this.#readHead();
    const [newest] = await this.#entries.find(after(0), { sort: { _id: -1 }, limit: 1 });
    this.#seq = Math.max(this.#head, newest ? Number(newest._id) : 0);
    await this.#saveHead();
  }

  /** Reads to the end and delivers the batches of other writers. */
  async read(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#catchUp();
      if (this.#seq > this.#head && storeNow() - this.#headAt > HEAD_EVERY_MS) await this.#saveHead();
    });
  }

  /** Appends exactly once, also when repeated after a failure. */
  async append(batch: Pick<Batch, 'batch' | 'events' | 'lost'>): Promise<void> {
    await this.#inTurn(async () => {
      // The next number here may have been used by another node, expired, and be free again.
      if (this.#wasDisconnected) await this.#catchUp();
      while (this.#ownBatch !== batch.batch) {
        try {
          const entry = { ...batch, _id: batchId(this.#seq + 1), origin: this.#origin, at: storeTime() };
          await this.#entries.insertOne(entry);
          this.#seq++;
          this.#ownBatch = batch.batch;
        } catch (error) {
          if (!(error instanceof DuplicateKey)) throw error;
          // Another node took the number, or this batch was written although its response was lost.
          await this.#catchUp();
        }
      }
    });
  }

  /** The store was unreachable, or this process was suspended. After a jump of the store's clock this check is needless, but harmless. */
  get #wasDisconnected(): boolean {
    return Math.abs(storeNow() - this.#readAt) > MAX_READ_GAP_MS;
  }

  async #catchUp(): Promise<void> {
    const wasDisconnected = this.#wasDisconnected;
    await this.#readOn();
    const end = wasDisconnected ? await this.#readHead() : 0;
    if (end > this.#seq) {
      this.#seq = end;
      this.#miss();
    }
    this.#readAt = storeNow();
  }

  async #readOn(): Promise<void> {
    for (let gaps = 0; ; ) {
      const found = (await this.#entries.find(after(this.#seq), { sort: { _id: 1 }, limit: PAGE })) as Batch[];
      for (const entry of found) {
        const seq = Number(entry._id);
        if (seq !== this.#seq + 1 && ++gaps < GAP_READS) break;
        this.#take(entry, seq);
      }
      const end = found.at(-1);
      if (!end || (found.length < PAGE && Number(end._id) === this.#seq)) return;
    }
  }

  #take(entry: Batch, seq: number): void {
    const missed = seq !== this.#seq + 1 || (entry.lost && entry.origin !== this.#origin);
    this.#seq = seq;
    if (missed) this.#miss();
    if (entry.origin === this.#origin) this.#ownBatch = entry.batch;
    else this.#deliver(JSON.parse(entry.events) as Entry[]);
  }

  async #readHead(): Promise<number> {
    const head = await this.#entries.findOne({ _id: 'head' });
    return head && 'seq' in head ? head.seq : 0;
  }

  async #saveHead(): Promise<void> {
    await this.#entries.updateOne({ _id: 'head' }, { $max: { seq: this.#seq } }, { upsert: true });
    this.#head = this.#seq;
    this.#headAt = storeNow();
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    await mine;
  }
}
