import { useQuery } from '@apollo/client/react';
import { useTranslations } from 'use-intl';
import { AppHostsDocument } from '../../gen/hosts.ts';
import { useApp } from '../../lib/workspace/hooks.ts';
import { PanelPage, PanelPending } from '../../ui/PanelPage.tsx';
import { HostForm } from './HostForm.tsx';

/** The other servers that pages of the app may reach. */
export default function HostsPanel() {
  const t = useTranslations('hosts');
  const { id, currentVersion } = useApp();
  const { data, error, refetch } = useQuery(AppHostsDocument, { variables: { id }, fetchPolicy: 'cache-and-network' });
  if (data === undefined) return <PanelPending failed={t('failed')} error={error} onRetry={() => refetch()} />;
  const { settings, namedHosts } = data.app;
  return (
    <PanelPage>
      <HostForm key={`${currentVersion?.id ?? ''} ${JSON.stringify(settings.hosts)}`} hosts={settings.hosts} named={namedHosts} />
    </PanelPage>
  );
}
