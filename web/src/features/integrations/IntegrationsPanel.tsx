import { useQuery } from '@apollo/client/react';
import { Skeleton, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { IntegrationsDocument } from '../../gen/integrations.ts';
import { useApp } from '../../lib/workspace/hooks.ts';
import { PanelPending } from '../../ui/PanelPage.tsx';
import { CallLog } from './CallLog.tsx';
import { EndpointList } from './EndpointList.tsx';
import classes from './IntegrationsPanel.module.css';
import { MailFields } from './MailFields.tsx';
import { PackagesSection } from './PackagesSection.tsx';
import { Usage } from './Usage.tsx';

/** Calls in flight end meanwhile. */
const POLL_MS = 10_000;

/** What the app can do on the server, who may use it, and what was used. */
export default function IntegrationsPanel() {
  const t = useTranslations();
  const { id: appId } = useApp();
  const { data, error, refetch } = useQuery(IntegrationsDocument, {
    variables: { appId },
    fetchPolicy: 'cache-and-network',
    pollInterval: POLL_MS,
    skipPollAttempt: () => document.hidden,
  });
  if (data === undefined && error !== undefined)
    return <PanelPending failed={t('integrations.failed')} error={error} onRetry={() => refetch()} />;
  return (
    <div className={classes.root}>
      <div className={classes.page}>
        {data === undefined ? (
          <Stack gap={8} role="status" aria-label={t('common.loading')}>
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} h={72} />
            ))}
          </Stack>
        ) : (
          <>
            <PackagesSection />
            <EndpointList endpoints={data.integrations.endpoints} />
            <MailFields fields={data.integrations.mailFields} />
            <Usage days={data.integrations.days} />
            <CallLog calls={data.integrations.calls} />
          </>
        )}
      </div>
    </div>
  );
}
