import { useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { PreviewTabDocument } from '../../gen/preview.ts';
import { sentence } from '../../lib/errors.ts';
import { pageFor, pagePath } from '../../lib/pages.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { StateScreen } from '../../ui/StateScreen.tsx';
import { BuildProgress } from './BuildProgress.tsx';
import { PreviewFrame } from './PreviewFrame.tsx';
import classes from './PreviewTab.module.css';
import { usePreviewSession } from './usePreviewSession.ts';

/** The preview in a tab of its own, in the same frame as in the builder: generated code never gets a top-level window. */
export function PreviewTab() {
  const t = useTranslations();
  const { appId = '', '*': path = '' } = useParams();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(PreviewTabDocument, { variables: { id: appId } });
  const app = data?.app;
  const preview = usePreviewSession(appId, app?.currentVersion?.id ?? null, true);
  const [problem, setProblem] = useState<string | null>(null);
  useTitle(app?.name);

  const back = (
    <Button component={Link} to={`/build/app/${appId}`}>
      {t('preview.openBuilder')}
    </Button>
  );
  const failure = error !== undefined && app === undefined ? sentence(error) : preview.error;
  if (failure !== null) {
    return (
      <StateScreen title={t('preview.failed')} description={failure}>
        <Button
          variant="default"
          onClick={() => {
            if (app === undefined) void refetch().catch(() => undefined);
            else preview.restart();
          }}
        >
          {t('common.tryAgain')}
        </Button>
        {back}
      </StateScreen>
    );
  }
  if (app?.currentVersion === null) {
    return (
      <StateScreen title={t('preview.nothing')} description={t('preview.describe')}>
        {back}
      </StateScreen>
    );
  }
  const { session } = preview;
  if (app === undefined || session === null) {
    return (
      <main id="main" className={classes.waiting}>
        <BuildProgress step={{ label: t('preview.opening'), share: 1 }} />
      </main>
    );
  }
  const page = pageFor(session.build.pages, `/${path}`);
  return (
    <main id="main" className={classes.root}>
      <h1 className={classes.hidden}>{app.name}</h1>
      <PreviewFrame
        title={app.name}
        session={session}
        page={page?.name ?? null}
        refreshes={0}
        onPage={(name) => {
          if (name !== null && name !== page?.name) void navigate(`/preview/app/${appId}/${pagePath(name)}`);
        }}
        onError={({ title }) => setProblem(title)}
        onRendered={() => setProblem(null)}
        onChatMessage={() => undefined}
        onSnapshot={() => undefined}
      />
      {problem === null ? null : (
        <p className={classes.problem} role="status">
          <span>{problem}</span>
          <Link to={`/build/app/${appId}`}>{t('preview.fix')}</Link>
        </p>
      )}
    </main>
  );
}
