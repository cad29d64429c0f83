import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { BringBranchBackDocument } from '../../gen/branches.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';

/** Opens an idea again that was thrown away, and goes to it. Also from a notification, after the panel has closed. */
export function useBringBack(branchId: string): () => Promise<void> {
  const t = useTranslations('branches');
  const client = useApolloClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await client.mutate({ mutation: BringBranchBackDocument, variables: { branchId } });
      notifyDone(t('broughtBack'));
      await navigate(`/build/app/${branchId}`);
    } catch (failure) {
      notifyError(sentence(failure));
    }
  };
}
