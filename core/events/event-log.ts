import { type Collection, DuplicateKey, type Query } from '../contract/index.ts';
import { after, type Batch, batchId, type LogEntry, upTo } from './log-entry.ts';

export type Entry = readonly [event: string, payload: unknown];

const PAGE = 100;
const HEAD_EVERY_MS = 10 * 60_000;
/** A reader that has not read for this long may have missed expired batches; well below their time to live. */
const MAX_READ_GAP_MS = 30 * 60_000;
/** A scan without a snapshot may miss number n and see n + 1, written later: read again before reporting a gap. */
const GAP_READS = 3;
/** Interval of the comparison of the log with what this node has read: one read by primary key. */
const COMPARE_MS = 1000;

/** What identifies the batch of a number: the log may lose its newest ones, and then numbers are assigned again. */
interface Seen {
  readonly batch: string;
  /** When it was written: `at`. */
  readonly at: number;
}

/**
 * This node's cursor in the shared event log: appends at its end, reads the batches of other nodes.
 *
 * The store may lose the newest batches when the primary changes. Then each node reports that it missed events, sets its cursor to the newest
 * batch that is left, and reports to the others that its own batches may be lost: some may have moved to the new primary before these were
 * written. Numbers of lost batches are assigned again: to skip them would leave a gap that a node which has never seen them fills behind the
 * cursors of others. So a batch also names the one before: a reader with another one there has missed events, and a writer whose batch is
 * not named by the next one reports that others may have skipped it.
 */
export class EventLog {
  readonly #entries: Collection<LogEntry>;
  readonly #origin: string;
  readonly #deliver: (entries: readonly Entry[]) => void;
  readonly #miss: () => void;
  readonly #loseOwn: () => void;
  #seq = 0;
  /** The batch at `#seq`; null when it had expired before this node could read it. */
  #last: Seen | null = null;
  #head = 0;
  #headAt = 0;
  #readAt = Date.now();
  #comparedAt = Date.now();
  #isInDoubt = false;
  #hasWritten = false;
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
    /** Batches of this writer may be lost for others. */
    readonly loseOwn: () => void;
  }) {
    this.#entries = options.entries;
    this.#origin = options.origin;
    this.#deliver = options.deliver;
    this.#miss = options.miss;
    this.#loseOwn = options.loseOwn;
  }

  /** Starts at the log's end. */
  async open(): Promise<void> {
    this.#head = await this.#readHead();
    const newest = await this.#newest(after(0));
    this.#seq = Math.max(this.#head, newest?.seq ?? 0);
    this.#last = newest?.seq === this.#seq ? newest : null;
    await this.#saveHead();
  }

  /** The store may have lost acknowledged batches, of any node. The next read or append finds out which of those that this node has seen. */
  doubt(): void {
    this.#isInDoubt = true;
  }

  /** Reads to the end and delivers the batches of other writers. */
  async read(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#findLoss();
      await this.#catchUp();
      if (this.#seq > this.#head && Date.now() - this.#headAt > HEAD_EVERY_MS) await this.#saveHead();
    });
  }

  /** Appends exactly once, also when repeated after a failure. */
  async append(batch: Pick<Batch, 'batch' | 'events' | 'lost'>): Promise<void> {
    await this.#inTurn(async () => {
      await this.#findLoss();
      // The next number here may have been used by another node, expired, and be free again.
      if (this.#wasDisconnected) await this.#catchUp();
      while (this.#ownBatch !== batch.batch) {
        try {
          const at = Date.now();
          const written = { origin: this.#origin, previous: this.#last?.batch ?? '', at: new Date(at).toISOString() };
          this.#hasWritten = true;
          await this.#entries.insertOne({ ...batch, ...written, _id: batchId(this.#seq + 1) });
          this.#seq++;
          this.#last = { batch: batch.batch, at };
          this.#ownBatch = batch.batch;
        } catch (error) {
          if (!(error instanceof DuplicateKey)) throw error;
          // Another node took the number, or this batch was written although its response was lost.
          await this.#catchUp();
        }
      }
    });
  }

  /** The store was unreachable, or this process was suspended. After a change of the system clock this check is needless, but harmless. */
  get #wasDisconnected(): boolean {
    return Math.abs(Date.now() - this.#readAt) > MAX_READ_GAP_MS;
  }

  async #catchUp(): Promise<void> {
    const wasDisconnected = this.#wasDisconnected;
    await this.#readOn();
    const end = wasDisconnected ? await this.#readHead() : 0;
    if (end > this.#seq) {
      this.#seq = end;
      this.#last = null;
      this.#miss();
    }
    this.#readAt = Date.now();
  }

  async #findLoss(): Promise<void> {
    if (!this.#isInDoubt && Math.abs(Date.now() - this.#comparedAt) > COMPARE_MS) {
      this.#isInDoubt = await this.#hasLostSeen();
      this.#comparedAt = Date.now();
    }
    if (!this.#isInDoubt) return;
    // A loss during the following reads is reported again.
    this.#isInDoubt = false;
    try {
      await this.#turnBack();
    } catch (error) {
      this.#isInDoubt = true;
      throw error;
    }
    this.#miss();
    if (this.#hasWritten) this.#loseOwn();
  }

  /** Whether the log lacks what this node has seen. Expired batches are not lost. */
  async #hasLostSeen(): Promise<boolean> {
    if (this.#last === null || Date.now() - this.#last.at > MAX_READ_GAP_MS) return (await this.#readHead()) < this.#head;
    const [entry] = await this.#entries.find({ _id: batchId(this.#seq) }, { limit: 1, projection: { batch: 1 } });
    return (entry as Batch | undefined)?.batch !== this.#last.batch;
  }

  /** Moves the cursor to the newest batch that is left of those up to it. */
  async #turnBack(): Promise<void> {
    const newest = await this.#newest(upTo(this.#seq));
    // It may be lost, too.
    this.#head = await this.#readHead();
    this.#seq = newest?.seq ?? Math.min(this.#seq, this.#head);
    this.#last = newest;
  }

  async #newest(filter: Query): Promise<(Seen & { readonly seq: number }) | null> {
    const [entry] = (await this.#entries.find(filter, { sort: { _id: -1 }, limit: 1, projection: { batch: 1, at: 1 } })) as Batch[];
    return entry ? { seq: Number(entry._id), batch: entry.batch, at: Date.parse(entry.at) } : null;
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
    const last = this.#last?.batch ?? '';
    const isNext = seq === this.#seq + 1 && (!entry.previous || last === '' || entry.previous === last);
    this.#seq = seq;
    this.#last = { batch: entry.batch, at: Date.parse(entry.at) };
    if (!isNext || (entry.lost && entry.origin !== this.#origin)) this.#miss();
    if (!isNext && last !== '' && last === this.#ownBatch) this.#loseOwn();
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
