import { useMutation } from '@apollo/client/react';
import { Button, Text } from '@mantine/core';
import { CircleAlert, CircleCheck, Link2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  ConnectPackageDocument,
  DisconnectPackageDocument,
  IntegrationPackagesDocument,
  type PackageConnectionFragment,
} from '../../gen/packages.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { PopupVisit } from '../../lib/popup.ts';
import { useApp, useIsViewer } from '../../lib/workspace/hooks.ts';
import { CONNECT_CHANNEL, type Outcome, outcomeOf } from './connect.ts';
import panel from './IntegrationsPanel.module.css';
import classes from './PackagesSection.module.css';

interface ConnectionStateProps {
  readonly installedId: string;
  readonly connection: PackageConnectionFragment;
}

/** An account of a package: whether it is connected, why not, and the buttons for both. */
export function ConnectionState({ installedId: id, connection: { name, title, state, problem, lastError } }: ConnectionStateProps) {
  const t = useTranslations('integrations.packages.connection');
  const { id: appId } = useApp();
  const isViewer = useIsViewer();
  const variables = { appId, id, connection: name };
  const [disconnect, disconnecting] = useMutation(DisconnectPackageDocument, { variables });
  const { begin, isOpening } = useConnect({ ...variables, title });
  const isConnected = state === 'connected';
  const Icon = isConnected ? CircleCheck : state === 'disconnected' ? Link2 : CircleAlert;
  const again = state === 'lost' ? 'reconnect' : 'connect';
  const end = () =>
    void disconnect()
      .then(() => notifyDone(t('disconnected', { title })))
      .catch((error: unknown) => notifyError(sentence(error)));
  return (
    <div className={classes.connection}>
      <div className={panel.what}>
        <Text fz="xs">
          <Icon
            size={12}
            className={panel.state}
            data-state={isConnected ? 'done' : state === 'disconnected' ? undefined : 'failed'}
            aria-hidden
          />{' '}
          {title} · {t(`state.${state as 'connected'}`)}
        </Text>
        {state === 'unconfigured' ? (
          <Text fz="xs" c="dimmed">
            {problem}
          </Text>
        ) : null}
        {lastError === null ? null : (
          <Text fz="xs" className={panel.message}>
            {lastError}
          </Text>
        )}
      </div>
      {isConnected ? (
        <Button
          size="compact-xs"
          variant="default"
          disabled={isViewer}
          loading={disconnecting.loading}
          aria-label={t('disconnectFrom', { title })}
          onClick={end}
        >
          {t('disconnect')}
        </Button>
      ) : (
        <Button
          size="compact-xs"
          disabled={isViewer || state === 'unconfigured'}
          loading={isOpening}
          aria-label={t(`${again}To`, { title })}
          onClick={begin}
        >
          {t(again)}
        </Button>
      )}
    </div>
  );
}

interface ConnectOptions {
  readonly appId: string;
  readonly id: string;
  readonly connection: string;
  readonly title: string;
}

/** The consent in a pop-up, and what came of it. */
function useConnect({ title, ...variables }: ConnectOptions) {
  const t = useTranslations('integrations.packages.connection');
  const [connect, { client }] = useMutation(ConnectPackageDocument);
  const [isOpening, setOpening] = useState(false);
  const onReport = useRef<(report: Outcome) => void>(() => {});
  const onBlocked = useRef(() => {});
  useEffect(() => {
    onBlocked.current = () => notifyError(t('blocked'));
    onReport.current = (report) => {
      const outcome = outcomeOf(report);
      if (outcome === 'connected') notifyDone(t('connected', { title }));
      else notifyError(t(outcome));
      void client.refetchQueries({ include: [IntegrationPackagesDocument] });
    };
  });
  const visit = useRef<PopupVisit<Outcome> | null>(null);
  useEffect(() => {
    const current = new PopupVisit<Outcome>(CONNECT_CHANNEL, window, {
      onReport: (report) => onReport.current(report),
      onBlocked: () => onBlocked.current(),
    });
    visit.current = current;
    return () => current.stop();
  }, []);
  const begin = () => {
    setOpening(true);
    visit.current
      ?.begin(async () => {
        const { data } = await connect({ variables });
        return data?.connectIntegration ?? '';
      })
      .catch((error: unknown) => {
        notifyError(sentence(error));
        void client.refetchQueries({ include: [IntegrationPackagesDocument] });
      })
      .finally(() => setOpening(false));
  };
  return { begin, isOpening };
}
