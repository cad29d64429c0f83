import { useQuery } from '@apollo/client/react';
import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { ModelConnectionDocument } from '../../gen/model.ts';
import { sentence } from '../../lib/errors.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';
import classes from './ModelScreen.module.css';

/** Which language model answers in the chat; for admins. */
export function ModelScreen() {
  const { data, error, refetch } = useQuery(ModelConnectionDocument, { fetchPolicy: 'cache-and-network' });
  const connection = data?.modelConnection;
  useTitle('Language model');
  return (
    <div className={classes.root}>
      <Anchor component={Link} to="/settings" fz="sm">
        Settings
      </Anchor>
      <Title order={1}>Language model</Title>
      <Text c="dimmed" mt={4}>
        {connection?.isDemo === true
          ? 'The demo assistant answers now. It works by rules; a language model builds anything that people describe.'
          : 'The model that answers everyone who builds apps here. A change holds from the next message on.'}
      </Text>
      {connection === undefined && error === undefined ? (
        <Stack className={classes.card} gap={16} role="status" aria-label="Loading">
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} h={56} />
          ))}
        </Stack>
      ) : null}
      {connection === undefined && error !== undefined ? (
        <EmptyNote icon={TriangleAlert} title="The settings could not be read" description={sentence(error)} role="alert">
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyNote>
      ) : null}
      {connection === undefined ? null : <ConnectionForm connection={connection} />}
    </div>
  );
}
