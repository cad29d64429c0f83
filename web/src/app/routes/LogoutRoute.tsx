import { useApolloClient } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { MeDocument } from '../../gen/session.ts';
import { auth } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { StateScreen } from '../../ui/StateScreen.tsx';

/** Ends the session, clears the cache and redirects to the log-in. */
export function Component() {
  const client = useApolloClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt signs out again
  useEffect(() => {
    const leave = async () => {
      await auth.signOut();
      await client.clearStore();
      client.writeQuery({ query: MeDocument, data: { __typename: 'Query', me: null } });
      await navigate('/login', { replace: true });
    };
    leave().catch((error: unknown) => setFailure(sentence(error)));
  }, [client, navigate, attempt]);
  if (failure === null) return null;
  return (
    <StateScreen title="You are still logged in" description={failure}>
      <Button
        onClick={() => {
          setFailure(null);
          setAttempt(attempt + 1);
        }}
      >
        Try again
      </Button>
    </StateScreen>
  );
}
