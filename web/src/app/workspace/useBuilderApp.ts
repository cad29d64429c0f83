import { useApolloClient, useQuery, useSubscription } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import { AppChangedDocument, BuilderDocument } from '../../gen/builder.ts';

const listenAgain = 3_000;

/** The app under construction, kept current through the cache; the route has already requested it (`app/preload.ts`). */
export function useBuilderApp(appId: string) {
  const client = useApolloClient();
  const { data, error, refetch: retry } = useQuery(BuilderDocument, { variables: { id: appId }, fetchPolicy: 'cache-first' });
  const isLoaded = data !== undefined;
  // A query whose own refetch fails ignores later changes of the cache, such as those of the subscription: another one updates the cache.
  const refetch = useCallback(
    (): Promise<unknown> =>
      isLoaded ? client.query({ query: BuilderDocument, variables: { id: appId }, fetchPolicy: 'network-only' }) : retry(),
    [isLoaded, client, appId, retry],
  );
  const [isLost, setIsLost] = useState(false);
  useSubscription(AppChangedDocument, {
    variables: { appId },
    skip: isLost || data === undefined,
    onError: () => setIsLost(true),
    onComplete: () => setIsLost(true),
  });
  useEffect(() => {
    if (!isLost) return;
    const timer = window.setTimeout(() => {
      void refetch().catch(() => undefined);
      setIsLost(false);
    }, listenAgain);
    return () => window.clearTimeout(timer);
  }, [isLost, refetch]);
  return { app: data?.app, error: data === undefined ? error : undefined, refetch };
}
