import { useQuery } from '@apollo/client/react';
import { Accordion, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Inbox, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { OutboxDocument } from '../../gen/outbox.ts';
import { sentence } from '../../lib/errors.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { OutboxMail } from './OutboxMail.tsx';
import classes from './OutboxScreen.module.css';

/** Mail that no mail server has accepted; for admins. */
export function OutboxScreen() {
  const { data, error, refetch } = useQuery(OutboxDocument, { pollInterval: 15_000 });
  useTitle('Outbox');
  return (
    <div className={classes.root}>
      <Title order={1}>Outbox</Title>
      <Text c="dimmed" mt={4}>
        {data?.hasMailServer === false
          ? 'No mail server is connected, so email stays here. Set SMTP_URL to send it.'
          : 'Email that is waiting for the mail server, and email that could not be sent.'}
      </Text>
      <div className={classes.list}>
        {data === undefined && error === undefined ? (
          <Stack gap={8} role="status" aria-label="Loading" p="md">
            {['a', 'b', 'c'].map((key) => (
              <Skeleton key={key} h={40} />
            ))}
          </Stack>
        ) : null}
        {data === undefined && error !== undefined ? (
          <EmptyNote icon={TriangleAlert} title="Could not load the outbox" description={sentence(error)} role="alert">
            <Button variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          </EmptyNote>
        ) : null}
        {data?.outbox.length === 0 ? (
          <EmptyNote
            icon={Inbox}
            title={data.hasMailServer ? 'No email is waiting' : 'No email yet'}
            description={
              data.hasMailServer ? 'Email that could not be sent appears here.' : 'Verification and password emails appear here.'
            }
          >
            <Button variant="default" component={Link} to="/home">
              Go home
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
