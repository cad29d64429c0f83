import { isDeepStrictEqual } from 'node:util';
import { type Actor, isRefusal, Unauthenticated } from '@sayso/core';
import type { EntitiesContext } from '../config.ts';
import { TooManyStreams } from '../errors.ts';
import type { StreamRequest, TableAddress } from '../ref.ts';
import { toRow } from '../rows/row.ts';
import { rowsOf } from '../rows/sets.ts';
import type { RowChange } from './changes.ts';
import { type FeedRow, type Subscriber, TableFeed, type Visible } from './feed.ts';
import { StreamLimits } from './limits.ts';
import { Rounds } from './rounds.ts';

/** A table with subscribers; `leave` ends its rounds. */
interface Feed {
  readonly feed: TableFeed;
  readonly leave: () => void;
}

interface OpenStream extends Subscriber {
  readonly authenticate: StreamRequest['authenticate'];
}

interface RealtimeParts {
  /** Throws as a list of the table's rows does. */
  visible(actor: Actor, table: TableAddress): Promise<Visible>;
  /** The JSON of a row of the app as clients get it. */
  served(appId: string, row: string): string;
}

type Context = Pick<EntitiesContext, 'collections' | 'config' | 'subscribe' | 'log'>;

/** Heartbeats every 25 s: proxies close connections that are idle for longer, typically 60 s. */
const ROUNDS_PER_HEARTBEAT = 10;

/** Streams of the changes of rows. One subscription to the event bus for all of them, fanned out by table. */
export class Realtime {
  readonly #context: Context;
  readonly #visible: RealtimeParts['visible'];
  readonly #served: RealtimeParts['served'];
  readonly #limits: StreamLimits;
  readonly #rounds = new Rounds();
  /** By app, and by set and table. */
  readonly #feeds = new Map<string, Map<string, Feed>>();
  /** Streams whose permissions are being read. */
  readonly #opening = new Set<{ readonly appId: string; isStale: boolean }>();
  #isReceiving = false;
  #isClosed = false;

  constructor(context: Context, { visible, served }: RealtimeParts) {
    this.#context = context;
    this.#visible = visible;
    this.#served = served;
    this.#limits = new StreamLimits(context.config);
  }

  /** Resolves when the stream has begun. It ends when the caller may not see the rows any more, or when the host closes. */
  async open({ actor, table, address, authenticate, connect }: StreamRequest): Promise<void> {
    if (this.#isClosed) throw new TooManyStreams();
    const release = this.#limits.take(table.appId, actor, address);
    try {
      this.#receive();
      // On a connection that stays open, the session may have ended since the caller was identified.
      if (!isDeepStrictEqual(await authenticate(), actor)) throw new Unauthenticated();
      const visible = await this.#current(actor, table);
      const connection = connect();
      if (connection === null) return release();
      const stream = { actor, visible, connection, authenticate };
      this.#add({ ...table, rows: visible.set }, stream, release);
      connection.begin();
      if (this.#isClosed) connection.end();
    } catch (error) {
      release();
      throw error;
    }
  }

  /** The app has changed: reads the permissions of its subscribers again before anything further is sent. */
  appChanged(appId: string): void {
    for (const opening of this.#opening) if (opening.appId === appId) opening.isStale = true;
    for (const { feed } of this.#feeds.get(appId)?.values() ?? []) feed.check();
  }

  /** What the caller sees, read again when the app changes in the meantime. */
  async #current(actor: Actor, table: TableAddress): Promise<Visible> {
    const opening = { appId: table.appId, isStale: false };
    this.#opening.add(opening);
    try {
      let visible: Visible;
      do {
        opening.isStale = false;
        visible = await this.#visible(actor, table);
      } while (opening.isStale);
      return visible;
    } finally {
      this.#opening.delete(opening);
    }
  }

  #add(table: TableAddress, stream: OpenStream, release: () => void): void {
    const feed = this.#feed(table);
    feed.add(stream);
    const leave = this.#rounds.add((round) => this.#visit(stream, round));
    stream.connection.onClose(() => {
      leave();
      release();
      feed.remove(stream);
      if (feed.isEmpty) this.#drop(table);
    });
  }

  #feed(table: TableAddress): TableFeed {
    const { appId } = table;
    const tables = this.#feeds.get(appId) ?? new Map<string, Feed>();
    this.#feeds.set(appId, tables);
    const key = keyOf(table);
    const known = tables.get(key);
    if (known) return known.feed;
    const feed = new TableFeed({
      visible: (actor) => this.#visible(actor, table),
      read: (ids) => this.#read(table, ids),
      log: this.#context.log,
    });
    // Events of other nodes can be missed.
    tables.set(key, { feed, leave: this.#rounds.add(() => feed.check()) });
    return feed;
  }

  #drop(table: TableAddress): void {
    const { appId } = table;
    const tables = this.#feeds.get(appId);
    tables?.get(keyOf(table))?.leave();
    tables?.delete(keyOf(table));
    if (tables?.size === 0) this.#feeds.delete(appId);
  }

  async #read({ appId, entity, rows: set = 'live' }: TableAddress, ids: readonly string[]): Promise<Map<string, FeedRow>> {
    const { collections, config } = this.#context;
    const budget = { ms: config.QUERY_MAX_MS, bytes: config.LIST_MAX_BYTES };
    const rows = await rowsOf(collections, set).find({ appId, entity, _id: { $in: ids } }, { budget });
    return new Map(rows.map((row) => [row._id, { row, json: this.#served(appId, JSON.stringify(toRow(row))) }]));
  }

  /** Subscribes with the first stream: until then a change costs no delivery. */
  #receive(): void {
    if (this.#isReceiving) return;
    this.#isReceiving = true;
    const deliveries = this.#context.subscribe('entities.rowChanged', new AbortController().signal);
    void this.#deliver(deliveries).finally(() => this.#close());
  }

  async #deliver(deliveries: AsyncIterable<{ readonly payload: RowChange } | { readonly missed: true }>): Promise<void> {
    for await (const delivery of deliveries) {
      if ('missed' in delivery) {
        // A change of permissions may have been missed, too.
        for (const opening of this.#opening) opening.isStale = true;
        for (const feed of this.#all()) {
          feed.check();
          feed.push(null);
        }
      } else this.#feeds.get(delivery.payload.appId)?.get(keyOf(delivery.payload))?.feed.push(delivery.payload);
    }
  }

  /** The host closes: ends all streams after what is pending. */
  async #close(): Promise<void> {
    this.#isClosed = true;
    const feeds = this.#all();
    await Promise.all(feeds.map((feed) => feed.idle()));
    for (const feed of feeds) for (const { connection } of feed.subscribers()) connection.end();
  }

  #all(): TableFeed[] {
    return [...this.#feeds.values()].flatMap((tables) => [...tables.values()].map(({ feed }) => feed));
  }

  #visit(stream: OpenStream, round: number): void {
    if (round % ROUNDS_PER_HEARTBEAT === ROUNDS_PER_HEARTBEAT - 1) stream.connection.heartbeat();
    void this.#checkCaller(stream);
  }

  /** Ends the stream of a caller whose session or token has ended. */
  async #checkCaller({ actor, authenticate, connection }: OpenStream): Promise<void> {
    try {
      if (!isDeepStrictEqual(await authenticate(), actor)) connection.end();
    } catch (error) {
      if (isRefusal(error)) connection.end();
    }
  }
}

function keyOf({ rows: set = 'live', entity }: Pick<TableAddress, 'rows' | 'entity'>): string {
  return `${set} ${entity}`;
}
