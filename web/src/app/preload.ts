import { BuilderDocument } from '../gen/builder.ts';
import { MeDocument } from '../gen/session.ts';
import { client } from './apollo.ts';
import { preloadPanels } from './workspace/panels.ts';

/** Asks for what the builder shows first while its code loads: the account, the app and the first panels, which would else wait for one another. */
export function preloadBuilder(appId: string, query: URLSearchParams): void {
  const failed = () => undefined;
  client.query({ query: MeDocument }).catch(failed);
  client.query({ query: BuilderDocument, variables: { id: appId }, fetchPolicy: 'network-only' }).catch(failed);
  preloadPanels({ client, appId, query });
}
