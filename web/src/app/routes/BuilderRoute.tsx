import { Button } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Link, useParams } from 'react-router';
import { BuilderSkeleton } from '../../features/builder/BuilderSkeleton.tsx';
import { useBuilderApp } from '../../features/builder/useBuilderApp.ts';
import { errorStatus, sentence } from '../../lib/errors.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { StateScreen } from '../../ui/StateScreen.tsx';
import { BuilderScreen } from '../builder/BuilderScreen.tsx';

/** The builder of one app; another app starts from nothing. */
export function Component() {
  const { appId = '' } = useParams();
  const { app, error, refetch } = useBuilderApp(appId);
  useTitle(app?.name);
  if (app !== undefined) {
    return (
      <ModalsProvider labels={{ confirm: 'Confirm', cancel: 'Cancel' }}>
        <BuilderScreen key={app.id} app={app} refetch={refetch} />
      </ModalsProvider>
    );
  }
  if (error === undefined) return <BuilderSkeleton />;
  if (errorStatus(error) === 404) {
    return (
      <StateScreen title="App not found" description="It was deleted, or it belongs to someone else.">
        <Button component={Link} to="/home">
          Go home
        </Button>
      </StateScreen>
    );
  }
  return (
    <StateScreen title="Could not load your app" description={sentence(error)}>
      <Button onClick={() => void refetch()}>Try again</Button>
    </StateScreen>
  );
}
