import type { MessageFragment, TurnEventsSubscription, TurnFieldsFragment } from '../../gen/chat.ts';

export type TurnEvent = TurnEventsSubscription['turnEvents'];
export type Turn = TurnFieldsFragment;
export type Message = MessageFragment;
export type Part = Message['parts'][number];
export type ActionOf = Extract<Part, { __typename: 'ActionPart' }>['action'];
export type Review = NonNullable<Message['review']>;
export type Vanished = Review['vanished'][number];

/** The current or last turn, as far as its events have arrived. */
export interface LiveState {
  readonly turn: Turn | null;
  /** Sequence number of the last event that `turn` includes. */
  readonly seq: number;
  /** An event was missed: the turn has to be fetched again. */
  readonly stale: boolean;
}

export const noTurn: LiveState = { turn: null, seq: 0, stale: false };

const running: readonly Turn['status'][] = ['queued', 'streaming', 'applying'];
export const isRunning = (turn: Turn | null): boolean => turn !== null && running.includes(turn.status);
/** No further events follow by themselves; `waiting` is settled by the builder's answer. */
const isOver = (turn: Turn | null): boolean => turn !== null && !isRunning(turn) && turn.status !== 'waiting';

/** Key of a settled turn, a different one each time a resumed turn settles again; null before. */
export const endOf = (turn: Turn | null): string | null => (turn !== null && isOver(turn) ? `${turn.id}:${turn.lastSeq}` : null);

/** Merges a turn fetched from the server; newer events that have already arrived win. */
export function readTurn(state: LiveState, turn: Turn | null): LiveState {
  const isNewer = turn !== null && state.turn?.id === turn.id && state.seq > turn.lastSeq && !state.stale;
  return isNewer ? state : { turn, seq: turn?.lastSeq ?? 0, stale: false };
}

/** Applies one event. Duplicates change nothing; a gap marks the state as stale and leaves it unchanged. */
export function applyEvent(state: LiveState, event: TurnEvent): LiveState {
  const isSame = state.turn?.id === event.turnId;
  if (isSame && event.seq <= state.seq) return state;
  if (event.turn !== null) return { turn: event.turn, seq: Math.max(event.seq, event.turn.lastSeq), stale: false };
  if (!isSame || state.turn === null || event.seq !== state.seq + 1) return { ...state, stale: true };
  const parts = changedParts(state.turn.assistantMessage.parts, event);
  if (parts === null) return { ...state, stale: true };
  const status = state.turn.status === 'queued' ? 'streaming' : state.turn.status;
  const turn: Turn = { ...state.turn, status, assistantMessage: { ...state.turn.assistantMessage, parts } };
  return { turn, seq: event.seq, stale: false };
}

/** Null when the event skips a part, or its kind differs from that of the part. */
function changedParts(parts: readonly Part[], event: TurnEvent): Part[] | null {
  const { partIndex } = event;
  if (partIndex === null || partIndex > parts.length) return null;
  const before = parts[partIndex];
  const after = changedPart(before, event);
  return after === null ? null : [...parts.slice(0, partIndex), after, ...parts.slice(partIndex + 1)];
}

type TextKind = Exclude<TurnEvent['kind'], 'action' | 'source' | 'turn'>;

const NAMES = {
  text: 'TextPart',
  reasoning: 'ReasoningPart',
  suggestion: 'SuggestionPart',
  question: 'QuestionPart',
  option: 'OptionPart',
  choice: 'ChoicePart',
} as const satisfies Record<TextKind, Part['__typename']>;

function changedPart(before: Part | undefined, { kind, delta, action, source }: TurnEvent): Part | null {
  if (kind === 'action') {
    return action !== null && (before === undefined || before.__typename === 'ActionPart') ? { __typename: 'ActionPart', action } : null;
  }
  if (kind === 'source') return source !== null && before === undefined ? { ...source, __typename: 'SourcePart' } : null;
  const name = NAMES[kind as TextKind];
  if (before === undefined) return { __typename: name, text: delta ?? '' };
  return before.__typename === name ? { ...before, text: before.text + (delta ?? '') } : null;
}
