import { Text } from '@mantine/core';
import { CircleAlert, CircleCheck, Ellipsis, PhoneCall } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { IntegrationCallFragment } from '../../gen/integrations.ts';
import { compact, fineDollars } from '../../lib/numbers.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import classes from './IntegrationsPanel.module.css';

const ICONS = { running: Ellipsis, done: CircleCheck, failed: CircleAlert } as const;

/** The latest calls, newest first. */
export function CallLog({ calls }: { readonly calls: readonly IntegrationCallFragment[] }) {
  const t = useTranslations('integrations.calls');
  return (
    <section aria-label={t('title')}>
      <Text component="h2" fz="md" fw={600} m={0}>
        {t('title')}
      </Text>
      {calls.length === 0 ? (
        <EmptyNote icon={PhoneCall} title={t('emptyTitle')} description={t('empty')} />
      ) : (
        <ul className={classes.list}>
          {calls.map((call) => (
            <LoggedCall key={call.id} call={call} />
          ))}
        </ul>
      )}
    </section>
  );
}

function LoggedCall({ call }: { readonly call: IntegrationCallFragment }) {
  const t = useTranslations('integrations.calls');
  const { endpoint, at, state, message } = call;
  const Icon = ICONS[state];
  return (
    <li className={classes.call}>
      <Icon size={16} className={classes.state} data-state={state} role="img" aria-label={t(`state.${state}`)} />
      <div className={classes.what}>
        <Text fz="sm" fw={500}>
          {endpoint}
        </Text>
        <Text fz="xs" c="dimmed">
          {useParts(call).join(' · ')}
        </Text>
        {message === null ? null : (
          <Text fz="xs" className={classes.message}>
            {message}
          </Text>
        )}
      </div>
      <time className={classes.time} dateTime={at} title={fullTime(at)}>
        {timeAgo(at)}
      </time>
    </li>
  );
}

function useParts(call: IntegrationCallFragment): string[] {
  const t = useTranslations('integrations.calls');
  const { callerName, isVisitor, isDraft, milliseconds, retries, model, tokens, cost } = call;
  const who = callerName ?? t(isVisitor ? 'byVisitor' : 'byGone');
  const price = cost === null ? t('tokens', { tokens: compact(tokens) }) : t('cost', { tokens: compact(tokens), cost: fineDollars(cost) });
  return [
    who,
    isDraft ? t('inPreview') : null,
    milliseconds === null ? null : t('duration', { seconds: (milliseconds / 1000).toFixed(1) }),
    retries === 0 ? null : t('retries', { count: retries }),
    model,
    tokens === 0 ? null : price,
  ].filter((part) => part !== null);
}
