import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { createClient } from 'graphql-ws';
import { setConnected } from '../lib/connection.ts';
import { loadToasts } from '../lib/notify.ts';

const socketUrl = () => `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/graphql`;

const firstPause = 200;
const longestPause = 15_000;

/**
 * Reconnects without limit, with exponential back-off; the server replays missed events from the cursor in each subscription's variables.
 */
const socket = createClient({
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
  // Code 1000: the client closed the socket after its last subscription ended; the connection was not lost.
  on: { connected: () => setConnected(true), closed: (event) => setConnected((event as CloseEvent).code === 1000) },
});

// The notice of a lost connection is needed when its code can no longer be loaded.
socket.on('connected', () => void loadToasts().catch(() => undefined));

/** Apollo link for subscriptions over a WebSocket. */
export const socketLink = new GraphQLWsLink(socket);
