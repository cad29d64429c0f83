import { useQuery } from '@apollo/client/react';
import { Accordion, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Inbox, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { OutboxDocument } from '../../gen/outbox.ts';
import { sentence } from '../../lib/errors.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { Linked } from './Linked.tsx';
import classes from './OutboxScreen.module.css';

/** Mail that had no server to go through; for admins. */
export function OutboxScreen() {
  const { data, error, refetch } = useQuery(OutboxDocument, { pollInterval: 15_000 });
  useTitle('Outbox');
  return (
    <div className={classes.root}>
      <Title order={1}>Outbox</Title>
      <Text c="dimmed" mt={4}>
        No mail server is connected, so mail waits here. Set SMTP_URL to send it.
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
          <EmptyNote icon={TriangleAlert} title="The outbox could not be read" description={sentence(error)} role="alert">
            <Button variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          </EmptyNote>
        ) : null}
        {data?.outbox.length === 0 ? (
          <EmptyNote icon={Inbox} title="No mail yet" description="Verification and password mails land here.">
            <Button variant="default" component={Link} to="/home">
              Go home
            </Button>
          </EmptyNote>
        ) : null}
        {data !== undefined && data.outbox.length > 0 ? (
          <Accordion variant="default" chevronPosition="right" order={2}>
            {data.outbox.map((mail) => (
              <Accordion.Item key={mail.id} value={mail.id}>
                <Accordion.Control>
                  <span className={classes.head}>
                    <span className={classes.subject}>{mail.subject}</span>
                    <Text component="span" fz="sm" c="dimmed" title={fullTime(mail.createdAt)}>
                      {mail.to} · {timeAgo(mail.createdAt)}
                    </Text>
                  </span>
                </Accordion.Control>
                <Accordion.Panel>
                  <Linked text={mail.text} />
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        ) : null}
      </div>
    </div>
  );
}
