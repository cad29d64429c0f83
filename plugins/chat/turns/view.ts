import type { MessageDocument, TurnDocument, TurnState } from '../collections.ts';
import type { ChatContext } from '../config.ts';
import type { Draft, LivePart } from './draft.ts';
import { isInFlight } from './state-machine.ts';
import { newMessages, stateOf, type TurnStore } from './turn-store.ts';

/** A turn with both messages, as of event `lastSeq`. */
export interface TurnView extends TurnState {
  readonly id: string;
  readonly appId: string;
  readonly lastSeq: number;
  /** Of the prompt that the model was asked with; null before an answer, and for older turns. */
  readonly promptVersion: string | null;
  /** The account that sent the message. */
  readonly actorId: string;
  /** When the turn last changed its state. */
  readonly updatedAt: string;
  readonly userMessage: MessageView;
  readonly assistantMessage: MessageView;
}

export interface MessageView
  extends Pick<
    MessageDocument,
    | 'role'
    | 'content'
    | 'createdAt'
    | 'versionId'
    | 'status'
    | 'usage'
    | 'quotaCost'
    | 'furtherRounds'
    | 'review'
    | 'broughtBack'
    | 'attachments'
    | 'selection'
    | 'appId'
    | 'isPlan'
    | 'feedback'
  > {
  readonly id: string;
  readonly turnId: string;
  readonly parts: readonly LivePart[];
}

function viewOf({ _id: id, ...message }: MessageDocument): MessageView {
  return { id, ...message };
}

/** Turns and messages as clients read them: in-flight ones from their events, settled ones from the store. */
export class Views {
  readonly #context: ChatContext;
  readonly #store: TurnStore;

  constructor(context: ChatContext, store: TurnStore) {
    this.#context = context;
    this.#store = store;
  }

  async turn(turn: TurnDocument): Promise<TurnView> {
    if (isInFlight(turn.status)) return this.draft(turn, await this.#store.draft(turn._id));
    const [user, assistant] = await this.#messages(turn);
    return { ...this.#base(turn, stateOf(turn), turn.lastSeq), userMessage: user, assistantMessage: assistant };
  }

  /** The turn as of the last event of the draft. */
  async draft(turn: TurnDocument, draft: Draft): Promise<TurnView> {
    const [user, assistant] = await this.#messages(turn);
    const { status, versionId, usage } = draft.state;
    const assistantMessage = { ...assistant, status, versionId, usage, content: draft.content, parts: [...draft.parts] };
    return { ...this.#base(turn, draft.state, draft.seq), userMessage: user, assistantMessage };
  }

  /** Visible messages, oldest first: the newest `limit`, or the `limit` before `before`. */
  async list(appId: string, limit: number, before?: string): Promise<MessageView[]> {
    const older = before === undefined ? {} : { _id: { $lt: before } };
    // Messages of an in-flight turn are not stored yet. Reads the turn first: messages are stored before it settles, so none is missed.
    const latest = before === undefined ? await this.#store.latest(appId) : null;
    const found = await this.#context.collections.messages.find({ appId, isHidden: false, ...older }, { sort: { _id: -1 }, limit });
    const live = latest !== null && this.#isUnstored(latest) ? newMessages(latest) : [];
    const unstored = live.filter(({ _id }) => found.every((message) => message._id !== _id));
    const all = [...found.reverse(), ...unstored].slice(-limit);
    return Promise.all(all.map((message) => this.#live(message)));
  }

  #isUnstored({ _id, status }: TurnDocument): boolean {
    return isInFlight(status) || this.#store.unstoredEnd(_id) !== undefined;
  }

  /** A message that is not being written, with the addresses that its files have now. */
  async message(message: MessageDocument): Promise<MessageView> {
    const { appId, content, parts } = message;
    return viewOf({ ...message, ...(await this.#context.needs.apps.withCurrentAddresses(appId, { content, parts })) });
  }

  async #live(message: MessageDocument): Promise<MessageView> {
    if (message.role === 'user' || !isInFlight(message.status)) return this.message(message);
    const { state, content, parts } = await this.#store.draft(message.turnId);
    return { ...viewOf(message), status: state.status, content, parts };
  }

  async #messages(turn: TurnDocument): Promise<[MessageView, MessageView]> {
    const found = await this.#context.collections.messages.find({ _id: { $in: [turn.userMessageId, turn.assistantMessageId] } });
    const stored = (message: MessageDocument) => this.message(found.find(({ _id }) => _id === message._id) ?? message);
    const [user, assistant] = newMessages(turn);
    return Promise.all([stored(user), stored(assistant)]);
  }

  #base(
    turn: TurnDocument,
    state: TurnState,
    lastSeq: number,
  ): TurnState & Omit<TurnView, keyof TurnState | 'userMessage' | 'assistantMessage'> {
    const { _id: id, appId, actor, updatedAt, promptVersion = null } = turn;
    return { id, appId, actorId: actor.id, lastSeq, updatedAt, promptVersion, ...state };
  }
}
