import { once } from 'node:events';
import type { ChatContext } from '../context.ts';

export interface Advance {
  readonly appId: string;
  readonly turnId: string;
  readonly seq: number;
}

/** Hears of events of a turn up to a number; null: something was missed. */
type Listener = (advance: Advance | null) => void;

/** How long other nodes may wait to be told: less than they take to look, and enough for a first piece to leave before. */
const GATHER_MS = 10;

/** Tells that turns have new events: whoever listens on this node at once, other nodes a moment later and of several together. */
export class Wire {
  readonly #context: Pick<ChatContext, 'emit' | 'subscribe' | 'log'>;
  /** Aborted when no more events come: the host closes. */
  readonly #silence = new AbortController();
  readonly #listeners = new Map<string, Set<Listener>>();
  #untold = new Map<string, Advance>();
  #timer: NodeJS.Timeout | null = null;

  constructor(context: Pick<ChatContext, 'emit' | 'subscribe' | 'log' | 'onClose'>) {
    this.#context = context;
    context.onClose(() => this.#tellOthers());
    void this.#hear();
  }

  /** The events are stored by then: nobody has to wait for it. */
  tell(advance: Advance): void {
    for (const heard of [...(this.#listeners.get(advance.appId) ?? [])]) heard(advance);
    this.#untold.set(advance.turnId, advance);
    this.#timer ??= setTimeout(() => void this.#tellOthers(), GATHER_MS);
  }

  /**
   * Calls back for what happens in an app's turns, on whichever node, until the signal or the end of all events; then resolves. What was
   * told here comes twice.
   */
  async listen(appId: string, heard: Listener, signal: AbortSignal): Promise<void> {
    const some = this.#listeners.get(appId) ?? new Set();
    this.#listeners.set(appId, some.add(heard));
    const until = AbortSignal.any([signal, this.#silence.signal]);
    if (!until.aborted) await once(until, 'abort');
    some.delete(heard);
    if (some.size === 0) this.#listeners.delete(appId);
  }

  /** One ear for all who listen here: else each of them would hear of the turns of everybody. */
  async #hear(): Promise<void> {
    for await (const delivery of this.#context.subscribe('chat.turnAdvanced', this.#silence.signal)) {
      const advance = 'missed' in delivery ? null : delivery.payload;
      const concerned = advance === null ? [...this.#listeners.values()] : [this.#listeners.get(advance.appId) ?? []];
      for (const heard of concerned.flatMap((some) => [...some])) heard(advance);
    }
    this.#silence.abort();
  }

  async #tellOthers(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const untold = [...this.#untold.values()];
    this.#untold = new Map();
    try {
      await Promise.all(untold.map((advance) => this.#context.emit('chat.turnAdvanced', advance)));
    } catch (error) {
      this.#context.log.warn({ err: error }, 'other nodes could not be told of the events of turns');
    }
  }
}
