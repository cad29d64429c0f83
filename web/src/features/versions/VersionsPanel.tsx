import { useQuery } from '@apollo/client/react';
import { Button, Skeleton, Text } from '@mantine/core';
import { History } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { AppVersionsDocument } from '../../gen/versions.ts';
import { sentence } from '../../lib/errors.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { useApp, useShownVersion, useShowPanel } from '../../lib/workspace/hooks.ts';
import { usePanel } from '../../lib/workspace/workspace.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import classes from './VersionsPanel.module.css';

/** Recent versions of the app, to view and to restore. */
export default function VersionsPanel() {
  const t = useTranslations();
  return (
    <div className={classes.root}>
      <Text component="h2" fz="sm" fw={600} m={0} p="8px 8px 4px">
        {t('versions.title')}
      </Text>
      <Versions />
    </div>
  );
}

function Versions() {
  const t = useTranslations();
  const { id: appId, publishedVersionId } = useApp();
  const { id: shown, currentId, view, restore } = useShownVersion();
  const { close } = usePanel();
  const { data, error, refetch } = useQuery(AppVersionsDocument, { variables: { appId }, fetchPolicy: 'cache-and-network' });
  if (data === undefined) {
    return error === undefined ? (
      <Skeleton h={120} m={8} w="auto" role="status" aria-label={t('common.loading')} />
    ) : (
      <div role="alert" className={classes.failure}>
        <Text fz="sm">{sentence(error)}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void refetch().catch(() => undefined)}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  if (data.app.versions.length === 0) return <NoVersions />;
  return (
    <ul className={classes.list}>
      {data.app.versions.map((version) => (
        <li key={version.id} className={classes.item} data-shown={version.id === shown || undefined}>
          <div className={classes.text}>
            <p className={classes.title}>{version.title}</p>
            <p className={classes.meta}>
              <time dateTime={version.createdAt} title={fullTime(version.createdAt)}>
                {timeAgo(version.createdAt)}
              </time>
              {version.id === currentId ? ` · ${t('versions.latest')}` : ''}
              {version.id === publishedVersionId ? ` · ${t('common.live')}` : ''}
            </p>
          </div>
          {version.id === shown ? null : (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => {
                close();
                view(version.id);
              }}
            >
              {t('common.view')}
            </Button>
          )}
          {version.id === currentId ? null : (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                close();
                restore(version.id);
              }}
            >
              {t('common.restore')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function NoVersions() {
  const t = useTranslations();
  const { close } = usePanel();
  const show = useShowPanel();
  return (
    <EmptyNote icon={History} title={t('versions.empty.title')} description={t('versions.empty.why')}>
      <Button
        variant="default"
        onClick={() => {
          close();
          show('chat');
        }}
      >
        {t('common.goToChat')}
      </Button>
    </EmptyNote>
  );
}
