// The events of the platform, which packages for browsers and servers extend when they are loaded.

interface EventOptions {
  readonly cancelable?: boolean;
  readonly detail?: unknown;
}

/** `Event`, and `CustomEvent` with its detail. */
export class GuestEvent {
  readonly type: string;
  readonly cancelable: boolean;
  readonly detail: unknown;
  defaultPrevented = false;
  target: unknown = null;

  constructor(type: string, { cancelable = false, detail = null }: EventOptions = {}) {
    this.type = String(type);
    this.cancelable = cancelable;
    this.detail = detail;
  }

  preventDefault(): void {
    this.defaultPrevented = this.cancelable;
  }
}

type Listener = ((event: GuestEvent) => unknown) | { handleEvent(event: GuestEvent): unknown };

export class GuestEventTarget {
  readonly #listeners = new Map<string, Map<Listener, boolean>>();

  addEventListener(type: string, listener: Listener | null, options: { readonly once?: boolean } | boolean = false): void {
    if (listener === null) return;
    const known = this.#listeners.get(type) ?? new Map<Listener, boolean>();
    if (!known.has(listener)) known.set(listener, typeof options === 'object' && options.once === true);
    this.#listeners.set(type, known);
  }

  removeEventListener(type: string, listener: Listener | null): void {
    if (listener !== null) this.#listeners.get(type)?.delete(listener);
  }

  dispatchEvent(event: GuestEvent): boolean {
    event.target = this;
    for (const [listener, isOnce] of [...(this.#listeners.get(event.type) ?? [])]) {
      if (isOnce) this.removeEventListener(event.type, listener);
      if (typeof listener === 'function') listener.call(this, event);
      else listener.handleEvent(event);
    }
    return !event.defaultPrevented;
  }
}
