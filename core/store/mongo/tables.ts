import { LRUCache } from 'lru-cache';
import type { Collection as DriverCollection, Filter as DriverFilter } from 'mongodb';
import type { Logger } from '../../contract/logger.ts';
import type { PartitionSpec, Query } from '../../contract/store.ts';
import { parseFilter } from '../documents/filter.ts';
import { addressOf } from '../documents/partition.ts';
import { filterOf, type Stored } from './collection.ts';
import { isTimeOf, REVISION, SHAPE, type Shape, shapeOf, untimedShapes } from './shape.ts';
import { storedId, type TableAddress, withStoredIds } from './stored-ids.ts';

const MAX_TABLES = 10_000;
/** After this time another node's first document with a time of its own changes the order of a sort by time. */
const STALE_MS = 10_000;
const UNFILLED_STALE_MS = 500;
const FILL_BATCH = 500;

interface State {
  /** Whether all documents have their shape; those of an earlier release lack it. */
  readonly isFilled: boolean;
  /** Whether the time of each document is that of its `_id`. */
  readonly isTimed: boolean;
}

interface ShapeRead {
  readonly running: Promise<Shape[]>;
  next: Promise<Shape[]> | null;
}

/** What the documents of each table have in common: their shapes, and whether their ids tell their times. */
export class Tables {
  readonly #rows: DriverCollection<Stored>;
  readonly #spec: PartitionSpec;
  readonly #log: Logger | undefined;
  readonly #states = new LRUCache<string, Promise<State>>({ max: MAX_TABLES, ttl: STALE_MS });
  /** Tables in which this process has written a document with a time of its own. */
  readonly #untimed = new LRUCache<string, true>({ max: MAX_TABLES });
  readonly #reads = new Map<string, ShapeRead>();
  readonly #fills = new Map<string, Promise<void>>();
  #isStopped = false;

  constructor(rows: DriverCollection<Stored>, spec: PartitionSpec, log: Logger | undefined) {
    this.#rows = rows;
    this.#spec = spec;
    this.#log = log;
  }

  filterOf({ key, table }: TableAddress): DriverFilter<Stored> {
    return { [this.#spec.key]: key, [this.#spec.table]: table };
  }

  whereOf(filter: Query): DriverFilter<Stored> {
    return filterOf(this.queryOf(filter));
  }

  /** The filter with ids as they are stored. */
  queryOf(filter: Query): Query {
    const { key, table } = this.#spec;
    const isPlain = typeof filter[key] === 'string' && typeof filter[table] === 'string';
    const address = isPlain ? { key: filter[key] as string, table: filter[table] as string } : addressOf(this.#spec, parseFilter(filter));
    return withStoredIds(filter, { ...address, table: address.table ?? '' });
  }

  /** All shapes of the table's documents; null while some have none. One index seek for each. */
  async shapes(address: TableAddress): Promise<Shape[] | null> {
    const [{ isFilled }, shapes] = await Promise.all([this.#state(address), this.#shapes(address)]);
    return isFilled ? shapes : null;
  }

  async isTimed(address: TableAddress): Promise<boolean> {
    return !this.#untimed.has(keyOf(address)) && (await this.#state(address)).isTimed;
  }

  /** The document as it is stored. */
  stored(document: Stored): Stored {
    const { key, table, fields, time } = this.#spec;
    const isTimed = isTimeOf(document._id, document[time]);
    const address = { key: document[key] as string, table: document[table] as string };
    if (!isTimed) this.#untimed.set(keyOf(address), true);
    return { ...document, _id: storedId(address, document._id), [SHAPE]: shapeOf(document[fields], isTimed) };
  }

  /** Adds the shapes of documents of an earlier release. */
  fill(address: TableAddress): Promise<void> {
    const key = keyOf(address);
    const running = this.#fills.get(key) ?? this.#fill(address).finally(() => this.#fills.delete(key));
    this.#fills.set(key, running);
    return running;
  }

  /** Ends background work, which the next use of its table resumes. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled(this.#fills.values());
  }

  #state(address: TableAddress): Promise<State> {
    const key = keyOf(address);
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const reading = this.#read(address);
    this.#states.set(key, reading);
    const forget = (ttl?: number): void => {
      if (this.#states.get(key) !== reading) return;
      if (ttl === undefined) this.#states.delete(key);
      else this.#states.set(key, reading, { ttl });
    };
    reading.then(
      ({ isFilled }) => isFilled || forget(UNFILLED_STALE_MS),
      () => forget(),
    );
    return reading;
  }

  /** Calls during a read share the next one, which begins after them: none misses a shape that was there before it. */
  #shapes(address: TableAddress): Promise<Shape[]> {
    const key = keyOf(address);
    const current = this.#reads.get(key);
    if (current === undefined) return this.#readShapes(address, key);
    current.next ??= current.running.then(
      () => this.#readShapes(address, key),
      () => this.#readShapes(address, key),
    );
    return current.next;
  }

  #readShapes(address: TableAddress, key: string): Promise<Shape[]> {
    const running = this.#rows.distinct(SHAPE, this.filterOf(address)) as Promise<Shape[]>;
    const read: ShapeRead = { running, next: null };
    this.#reads.set(key, read);
    const end = (): void => {
      if (read.next === null) this.#reads.delete(key);
    };
    running.then(end, end);
    return running;
  }

  async #read(address: TableAddress): Promise<State> {
    const isThere = async (shape: unknown): Promise<boolean> => {
      const filter = { ...this.filterOf(address), [SHAPE]: shape } as DriverFilter<Stored>;
      return (await this.#rows.findOne(filter, { projection: { _id: 1 } })) !== null;
    };
    const [isUnfilled, isUntimed] = await Promise.all([isThere(null), isThere(untimedShapes)]);
    if (isUnfilled) this.fill(address).catch((err: unknown) => this.#log?.warn({ err }, 'Adding the shapes of documents failed'));
    return { isFilled: !isUnfilled, isTimed: !isUnfilled && !isUntimed };
  }

  async #fill(address: TableAddress): Promise<void> {
    const { fields, columns, time } = this.#spec;
    const filter = { ...this.filterOf(address), [SHAPE]: null } as DriverFilter<Stored>;
    while (!this.#isStopped) {
      const found = await this.#rows.find(filter, { limit: FILL_BATCH }).toArray();
      if (found.length === 0) break;
      const updates = found.map((document) => {
        const unchanged = Object.fromEntries([...columns, REVISION].map((path) => [path, document[path] ?? null]));
        const shape = shapeOf(document[fields], isTimeOf(document._id, document[time]));
        const same = { ...filter, _id: document._id, ...unchanged } as DriverFilter<Stored>;
        return { updateOne: { filter: same, update: { $set: { [SHAPE]: shape } } } };
      });
      await this.#rows.bulkWrite(updates, { ordered: false });
    }
    this.#states.delete(keyOf(address));
  }
}

function keyOf({ key, table }: TableAddress): string {
  return `${key}\0${table}`;
}
