import { useApolloClient } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { MeDocument } from '../../gen/session.ts';
import { auth } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { StateScreen } from '../../ui/StateScreen.tsx';

/** Ends the session, clears the cache and redirects to the log-in. */
export function Component() {
  const t = useTranslations();
  const client = useApolloClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const leave = useCallback(async () => {
    setFailure(null);
    try {
      await auth.signOut();
      await client.clearStore();
      client.writeQuery({ query: MeDocument, data: { __typename: 'Query', me: null } });
      await navigate('/login', { replace: true });
    } catch (error) {
      setFailure(sentence(error));
    }
  }, [client, navigate]);
  useEffect(() => void leave(), [leave]);
  if (failure === null) return null;
  return (
    <StateScreen title={t('app.logOutFailed')} description={failure}>
      <Button onClick={() => void leave()}>{t('common.tryAgain')}</Button>
    </StateScreen>
  );
}
