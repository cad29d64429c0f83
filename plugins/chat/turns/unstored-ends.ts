import { DomainError } from '@sayso/core';
import type { TurnDocument, TurnState } from '../collections.ts';

const OF_STORAGE = ['storage-full', 'storage-read-only'];

/** How a turn ended while nothing can be stored, and the number of the event that will say so. */
export interface UnstoredEnd {
  readonly state: Pick<TurnState, 'error' | 'errorCode'>;
  readonly lastSeq: number;
}

/** Failures that cannot be stored either: a full disk, or one that became read-only. */
export function isOfStorage(error: unknown): error is DomainError {
  return error instanceof DomainError && OF_STORAGE.includes(error.code);
}

/**
 * Turns of this process that failed because nothing can be stored. They are in flight in the store until there is room; their readers get them as
 * failed, with the reason, at once.
 */
export class UnstoredEnds {
  readonly #ends = new Map<string, UnstoredEnd>();

  get(turnId: string): UnstoredEnd | undefined {
    return this.#ends.get(turnId);
  }

  add(turnId: string, end: UnstoredEnd): void {
    this.#ends.set(turnId, end);
  }

  delete(turnId: string): void {
    this.#ends.delete(turnId);
  }

  /** The turn as its readers get it. */
  shown<T extends TurnDocument | null>(turn: T): T {
    const end = turn === null ? undefined : this.#ends.get(turn._id);
    return end === undefined ? turn : { ...turn, status: 'failed', ...end.state, lastSeq: end.lastSeq };
  }
}
