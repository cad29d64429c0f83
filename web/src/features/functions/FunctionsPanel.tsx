import { useQuery, useSubscription } from '@apollo/client/react';
import { Button, Skeleton } from '@mantine/core';
import { SquareFunction } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AppFunctionsDocument, FunctionRanDocument } from '../../gen/functions.ts';
import { sentence } from '../../lib/errors.ts';
import { useApp, useShowPanel } from '../../lib/workspace/hooks.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
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
  if (data === undefined && error !== undefined)
    return (
      <div className={classes.note}>
        <EmptyNote icon={SquareFunction} title={t('functions.failed')} description={sentence(error)} role="alert">
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
  if (data.appFunctions.length === 0 && data.functionVariables.length === 0)
    return (
      <div className={classes.note}>
        <EmptyNote icon={SquareFunction} title={t('functions.empty')} description={t('functions.emptyWhy')}>
          <Button onClick={() => show('chat')}>{t('functions.ask')}</Button>
        </EmptyNote>
      </div>
    );
  return (
    <div className={classes.root}>
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
    </div>
  );
}
