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

/** Chooses the language model of the chat; for admins. */
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
          ? 'The demo assistant answers for now. It follows rules; a language model can build anything people describe.'
          : 'The model that answers everyone who builds apps here. Changes apply from the next message.'}
      </Text>
      {connection === undefined && error === undefined ? (
        <Stack className={classes.card} gap={16} role="status" aria-label="Loading">
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} h={56} />
          ))}
        </Stack>
      ) : null}
      {connection === undefined && error !== undefined ? (
        <EmptyNote icon={TriangleAlert} title="Could not load the settings" description={sentence(error)} role="alert">
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyNote>
      ) : null}
      {connection === undefined ? null : <ConnectionForm connection={connection} />}
    </div>
  );
}
