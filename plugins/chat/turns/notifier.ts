import { once } from 'node:events';
import type { ChatContext } from '../config.ts';

export interface Advance {
  readonly appId: string;
  readonly turnId: string;
  readonly seq: number;
}

/** Called when a turn has events up to a number; null: notifications were missed. */
type Listener = (advance: Advance | null) => void;

/** Debounce of notifications to other nodes: shorter than their polling, and long enough for a first chunk to leave before. */
const DEBOUNCE_MS = 10;

/** Notifies of new events of turns: subscribers on this node at once, other nodes debounced. */
export class Notifier {
  readonly #context: Pick<ChatContext, 'emit' | 'subscribe' | 'log'>;
  /** Aborted when no more events come: the host closes. */
  readonly #closing = new AbortController();
  readonly #listeners = new Map<string, Set<Listener>>();
  #pending = new Map<string, Advance>();
  #timer: NodeJS.Timeout | null = null;

  constructor(context: Pick<ChatContext, 'emit' | 'subscribe' | 'log' | 'onClose'>) {
    this.#context = context;
    context.onClose(() => this.#flush());
    void this.#receive();
  }

  /** Called once the events are stored, so callers need not wait for the notification. */
  publish(advance: Advance): void {
    for (const listener of [...(this.#listeners.get(advance.appId) ?? [])]) listener(advance);
    this.#pending.set(advance.turnId, advance);
    this.#timer ??= setTimeout(() => void this.#flush(), DEBOUNCE_MS);
  }

  /**
   * Notifies the listener of an app's turns, on any node, until the signal aborts or the host closes; then resolves. Events of this node
   * are notified twice.
   */
  async subscribe(appId: string, listener: Listener, signal: AbortSignal): Promise<void> {
    const listeners = this.#listeners.get(appId) ?? new Set();
    this.#listeners.set(appId, listeners.add(listener));
    const until = AbortSignal.any([signal, this.#closing.signal]);
    if (!until.aborted) await once(until, 'abort');
    listeners.delete(listener);
    if (listeners.size === 0) this.#listeners.delete(appId);
  }

  /** One subscription to the bus for all listeners, fanned out by app: otherwise each would receive the events of all apps. */
  async #receive(): Promise<void> {
    for await (const delivery of this.#context.subscribe('chat.turnAdvanced', this.#closing.signal)) {
      const advance = 'missed' in delivery ? null : delivery.payload;
      const concerned = advance === null ? [...this.#listeners.values()] : [this.#listeners.get(advance.appId) ?? []];
      for (const listener of concerned.flatMap((listeners) => [...listeners])) listener(advance);
    }
    this.#closing.abort();
  }

  async #flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const pending = [...this.#pending.values()];
    this.#pending = new Map();
    try {
      await Promise.all(pending.map((advance) => this.#context.emit('chat.turnAdvanced', advance)));
    } catch (error) {
      this.#context.log.warn({ err: error }, 'other nodes could not be notified of the events of turns');
    }
  }
}
