import { useMutation } from '@apollo/client/react';
import { Accordion, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { DeleteMailDocument, OutboxDocument, type OutboxItemFragment, RetryMailDocument } from '../../gen/outbox.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { Linked } from './Linked.tsx';
import classes from './OutboxScreen.module.css';

const badges = {
  kept: null,
  queued: { label: 'outbox.state.queued', color: 'blue' },
  failed: { label: 'outbox.state.failed', color: 'red' },
  sent: { label: 'outbox.state.sent', color: 'green' },
} as const;

/** One undelivered mail: the mail server's error, and what to do about it. */
export function OutboxMail({ mail, hasMailServer }: { readonly mail: OutboxItemFragment; readonly hasMailServer: boolean }) {
  const t = useTranslations();
  const [asksToDelete, setAsksToDelete] = useState(false);
  const changes = { refetchQueries: [OutboxDocument], variables: { id: mail.id } };
  const [retry, { loading: retrying }] = useMutation(RetryMailDocument, changes);
  const [remove, { loading: removing }] = useMutation(DeleteMailDocument, changes);
  const run = (work: () => Promise<unknown>, done: string) =>
    void work().then(
      () => notifyDone(done),
      (error: unknown) => notifyError(sentence(error)),
    );
  const badge = badges[mail.state];
  const tried = t('outbox.tried', { count: mail.attempts });
  return (
    <Accordion.Item value={mail.id} className={classes.item}>
      <Accordion.Control>
        <span className={classes.head}>
          <span className={classes.subject}>
            {mail.subject}
            {badge === null ? null : (
              <Badge variant="light" color={badge.color} tt="none" fw={500} size="sm" ml={8}>
                {t(badge.label)}
              </Badge>
            )}
          </span>
          <Text component="span" fz="sm" c="dimmed" title={fullTime(mail.createdAt)}>
            {mail.to} · {timeAgo(mail.createdAt)}
          </Text>
        </span>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap={12}>
          {mail.text === null ? null : <Linked text={mail.text} />}
          {mail.state === 'kept' ? null : (
            <Text fz="sm" className={classes.text}>
              {mail.error === null ? tried : t('outbox.lastError', { tried, error: mail.error })}
            </Text>
          )}
          <Group gap={8}>
            {hasMailServer ? (
              <Button variant="default" size="xs" loading={retrying} onClick={() => run(retry, t('outbox.sending'))}>
                {t('outbox.sendNow')}
              </Button>
            ) : null}
            <Button variant="light" color="red" size="xs" onClick={() => setAsksToDelete(true)}>
              {t('common.delete')}
            </Button>
          </Group>
        </Stack>
        <Modal opened={asksToDelete} onClose={() => setAsksToDelete(false)} title={t('outbox.delete.ask')} centered>
          <Text>{t('outbox.delete.why', { subject: mail.subject, to: mail.to })}</Text>
          <Group justify="flex-end" mt="lg" gap={8}>
            <Button variant="default" onClick={() => setAsksToDelete(false)}>
              {t('common.keepIt')}
            </Button>
            <Button color="red" loading={removing} onClick={() => run(remove, t('outbox.delete.done'))}>
              {t('outbox.delete.confirm')}
            </Button>
          </Group>
        </Modal>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
