import { DuplicateKey, newId } from '@sayso/core';
import type { MessageDocument, Review, TurnDocument, TurnState } from '../collections.ts';
import type { ChatContext } from '../config.ts';
import { TurnLost } from '../errors.ts';
import { giveBack } from '../limits/quotas.ts';
import type { MessagePart } from '../ref.ts';
import { Draft, type LivePart } from './draft.ts';
import { EventLog, type NewEvent } from './event-log.ts';
import { Notifier } from './notifier.ts';
import { isInFlight, QUEUED, type SettlingEvent, type TurnEvent, transitions, transitionWrite } from './state-machine.ts';
import { type UnstoredEnd, UnstoredEnds } from './unstored-ends.ts';

/** Number of the last event of a turn that was claimed and has no output yet. */
export const CLAIMED_SEQ = 2;

/** Between the client id of a message and the id of a later turn that answers it. */
const AGAIN = '/again/';
/** Above all strings that begin with `AGAIN`. */
const AFTER_AGAIN = '/again0';

/** The client id of a message that is answered once more. Ids are ordered by time. */
export function againAs(clientId: string): string {
  return `${clientId}${AGAIN}${newId()}`;
}

/** The message of a turn once it has settled. */
export interface Written {
  readonly content: string;
  readonly parts: readonly MessagePart[];
}

/** How a turn settles, beside its new status. */
export interface Settlement {
  /** The message; default: as it is stored. */
  readonly written?: Written;
  readonly state?: Partial<Omit<TurnState, 'status'>>;
  readonly set?: Partial<TurnDocument>;
  /** What the turn's version changed. */
  readonly review?: Review | null;
  /** The message counts nothing of its sender's limits: the sender is not to blame. */
  readonly isFree?: boolean;
}

/** Turns and their messages. A turn changes by the transitions of the state machine alone; each change is published as an event. */
export class TurnStore {
  readonly log: EventLog;
  readonly #unstored = new UnstoredEnds();
  readonly #context: ChatContext;

  constructor(context: ChatContext) {
    this.#context = context;
    this.log = new EventLog(context.collections.events, new Notifier(context));
  }

  async find(turnId: string): Promise<TurnDocument | null> {
    return this.#unstored.shown(await this.#context.collections.turns.findOne({ _id: turnId }));
  }

  async byClient(clientKey: string): Promise<TurnDocument | null> {
    return this.#unstored.shown(await this.#context.collections.turns.findOne({ clientKey }));
  }

  /** As it is stored, without an end that could not be. */
  stored(turnId: string): Promise<TurnDocument | null> {
    return this.#context.collections.turns.findOne({ _id: turnId });
  }

  /** Tells the readers on this node that a turn has failed, while that cannot be stored. */
  async endUnstored(turn: TurnDocument, state: UnstoredEnd['state']): Promise<void> {
    const lastSeq = (await this.lastSeq(turn)) + 1;
    this.#unstored.add(turn._id, { state, lastSeq });
    this.log.notifier.publish({ appId: turn.appId, turnId: turn._id, seq: lastSeq });
  }

  /** How a turn ended that is still in flight in the store. */
  unstoredEnd(turnId: string): UnstoredEnd | undefined {
    return this.#unstored.get(turnId);
  }

  /** The newest turn of a message of the builder, by the client id with which it was sent or by its own id. */
  async sentAs(appId: string, clientId: string): Promise<TurnDocument | null> {
    const { turns, messages } = this.#context.collections;
    const key = `${appId}:${clientId}`;
    const again = { clientKey: { $gt: `${key}${AGAIN}`, $lt: `${key}${AFTER_AGAIN}` } };
    const newest = (await turns.findOne(again, { sort: { clientKey: -1 } })) ?? (await this.byClient(key));
    if (newest !== null) return newest;
    const message = await messages.findOne({ _id: clientId, appId, role: 'user' });
    return message === null ? null : this.find(message.turnId);
  }

  async latest(appId: string): Promise<TurnDocument | null> {
    return this.#unstored.shown(await this.#context.collections.turns.findOne({ appId }, { sort: { _id: -1 } }));
  }

  /** The app's first turn after another one. */
  next(appId: string, turnId: string): Promise<TurnDocument | null> {
    return this.#context.collections.turns.findOne({ appId, _id: { $gt: turnId } }, { sort: { _id: 1 } });
  }

  /** Whether an in-flight turn has output. */
  async hasWritten({ _id, status }: TurnDocument): Promise<boolean> {
    return status === 'applying' || (status === 'streaming' && (await this.log.lastSeq(_id)) > CLAIMED_SEQ);
  }

  /** Whether its messages are after a restored point. */
  async isHidden({ assistantMessageId: _id }: TurnDocument): Promise<boolean> {
    return (await this.#context.collections.messages.findOne({ _id, isHidden: true })) !== null;
  }

  /**
   * Stores a new turn together with its first events: that it is queued, and for a claimed turn that it is streaming. Throws `DuplicateKey`
   * while the app has another turn in flight; the events of a turn that was not stored belong to no turn, and expire.
   */
  async insert(turn: TurnDocument): Promise<void> {
    const states = turn.run === null ? [QUEUED] : [QUEUED, stateOf(turn)];
    const [inserted, announced] = await Promise.allSettled([
      this.#context.collections.turns.insertOne(turn),
      this.log.append(
        turn,
        0,
        states.map((state) => ({ kind: 'turn', state })),
      ),
    ]);
    if (inserted.status === 'rejected') throw inserted.reason;
    if (announced.status === 'rejected') throw announced.reason;
  }

  /** Both messages are stored, whole, when a turn settles for the first time; until then they are derived from the turn. */
  async #writeMessage(turn: TurnDocument, set: Partial<MessageDocument>): Promise<void> {
    const { messages } = this.#context.collections;
    const write = () => messages.updateOne({ _id: turn.assistantMessageId }, { $set: set });
    const hasSettled = turn.lastSeq > 0;
    if (hasSettled && (await write()) > 0) return;
    const insert = async (message: MessageDocument): Promise<boolean> => {
      try {
        await messages.insertOne(message);
        return true;
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error;
        return false;
      }
    };
    const [user, assistant] = newMessages(turn);
    const [, isNew] = await Promise.all([insert(user), insert({ ...assistant, ...set })]);
    if (!isNew) await write();
  }

  /** Null when the turn is in none of the transition's `from` states, or the caller no longer holds its token. */
  transition(event: TurnEvent, turn: TurnDocument, set: Partial<TurnDocument> = {}): Promise<TurnDocument | null> {
    const { filter, update } = transitionWrite(event, turn, set);
    return this.#context.collections.turns.findOneAndUpdate(filter, { $set: update });
  }

  /** Releases the turn to another node, which continues after `written`; without it, the model begins again. */
  async handOver(turn: TurnDocument, written: Written | null, set: Partial<TurnDocument>): Promise<void> {
    const { content, parts } = written ?? { content: '', parts: [] };
    await this.#writeMessage(turn, { content, parts: [...parts], status: 'queued' });
    const queued = await this.transition('handOver', turn, set);
    if (queued === null) {
      await this.#restoreMessage(turn._id);
      throw new TurnLost();
    }
    await this.announce(queued, written === null ? { isReset: true } : {});
    await this.enqueue(queued);
  }

  /** Enqueues the job of the turn's step; resolves with its id. Idempotent. */
  enqueue({ _id: turnId, ticket }: TurnDocument): Promise<string> {
    return this.#context.enqueue('turn', { turnId, ticket }, { key: ticket });
  }

  /** The message as its events make it; parts in progress are marked as cut off. */
  async written(turnId: string): Promise<Written> {
    const { content, parts } = await this.draft(turnId);
    return { content, parts: parts.map(cutOff) };
  }

  async draft(turnId: string): Promise<Draft> {
    const draft = new Draft();
    for (const event of await this.log.read(turnId)) draft.add(event);
    return draft;
  }

  /** Settles a turn: writes the message, then the turn, then the event. Throws `TurnLost` when another caller settled or took it. */
  async settle(
    event: SettlingEvent,
    turn: TurnDocument,
    { written, state, set, review, isFree = false }: Settlement,
  ): Promise<TurnDocument> {
    const next: TurnState = { ...QUEUED, usage: turn.usage, ...state, status: transitions[event].to };
    const current = await this.#context.collections.turns.findOne(transitionWrite(event, turn).filter);
    if (current === null) {
      this.#unstored.delete(turn._id);
      throw new TurnLost();
    }
    const seq = (await this.lastSeq(current)) + 1;
    const content = written === undefined ? {} : { content: written.content, parts: [...written.parts] };
    const { status, versionId, usage } = next;
    const counters = isFree ? (current.quotaCounters ?? []) : [];
    const free = counters.length > 0 && current.quotaCost ? { quotaCost: { ...current.quotaCost, messages: 0 }, quotaCounters: [] } : {};
    const rounds = set?.rounds === undefined ? {} : { furtherRounds: set.rounds.length };
    await this.#writeMessage(turn, {
      ...content,
      ...rounds,
      ...(review == null ? {} : { review }),
      ...costOf(free),
      status,
      versionId,
      usage,
    });
    const settled = await this.transition(event, turn, { ...set, ...free, ...next, lastSeq: seq });
    if (settled === null) {
      await this.#restoreMessage(turn._id);
      throw new TurnLost();
    }
    this.#unstored.delete(turn._id);
    // After the transition, which one caller wins: the message is given back once.
    await giveBack(this.#context, counters).catch((error: unknown) => {
      this.#context.log.warn({ err: error, turnId: turn._id }, 'a message could not be given back to its sender');
    });
    await this.publishEnd(settled).catch((error: unknown) => {
      // Followers read the end from the turn itself, so a notification is enough.
      this.#context.log.warn({ err: error, turnId: turn._id }, 'the end of a turn could not be stored as an event');
      this.log.notifier.publish({ appId: turn.appId, turnId: turn._id, seq });
    });
    return settled;
  }

  /** Appends the last event of a settled turn, unless it is stored. */
  async publishEnd(turn: TurnDocument): Promise<void> {
    const last = await this.log.lastSeq(turn._id);
    if (last < turn.lastSeq) await this.log.append(turn, turn.lastSeq - 1, [{ kind: 'turn', state: stateOf(turn) }]);
  }

  /** Stores the message as its events make it. False when they hold no text. */
  async keepWritten(turn: TurnDocument): Promise<boolean> {
    const { content, parts } = await this.written(turn._id);
    // Events expire after some days; by then the message is stored.
    if (content === '') return false;
    await this.#writeMessage(turn, { content, parts: [...parts] });
    return true;
  }

  /** Another caller settled the turn while this one wrote its message: rewrites the message from the turn. */
  async #restoreMessage(turnId: string): Promise<void> {
    const turn = await this.find(turnId);
    if (turn === null || isInFlight(turn.status)) return;
    const { status, versionId, usage } = turn;
    await this.keepWritten(turn);
    await this.#writeMessage(turn, { ...costOf(turn), status, versionId, usage });
  }

  /** Publishes a change of state outside of a run. */
  async announce(turn: TurnDocument, event: Omit<NewEvent, 'kind' | 'state'> = {}): Promise<number> {
    const state = stateOf(turn);
    return this.log.append(turn, await this.lastSeq(turn), [{ ...event, kind: 'turn', state }]);
  }

  /**
   * Publishes that a settled turn continues after its message. Events expire after some days: if those of the message have, it is
   * published again, because readers of an in-flight turn build the message from its events.
   */
  async announceAgain(turn: TurnDocument): Promise<void> {
    if (await this.log.isWhole(turn._id)) return void (await this.announce(turn));
    const message = await this.#context.collections.messages.findOne({ _id: turn.assistantMessageId });
    const begun: NewEvent = { kind: 'turn', state: stateOf(turn), isReset: true, raw: message?.content ?? '' };
    const parts = (message?.parts ?? []).map((part, partIndex): NewEvent => {
      return 'text' in part ? { kind: part.kind, partIndex, delta: part.text } : { ...part, partIndex };
    });
    await this.log.append(turn, await this.lastSeq(turn), [begun, ...parts]);
  }

  /** Number of the turn's last event. `lastSeq` counts before its event is stored: clients may have it already. */
  async lastSeq({ _id, lastSeq }: TurnDocument): Promise<number> {
    return Math.max(await this.log.lastSeq(_id), lastSeq);
  }
}

export function stateOf({ status, error, errorCode, errorDetail, note, confirmations, versionId, usage }: TurnState): TurnState {
  return { status, error, errorCode, errorDetail, note, confirmations, versionId, usage };
}

function costOf({ quotaCost }: Partial<Pick<TurnDocument, 'quotaCost'>>): Pick<MessageDocument, 'quotaCost'> {
  return quotaCost === undefined ? {} : { quotaCost };
}

function cutOff(part: LivePart): MessagePart {
  if (part.kind !== 'action') return part;
  const { action } = part;
  return { kind: 'action', action: action.status === 'streaming' ? { ...action, status: 'truncated' } : action };
}

/** The messages of a turn without output. */
export function newMessages(turn: TurnDocument): readonly [user: MessageDocument, assistant: MessageDocument] {
  const { _id: turnId, appId, createdAt, request, isPlan, selection, quotaCost, attachments = [] } = turn;
  const shared = { appId, turnId, createdAt, versionId: null, usage: null, isHidden: false, ...(isPlan ? { isPlan } : {}) };
  return [
    {
      ...shared,
      _id: turn.userMessageId,
      role: 'user',
      content: request,
      parts: [{ kind: 'text', text: request }],
      attachments,
      ...(selection === undefined ? {} : { selection }),
      status: 'ready',
    },
    {
      ...shared,
      _id: turn.assistantMessageId,
      role: 'assistant',
      content: '',
      parts: [],
      status: 'queued',
      ...(quotaCost === undefined ? {} : { quotaCost }),
    },
  ];
}

/** Ids of a turn and its messages, in the order in which they are listed: after those of the app's previous turn. */
export function newTurnIds(before: TurnDocument | null): Pick<TurnDocument, '_id' | 'userMessageId' | 'assistantMessageId'> {
  const _id = newId(before?.assistantMessageId);
  const userMessageId = newId(_id);
  return { _id, userMessageId, assistantMessageId: newId(userMessageId) };
}
