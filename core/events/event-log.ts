import { type Collection, DuplicateKey } from '../contract/index.ts';
import { after, type Batch, batchId, type LogEntry } from './log-entry.ts';

export type Entry = readonly [event: string, payload: unknown];

const PAGE = 100;
const HEAD_EVERY_MS = 10 * 60_000;
/** Batches may have expired unread after that long, with a good margin. */
const ABSENCE_MS = 30 * 60_000;
/** A scan without a snapshot may pass one number before it was written and still meet the next: look again before crying. */
const GAP_READS = 3;

/** This node's place in the log that all nodes share: appends at its end, reads what others appended. */
export class EventLog {
  readonly #entries: Collection<LogEntry>;
  readonly #origin: string;
  readonly #deliver: (entries: readonly Entry[]) => void;
  readonly #miss: () => void;
  #seq = 0;
  #head = 0;
  #headAt = 0;
  #readAt = Date.now();
  #ownBatch = '';
  // Appending and reading both move `#seq`; they take turns.
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: {
    readonly entries: Collection<LogEntry>;
    /** Names this process among all that ever write. */
    readonly origin: string;
    /** What others appended. */
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

  /** Reads to the end and delivers what others wrote. */
  async read(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#catchUp();
      if (this.#seq > this.#head && Date.now() - this.#headAt > HEAD_EVERY_MS) await this.#saveHead();
    });
  }

  /** Appends once, also when it is repeated after a failure. */
  async append(batch: Pick<Batch, 'batch' | 'events' | 'lost'>): Promise<void> {
    await this.#inTurn(async () => {
      // The number that is next here may have been another node's, and be free again.
      if (this.#wasAway) await this.#catchUp();
      while (this.#ownBatch !== batch.batch) {
        try {
          const entry = { ...batch, _id: batchId(this.#seq + 1), origin: this.#origin, at: new Date().toISOString() };
          await this.#entries.insertOne(entry);
          this.#seq++;
          this.#ownBatch = batch.batch;
        } catch (error) {
          if (!(error instanceof DuplicateKey)) throw error;
          // Another node was first, or this very batch had arrived though its answer had not.
          await this.#catchUp();
        }
      }
    });
  }

  /** The store was away, or this node stood still. A clock that was set tells nothing, and looking does no harm. */
  get #wasAway(): boolean {
    return Math.abs(Date.now() - this.#readAt) > ABSENCE_MS;
  }

  async #catchUp(): Promise<void> {
    const wasAway = this.#wasAway;
    await this.#readOn();
    const end = wasAway ? await this.#readHead() : 0;
    if (end > this.#seq) {
      this.#seq = end;
      this.#miss();
    }
    this.#readAt = Date.now();
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
    this.#headAt = Date.now();
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    await mine;
  }
}
