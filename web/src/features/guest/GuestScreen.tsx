import { useMutation, useQuery } from '@apollo/client/react';
import { Avatar, Button, Group, Text } from '@mantine/core';
import { AppWindow, ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { GuestDocument, type GuestQuery, StartBuildingDocument } from '../../gen/guest.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { ListBox } from '../../ui/ListBox.tsx';
import { Page } from '../../ui/Page.tsx';
import classes from './GuestScreen.module.css';

/** Home of accounts that may not build: what this is, their apps, and how to build. */
export function GuestScreen() {
  const t = useTranslations();
  const { account, refresh } = useSession();
  const { data, error, refetch } = useQuery(GuestDocument);
  const [start, starting] = useMutation(StartBuildingDocument);
  const onStart = () =>
    void start().then(
      () => refresh(),
      (failure: unknown) => notifyError(sentence(failure)),
    );
  return (
    <Page title={t('guest.title')} intro={t('guest.intro', { email: account?.email ?? '' })}>
      <ListBox isLoaded={data !== undefined} error={error} failed={t('guest.failed')} onRetry={() => refetch()}>
        {data?.appsInUse.length === 0 ? (
          <EmptyNote icon={AppWindow} title={t('guest.empty.title')} description={t('guest.empty.why')}>
            <Button variant="default" component={Link} to="/settings">
              {t('guest.accountSettings')}
            </Button>
          </EmptyNote>
        ) : (
          <ul>
            {data?.appsInUse.map((app) => (
              <AppItem key={app.id} app={app} />
            ))}
          </ul>
        )}
      </ListBox>
      {data === undefined ? null : (
        <section className={classes.build} aria-labelledby="build">
          <Text component="h2" id="build" fz="lg" fw={600} m={0}>
            {t('guest.build.title')}
          </Text>
          <Text c="dimmed" mt={4}>
            {t(`guest.build.${data.signup.policy}`)}
          </Text>
          {data.signup.policy === 'open' ? (
            <Group mt={12}>
              <Button onClick={onStart} loading={starting.loading}>
                {t('common.startBuilding')}
              </Button>
            </Group>
          ) : null}
        </section>
      )}
    </Page>
  );
}

function AppItem({ app: { name, url, logoUrl } }: { readonly app: GuestQuery['appsInUse'][number] }) {
  const t = useTranslations();
  return (
    <li className={classes.row}>
      <Avatar src={logoUrl} alt="" size={36} radius={8}>
        {name.charAt(0).toUpperCase()}
      </Avatar>
      <Text fw={500} truncate className={classes.name}>
        {name}
      </Text>
      <Button
        component="a"
        href={url}
        variant="default"
        size="xs"
        rightSection={<ExternalLink size={14} />}
        aria-label={t('guest.openApp', { app: name })}
      >
        {t('common.open')}
      </Button>
    </li>
  );
}
