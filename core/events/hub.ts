import { Channel } from './channel.ts';
import { type Payload, payloadOfText } from './payload.ts';
import type { Sinks } from './sinks.ts';
import type { OpenUpstream, Upstream } from './upstream.ts';
import type { EventBatch, Wire } from './wire.ts';

/** Passes each event to all processes but its emitter: to the sinks of this one, to its members, and to its upstream if there is one. */
export class Hub {
  readonly #sinks: Sinks;
  readonly #members = new Set<Channel>();
  #upstream: Upstream | null = null;
  #closed = false;

  constructor(sinks: Sinks) {
    this.#sinks = sinks;
  }

  async open(upstream: OpenUpstream): Promise<void> {
    this.#upstream = await upstream({
      deliver: (event, payload) => this.#deliver(event, payload),
      miss: () => this.#miss(),
    });
  }

  /** Does not wait for members: an event that waits for one is lost only with this process, and then they end too. */
  async emit(event: string, text: string): Promise<void> {
    this.#deliver(event, payloadOfText(text));
    await this.#upstream?.write(event, text);
  }

  async reportLoss(): Promise<void> {
    this.#miss();
    await this.#upstream?.reportLoss();
  }

  /** Adds a member process at the other end of the wire, from when it asks until the wire is closed. */
  join(wire: Wire): void {
    const member = new Channel(wire, false);
    wire.listen((message) => {
      if (this.#closed) return;
      if (message.kind === 'events-join') {
        this.#members.add(member);
        void wire.send({ kind: 'events-joined', stores: this.#upstream?.stores ?? false });
      }
      if (message.kind === 'events') void this.#receive(message, member, wire);
    });
    void wire.closed.then(async () => {
      this.#members.delete(member);
      await member.close();
    });
  }

  async idle(): Promise<void> {
    await this.#upstream?.idle();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#upstream?.close();
    this.#members.clear();
  }

  async #receive({ events, lost, id }: EventBatch, from: Channel, wire: Wire): Promise<void> {
    const written: (Promise<void> | undefined)[] = [];
    if (lost) {
      this.#miss(from);
      written.push(this.#upstream?.reportLoss());
    }
    for (let at = 0; at < events.length; at += 2) {
      const [event, text] = [events[at] as string, events[at + 1] as string];
      this.#deliver(event, payloadOfText(text), from);
      if (this.#upstream) written.push(this.#upstream.write(event, text));
    }
    if (id === null) return;
    await Promise.all(written);
    await wire.send({ kind: 'events-stored', id });
  }

  #deliver(event: string, payload: Payload, from?: Channel): void {
    this.#sinks.deliver(event, payload);
    if (this.#members.size === 0) return;
    const text = payload.text();
    for (const member of this.#members) if (member !== from) void member.write(event, text);
  }

  #miss(from?: Channel): void {
    this.#sinks.miss();
    for (const member of this.#members) if (member !== from) void member.reportLoss();
  }
}
