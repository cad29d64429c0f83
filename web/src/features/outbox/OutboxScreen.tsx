import { useQuery } from '@apollo/client/react';
import { Accordion, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Inbox, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { OutboxDocument } from '../../gen/outbox.ts';
import { sentence } from '../../lib/errors.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { OutboxMail } from './OutboxMail.tsx';
import classes from './OutboxScreen.module.css';

/** Mail that no mail server has accepted; for admins. */
export function OutboxScreen() {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(OutboxDocument, { pollInterval: 15_000 });
  useTitle(t('outbox.title'));
  return (
    <div className={classes.root}>
      <Title order={1}>{t('outbox.title')}</Title>
      <Text c="dimmed" mt={4}>
        {data?.hasMailServer === false ? t('outbox.noServer') : t('outbox.intro')}
      </Text>
      <div className={classes.list}>
        {data === undefined && error === undefined ? (
          <Stack gap={8} role="status" aria-label={t('common.loading')} p="md">
            {['a', 'b', 'c'].map((key) => (
              <Skeleton key={key} h={40} />
            ))}
          </Stack>
        ) : null}
        {data === undefined && error !== undefined ? (
          <EmptyNote icon={TriangleAlert} title={t('outbox.failed')} description={sentence(error)} role="alert">
            <Button variant="default" onClick={() => void refetch()}>
              {t('common.tryAgain')}
            </Button>
          </EmptyNote>
        ) : null}
        {data?.outbox.length === 0 ? (
          <EmptyNote
            icon={Inbox}
            title={data.hasMailServer ? t('outbox.empty.title') : t('outbox.empty.noMail')}
            description={data.hasMailServer ? t('outbox.empty.why') : t('outbox.empty.noMailWhy')}
          >
            <Button variant="default" component={Link} to="/home">
              {t('common.goHome')}
            </Button>
          </EmptyNote>
        ) : null}
        {data !== undefined && data.outbox.length > 0 ? (
          <Accordion variant="default" chevronPosition="right" order={2}>
            {data.outbox.map((mail) => (
              <OutboxMail key={mail.id} mail={mail} hasMailServer={data.hasMailServer} />
            ))}
          </Accordion>
        ) : null}
      </div>
    </div>
  );
}
