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
  /** A number that changes when another process has written to the store. With it polls are frequent, and read only when it has changed. */
  readonly changes?: () => number;
}

/** Poll interval of the log: the lag between nodes. One poll is a range query past the last primary key. */
const POLL_MS = 100;
/** Poll interval with `changes`, which costs microseconds. */
const CHANGES_POLL_MS = 20;
const SLOWEST_POLL_MS = 5000;
const LONGEST_PAYLOAD = 1_000_000;

export async function openEvents({ store, log, nodeId, changes }: EventsOptions): Promise<Events> {
  const sinks = new Map<string, Set<Sink>>();
  const closing = new AbortController();
  let acceptsSubscribers = true;
  const entries = await store.open('events', eventLog);
  const shared = new EventLog({
    entries,
    // A node that restarts is a new writer.
    origin: `${nodeId}/${newId()}`,
    deliver: (batch) => batch.forEach(deliver),
    miss: missAll,
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

  function all(): Sink[] {
    return [...sinks.values()].flatMap((some) => [...some]);
  }

  function missAll(): void {
    for (const sink of all()) sink.miss();
  }

  async function tail(): Promise<void> {
    const pollMs = changes ? CHANGES_POLL_MS : POLL_MS;
    let failures = 0;
    let seen: number | undefined;
    let readAt = 0;
    while (await pause(Math.min(pollMs * 2 ** failures, SLOWEST_POLL_MS), closing.signal)) {
      try {
        const current = changes?.();
        if (current !== undefined && current === seen && performance.now() - readAt < SLOWEST_POLL_MS) continue;
        await shared.read();
        seen = current;
        readAt = performance.now();
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
    async reportLoss() {
      missAll();
      await writer.reportLoss();
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
