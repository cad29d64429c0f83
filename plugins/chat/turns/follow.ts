import type { ChatEvent, TurnDocument } from '../collections.ts';
import { Draft } from './draft.ts';
import { isInFlight } from './state-machine.ts';
import type { TurnStore } from './turn-store.ts';
import type { TurnView, Views } from './view.ts';
import type { Advance } from './wire.ts';

/** One event of a turn as it is told to clients. */
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
  /** Events up to this one are known already. Default: none, or, without a turn, all of a turn that is over. */
  readonly after?: number;
  /** Leaves out what was written before the message last began again. */
  readonly asItStands?: boolean;
  /** Ends when the turn has settled, instead of waiting for the next one. */
  readonly untilSettled?: boolean;
  readonly signal: AbortSignal;
}

/** The events of an app's turns, from any number on, on whichever node they are made. */
export class Follower {
  readonly #store: TurnStore;
  readonly #views: Views;

  constructor(store: TurnStore, views: Views) {
    this.#store = store;
    this.#views = views;
  }

  /**
   * Resolves once it listens and has taken its first look: a turn that begins after that is followed from its first event on, however late
   * the reader begins to read.
   */
  async follow(options: FollowOptions): Promise<AsyncGenerator<TurnNews>> {
    const ending = new AbortController();
    const wake = new Wake();
    const until = AbortSignal.any([options.signal, ending.signal]);
    const heard = { turnId: '', seq: 0 };
    const hear = (advance: Advance | null): void => {
      if (advance === null || advance.turnId !== heard.turnId || advance.seq > heard.seq) wake.ring();
    };
    // Listening begins before the first read, so that nothing falls in between.
    const listening = this.#store.log.wire.listen(options.appId, hear, until).finally(() => wake.end());
    const end = async (): Promise<void> => {
      ending.abort();
      await listening;
    };
    try {
      return this.#news(options, { first: await this.#first(options), wake, heard, end });
    } catch (error) {
      await end();
      throw error;
    }
  }

  async *#news({ appId, untilSettled, signal }: FollowOptions, { first, wake, heard, end }: Listening): AsyncGenerator<TurnNews> {
    let { turn, known } = first;
    try {
      let draft = new Draft();
      let current: TurnDocument | null = null;
      while (!signal.aborted) {
        let events: ChatEvent[] = current === null ? [] : await this.#store.log.readOn(current._id, draft.seq);
        // Every change of a turn is an event of its own: behind others it is as it was.
        if (events.length === 0 || events.some(({ kind }) => kind === 'turn')) {
          current = turn === null ? null : await this.#store.find(turn._id);
          if (current !== null) events = [...events, ...(await this.#store.log.read(current._id, events.at(-1)?.seq ?? draft.seq))];
        }
        if (current !== null) {
          for await (const news of this.#tell(current, events, draft, known)) {
            known = news.event.seq;
            yield news;
          }
          if (!isInFlight(current.status)) {
            if (untilSettled) return;
            const next = await this.#store.next(appId, current._id);
            if (next !== null) {
              [turn, current, draft, known] = [next, null, new Draft(), 0];
              continue;
            }
          }
        } else if (untilSettled) {
          return;
        } else {
          turn = await this.#store.latest(appId);
          if (turn !== null) continue;
        }
        Object.assign(heard, { turnId: turn?._id ?? '', seq: draft.seq });
        if (!(await wake.wait())) return;
      }
    } finally {
      await end();
    }
  }

  /** What the turn has behind `known`. Its message is put together from the first event on, for the states in between. */
  async *#tell(turn: TurnDocument, events: readonly ChatEvent[], draft: Draft, known: number): AsyncGenerator<TurnNews> {
    for (const event of events) {
      draft.add(event);
      if (event.seq <= known) continue;
      const view = event.kind === 'turn' ? await this.#views.draft(turn, draft) : null;
      yield { turnId: turn._id, event, turn: view };
    }
    // Events are kept for some days only, and a node may have died before the last one: the turn itself says how it ended.
    const seen = Math.max(known, draft.seq);
    if (isInFlight(turn.status) || seen >= turn.lastSeq) return;
    draft.seq = turn.lastSeq;
    yield { turnId: turn._id, event: { seq: turn.lastSeq, kind: 'turn' }, turn: await this.#views.turn(turn) };
  }

  /** Where to begin. A turn behind a restored point is over for everybody who has not asked for it by name. */
  async #first({ appId, turnId, after, asItStands }: FollowOptions): Promise<Beginning> {
    const turn = turnId === undefined ? await this.#store.latest(appId) : await this.#store.find(turnId);
    if (turn?.appId !== appId) return { turn: null, known: 0 };
    const isOver = turnId === undefined && !isInFlight(turn.status);
    const isBehind = isOver && (await this.#store.isHidden(turn));
    const known = isBehind ? turn.lastSeq : (after ?? (isOver ? turn.lastSeq : 0));
    return { turn, known: asItStands ? Math.max(known, (await this.#store.log.lastReset(turn._id)) - 1) : known };
  }
}

/** The turn to begin with, and the number of its last event that is known. */
interface Beginning {
  readonly turn: TurnDocument | null;
  readonly known: number;
}

interface Listening {
  readonly first: Beginning;
  readonly wake: Wake;
  /** How far the reader is: what is not behind that wakes nobody. */
  readonly heard: { turnId: string; seq: number };
  readonly end: () => Promise<void>;
}

/** Remembers one ring until somebody waits for it. */
class Wake {
  #hasRung = false;
  #hasEnded = false;
  #resolve: (() => void) | null = null;

  ring(): void {
    this.#hasRung = true;
    this.#resolve?.();
  }

  end(): void {
    this.#hasEnded = true;
    this.#resolve?.();
  }

  /** False when no further ring comes; one that came before the end is still told. */
  async wait(): Promise<boolean> {
    if (!this.#hasRung && !this.#hasEnded) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
      this.#resolve = null;
    }
    const hasRung = this.#hasRung;
    this.#hasRung = false;
    return hasRung;
  }
}
