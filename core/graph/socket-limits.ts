import { type Actor, TooManyRequests } from '../contract/index.ts';

/** What callers may do on WebSockets of one node. 0 sets no limit. */
export interface SocketLimitSettings {
  /** Open sockets of one network address. */
  readonly perAddress: number;
  /** Open sockets of one account. */
  readonly perAccount: number;
  /** Operations of one account in a minute, on all of its sockets. */
  readonly operations: number;
  /** Subscriptions that are open on one socket; one account may have five times as many on all of its own, over HTTP too. */
  readonly subscriptions: number;
}

/** Callers without an account get a tenth, counted by their network address: the product itself asks them for little. */
const ANONYMOUS_SHARE = 10;
const SOCKETS_OF_SUBSCRIPTIONS = 5;
const WINDOW_MS = 60_000;
/** A client sends more than operations: the end of each, and signs of life. */
const MESSAGES_PER_OPERATION = 4;

/** The key of a limit: an account, or an address for all callers without one. */
export interface Counted {
  readonly key: string;
  readonly isAnonymous: boolean;
}

export function countedAs(actor: Actor, address: string): Counted {
  if (actor.kind === 'account') return { key: `account ${actor.id}`, isAnonymous: false };
  // A token of an app opens nothing here, so it gets no more than no token does.
  return { key: `address ${address}`, isAnonymous: true };
}

/** Counts the sockets, operations and subscriptions of callers on this node. */
export class SocketLimits {
  readonly #settings: SocketLimitSettings;
  readonly #open = new Map<string, number>();
  #calls = new Map<string, number>();
  #callsSince = performance.now();

  constructor(settings: SocketLimitSettings) {
    this.#settings = settings;
  }

  /** Whether an address may open one more socket; the answer gives its place back. */
  openSocket(address: string): (() => void) | null {
    return this.#take(`sockets at ${address}`, this.#settings.perAddress);
  }

  /** The same for the caller, once it is known. */
  identifySocket({ key, isAnonymous }: Counted): (() => void) | null {
    const { perAddress, perAccount } = this.#settings;
    return this.#take(`sockets of ${key}`, isAnonymous ? share(perAddress) : perAccount);
  }

  /** Whether a socket may send one more message in this minute. */
  takesMessage(socket: string): boolean {
    return this.#count(`messages on ${socket}`, this.#settings.operations * MESSAGES_PER_OPERATION);
  }

  /** Throws `TooManyRequests` when a caller has run too many operations in this minute. */
  countOperation({ key, isAnonymous }: Counted): void {
    const { operations } = this.#settings;
    if (!this.#count(`operations of ${key}`, isAnonymous ? share(operations) : operations)) throw new TooManyRequests(TOO_OFTEN);
  }

  /** Throws `TooManyRequests` when there are so many subscriptions on one socket. */
  checkSocket(active: number): void {
    const { subscriptions } = this.#settings;
    if (subscriptions > 0 && active >= subscriptions) throw new TooManyRequests(TOO_MANY_SUBSCRIPTIONS);
  }

  /** Counts a subscription of a caller until the answer is called. Throws `TooManyRequests`. */
  subscribe({ key, isAnonymous }: Counted): () => void {
    const { subscriptions } = this.#settings;
    const end = this.#take(`subscriptions of ${key}`, isAnonymous ? share(subscriptions) : subscriptions * SOCKETS_OF_SUBSCRIPTIONS);
    if (!end) throw new TooManyRequests(TOO_MANY_SUBSCRIPTIONS);
    return end;
  }

  #take(key: string, max: number): (() => void) | null {
    const now = this.#open.get(key) ?? 0;
    if (max > 0 && now >= max) return null;
    this.#open.set(key, now + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    };
  }

  #count(key: string, max: number): boolean {
    if (max === 0) return true;
    const now = performance.now();
    if (now - this.#callsSince >= WINDOW_MS) {
      this.#calls = new Map();
      this.#callsSince = now;
    }
    const count = (this.#calls.get(key) ?? 0) + 1;
    this.#calls.set(key, count);
    return count <= max;
  }
}

const TOO_OFTEN = 'Rate limit exceeded. Please try again later.';
const TOO_MANY_SUBSCRIPTIONS = 'Too many subscriptions are open. Please close some first.';

function share(limit: number): number {
  return Math.ceil(limit / ANONYMOUS_SHARE);
}
