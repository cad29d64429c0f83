import { DuplicateKey, newId } from '@sayso/core';
import type { MessageDocument, TurnDocument, TurnState } from '../collections.ts';
import type { ChatContext } from '../context.ts';
import { TurnLost } from '../errors.ts';
import type { MessagePart, TurnStatus } from '../ref.ts';
import { Draft, type LivePart, QUEUED } from './draft.ts';
import { EventLog, type NewEvent } from './event-log.ts';
import { isUnderWay, UNDER_WAY } from './under-way.ts';
import { Wire } from './wire.ts';

/** Number of the last event of a turn that is stored as begun. */
export const BEGUN_SEQ = 2;

/** What the message says once a turn has settled. */
export interface Written {
  readonly content: string;
  readonly parts: readonly MessagePart[];
}

/** Turns and their messages. Every change of a turn is a compare-and-set, and every one is told as an event. */
export class TurnStore {
  readonly log: EventLog;
  readonly #context: ChatContext;

  constructor(context: ChatContext) {
    this.#context = context;
    this.log = new EventLog(context.collections.events, new Wire(context));
  }

  find(turnId: string): Promise<TurnDocument | null> {
    return this.#context.collections.turns.findOne({ _id: turnId });
  }

  byClient(clientKey: string): Promise<TurnDocument | null> {
    return this.#context.collections.turns.findOne({ clientKey });
  }

  latest(appId: string): Promise<TurnDocument | null> {
    return this.#context.collections.turns.findOne({ appId }, { sort: { _id: -1 } });
  }

  /** The first turn of the app behind another one. */
  next(appId: string, turnId: string): Promise<TurnDocument | null> {
    return this.#context.collections.turns.findOne({ appId, _id: { $gt: turnId } }, { sort: { _id: 1 } });
  }

  /** Whether more is there of a turn under way than that it was begun. */
  async hasWritten({ _id, status }: TurnDocument): Promise<boolean> {
    return status === 'applying' || (status === 'streaming' && (await this.log.lastSeq(_id)) > BEGUN_SEQ);
  }

  /** Behind a point that was restored. */
  async isHidden({ assistantMessageId: _id }: TurnDocument): Promise<boolean> {
    return (await this.#context.collections.messages.findOne({ _id, isHidden: true })) !== null;
  }

  /**
   * Stores a new turn together with its first events. Throws `DuplicateKey` while the app has another turn under way; the events of a turn
   * that never was are nobody's, and go with time.
   */
  async insert(turn: TurnDocument): Promise<void> {
    const states = turn.status === 'queued' ? [QUEUED] : [QUEUED, stateOf(turn)];
    const events = states.map((state) => ({ kind: 'turn', state }) as const);
    const [inserted, announced] = await Promise.allSettled([
      this.#context.collections.turns.insertOne(turn),
      this.log.append(turn, 0, events),
    ]);
    if (inserted.status === 'rejected') throw inserted.reason;
    if (announced.status === 'rejected') throw announced.reason;
  }

  /** Both messages are stored when a turn settles for the first time; until then they are what the turn makes of them. */
  async #writeMessage(turn: TurnDocument, set: Partial<MessageDocument>): Promise<void> {
    const write = () => this.#context.collections.messages.updateOne({ _id: turn.assistantMessageId }, { $set: set });
    if ((await write()) > 0) return;
    const ensure = (message: MessageDocument) =>
      this.#context.collections.messages.insertOne(message).catch((error: unknown) => {
        if (!(error instanceof DuplicateKey)) throw error;
      });
    await Promise.all(newMessages(turn).map(ensure));
    await write();
  }

  /** Null when the turn is no longer as `where` says. */
  change(turnId: string, where: Readonly<Record<string, unknown>>, set: Partial<TurnDocument>): Promise<TurnDocument | null> {
    return this.#context.collections.turns.findOneAndUpdate(
      { _id: turnId, ...where },
      { $set: { ...set, updatedAt: new Date().toISOString() } },
    );
  }

  /** Takes a settled turn up again. Null when it has moved on; throws `DuplicateKey` while another turn is under way. */
  reopen(turn: TurnDocument, from: readonly TurnStatus[], set: Partial<TurnDocument>): Promise<TurnDocument | null> {
    const { usage: _usage, ...state } = QUEUED;
    return this.change(turn._id, { status: { $in: [...from] } }, { ...state, slot: turn.appId, run: null, ticket: newId(), ...set });
  }

  /** Gives back what is under way, for another node to go on with behind `written`; without it, to begin again. */
  async handOver(turn: TurnDocument, written: Written | null, set: Partial<TurnDocument>): Promise<void> {
    const { content, parts } = written ?? { content: '', parts: [] };
    await this.#writeMessage(turn, { content, parts: [...parts], status: 'queued' });
    const held = { run: turn.run, status: { $in: [...UNDER_WAY] } };
    const queued = await this.change(turn._id, held, { ...set, status: 'queued', run: null, ticket: newId() });
    if (queued === null) {
      await this.#sayAsTurn(turn._id);
      throw new TurnLost();
    }
    await this.announce(queued, written === null ? { isReset: true } : {});
    await this.enqueue(queued);
  }

  /** Hands the turn's step to a node that has time; answers the job's id. Doing it twice makes no second job. */
  enqueue({ _id: turnId, ticket }: TurnDocument): Promise<string> {
    return this.#context.enqueue('turn', { turnId, ticket }, { key: ticket });
  }

  /** The message as its events make it; what was still being written was cut off. */
  async written(turnId: string): Promise<Written> {
    const { content, parts } = await this.draft(turnId);
    return { content, parts: parts.map(cutOff) };
  }

  async draft(turnId: string): Promise<Draft> {
    const draft = new Draft();
    for (const event of await this.log.read(turnId)) draft.add(event);
    return draft;
  }

  /** Ends what is under way: the message first, then the turn, then the event that tells of it. */
  async settle(turn: TurnDocument, written: Written | null, state: TurnState): Promise<TurnDocument> {
    const { status, versionId, usage } = state;
    const content = written === null ? {} : { content: written.content, parts: [...written.parts] };
    const held = { run: turn.run, status: { $in: [...UNDER_WAY, 'waiting'] } };
    const current = await this.#context.collections.turns.findOne({ _id: turn._id, ...held });
    if (current === null) throw new TurnLost();
    const seq = (await this.lastSeq(current)) + 1;
    const set = { ...state, slot: turn._id, lastSeq: seq };
    await this.#writeMessage(turn, { ...content, status, versionId, usage });
    const settled = await this.change(turn._id, held, set);
    if (settled === null) {
      await this.#sayAsTurn(turn._id);
      throw new TurnLost();
    }
    await this.tellEnd(settled).catch((error: unknown) => {
      // Followers read how it ended from the turn itself; they only have to look.
      this.#context.log.warn({ err: error, turnId: turn._id }, 'the end of a turn could not be stored as an event');
      this.log.wire.tell({ appId: turn.appId, turnId: turn._id, seq });
    });
    return settled;
  }

  /** The last event of a settled turn, unless it was told already. */
  async tellEnd(turn: TurnDocument): Promise<void> {
    const last = await this.log.lastSeq(turn._id);
    if (last < turn.lastSeq) await this.log.append(turn, turn.lastSeq - 1, [{ kind: 'turn', state: stateOf(turn) }]);
  }

  /** Puts the message down as its events make it, for who goes on with the turn. False when they say nothing. */
  async keepWritten(turn: TurnDocument): Promise<boolean> {
    const { content, parts } = await this.written(turn._id);
    // Events go after some days; by then the message is what there is.
    if (content === '') return false;
    await this.#writeMessage(turn, { content, parts: [...parts] });
    return true;
  }

  /** Somebody else settled the turn while this one wrote its message: what the turn says holds. */
  async #sayAsTurn(turnId: string): Promise<void> {
    const turn = await this.find(turnId);
    if (turn === null || isUnderWay(turn.status)) return;
    const { status, versionId, usage } = turn;
    await this.keepWritten(turn);
    await this.#writeMessage(turn, { status, versionId, usage });
  }

  /** Tells a change of state outside of a run. */
  async announce(turn: TurnDocument, event: Omit<NewEvent, 'kind' | 'state'> = {}): Promise<number> {
    const state = stateOf(turn);
    return this.log.append(turn, await this.lastSeq(turn), [{ ...event, kind: 'turn', state }]);
  }

  /**
   * Tells that a settled turn goes on behind its message. Events are kept for some days only: if those that made the message are gone, it
   * is told anew, as all that reads a turn under way puts the message together from its events.
   */
  async announceAgain(turn: TurnDocument): Promise<void> {
    if (await this.log.isWhole(turn._id)) return void (await this.announce(turn));
    const message = await this.#context.collections.messages.findOne({ _id: turn.assistantMessageId });
    const begun: NewEvent = { kind: 'turn', state: stateOf(turn), isReset: true, raw: message?.content ?? '' };
    const parts = (message?.parts ?? []).map((part, partIndex): NewEvent => {
      return part.kind === 'action' ? { ...part, partIndex } : { kind: part.kind, partIndex, delta: part.text };
    });
    await this.log.append(turn, await this.lastSeq(turn), [begun, ...parts]);
  }

  /** Number of the turn's last event. That of its end counts once the turn says so: clients may have it before it is stored. */
  async lastSeq({ _id, lastSeq }: TurnDocument): Promise<number> {
    return Math.max(await this.log.lastSeq(_id), lastSeq);
  }
}

export function stateOf({ status, error, errorCode, errorDetail, note, confirmations, versionId, usage }: TurnState): TurnState {
  return { status, error, errorCode, errorDetail, note, confirmations, versionId, usage };
}

function cutOff(part: LivePart): MessagePart {
  if (part.kind !== 'action') return part;
  const { action } = part;
  return { kind: 'action', action: action.status === 'streaming' ? { ...action, status: 'truncated' } : action };
}

/** The messages of a turn of which nothing is written. */
export function newMessages(turn: TurnDocument): readonly [user: MessageDocument, assistant: MessageDocument] {
  const { _id: turnId, appId, createdAt, request } = turn;
  const shared = { appId, turnId, createdAt, versionId: null, usage: null, isHidden: false };
  return [
    { ...shared, _id: turn.userMessageId, role: 'user', content: request, parts: [{ kind: 'text', text: request }], status: 'ready' },
    { ...shared, _id: turn.assistantMessageId, role: 'assistant', content: '', parts: [], status: 'queued' },
  ];
}

/** Ids of a turn and its messages, in the order in which they are listed: behind those of the app's turn before. */
export function newTurnIds(before: TurnDocument | null): Pick<TurnDocument, '_id' | 'userMessageId' | 'assistantMessageId'> {
  const _id = newId(before?.assistantMessageId);
  const userMessageId = newId(_id);
  return { _id, userMessageId, assistantMessageId: newId(userMessageId) };
}
