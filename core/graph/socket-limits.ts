import { type Actor, TooManyRequests } from '../contract/index.ts';

/** Limits of WebSockets per node. 0 means unlimited. */
export interface SocketLimitSettings {
  /** Open sockets per network address. */
  readonly perAddress: number;
  /** Open sockets per account. */
  readonly perAccount: number;
  /** Operations per account and minute, over all its sockets. */
  readonly operations: number;
  /** Open subscriptions per socket; an account may have five times as many in total, including HTTP. */
  readonly subscriptions: number;
}

/** Anonymous callers get a tenth, counted per network address: the product sends few operations for them. */
const ANONYMOUS_SHARE = 10;
const SOCKETS_OF_SUBSCRIPTIONS = 5;
const WINDOW_MS = 60_000;
/** Clients send more messages than operations: completions and pings. */
const MESSAGES_PER_OPERATION = 4;

/** The key of a limit: an account, or the address of anonymous callers. */
export interface Counted {
  readonly key: string;
  readonly isAnonymous: boolean;
}

export function countedAs(actor: Actor, address: string): Counted {
  if (actor.kind === 'account') return { key: `account ${actor.id}`, isAnonymous: false };
  // App tokens give no access to the graph, so they count as anonymous.
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

  /** Reserves a socket for an address; returns the release function, or null at the limit. */
  openSocket(address: string): (() => void) | null {
    return this.#take(`sockets at ${address}`, this.#settings.perAddress);
  }

  /** The same for the caller after authentication. */
  identifySocket({ key, isAnonymous }: Counted): (() => void) | null {
    const { perAddress, perAccount } = this.#settings;
    return this.#take(`sockets of ${key}`, isAnonymous ? share(perAddress) : perAccount);
  }

  /** Counts a message of a socket; false when it has sent too many in this minute. */
  allowsMessage(socket: string): boolean {
    return this.#count(`messages on ${socket}`, this.#settings.operations * MESSAGES_PER_OPERATION);
  }

  /** Counts an operation. Throws `TooManyRequests` when the caller has run too many in this minute. */
  countOperation({ key, isAnonymous }: Counted): void {
    const { operations } = this.#settings;
    if (!this.#count(`operations of ${key}`, isAnonymous ? share(operations) : operations)) throw new TooManyRequests(TOO_OFTEN);
  }

  /** Throws `TooManyRequests` when a socket has too many active subscriptions. */
  checkSocket(active: number): void {
    const { subscriptions } = this.#settings;
    if (subscriptions > 0 && active >= subscriptions) throw new TooManyRequests(TOO_MANY_SUBSCRIPTIONS);
  }

  /** Counts a subscription until the returned function is called. Throws `TooManyRequests`. */
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
