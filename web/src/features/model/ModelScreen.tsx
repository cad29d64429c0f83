import { useQuery } from '@apollo/client/react';
import { Skeleton, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ModelConnectionDocument } from '../../gen/model.ts';
import { FailedNote } from '../../ui/FailedNote.tsx';
import { Page } from '../../ui/Page.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';
import classes from './ModelScreen.module.css';

/** Chooses the language model of the chat; for admins. */
export function ModelScreen() {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(ModelConnectionDocument, { fetchPolicy: 'cache-and-network' });
  const connection = data?.modelConnection;
  return (
    <Page
      title={t('model.title')}
      intro={connection?.isConnected === false ? t('model.unconnected') : t('model.intro')}
      back={{ to: '/settings', label: t('model.back') }}
    >
      {connection === undefined && error === undefined ? (
        <Stack className={classes.card} gap={16} role="status" aria-label={t('common.loading')}>
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} h={56} />
          ))}
        </Stack>
      ) : null}
      {connection === undefined && error !== undefined ? (
        <FailedNote title={t('model.failed')} error={error} onRetry={() => refetch()} />
      ) : null}
      {connection === undefined ? null : <ConnectionForm connection={connection} />}
    </Page>
  );
}
