import { useApolloClient, useQuery } from '@apollo/client/react';
import { useCallback } from 'react';
import { MeDocument, type SessionFragment } from '../gen/session.ts';

export type Account = SessionFragment;

export interface Session {
  /** Undefined while pending, null for a visitor. */
  readonly account: Account | null | undefined;
  readonly error: Error | undefined;
  /** Refetches, for use after signing in, signing out and verifying. */
  readonly refresh: () => Promise<Account | null>;
}

/** The signed-in account. Fetched once, then shared through the cache. */
export function useSession(): Session {
  const client = useApolloClient();
  const { data, error } = useQuery(MeDocument, { fetchPolicy: 'cache-first' });
  const refresh = useCallback(async () => {
    // Waits for a pending query first: its stale result must neither be deduplicated with this one nor overwrite it.
    await client.query({ query: MeDocument }).catch(() => undefined);
    const answer = await client.query({ query: MeDocument, fetchPolicy: 'network-only', context: { queryDeduplication: false } });
    return answer.data?.me ?? null;
  }, [client]);
  return { account: data?.me, error, refresh };
}
