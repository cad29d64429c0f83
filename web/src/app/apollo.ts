import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { HttpLink } from '@apollo/client/link/http';
import { OperationTypeNode } from 'graphql';
import { defer, switchMap } from 'rxjs';
import { MeDocument } from '../gen/session.ts';
import { errorStatus } from '../lib/errors.ts';

/** Only the builder subscribes: the WebSocket code is loaded with the first subscription. */
const live = new ApolloLink((operation) =>
  defer(() => import('./socket.ts')).pipe(switchMap(({ socketLink }) => socketLink.request(operation))),
);

/** On 401 the session has ended: clears the account in the cache, so that the route guards redirect to the log-in. */
const signedOut = new ErrorLink(({ error, operation }) => {
  if (errorStatus(error) === 401) operation.client.writeQuery({ query: MeDocument, data: { __typename: 'Query', me: null } });
});

/** A client over this transport, with the cache of the builder's pages. */
export const createClient = (transport: ApolloLink) =>
  new ApolloClient({
    link: ApolloLink.from([signedOut, transport]),
    cache: new InMemoryCache({
      possibleTypes: { MessagePart: ['TextPart', 'ReasoningPart', 'ActionPart', 'SuggestionPart', 'QuestionPart', 'OptionPart'] },
      typePolicies: {
        App: {
          fields: {
            // Pages of older messages are prepended; a fresh read replaces the list, since a restore hides messages.
            messages: {
              keyArgs: false,
              merge: (existing: readonly unknown[] = [], incoming: readonly unknown[], { args }) =>
                args?.['before'] == null ? incoming : [...incoming, ...existing],
            },
          },
        },
        // Mutations select the settings that they change.
        AppSettings: { merge: true },
        ChatMessage: { fields: { parts: { merge: false } } },
        Query: { fields: { apps: { merge: false } } },
      },
    }),
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } },
  });

export const client = createClient(
  ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    live,
    new HttpLink({ uri: '/graphql', credentials: 'same-origin' }),
  ),
);
