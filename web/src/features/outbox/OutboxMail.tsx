import { useMutation } from '@apollo/client/react';
import { Accordion, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DeleteMailDocument, OutboxDocument, type OutboxItemFragment, RetryMailDocument } from '../../gen/outbox.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { Linked } from './Linked.tsx';
import classes from './OutboxScreen.module.css';

const badges = {
  kept: null,
  queued: { label: 'Waiting', color: 'blue' },
  failed: { label: 'Failed', color: 'red' },
  sent: { label: 'Sent', color: 'green' },
} as const;

function tried(attempts: number): string {
  if (attempts === 0) return 'Not tried yet.';
  return attempts === 1 ? 'Tried once.' : `Tried ${attempts} times.`;
}

/** One undelivered mail: the mail server's error, and what to do about it. */
export function OutboxMail({ mail, hasMailServer }: { readonly mail: OutboxItemFragment; readonly hasMailServer: boolean }) {
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
  return (
    <Accordion.Item value={mail.id} className={classes.item}>
      <Accordion.Control>
        <span className={classes.head}>
          <span className={classes.subject}>
            {mail.subject}
            {badge === null ? null : (
              <Badge variant="light" color={badge.color} tt="none" fw={500} size="sm" ml={8}>
                {badge.label}
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
              {tried(mail.attempts)}
              {mail.error === null ? null : ` The last error: ${mail.error}`}
            </Text>
          )}
          <Group gap={8}>
            {hasMailServer ? (
              <Button variant="default" size="xs" loading={retrying} onClick={() => run(retry, 'Sending again')}>
                Send now
              </Button>
            ) : null}
            <Button variant="light" color="red" size="xs" onClick={() => setAsksToDelete(true)}>
              Delete
            </Button>
          </Group>
        </Stack>
        <Modal opened={asksToDelete} onClose={() => setAsksToDelete(false)} title="Delete this email?" size={440} centered>
          <Text>
            “{mail.subject}” to {mail.to} will not be sent.
          </Text>
          <Group justify="flex-end" mt="lg" gap={8}>
            <Button variant="default" onClick={() => setAsksToDelete(false)}>
              Keep it
            </Button>
            <Button color="red" loading={removing} onClick={() => run(remove, 'Email deleted')}>
              Delete email
            </Button>
          </Group>
        </Modal>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
