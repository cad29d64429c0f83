import { Channel } from './channel.ts';
import { payloadOfText } from './payload.ts';
import type { OpenUpstream } from './upstream.ts';
import type { Wire } from './wire.ts';

/** The main process as the upstream of a member. Opens when the main process has begun to send the events of others. */
export function joinMain(wire: Wire): OpenUpstream {
  return async (receiver) => {
    const joined = Promise.withResolvers<boolean>();
    let channel: Channel | null = null;
    wire.listen((message) => {
      if (message.kind === 'events-joined') joined.resolve(message.stores);
      if (message.kind === 'events-stored') channel?.stored(message.id);
      if (message.kind !== 'events') return;
      if (message.lost) receiver.miss();
      const { events } = message;
      for (let at = 0; at < events.length; at += 2) receiver.deliver(events[at] as string, payloadOfText(events[at + 1] as string));
    });
    // A member ends with its main process; what it emits until then reaches no other.
    void wire.closed.then(() => joined.resolve(false));
    await wire.send({ kind: 'events-join' });
    const opened = new Channel(wire, await joined.promise);
    channel = opened;
    void wire.closed.then(() => opened.close());
    return opened;
  };
}
