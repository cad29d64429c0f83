import { useQuery } from '@apollo/client/react';
import { Anchor, Button, Skeleton, Text, Title } from '@mantine/core';
import { PackagePlus, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { NpmPackagesDocument } from '../../gen/npmPackages.ts';
import { sentence } from '../../lib/errors.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { AddPackage } from './AddPackage.tsx';
import { PackageItem } from './PackageItem.tsx';
import classes from './PackagesScreen.module.css';

const POLL_MS = 1000;

/** The npm packages that apps may import besides those that are built in; for admins. */
export function PackagesScreen() {
  const t = useTranslations();
  const { data, error, refetch, startPolling, stopPolling } = useQuery(NpmPackagesDocument, { fetchPolicy: 'cache-and-network' });
  const packages = data?.allowedPackages;
  const isPending = packages?.some(({ status }) => status === 'pending') === true;
  useTitle(t('packages.title'));
  useEffect(() => {
    if (isPending) startPolling(POLL_MS);
    return stopPolling;
  }, [isPending, startPolling, stopPolling]);
  return (
    <div className={classes.root}>
      <Anchor component={Link} to="/settings" fz="sm">
        {t('packages.back')}
      </Anchor>
      <Title order={1}>{t('packages.title')}</Title>
      <Text c="dimmed" mt={4}>
        {t('packages.intro')}
      </Text>
      <AddPackage />
      {packages === undefined && error === undefined ? (
        <div className={classes.list} role="status" aria-label={t('common.loading')}>
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className={classes.item}>
              <Skeleton h={40} />
            </div>
          ))}
        </div>
      ) : null}
      {packages === undefined && error !== undefined ? (
        <div className={classes.list}>
          <EmptyNote icon={TriangleAlert} title={t('packages.failed')} description={sentence(error)} role="alert">
            <Button variant="default" onClick={() => void refetch().catch(() => undefined)}>
              {t('common.tryAgain')}
            </Button>
          </EmptyNote>
        </div>
      ) : null}
      {packages?.length === 0 ? (
        <div className={classes.list}>
          <EmptyNote icon={PackagePlus} title={t('packages.empty')} description={t('packages.emptyWhy')} />
        </div>
      ) : null}
      {packages !== undefined && packages.length > 0 ? (
        <ul className={classes.list} aria-label={t('packages.title')}>
          {packages.map((one) => (
            <PackageItem key={one.id} shown={one} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}
