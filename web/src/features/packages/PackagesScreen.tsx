import { useQuery } from '@apollo/client/react';
import { PackagePlus } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { NpmPackagesDocument } from '../../gen/npmPackages.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { ListBox } from '../../ui/ListBox.tsx';
import { Page } from '../../ui/Page.tsx';
import { AddPackage } from './AddPackage.tsx';
import { PackageItem } from './PackageItem.tsx';

const POLL_MS = 1000;

/** The npm packages that apps may import besides those that are built in; for admins. */
export function PackagesScreen() {
  const t = useTranslations();
  const { data, error, refetch, startPolling, stopPolling } = useQuery(NpmPackagesDocument, { fetchPolicy: 'cache-and-network' });
  const packages = data?.allowedPackages;
  const isPending = packages?.some(({ status }) => status === 'pending') === true;
  useEffect(() => {
    if (isPending) startPolling(POLL_MS);
    return stopPolling;
  }, [isPending, startPolling, stopPolling]);
  return (
    <Page title={t('packages.title')} intro={t('packages.intro')} back={{ to: '/settings', label: t('packages.back') }}>
      <AddPackage />
      <ListBox isLoaded={packages !== undefined} error={error} failed={t('packages.failed')} onRetry={() => refetch()}>
        {packages?.length === 0 ? (
          <EmptyNote icon={PackagePlus} title={t('packages.empty')} description={t('packages.emptyWhy')} />
        ) : (
          <ul aria-label={t('packages.title')}>
            {packages?.map((one) => (
              <PackageItem key={one.id} shown={one} />
            ))}
          </ul>
        )}
      </ListBox>
    </Page>
  );
}
