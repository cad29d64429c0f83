import { Button } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { errorStatus, sentence } from '../../lib/errors.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { StateScreen } from '../../ui/StateScreen.tsx';
import { WorkspaceSkeleton } from '../workspace/Skeleton.tsx';
import { useBuilderApp } from '../workspace/useBuilderApp.ts';
import { Workspace } from '../workspace/Workspace.tsx';

/** The builder of one app; remounted for another app, so that no state carries over. */
export function Component() {
  const t = useTranslations();
  const { appId = '' } = useParams();
  const { app, error, refetch } = useBuilderApp(appId);
  useTitle(app?.name);
  if (app !== undefined) {
    return (
      <ModalsProvider labels={{ confirm: t('app.confirm'), cancel: t('common.cancel') }}>
        <Workspace key={app.id} app={app} refetch={refetch} />
      </ModalsProvider>
    );
  }
  if (error === undefined) return <WorkspaceSkeleton />;
  if (errorStatus(error) === 404) {
    return (
      <StateScreen title={t('app.appMissing')} description={t('app.appMissingWhy')}>
        <Button component={Link} to="/home">
          {t('common.goHome')}
        </Button>
      </StateScreen>
    );
  }
  return (
    <StateScreen title={t('app.loadFailed')} description={sentence(error)}>
      <Button onClick={() => void refetch()}>{t('common.tryAgain')}</Button>
    </StateScreen>
  );
}
