import { useMutation, useQuery } from '@apollo/client/react';
import { Avatar, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { AppWindow, ExternalLink, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { GuestDocument, StartBuildingDocument } from '../../gen/guest.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import classes from './GuestScreen.module.css';

/** Home of accounts that may not build: what this is, their apps, and how to build. */
export function GuestScreen() {
  const t = useTranslations();
  const { account, refresh } = useSession();
  const { data, error, refetch } = useQuery(GuestDocument);
  const [start, starting] = useMutation(StartBuildingDocument);
  useTitle(t('guest.title'));
  const onStart = () =>
    void start().then(
      () => refresh(),
      (failure: unknown) => notifyError(sentence(failure)),
    );
  return (
    <div className={classes.root}>
      <Title order={1}>{t('guest.title')}</Title>
      <Text c="dimmed" mt={4}>
        {t('guest.intro', { email: account?.email ?? '' })}
      </Text>
      <div className={classes.list}>
        {data === undefined && error === undefined ? (
          <div role="status" aria-label={t('common.loading')} className={classes.row}>
            <Skeleton h={40} />
          </div>
        ) : null}
        {data === undefined && error !== undefined ? (
          <EmptyNote icon={TriangleAlert} title={t('guest.failed')} description={sentence(error)} role="alert">
            <Button variant="default" onClick={() => void refetch().catch(() => undefined)}>
              {t('common.tryAgain')}
            </Button>
          </EmptyNote>
        ) : null}
        {data?.appsInUse.length === 0 ? (
          <EmptyNote icon={AppWindow} title={t('guest.empty.title')} description={t('guest.empty.why')}>
            <Button variant="default" component={Link} to="/settings">
              {t('guest.accountSettings')}
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
              aria-label={t('guest.openApp', { app: app.name })}
            >
              {t('common.open')}
            </Button>
          </div>
        ))}
      </div>
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
    </div>
  );
}
