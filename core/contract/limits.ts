import type { DomainError } from './errors.ts';

/** The period that a count covers, in UTC: it starts again with each. `none`: a standing count, which `release` lowers. */
export type LimitWindow = 'minute' | 'hour' | 'day' | 'month' | 'none';

/** A limit key, declared by the plugin that enforces it. */
export interface LimitSpec {
  /** What is counted, in the plural: `mails`, `bytes`. */
  readonly unit: string;
  readonly window: LimitWindow;
  /**
   * The largest count: a number, or the name of the plugin's setting that has it. A setting of 0 is no limit: nothing is counted.
   */
  readonly most: number | string;
  /** What is limited, for people: "Mails that the apps of one account send in a day". */
  readonly words: string;
  /** The error of a call that finds no room. Default: `LimitReached`, with the words. */
  readonly refusal?: (most: number) => DomainError;
}

export type LimitSpecs = Readonly<Record<string, LimitSpec>>;

export interface TakeOptions {
  /**
   * Makes the call idempotent: a second one with the same key counts nothing. In a window, for the last 256 takes of the subject; in a
   * standing count until it is released.
   */
  readonly idempotencyKey?: string;
  /** Replaces the declared limit, such as by the one that the owner of an app chose. 0 refuses every call. */
  readonly most?: number;
  /** Replaces the declared error. */
  readonly refusal?: (most: number) => DomainError;
  /**
   * Standing counts only: what exists, read from the plugin's own collection. The ids of what is counted, for a limit whose takes have their
   * ids as idempotency keys; or the amount. Called when there is no count yet, and before a refusal, so that what was lost by a crash, or
   * removed without a release, takes no room. Takes of the last ten minutes count though they are missing.
   */
  readonly existing?: () => Promise<readonly string[] | number>;
}

/** One of several takes: `amount` of the limit `key`, for one subject. */
export interface Take<K extends string = string> extends TakeOptions {
  readonly key: K;
  /** Whose count it is: the id of an account or an app, or `INSTALLATION`. */
  readonly subject: string;
  readonly amount: number;
}

export interface Taken {
  /** False: a call with the same idempotency key has been counted before. */
  readonly isNew: boolean;
  /** Takes the amount back, once; does nothing when `isNew` is false. For work that failed before it cost anything. */
  refund(): Promise<void>;
}

/** The subject of limits that all accounts share. */
export const INSTALLATION = 'installation';

/**
 * Counts towards the limits that a plugin declares. Exact under concurrent calls on any number of nodes: each take is one conditional write.
 */
export interface Limits<K extends string = string> {
  /** Counts the amount, a whole number, or throws the refusal of the limit and counts nothing. */
  take(key: K, subject: string, amount: number, options?: TakeOptions): Promise<Taken>;
  /** Counts towards all limits or, when one has no room, towards none. The narrowest goes first: it is refused without touching the others. */
  takeAll(takes: readonly Take<K>[]): Promise<Taken>;
  /** Lowers a standing count, after what it counts was removed. By the idempotency key of the take, if it had one; idempotent then. */
  release(key: K, subject: string, amount: number, options?: Pick<TakeOptions, 'idempotencyKey'>): Promise<void>;
  /** What is counted now, of each subject that has a count. */
  used(key: K, subjects: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The declared limit; infinite when its setting is 0. */
  most(key: K): number;
  /** Removes the standing count of a subject that no longer exists. */
  forget(key: K, subject: string): Promise<void>;
}
