import type { ApolloClient } from '@apollo/client';
import { BuilderDocument } from '../gen/builder.ts';
import { MeDocument } from '../gen/session.ts';
import { preloadPanels } from './workspace/panels.ts';

/** Requests what the builder shows first (account, app, first panels) in parallel with its code instead of one after another. */
export function preloadBuilder(client: ApolloClient, appId: string, query: URLSearchParams): void {
  const failed = () => undefined;
  client.query({ query: MeDocument }).catch(failed);
  client.query({ query: BuilderDocument, variables: { id: appId }, fetchPolicy: 'network-only' }).catch(failed);
  preloadPanels({ client, appId, query });
}
