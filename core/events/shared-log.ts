import { type Logger, newId } from '../contract/index.ts';
import type { Store } from '../ports/store.ts';
import { EventLog } from './event-log.ts';
import { eventLog } from './log-entry.ts';
import { payloadOfValue } from './payload.ts';
import type { OpenUpstream } from './upstream.ts';
import { pause, Writer } from './writer.ts';

/** Poll interval of the log: the lag between nodes. One poll is a range query past the last primary key. */
const POLL_MS = 100;
const SLOWEST_POLL_MS = 5000;

/** The log in the store that all nodes share. One process per node appends and reads. */
export function sharedLog(options: { readonly store: Store; readonly log: Logger; readonly nodeId: string }): OpenUpstream {
  const { store, log, nodeId } = options;
  return async (receiver) => {
    const closing = new AbortController();
    const shared = new EventLog({
      entries: await store.open('events', eventLog),
      // A node that restarts is a new writer.
      origin: `${nodeId}/${newId()}`,
      deliver(entries) {
        for (const [event, payload] of entries) receiver.deliver(event, payloadOfValue(payload));
      },
      miss: () => receiver.miss(),
    });
    await shared.open();
    const writer = new Writer(shared, log);
    const tailing = tail();

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

    return {
      stores: true,
      write: (event, text) => writer.write(`[${JSON.stringify(event)},${text}]`),
      reportLoss: () => writer.reportLoss(),
      idle: () => writer.idle(),
      async close() {
        closing.abort();
        writer.close();
        await writer.idle();
        await tailing;
      },
    };
  };
}
