import { useQuery } from '@apollo/client/react';
import { Button, Skeleton, Text } from '@mantine/core';
import { AppVersionsDocument } from '../../gen/versions.ts';
import { sentence } from '../../lib/errors.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { useApp, useShownVersion } from '../../lib/workspace/hooks.ts';
import { usePanel } from '../../lib/workspace/workspace.ts';
import classes from './VersionsPanel.module.css';

/** Recent versions of the app, to view and to restore. */
export default function VersionsPanel() {
  return (
    <div className={classes.root}>
      <Text component="h2" fz="sm" fw={600} m={0} p="8px 8px 4px">
        Versions
      </Text>
      <Versions />
    </div>
  );
}

function Versions() {
  const { id: appId, publishedVersionId } = useApp();
  const { id: shown, currentId, view, restore } = useShownVersion();
  const { close } = usePanel();
  const { data, error, refetch } = useQuery(AppVersionsDocument, { variables: { appId }, fetchPolicy: 'cache-and-network' });
  if (data === undefined) {
    return error === undefined ? (
      <Skeleton h={120} m={8} w="auto" />
    ) : (
      <div role="alert" className={classes.failure}>
        <Text fz="sm">{sentence(error)}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void refetch().catch(() => undefined)}>
          Try again
        </Button>
      </div>
    );
  }
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
              {version.id === currentId ? ' · Latest' : ''}
              {version.id === publishedVersionId ? ' · Live' : ''}
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
              View
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
              Restore
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
