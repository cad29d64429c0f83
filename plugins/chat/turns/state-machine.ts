import { newId, storeTime } from '@sayso/core';
import type { TurnDocument } from '../collections.ts';
import type { TurnStatus } from '../ref.ts';

/**
 * The states of a turn and every transition between them:
 *
 *     send -> queued -claim-> streaming -apply-> applying -finish-> ready
 *               ^  ^             |                   |
 *               |  +-- handOver -+                   |
 *               |                +- truncate ------------> truncated
 *               |                +- ask -------------+---> waiting
 *               |                +- fail ------------+---> failed
 *               |                +- stop ------------+---> stopped
 *               +-- continue (truncated), retry (failed, stopped), accept (waiting)
 *
 * A turn whose job begins on the sending node is stored as claimed, `streaming`; any other one as `queued`.
 *
 * A turn document changes by these transitions alone, each of which is one atomic write that filters by the states it may leave and by
 * the token of its caller. The job of a turn is the only caller with a lease.
 */

/** While the app has a turn in one of these states, it accepts no other. */
export const IN_FLIGHT: readonly TurnStatus[] = ['queued', 'streaming', 'applying'];

export function isInFlight(status: TurnStatus): boolean {
  return IN_FLIGHT.includes(status);
}

/** The state of a turn before its first run. */
export const QUEUED = {
  status: 'queued',
  error: null,
  errorCode: null,
  errorDetail: null,
  note: null,
  confirmations: [] as string[],
  versionId: null,
  usage: null,
} as const satisfies Partial<TurnDocument>;

/** A turn that the model answers from the beginning keeps nothing of earlier rounds. */
export const FROM_SCRATCH = {
  step: 'generate',
  usage: null,
  appName: null,
  rounds: [] as number[],
} as const satisfies Partial<TurnDocument>;

interface Transition {
  readonly from: readonly TurnStatus[];
  readonly to: TurnStatus | ((turn: TurnDocument) => TurnStatus);
  /**
   * What the document must still hold: `ticket` of the step that the job was made for, `run` of the lease holder (null without one).
   * Without a token the states in `from` decide alone.
   */
  readonly tokens: readonly ('ticket' | 'run')[];
  /** Fields that the transition always writes, beside `status` and `slot`. */
  readonly set?: (turn: TurnDocument) => Partial<TurnDocument>;
}

const released = () => ({ run: null, ticket: newId() });
const reopened = () => {
  const { usage: _usage, status: _status, ...cleared } = QUEUED;
  return { ...cleared, ...released() };
};

export const transitions = {
  /** A job begins the step. Writes `run`. */
  claim: { from: ['queued'], to: ({ step }) => (step === 'apply' ? 'applying' : 'streaming'), tokens: ['ticket'] },
  /** A later attempt restarts a step without output. Writes `run`. */
  reclaim: { from: ['streaming'], to: 'streaming', tokens: ['ticket', 'run'] },
  /** A later attempt continues with a whole answer that was being applied. Writes `run`. */
  resume: { from: ['applying'], to: 'applying', tokens: ['ticket', 'run'], set: () => ({ step: 'apply' }) },
  /** The model answers on this version. Writes `baseVersionId`. */
  base: { from: ['streaming'], to: 'streaming', tokens: ['run'] },
  /** The answer is whole and has changes. Writes `appName`, `rounds`, `promptVersion` and `usage`. */
  apply: { from: ['streaming', 'applying'], to: 'applying', tokens: ['run'] },
  /** The node drains: another one takes the step. Writes what it continues with. */
  handOver: { from: ['streaming', 'applying'], to: 'queued', tokens: ['run'], set: released },
  /** Everything is applied, or there was nothing to apply. */
  finish: { from: ['queued', 'streaming', 'applying'], to: 'ready', tokens: ['run'] },
  /** The model's output was cut off. */
  truncate: { from: ['streaming', 'applying'], to: 'truncated', tokens: ['run'] },
  /** The changes need the builder's confirmation. Writes `confirmations`. */
  ask: { from: ['streaming', 'applying'], to: 'waiting', tokens: ['run'] },
  /** Nothing was changed. Writes `error`, `errorCode` and `errorDetail`. */
  fail: { from: ['queued', 'streaming', 'applying'], to: 'failed', tokens: ['run'] },
  /** The builder stopped the turn, declined its changes, or restored a version before it. */
  stop: { from: ['queued', 'streaming', 'applying', 'waiting'], to: 'stopped', tokens: ['run'] },
  /** The builder lets the model continue a truncated answer. */
  continue: { from: ['truncated'], to: 'queued', tokens: [], set: () => ({ ...reopened(), step: 'continue' }) },
  /** The builder repeats the request. */
  retry: { from: ['failed', 'stopped'], to: 'queued', tokens: [], set: () => ({ ...reopened(), ...FROM_SCRATCH }) },
  /** The builder confirms the changes. */
  accept: { from: ['waiting'], to: 'queued', tokens: [], set: () => ({ ...reopened(), step: 'apply' }) },
} as const satisfies Record<string, Transition>;

export type TurnEvent = keyof typeof transitions;
/** Transitions that end the work on a turn. */
export type SettlingEvent = 'finish' | 'truncate' | 'ask' | 'fail' | 'stop';
/** Transitions by which a builder reopens a settled turn. */
export type ReopeningEvent = 'continue' | 'retry' | 'accept';

/** The atomic write of a transition: `filter` matches nothing when the turn has moved on. */
export function transitionWrite(event: TurnEvent, turn: TurnDocument, set: Partial<TurnDocument> = {}) {
  const { from, to, tokens, set: always }: Transition = transitions[event];
  const status = typeof to === 'function' ? to(turn) : to;
  return {
    filter: { _id: turn._id, status: { $in: [...from] }, ...Object.fromEntries(tokens.map((token) => [token, turn[token]])) },
    update: {
      ...always?.(turn),
      ...set,
      status,
      // Unique: the app's id while the turn is in flight, so that the app has one such turn.
      slot: isInFlight(status) ? turn.appId : turn._id,
      updatedAt: storeTime(),
    },
  };
}
