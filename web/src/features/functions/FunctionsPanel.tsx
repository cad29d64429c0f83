import { useQuery, useSubscription } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { SquareFunction } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AppFunctionsDocument, FunctionRanDocument } from '../../gen/functions.ts';
import { useApp, useShowPanel } from '../../lib/workspace/hooks.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { PanelNote, PanelPage, PanelPending } from '../../ui/PanelPage.tsx';
import { AllowAsApp } from './AllowAsApp.tsx';
import { FunctionItem } from './FunctionItem.tsx';
import classes from './FunctionsPanel.module.css';
import type { AskedVariable } from './VariableForm.tsx';
import { Variables } from './Variables.tsx';

/** The server functions of the app: what starts them, what they may do, and their runs. */
export default function FunctionsPanel() {
  const t = useTranslations();
  const { id: appId, currentVersion } = useApp();
  const show = useShowPanel();
  const [asked, setAsked] = useState<AskedVariable | null>(null);
  const { data, error, refetch } = useQuery(AppFunctionsDocument, { variables: { appId }, fetchPolicy: 'cache-and-network' });
  useSubscription(FunctionRanDocument, { variables: { appId }, onData: () => void refetch().catch(() => undefined) });
  if (data === undefined) return <PanelPending failed={t('functions.failed')} error={error} onRetry={() => refetch()} />;
  if (data.appFunctions.length === 0 && data.functionVariables.length === 0)
    return (
      <PanelNote>
        <EmptyNote icon={SquareFunction} title={t('functions.empty')} description={t('functions.emptyWhy')}>
          <Button onClick={() => show('chat')}>{t('functions.ask')}</Button>
        </EmptyNote>
      </PanelNote>
    );
  return (
    <PanelPage>
      <AllowAsApp functions={data.appFunctions} />
      <ul className={classes.list} aria-label={t('functions.title')}>
        {data.appFunctions.map((one) => (
          <FunctionItem
            key={`${one.name} ${currentVersion?.id ?? ''}`}
            of={one}
            known={data.functionVariables}
            onSet={(name) => setAsked({ name, isSecret: true })}
          />
        ))}
      </ul>
      <Variables variables={data.functionVariables} functions={data.appFunctions} asked={asked} onAsk={setAsked} />
    </PanelPage>
  );
}
