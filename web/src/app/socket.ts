import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { createClient } from 'graphql-ws';
import { setConnected } from '../lib/connection.ts';

const socketUrl = () => `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/graphql`;

/** Reconnects for ever, with a growing pause; what happened meanwhile is replayed by the server from the variables of each subscription. */
const socket = createClient({
  url: socketUrl,
  lazy: true,
  lazyCloseTimeout: 5_000,
  keepAlive: 15_000,
  retryAttempts: Number.POSITIVE_INFINITY,
  shouldRetry: () => true,
  // A normal closure is the client's own, when nothing is listened to any more.
  on: { connected: () => setConnected(true), closed: (event) => setConnected((event as CloseEvent).code === 1000) },
});

/** Carries subscriptions. */
export const socketLink = new GraphQLWsLink(socket);
