import type { ChatContext } from '../context.ts';

interface Advance {
  readonly appId: string;
  readonly turnId: string;
  readonly seq: number;
}

/** How long other nodes may wait to be told: less than they take to look, and enough for a first piece to leave before. */
const GATHER_MS = 10;

/** Tells that turns have new events: whoever listens on this node at once, other nodes a moment later and of several together. */
export class Wire {
  readonly #context: Pick<ChatContext, 'emit' | 'subscribe' | 'log'>;
  readonly #listeners = new Map<string, Set<() => void>>();
  #untold = new Map<string, Advance>();
  #timer: NodeJS.Timeout | null = null;

  constructor(context: Pick<ChatContext, 'emit' | 'subscribe' | 'log' | 'onClose'>) {
    this.#context = context;
    context.onClose(() => this.#tellOthers());
  }

  /** The events are stored by then: nobody has to wait for it. */
  tell(advance: Advance): void {
    for (const wake of [...(this.#listeners.get(advance.appId) ?? [])]) wake();
    this.#untold.set(advance.turnId, advance);
    this.#timer ??= setTimeout(() => void this.#tellOthers(), GATHER_MS);
  }

  /** Calls back for each event of an app's turns, on whichever node, until the signal; then resolves. */
  async listen(appId: string, wake: () => void, signal: AbortSignal): Promise<void> {
    const some = this.#listeners.get(appId) ?? new Set();
    this.#listeners.set(appId, some.add(wake));
    try {
      for await (const delivery of this.#context.subscribe('chat.turnAdvanced', signal)) {
        if ('missed' in delivery || delivery.payload.appId === appId) wake();
      }
    } finally {
      some.delete(wake);
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
