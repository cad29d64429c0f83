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
  readonly #listeners = new Map<string, Set<Listener>>();
  #untold = new Map<string, Advance>();
  #timer: NodeJS.Timeout | null = null;

  constructor(context: Pick<ChatContext, 'emit' | 'subscribe' | 'log' | 'onClose'>) {
    this.#context = context;
    context.onClose(() => this.#tellOthers());
  }

  /** The events are stored by then: nobody has to wait for it. */
  tell(advance: Advance): void {
    for (const heard of [...(this.#listeners.get(advance.appId) ?? [])]) heard(advance);
    this.#untold.set(advance.turnId, advance);
    this.#timer ??= setTimeout(() => void this.#tellOthers(), GATHER_MS);
  }

  /** Calls back for what happens in an app's turns, on whichever node, until the signal; then resolves. What was told here comes twice. */
  async listen(appId: string, heard: Listener, signal: AbortSignal): Promise<void> {
    const some = this.#listeners.get(appId) ?? new Set();
    this.#listeners.set(appId, some.add(heard));
    try {
      for await (const delivery of this.#context.subscribe('chat.turnAdvanced', signal)) {
        if ('missed' in delivery) heard(null);
        else if (delivery.payload.appId === appId) heard(delivery.payload);
      }
    } finally {
      some.delete(heard);
      if (some.size === 0) this.#listeners.delete(appId);
    }
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
