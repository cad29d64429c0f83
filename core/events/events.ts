import { InvalidInput, type Logger, newId } from '../contract/index.ts';
import type { Events } from '../ports/events.ts';
import type { Store } from '../ports/store.ts';
import { type Entry, EventLog } from './event-log.ts';
import { Handler } from './handler.ts';
import { eventLog } from './log-entry.ts';
import { type Sink, Subscription } from './subscription.ts';
import { pause, Writer } from './writer.ts';

interface EventsOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly nodeId: string;
}

/** Poll interval of the log: the lag between nodes. One poll is a range query past the last primary key. */
const POLL_MS = 100;
const SLOWEST_POLL_MS = 5000;
const LONGEST_PAYLOAD = 1_000_000;

export async function openEvents({ store, log, nodeId }: EventsOptions): Promise<Events> {
  const sinks = new Map<string, Set<Sink>>();
  const closing = new AbortController();
  let acceptsSubscribers = true;
  const entries = await store.open('events', eventLog);
  const shared = new EventLog({
    entries,
    // A node that restarts is a new writer.
    origin: `${nodeId}/${newId()}`,
    deliver: (batch) => batch.forEach(deliver),
    miss: () => {
      for (const some of sinks.values()) for (const sink of some) sink.miss();
    },
  });
  await shared.open();
  const writer = new Writer(shared, log);
  const tailing = tail();

  function deliver([event, payload]: Entry): void {
    const some = sinks.get(event);
    if (!some) return;
    // One frozen copy for all: a thousand subscribers cost no more than one, and none can change it.
    freeze(payload);
    for (const sink of [...some]) sink.push(payload);
  }

  async function tail(): Promise<void> {
    let failures = 0;
    while (await pause(Math.min(POLL_MS * 2 ** failures, SLOWEST_POLL_MS), closing.signal)) {
      try {
        await shared.read();
        failures = 0;
      } catch (error) {
        if (failures++ === 0) log.error({ err: error }, 'events of other nodes cannot be read; retrying');
      }
    }
  }

  function add(event: string, sink: Sink): void {
    const some = sinks.get(event) ?? new Set();
    sinks.set(event, some.add(sink));
  }

  function remove(event: string, sink: Sink): void {
    const some = sinks.get(event);
    some?.delete(sink);
    if (some?.size === 0) sinks.delete(event);
  }

  const all = () => [...sinks.values()].flatMap((some) => [...some]);

  return {
    async emit(event, payload) {
      if (closing.signal.aborted) throw new Error(`The event ${event} was emitted after closing.`);
      const text = JSON.stringify(payload ?? null);
      if (text.length > LONGEST_PAYLOAD)
        throw new InvalidInput(
          `The payload of the event "${event}" has ${text.length} characters; at most ${LONGEST_PAYLOAD} are allowed.`,
        );
      if (sinks.has(event)) deliver([event, JSON.parse(text)]);
      await writer.write(`[${JSON.stringify(event)},${text}]`);
    },
    subscribe(event, signal) {
      const subscription = new Subscription(signal, (ended) => remove(event, ended));
      if (!acceptsSubscribers) subscription.end();
      else if (!signal.aborted) add(event, subscription);
      return subscription;
    },
    on(event, handle) {
      const handler = new Handler(event, handle, log);
      add(event, handler);
      return () => remove(event, handler);
    },
    async drain() {
      await writer.idle();
      await Promise.all(all().map((sink) => (sink instanceof Handler ? sink.idle() : undefined)));
    },
    endSubscriptions() {
      acceptsSubscribers = false;
      for (const sink of all()) if (sink instanceof Subscription) sink.finish();
    },
    async close() {
      acceptsSubscribers = false;
      closing.abort();
      writer.close();
      await writer.idle();
      await tailing;
      for (const sink of all()) if (sink instanceof Subscription) sink.end();
      sinks.clear();
    },
  };
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}
