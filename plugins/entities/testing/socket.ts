import { once } from 'node:events';
import WebSocket from 'ws';

/** A client of the changes of several tables. */
export interface LiveSocket {
  /** Messages so far, as `News ready` and `News created a`. */
  readonly messages: readonly string[];
  readonly beats: () => number;
  say(message: unknown): void;
  /** Resolves with all messages once there are this many; rejects when the connection closes before. */
  until(count: number): Promise<readonly string[]>;
  /** The code with which the connection closed. */
  readonly closed: Promise<number>;
  /** Stops reading. */
  pause(): void;
  resume(): void;
  close(): void;
}

export async function openSocket(url: string, { headers = {} }: { readonly headers?: Record<string, string> } = {}): Promise<LiveSocket> {
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  const messages: string[] = [];
  let beats = 0;
  let changed = Promise.withResolvers<void>();
  const notify = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  let isOver = false;
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      isOver = true;
      notify();
      resolve(code);
    });
  });
  socket.on('message', (data) => {
    const { entity, event, code, changes = [] } = JSON.parse(String(data));
    if (entity === undefined) beats += 1;
    else if (event !== undefined) messages.push([entity, event, code].filter(Boolean).join(' '));
    for (const { event: change, row } of changes) messages.push([entity, change, row?.name ?? row?.id].filter(Boolean).join(' '));
    notify();
  });
  await once(socket, 'open');
  socket.on('error', () => undefined);
  return {
    messages,
    beats: () => beats,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async until(count) {
      while (messages.length < count) {
        if (isOver) throw new Error(`closed after ${messages.length} messages: ${messages.join(', ')}`);
        await changed.promise;
      }
      return messages;
    },
    closed,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => socket.terminate(),
  };
}
