import type { MessageDocument, TurnDocument } from '../collections.ts';
import type { ChatContext } from '../config.ts';
import { type EarlierTurn, MAX_EARLIER, MAX_REVIEWED } from '../prompt/earlier.ts';
import { HISTORY_LENGTH } from '../prompt/prompt.ts';
import { isInFlight } from './state-machine.ts';

/** How many turns are searched for the last one that changed something. */
const MAX_SEARCHED_TURNS = 20;
const MAX_KEPT = 100;
/** Characters of a conversation that is kept. */
const MAX_LENGTH = 100_000;

/** What was said and done in an app before a turn, as its prompt needs it. */
export interface Conversation {
  /** The last messages, oldest first. */
  readonly history: readonly MessageDocument[];
  /** The requests before those, oldest first. */
  readonly earlier: readonly EarlierTurn[];
  /** The last turn that made a version or added rows, among the newest ones. */
  readonly lastChange: TurnDocument | null;
}

interface Kept extends Conversation {
  /** The turn that it ends with, and how that turn ended. */
  readonly after: string;
  /** The version that the turn left. Any other change of the app, such as a restored version, which hides messages, makes a new one. */
  readonly versionId: string | null;
}

/**
 * The conversations before the next turn of apps whose last turn ran on this node: reading hundreds of messages takes milliseconds, and
 * the model waits for it.
 */
export class Conversations {
  readonly #context: ChatContext;
  readonly #kept = new Map<string, Kept>();

  constructor(context: ChatContext) {
    this.#context = context;
  }

  /** The conversation before a turn; `latest` is the turn before it, if it is known. */
  before(turn: TurnDocument, latest?: TurnDocument | null): Promise<Conversation> | Conversation {
    const kept = this.#kept.get(turn.appId);
    if (latest != null && kept?.after === stateKey(latest) && kept.versionId === turn.baseVersionId) return kept;
    return readConversation(this.#context, turn);
  }

  /** Messages of the app were hidden. */
  forget(appId: string): void {
    this.#kept.delete(appId);
  }

  /** Keeps the conversation after a turn, given that before it. */
  async keep({ _id, appId }: TurnDocument, { history, earlier, lastChange }: Conversation): Promise<void> {
    const { turns, messages } = this.#context.collections;
    this.#kept.delete(appId);
    const turn = await turns.findOne({ _id });
    if (turn === null || isInFlight(turn.status)) return;
    const own = await messages.find({ turnId: _id, isHidden: false }, { sort: { _id: 1 } });
    if (own.length !== HISTORY_LENGTH) return;
    const kept: Kept = {
      after: stateKey(turn),
      versionId: turn.versionId ?? turn.baseVersionId,
      history: own,
      earlier: withReviews([...earlier, ...requestsIn(history)].slice(-MAX_EARLIER)),
      lastChange: isChange(turn) ? turn : lastChange,
    };
    if (lengthOf(kept) > MAX_LENGTH) return;
    this.#kept.set(appId, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function stateKey({ _id, status, lastSeq }: TurnDocument): string {
  return `${_id}:${status}:${lastSeq}`;
}

function requestsIn(history: readonly MessageDocument[]): EarlierTurn[] {
  return history.flatMap(({ role, content, turnId }) => {
    const answer = history.find((message) => message.turnId === turnId && message.role === 'assistant');
    return role === 'user' ? [{ request: content, review: answer?.review ?? null }] : [];
  });
}

/** With the changes of the newest ones only, as they are read. */
function withReviews(earlier: readonly EarlierTurn[]): EarlierTurn[] {
  const old = earlier.length - MAX_REVIEWED;
  return earlier.map((one, index) => (index < old ? { ...one, review: null } : one));
}

function lengthOf({ history, earlier }: Conversation): number {
  const texts = [...history.map(({ content }) => content), ...earlier.map(({ request }) => request)];
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function isChange({ status, versionId, addedRows = [] }: TurnDocument): boolean {
  return status === 'ready' && (versionId !== null || addedRows.length > 0);
}

async function readConversation(context: ChatContext, turn: TurnDocument): Promise<Conversation> {
  const [history, earlier, lastChange] = await Promise.all([
    context.collections.messages.find(
      { appId: turn.appId, isHidden: false, _id: { $lt: turn.userMessageId } },
      { sort: { _id: -1 }, limit: HISTORY_LENGTH },
    ),
    readEarlier(context, turn),
    findLastChange(context, turn),
  ]);
  return { history: history.reverse(), earlier, lastChange };
}

/** The requests before those that the prompt repeats, with what the newer ones changed. */
async function readEarlier({ collections }: ChatContext, { appId, userMessageId }: TurnDocument): Promise<EarlierTurn[]> {
  const visible = { appId, isHidden: false, _id: { $lt: userMessageId } };
  const newest = { sort: { _id: -1 } } as const;
  const requests = await collections.messages.find(
    { ...visible, role: 'user' },
    { ...newest, limit: MAX_EARLIER, projection: { turnId: 1, content: 1 } },
  );
  // The newest one is repeated with its answer.
  const earlier = requests.slice(1).reverse();
  if (earlier.length === 0) return [];
  const reviewed = await collections.messages.find(
    { turnId: { $in: earlier.slice(-MAX_REVIEWED).map(({ turnId }) => turnId) }, role: 'assistant' },
    { projection: { turnId: 1, review: 1 } },
  );
  const reviews = new Map(reviewed.map(({ turnId, review }) => [turnId, review ?? null]));
  return earlier.map(({ turnId, content }) => ({ request: content, review: reviews.get(turnId) ?? null }));
}

async function findLastChange({ collections }: ChatContext, { _id, appId }: TurnDocument): Promise<TurnDocument | null> {
  const turns = await collections.turns.find(
    { appId, status: 'ready', _id: { $lt: _id } },
    { sort: { _id: -1 }, limit: MAX_SEARCHED_TURNS },
  );
  return turns.find(isChange) ?? null;
}
