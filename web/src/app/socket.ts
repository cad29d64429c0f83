import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { createClient } from 'graphql-ws';
import { setConnected } from '../lib/connection.ts';

const socketUrl = () => `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/graphql`;

const firstPause = 200;
const longestPause = 15_000;

/** Reconnects for ever, at once and then with a growing pause; what happened meanwhile is replayed by the server from the variables of each subscription. */
const socket = createClient({
  url: socketUrl,
  lazy: true,
  lazyCloseTimeout: 5_000,
  keepAlive: 15_000,
  retryAttempts: Number.POSITIVE_INFINITY,
  shouldRetry: () => true,
  // Not all of a server's clients together.
  retryWait: (retries) =>
    new Promise((resolve) => {
      window.setTimeout(resolve, Math.min(firstPause * 2 ** retries, longestPause) * (0.5 + Math.random() / 2));
    }),
  // A normal closure is the client's own, when nothing is listened to any more.
  on: { connected: () => setConnected(true), closed: (event) => setConnected((event as CloseEvent).code === 1000) },
});

/** Carries subscriptions. */
export const socketLink = new GraphQLWsLink(socket);
