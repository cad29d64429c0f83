import type { Payload } from './payload.ts';
import type { Sink } from './subscription.ts';

/** The subscriptions and handlers of this process, by event. */
export class Sinks {
  readonly #byEvent = new Map<string, Set<Sink>>();

  add(event: string, sink: Sink): void {
    const some = this.#byEvent.get(event) ?? new Set();
    this.#byEvent.set(event, some.add(sink));
  }

  remove(event: string, sink: Sink): void {
    const some = this.#byEvent.get(event);
    some?.delete(sink);
    if (some?.size === 0) this.#byEvent.delete(event);
  }

  deliver(event: string, payload: Payload): void {
    const some = this.#byEvent.get(event);
    if (!some) return;
    // One frozen copy for all: a thousand subscribers cost no more than one, and none can change it.
    const value = payload.value();
    freeze(value);
    for (const sink of [...some]) sink.push(value);
  }

  miss(): void {
    for (const sink of this.all()) sink.miss();
  }

  all(): Sink[] {
    return [...this.#byEvent.values()].flatMap((some) => [...some]);
  }

  clear(): void {
    this.#byEvent.clear();
  }
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}
