import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { type Client, createClient } from 'graphql-ws';

export const socketUrl = () => `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/graphql`;

const firstPause = 200;
const longestPause = 15_000;
/** Time for the server's first message: browsers wait for minutes. */
const answerTimeout = 6_000;
/** A proxy that does not know the protocol cuts it at the first frames. */
export const steadyTime = 3_000;
/** The server closes it for a reason of its own: a restart, or a limit. */
const serverCodes = new Set([1000, 1001, 1008, 1012, 4400, 4401, 4403, 4429]);

interface SocketEvents {
  readonly onConnected: () => void;
  /** `refused`: it never connected, or ended at once, as behind a proxy that passes no WebSockets. `silent`: it was not answered. */
  readonly onClosed: (end: 'closed' | 'lost' | 'refused' | 'silent') => void;
}

export interface SocketTransport {
  readonly link: GraphQLWsLink;
  close(): void;
}

/**
 * Subscriptions over a WebSocket. Reconnects without limit, with exponential back-off; the server replays missed events from the cursor in
 * each subscription's variables.
 */
export function openSocketTransport({ onConnected, onClosed }: SocketEvents): SocketTransport {
  let answer = 0;
  let connectedAt: number | null = null;
  let isSilent = false;
  const socket: Client = createClient({
    url: socketUrl,
    lazy: true,
    lazyCloseTimeout: 5_000,
    keepAlive: 15_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    // Jitter, so that clients do not all reconnect at the same moment.
    retryWait: (retries) =>
      new Promise((resolve) => {
        window.setTimeout(resolve, Math.min(firstPause * 2 ** retries, longestPause) * (0.5 + Math.random() / 2));
      }),
    on: {
      connecting() {
        connectedAt = null;
        isSilent = false;
        window.clearTimeout(answer);
        answer = window.setTimeout(() => {
          isSilent = true;
          // Not `terminate`, which waits for the close of a socket that the browser still opens.
          onClosed('silent');
        }, answerTimeout);
      },
      connected() {
        window.clearTimeout(answer);
        connectedAt = performance.now();
        onConnected();
      },
      closed(event) {
        window.clearTimeout(answer);
        if (isSilent) return;
        const { code } = event as CloseEvent;
        const isSteady = connectedAt !== null && performance.now() - connectedAt >= steadyTime;
        // Code 1000: the client closed the socket after its last subscription ended; the connection was not lost.
        onClosed(code === 1000 ? 'closed' : isSteady || serverCodes.has(code) ? 'lost' : 'refused');
      },
    },
  });
  return {
    link: new GraphQLWsLink(socket),
    close() {
      window.clearTimeout(answer);
      void socket.dispose();
    },
  };
}

/** Whether a WebSocket comes about and lasts. */
export function probeSocket(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = new WebSocket(socketUrl(), 'graphql-transport-ws');
  const late = window.setTimeout(() => resolve(false), answerTimeout);
  socket.onopen = () => socket.send('{"type":"connection_init"}');
  socket.onmessage = () => window.setTimeout(() => resolve(true), steadyTime);
  socket.onclose = () => resolve(false);
  return promise.finally(() => {
    window.clearTimeout(late);
    socket.close();
  });
}
