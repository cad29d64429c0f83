import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

export interface StreamEvent {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows its rows
  readonly data: any;
}

/** A client of a stream of server-sent events. */
export interface Stream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** All events so far. */
  readonly events: readonly StreamEvent[];
  /** The number of heartbeats so far. */
  readonly beats: () => number;
  /** The body so far, of a refused stream. */
  readonly text: () => string;
  /** Resolves with all events once there are this many; rejects when the stream ends before. */
  until(count: number): Promise<readonly StreamEvent[]>;
  /** Resolves when the connection has closed. */
  readonly ended: Promise<void>;
  /** Stops reading. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** Sockets of their own: a pool would limit how many streams are open. */
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

export async function openStream(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Stream> {
  const call = request(url, { headers, agent }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const events: StreamEvent[] = [];
  let [rest, text, beats, isOver] = ['', '', 0, false];
  let changed = Promise.withResolvers<void>();
  const notify = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += response.statusCode === 200 ? '' : chunk;
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.+)$/m.exec(block)?.[1];
      if (event === undefined) beats += 1;
      else events.push({ event, data: JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? 'null') });
    }
    notify();
  });
  const ended = new Promise<void>((resolve) => {
    // A connection that the server cuts is an error of the response.
    response.on('error', () => undefined).once('close', resolve);
  }).then(() => {
    isOver = true;
    notify();
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    ended,
    beats: () => beats,
    text: () => text,
    async until(count) {
      while (events.length < count) {
        if (isOver) throw new Error(`The stream ended after ${events.length} events: ${JSON.stringify(events)}`);
        await changed.promise;
      }
      return events;
    },
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void response.destroy(),
  };
}
