import { ApolloClient, ApolloLink, InMemoryCache, type Reference } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { HttpLink } from '@apollo/client/link/http';
import { OperationTypeNode } from 'graphql';
import { defer, switchMap } from 'rxjs';
import { MeDocument } from '../gen/session.ts';
import { errorStatus } from '../lib/errors.ts';

/** Only the builder subscribes: the code is loaded with the first subscription. */
const live = new ApolloLink((operation, forward) =>
  defer(() => import('./live/transport.ts')).pipe(switchMap(({ liveLink }) => liveLink.request(operation, forward))),
);

/** On 401 the session has ended: clears the account in the cache, so that the route guards redirect to the log-in. */
const signedOut = new ErrorLink(({ error, operation }) => {
  if (errorStatus(error) === 401) operation.client.writeQuery({ query: MeDocument, data: { __typename: 'Query', me: null } });
});

/**
 * Merges a page of messages: older ones come before what was read. A fresh read of the newest page replaces the end, since a restore hides
 * messages, and keeps what was read before it.
 */
function mergeMessages(
  existing: readonly Reference[] = [],
  incoming: readonly Reference[],
  { args }: { readonly args: Readonly<Record<string, unknown>> | null },
): readonly Reference[] {
  if (args?.['before'] != null) {
    const known = new Set(existing.map(({ __ref }) => __ref));
    return [...incoming.filter(({ __ref }) => !known.has(__ref)), ...existing];
  }
  const at = existing.findIndex(({ __ref }) => __ref === incoming[0]?.__ref);
  return [...existing.slice(0, Math.max(at, 0)), ...incoming];
}

/** A client over this transport, with the cache of the builder's pages. */
export const createClient = (transport: ApolloLink) =>
  new ApolloClient({
    link: ApolloLink.from([signedOut, transport]),
    cache: new InMemoryCache({
      possibleTypes: {
        MessagePart: [
          'TextPart',
          'ReasoningPart',
          'SourcePart',
          'ActionPart',
          'SuggestionPart',
          'QuestionPart',
          'OptionPart',
          'ChoicePart',
        ],
      },
      typePolicies: {
        App: {
          fields: {
            messages: { keyArgs: false, merge: mergeMessages },
            messageQuotas: { merge: false },
          },
        },
        // Mutations select the settings that they change.
        AppSettings: { merge: true },
        ChatMessage: {
          fields: Object.fromEntries(['parts', 'attachments', 'feedback', 'usage', 'review'].map((name) => [name, { merge: false }])),
        },
        // Answers list all of them.
        AppIntegrationPackages: {
          fields: Object.fromEntries(['installed', 'catalogue', 'broken', 'events'].map((name) => [name, { merge: false }])),
        },
        // By app: one account uses several.
        PersonDetails: { keyFields: false },
        Query: {
          fields: Object.fromEntries(
            ['apps', 'absentPackages', 'stoodInPackages', 'personInApp', 'rowsOfPerson'].map((name) => [name, { merge: false }]),
          ),
        },
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
