import { useApolloClient, useQuery } from '@apollo/client/react';
import { useCallback } from 'react';
import { MeDocument, type SessionFragment } from '../gen/session.ts';

export type Account = SessionFragment;

export interface Session {
  /** Undefined while it is being asked for, null for a visitor. */
  readonly account: Account | null | undefined;
  readonly error: Error | undefined;
  /** Asks the server again: after signing in, signing out and verifying. */
  readonly refresh: () => Promise<Account | null>;
}

/** Who is signed in. Asked once, then shared through the cache. */
export function useSession(): Session {
  const client = useApolloClient();
  const { data, error } = useQuery(MeDocument, { fetchPolicy: 'cache-first' });
  const refresh = useCallback(async () => {
    // What was asked before, and is not answered yet, knows nothing of the change: it must neither stand for the answer nor come after it.
    await client.query({ query: MeDocument }).catch(() => undefined);
    const answer = await client.query({ query: MeDocument, fetchPolicy: 'network-only', context: { queryDeduplication: false } });
    return answer.data?.me ?? null;
  }, [client]);
  return { account: data?.me, error, refresh };
}
