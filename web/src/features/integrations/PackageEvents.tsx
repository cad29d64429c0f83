import { useMutation } from '@apollo/client/react';
import { Button, Text } from '@mantine/core';
import { CircleAlert, CircleCheck, Ellipsis } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { type PackageEventFragment, ReplayEventDocument } from '../../gen/packages.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { useApp, useIsViewer } from '../../lib/workspace/hooks.ts';
import classes from './IntegrationsPanel.module.css';

const ICONS = { pending: Ellipsis, done: CircleCheck, failed: CircleAlert } as const;

/** The latest events that other servers sent, which can be worked off once more. */
export function PackageEvents({ events }: { readonly events: readonly PackageEventFragment[] }) {
  const t = useTranslations('integrations.packages');
  return (
    <section aria-label={t('events')}>
      <Text component="h2" fz="md" fw={600} m={0}>
        {t('events')}
      </Text>
      <ul className={classes.list}>
        {events.map((event) => (
          <Received key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );
}

function Received({ event: { id, package: name, webhook, state, note, error, receivedAt } }: { readonly event: PackageEventFragment }) {
  const t = useTranslations('integrations.packages');
  const { id: appId } = useApp();
  const isViewer = useIsViewer();
  const [run, { loading }] = useMutation(ReplayEventDocument);
  const known = state === 'done' || state === 'failed' ? state : 'pending';
  const Icon = ICONS[known];
  return (
    <li className={classes.call}>
      <Icon
        size={16}
        className={classes.state}
        data-state={known === 'pending' ? 'running' : known}
        role="img"
        aria-label={t(`eventState.${known}`)}
      />
      <div className={classes.what}>
        <Text fz="sm" fw={500}>
          {name}/{webhook}
        </Text>
        {note === null ? null : (
          <Text fz="xs" c="dimmed">
            {note}
          </Text>
        )}
        {error === null ? null : (
          <Text fz="xs" className={classes.message}>
            {error}
          </Text>
        )}
      </div>
      {known === 'pending' ? null : (
        <Button
          size="compact-xs"
          variant="default"
          loading={loading}
          disabled={isViewer}
          onClick={() => void run({ variables: { appId, id } }).catch((failure: unknown) => notifyError(sentence(failure)))}
        >
          {t('replay')}
        </Button>
      )}
      <time className={classes.time} dateTime={receivedAt} title={fullTime(receivedAt)}>
        {timeAgo(receivedAt)}
      </time>
    </li>
  );
}
