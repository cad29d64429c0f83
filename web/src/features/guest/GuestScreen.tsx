import { useMutation, useQuery } from '@apollo/client/react';
import { Avatar, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { AppWindow, ExternalLink, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { GuestDocument, StartBuildingDocument } from '../../gen/guest.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import classes from './GuestScreen.module.css';

const toBuild = {
  invite: 'You need an invitation to build here. Ask the person who runs this site for a link.',
  closed: 'Ask the person who runs this site to let you build here.',
  open: 'Anyone with an account can build here.',
} as const;

/** Home of accounts that may not build: what this is, their apps, and how to build. */
export function GuestScreen() {
  const { account, refresh } = useSession();
  const { data, error, refetch } = useQuery(GuestDocument);
  const [start, starting] = useMutation(StartBuildingDocument);
  useTitle('Your apps');
  const onStart = () =>
    void start().then(
      () => refresh(),
      (failure: unknown) => notifyError(sentence(failure)),
    );
  return (
    <div className={classes.root}>
      <Title order={1}>Your apps</Title>
      <Text c="dimmed" mt={4}>
        Sayso is where people build apps by describing them. Your account, {account?.email}, is for using these apps.
      </Text>
      <div className={classes.list}>
        {data === undefined && error === undefined ? (
          <div role="status" aria-label="Loading" className={classes.row}>
            <Skeleton h={40} />
          </div>
        ) : null}
        {data === undefined && error !== undefined ? (
          <EmptyNote icon={TriangleAlert} title="Could not load your apps" description={sentence(error)} role="alert">
            <Button variant="default" onClick={() => void refetch().catch(() => undefined)}>
              Try again
            </Button>
          </EmptyNote>
        ) : null}
        {data?.appsInUse.length === 0 ? (
          <EmptyNote icon={AppWindow} title="No apps yet" description="Open an app's link and log in. The app then appears here.">
            <Button variant="default" component={Link} to="/settings">
              Account settings
            </Button>
          </EmptyNote>
        ) : null}
        {data?.appsInUse.map((app) => (
          <div key={app.id} className={classes.row}>
            <Avatar src={app.logoUrl} alt="" size={36} radius={8}>
              {app.name.charAt(0).toUpperCase()}
            </Avatar>
            <Text fw={500} truncate className={classes.name}>
              {app.name}
            </Text>
            <Button
              component="a"
              href={app.url}
              variant="default"
              size="xs"
              rightSection={<ExternalLink size={14} />}
              aria-label={`Open ${app.name}`}
            >
              Open
            </Button>
          </div>
        ))}
      </div>
      {data === undefined ? null : (
        <section className={classes.build} aria-labelledby="build">
          <Text component="h2" id="build" fz="lg" fw={600} m={0}>
            Want to build an app?
          </Text>
          <Text c="dimmed" mt={4}>
            {toBuild[data.signup.policy]}
          </Text>
          {data.signup.policy === 'open' ? (
            <Group mt={12}>
              <Button onClick={onStart} loading={starting.loading}>
                Start building
              </Button>
            </Group>
          ) : null}
        </section>
      )}
    </div>
  );
}
