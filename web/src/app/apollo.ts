import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { HttpLink } from '@apollo/client/link/http';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import { MeDocument } from '../gen/session.ts';
import { setConnected } from '../lib/connection.ts';
import { errorStatus } from '../lib/errors.ts';

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

/** A session that ended elsewhere: the routes see that nobody is signed in and lead to the log-in. */
const signedOut = new ErrorLink(({ error, operation }) => {
  if (errorStatus(error) === 401) operation.client.writeQuery({ query: MeDocument, data: { __typename: 'Query', me: null } });
});

export const client = new ApolloClient({
  link: ApolloLink.from([
    signedOut,
    ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(socket),
      new HttpLink({ uri: '/graphql', credentials: 'same-origin' }),
    ),
  ]),
  cache: new InMemoryCache({
    possibleTypes: { MessagePart: ['TextPart', 'ReasoningPart', 'ActionPart'] },
    typePolicies: {
      App: {
        fields: {
          // Pages of older messages are added in front; a fresh read replaces what was there, since a restore hides messages.
          messages: {
            keyArgs: false,
            merge: (existing: readonly unknown[] = [], incoming: readonly unknown[], { args }) =>
              args?.['before'] == null ? incoming : [...incoming, ...existing],
          },
        },
      },
      Query: { fields: { apps: { merge: false } } },
    },
  }),
  defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } },
});
