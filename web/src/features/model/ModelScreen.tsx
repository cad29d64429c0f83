import { useQuery } from '@apollo/client/react';
import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { ModelConnectionDocument } from '../../gen/model.ts';
import { sentence } from '../../lib/errors.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';
import classes from './ModelScreen.module.css';

/** Chooses the language model of the chat; for admins. */
export function ModelScreen() {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(ModelConnectionDocument, { fetchPolicy: 'cache-and-network' });
  const connection = data?.modelConnection;
  useTitle(t('model.title'));
  return (
    <div className={classes.root}>
      <Anchor component={Link} to="/settings" fz="sm">
        {t('model.back')}
      </Anchor>
      <Title order={1}>{t('model.title')}</Title>
      <Text c="dimmed" mt={4}>
        {connection?.isConnected === false ? t('model.unconnected') : t('model.intro')}
      </Text>
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
    </div>
  );
}
