import { useMutation } from '@apollo/client/react';
import { NumberInput, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChangeIntegrationDocument, type IntegrationEndpointFragment } from '../../gen/integrations.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { useApp, useIsViewer } from '../../lib/workspace/hooks.ts';
import classes from './IntegrationsPanel.module.css';

type Change = Partial<Pick<IntegrationEndpointFragment, 'isOpenToVisitors' | 'perCaller' | 'perApp'>>;

/** The functions of the app: who may call them, and how often. */
export function EndpointList({ endpoints }: { readonly endpoints: readonly IntegrationEndpointFragment[] }) {
  const t = useTranslations('integrations.endpoints');
  return (
    <section aria-label={t('title')}>
      <Text component="h2" fz="md" fw={600} m={0}>
        {t('title')}
      </Text>
      <Text fz="sm" c="dimmed" mt={4}>
        {t('why')}
      </Text>
      <ul className={classes.list}>
        {endpoints.map((endpoint) => (
          <Endpoint key={endpoint.name} endpoint={endpoint} all={endpoints} />
        ))}
      </ul>
    </section>
  );
}

interface EndpointProps {
  readonly endpoint: IntegrationEndpointFragment;
  readonly all: readonly IntegrationEndpointFragment[];
}

function Endpoint({ endpoint, all }: EndpointProps) {
  const t = useTranslations('integrations.endpoints');
  const { id: appId } = useApp();
  const isViewer = useIsViewer();
  const [run] = useMutation(ChangeIntegrationDocument);
  const { name, sentence: what, isOpenToVisitors, perApp, mostPerApp, usedToday } = endpoint;
  const change = (changes: Change) =>
    run({
      variables: { appId, endpoint: name, ...changes },
      optimisticResponse: {
        __typename: 'Mutation',
        changeIntegration: {
          __typename: 'AppIntegrations',
          id: appId,
          endpoints: all.map((one) => (one === endpoint ? { ...one, ...changes } : one)),
        },
      },
    }).catch((error: unknown) => notifyError(sentence(error)));
  return (
    <li className={classes.endpoint}>
      <div className={classes.what}>
        <Text component="h3" fz="sm" fw={500} m={0}>
          {name}
        </Text>
        <Text fz="xs" c="dimmed">
          {what}
        </Text>
        {mostPerApp === null ? null : (
          <Text fz="xs" c="dimmed">
            {t('today', { used: String(usedToday), most: String(Math.min(perApp ?? mostPerApp, mostPerApp)) })}
          </Text>
        )}
      </div>
      <div className={classes.choices}>
        <Limits endpoint={endpoint} isDisabled={isViewer} onChange={(changes) => void change(changes)} />
        {isOpenToVisitors === null ? (
          <Text fz="xs" c="dimmed" className={classes.visitors}>
            {t('visitorsNever')}
          </Text>
        ) : (
          <Switch
            className={classes.visitors}
            label={t('visitors')}
            aria-label={t('open', { name })}
            checked={isOpenToVisitors}
            disabled={isViewer}
            onChange={(event) => void change({ isOpenToVisitors: event.currentTarget.checked })}
          />
        )}
      </div>
    </li>
  );
}

interface LimitsProps {
  readonly endpoint: IntegrationEndpointFragment;
  readonly isDisabled: boolean;
  readonly onChange: (change: Change) => void;
}

function Limits({ endpoint: { name, perCaller, perApp, mostPerCaller, mostPerApp }, isDisabled, onChange }: LimitsProps) {
  const t = useTranslations('integrations.endpoints');
  if (mostPerCaller === null || mostPerApp === null)
    return (
      <Text fz="xs" c="dimmed">
        {t('noLimit')}
      </Text>
    );
  return (
    <fieldset className={classes.limits} disabled={isDisabled} aria-label={t('limits', { name })}>
      <Limit label={t('perCaller')} value={perCaller} most={mostPerCaller} onChange={(value) => onChange({ perCaller: value })} />
      <Limit label={t('perApp')} value={perApp} most={mostPerApp} onChange={(value) => onChange({ perApp: value })} />
    </fieldset>
  );
}

interface LimitProps {
  readonly label: string;
  /** Null: as many as the operator allows. */
  readonly value: number | null;
  readonly most: number;
  readonly onChange: (value: number | null) => void;
}

/** Saved when the field is left. */
function Limit({ label, value, most, onChange }: LimitProps) {
  const [draft, setDraft] = useState<number | string | null>(null);
  const save = () => {
    if (draft === null) return;
    const next = typeof draft === 'number' ? draft : null;
    setDraft(null);
    if (next !== value) onChange(next);
  };
  return (
    <NumberInput
      size="xs"
      label={label}
      value={draft ?? value ?? ''}
      placeholder={String(most)}
      min={0}
      max={most}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      onChange={setDraft}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
      }}
    />
  );
}
