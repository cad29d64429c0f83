import { useQuery } from '@apollo/client/react';
import { Button, Skeleton } from '@mantine/core';
import { Network } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { AppHostsDocument } from '../../gen/hosts.ts';
import { sentence } from '../../lib/errors.ts';
import { useApp } from '../../lib/workspace/hooks.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { HostForm } from './HostForm.tsx';
import classes from './HostsPanel.module.css';

/** The other servers that pages of the app may reach. */
export default function HostsPanel() {
  const t = useTranslations();
  const { id, currentVersion } = useApp();
  const { data, error, refetch } = useQuery(AppHostsDocument, { variables: { id }, fetchPolicy: 'cache-and-network' });
  if (data === undefined && error !== undefined)
    return (
      <div className={classes.note}>
        <EmptyNote icon={Network} title={t('hosts.failed')} description={sentence(error)} role="alert">
          <Button variant="default" onClick={() => void refetch().catch(() => undefined)}>
            {t('common.tryAgain')}
          </Button>
        </EmptyNote>
      </div>
    );
  if (data === undefined)
    return (
      <div className={classes.root} role="status" aria-label={t('common.loading')}>
        <Skeleton h={96} radius={12} />
        <Skeleton h={96} radius={12} mt={12} />
      </div>
    );
  const { settings, namedHosts } = data.app;
  return (
    <div className={classes.root}>
      <HostForm key={`${currentVersion?.id ?? ''} ${JSON.stringify(settings.hosts)}`} hosts={settings.hosts} named={namedHosts} />
    </div>
  );
}
