import { InvalidInput, type Logger } from '../contract/index.ts';
import type { Events } from '../ports/events.ts';
import { Handler } from './handler.ts';
import { Hub } from './hub.ts';
import { Sinks } from './sinks.ts';
import { Subscription } from './subscription.ts';
import type { OpenUpstream } from './upstream.ts';
import type { Wire } from './wire.ts';

/** Events of a process that other processes of its machine may join. */
export interface EventHub extends Events {
  /** Exchanges events with the process at the other end of the wire, once that opens its events with `joinMain`. */
  join(wire: Wire): void;
}

interface EventsOptions {
  readonly log: Logger;
  /** `sharedLog` or `joinMain`. Default none: this process is the main one of the only node. */
  readonly upstream?: OpenUpstream;
}

const LONGEST_PAYLOAD = 1_000_000;

export async function openEvents({ log, upstream }: EventsOptions): Promise<EventHub> {
  const sinks = new Sinks();
  const hub = new Hub(sinks);
  let acceptsSubscribers = true;
  let closed = false;
  if (upstream) await hub.open(upstream);
  return {
    async emit(event, payload) {
      if (closed) throw new Error(`The event ${event} was emitted after closing.`);
      const text = JSON.stringify(payload ?? null);
      if (text.length > LONGEST_PAYLOAD)
        throw new InvalidInput(
          `The payload of the event "${event}" has ${text.length} characters; at most ${LONGEST_PAYLOAD} are allowed.`,
        );
      await hub.emit(event, text);
    },
    subscribe(event, signal) {
      const subscription = new Subscription(signal, (ended) => sinks.remove(event, ended));
      if (!acceptsSubscribers) subscription.end();
      else if (!signal.aborted) sinks.add(event, subscription);
      return subscription;
    },
    on(event, handle) {
      const handler = new Handler(event, handle, log);
      sinks.add(event, handler);
      return () => sinks.remove(event, handler);
    },
    reportLoss: () => hub.reportLoss(),
    join: (wire) => hub.join(wire),
    async drain() {
      await hub.idle();
      await Promise.all(sinks.all().map((sink) => (sink instanceof Handler ? sink.idle() : undefined)));
    },
    endSubscriptions() {
      acceptsSubscribers = false;
      for (const sink of sinks.all()) if (sink instanceof Subscription) sink.finish();
    },
    async close() {
      acceptsSubscribers = false;
      closed = true;
      await hub.close();
      for (const sink of sinks.all()) if (sink instanceof Subscription) sink.end();
      sinks.clear();
    },
  };
}
