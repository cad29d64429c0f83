import type { Actor } from '@sayso/core';
import type { ChatEvent, TurnDocument } from '../collections.ts';
import { Draft } from './draft.ts';
import type { Advance } from './notifier.ts';
import { isInFlight } from './state-machine.ts';
import type { TurnStore } from './turn-store.ts';
import type { TurnView, Views } from './view.ts';

/** One event of a turn, as sent to clients. */
export interface TurnNews {
  readonly turnId: string;
  readonly event: ChatEvent;
  /** With events of kind `turn`: the turn as of this event. */
  readonly turn: TurnView | null;
}

export interface FollowOptions {
  readonly appId: string;
  /** Default: the last turn. */
  readonly turnId?: string;
  /** The last event that the client knows. Default: none; without `turnId`, the last one of a settled turn. */
  readonly after?: number;
  /** Skips events before the last reset of the message. */
  readonly asItStands?: boolean;
  /** Ends when the turn has settled, instead of waiting for the next one. */
  readonly untilSettled?: boolean;
  /** The caller again, where the stream itself has to notice the end of its session. */
  readonly authenticate?: () => Actor | Promise<Actor>;
  readonly signal: AbortSignal;
}

/** Follows the events of an app's turns, from any number on, whichever node writes them. */
export class Follower {
  readonly #store: TurnStore;
  readonly #views: Views;

  constructor(store: TurnStore, views: Views) {
    this.#store = store;
    this.#views = views;
  }

  /**
   * Resolves once it is subscribed and has read the current turn: a turn that begins later is followed from its first event on, however
   * late the caller starts to iterate.
   */
  async follow(options: FollowOptions): Promise<AsyncGenerator<TurnNews>> {
    const ending = new AbortController();
    const latch = new Latch();
    const until = AbortSignal.any([options.signal, ending.signal]);
    const cursor = { turnId: '', seq: 0 };
    const onAdvance = (advance: Advance | null): void => {
      if (advance === null || advance.turnId !== cursor.turnId || advance.seq > cursor.seq) latch.notify();
    };
    // Subscribes before the first read, so that no event is missed in between.
    const subscription = this.#store.log.notifier.subscribe(options.appId, onAdvance, until).finally(() => latch.close());
    const end = async (): Promise<void> => {
      ending.abort();
      await subscription;
    };
    try {
      return this.#news(options, { first: await this.#first(options), latch, cursor, end });
    } catch (error) {
      await end();
      throw error;
    }
  }

  async *#news(
    { appId, untilSettled = false, signal }: FollowOptions,
    { first, latch, cursor, end }: Subscription,
  ): AsyncGenerator<TurnNews> {
    let reading: Reading | null = first.turn === null ? null : readingOf(first.turn, first.known);
    try {
      while (!signal.aborted) {
        const isSettled = reading === null || (yield* this.#read(reading));
        if (isSettled && untilSettled) return;
        const next = isSettled ? await this.#next(appId, reading) : null;
        if (next !== null) {
          reading = readingOf(next, 0);
          continue;
        }
        Object.assign(cursor, { turnId: reading?.turnId ?? '', seq: reading?.draft.seq ?? 0 });
        if (!(await latch.wait())) return;
      }
    } finally {
      await end();
    }
  }

  /** Yields the events of a turn that were written since the last call. True when the turn has settled. */
  async *#read(reading: Reading): AsyncGenerator<TurnNews, boolean> {
    const { turnId, draft } = reading;
    const { log } = this.#store;
    let events = reading.turn === null ? [] : await log.readOn(turnId, draft.seq);
    // Every change of a turn is an event of kind `turn`: after other events, the document is unchanged.
    if (events.length === 0 || events.some(({ kind }) => kind === 'turn')) {
      reading.turn = await this.#store.find(turnId);
      if (reading.turn !== null) events = [...events, ...(await log.read(turnId, events.at(-1)?.seq ?? draft.seq))];
    }
    if (reading.turn === null) return true;
    for await (const news of this.#eventsAfter(reading.turn, events, draft, reading.known)) {
      reading.known = news.event.seq;
      yield news;
    }
    return !isInFlight(reading.turn.status);
  }

  /** The turn after a settled one, or the latest when there is none to follow. */
  #next(appId: string, reading: Reading | null): Promise<TurnDocument | null> {
    return reading?.turn ? this.#store.next(appId, reading.turnId) : this.#store.latest(appId);
  }

  /** Yields the turn's events after `known`. Builds its message from the first event on, for the states in between. */
  async *#eventsAfter(turn: TurnDocument, events: readonly ChatEvent[], draft: Draft, known: number): AsyncGenerator<TurnNews> {
    for (const event of events) {
      draft.add(event);
      if (event.seq <= known) continue;
      const view = event.kind === 'turn' ? await this.#views.draft(turn, draft) : null;
      yield { turnId: turn._id, event, turn: view };
    }
    // Events expire after some days, and a node may have died before it stored the last one: the turn itself holds its final state.
    const seen = Math.max(known, draft.seq);
    if (isInFlight(turn.status) || seen >= turn.lastSeq) return;
    draft.seq = turn.lastSeq;
    yield { turnId: turn._id, event: { seq: turn.lastSeq, kind: 'turn' }, turn: await this.#views.turn(turn) };
  }

  /** Where to begin. A turn after a restored point is skipped, unless the client names it. */
  async #first({ appId, turnId, after, asItStands }: FollowOptions): Promise<Beginning> {
    const turn = turnId === undefined ? await this.#store.latest(appId) : await this.#store.find(turnId);
    if (turn?.appId !== appId) return { turn: null, known: 0 };
    const isOver = turnId === undefined && !isInFlight(turn.status);
    const isHidden = isOver && (await this.#store.isHidden(turn));
    const known = isHidden ? turn.lastSeq : (after ?? (isOver ? turn.lastSeq : 0));
    return { turn, known: asItStands ? Math.max(known, (await this.#store.log.lastReset(turn._id)) - 1) : known };
  }
}

/** The turn to begin with, and the number of the last event that the client knows. */
interface Beginning {
  readonly turn: TurnDocument | null;
  readonly known: number;
}

/** How far a turn is read. */
interface Reading {
  readonly turnId: string;
  readonly draft: Draft;
  /** Null before the first read, and for a turn that is gone. */
  turn: TurnDocument | null;
  known: number;
}

function readingOf({ _id }: TurnDocument, known: number): Reading {
  return { turnId: _id, draft: new Draft(), turn: null, known };
}

interface Subscription {
  readonly first: Beginning;
  readonly latch: Latch;
  /** The reader's cursor: notifications up to it are ignored. */
  readonly cursor: { turnId: string; seq: number };
  readonly end: () => Promise<void>;
}

/** A latch: remembers one notification until it is awaited. */
class Latch {
  #isNotified = false;
  #isClosed = false;
  #resolve: (() => void) | null = null;

  notify(): void {
    this.#isNotified = true;
    this.#resolve?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#resolve?.();
  }

  /** False once closed; a notification before that is still delivered. */
  async wait(): Promise<boolean> {
    if (!this.#isNotified && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
      this.#resolve = null;
    }
    const isNotified = this.#isNotified;
    this.#isNotified = false;
    return isNotified;
  }
}
