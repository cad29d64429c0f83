import { useQuery } from '@apollo/client/react';
import { Button, Skeleton, Stack } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ModelConnectionDocument } from '../../gen/model.ts';
import { sentence } from '../../lib/errors.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
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
        <EmptyNote icon={TriangleAlert} title={t('model.failed')} description={sentence(error)} role="alert">
          <Button variant="default" onClick={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        </EmptyNote>
      ) : null}
      {connection === undefined ? null : <ConnectionForm connection={connection} />}
    </Page>
  );
}
