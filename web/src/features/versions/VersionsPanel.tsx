import { useApolloClient, useQuery } from '@apollo/client/react';
import { Button, SegmentedControl, Text } from '@mantine/core';
import { History, Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AppVersionsDocument, OlderVersionsDocument, StarredVersionsDocument, type VersionRowFragment } from '../../gen/versions.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { useApp, useIsViewer, useShowPanel } from '../../lib/workspace/hooks.ts';
import { usePanel } from '../../lib/workspace/workspace.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { Pending } from './Pending.tsx';
import { RowSnapshots } from './RowSnapshots.tsx';
import { VersionItem } from './VersionItem.tsx';
import classes from './VersionsPanel.module.css';

type Shown = 'all' | 'starred' | 'rows';

/** Versions of the app, to view, compare, name and restore, and the rows that were kept. */
export default function VersionsPanel() {
  const t = useTranslations('versions');
  const [shown, setShown] = useState<Shown>('all');
  const isViewer = useIsViewer();
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <Text component="h2" fz="sm" fw={600} m={0}>
          {t('title')}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t('shown')}
          value={shown}
          onChange={(value) => setShown(value as Shown)}
          data={[
            { value: 'all', label: t('all') },
            { value: 'starred', label: t('starred') },
            ...(isViewer ? [] : [{ value: 'rows', label: t('snapshots.tab') }]),
          ]}
        />
      </div>
      {shown === 'all' ? <AllVersions /> : null}
      {shown === 'starred' ? <StarredVersions /> : null}
      {shown === 'rows' ? <RowSnapshots /> : null}
    </div>
  );
}

/** As many as the server returns at once. */
const PAGE = 10;

function AllVersions() {
  const t = useTranslations();
  const client = useApolloClient();
  const { id: appId } = useApp();
  const { data, error, refetch } = useQuery(AppVersionsDocument, { variables: { appId }, fetchPolicy: 'cache-and-network' });
  const [older, setOlder] = useState<readonly VersionRowFragment[]>([]);
  const [isLoading, setIsLoading] = useState(false);
  const [hasMore, setHasMore] = useState<boolean | null>(null);
  if (data === undefined) return <Pending error={error} onRetry={() => void refetch().catch(() => undefined)} />;
  const recent = data.app.versions;
  if (recent.length === 0) return <NoVersions />;
  // A version that was made meanwhile moves those below it to the next page.
  const versions = [...recent, ...older.filter(({ id }) => recent.every((each) => each.id !== id))];
  const loadOlder = async () => {
    setIsLoading(true);
    try {
      const before = versions.at(-1)?.id ?? '';
      const answer = await client.query({ query: OlderVersionsDocument, variables: { appId, before }, fetchPolicy: 'network-only' });
      const next = answer.data?.app.versions ?? [];
      setOlder([...older, ...next]);
      setHasMore(next.length === PAGE);
    } catch (failure) {
      notifyError(sentence(failure));
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <VersionList versions={versions}>
      {(hasMore ?? recent.length === PAGE) ? (
        <Button variant="subtle" color="gray" size="xs" fullWidth loading={isLoading} onClick={() => void loadOlder()}>
          {t('versions.older')}
        </Button>
      ) : null}
    </VersionList>
  );
}

function StarredVersions() {
  const t = useTranslations('versions');
  const { id: appId } = useApp();
  const { data, error, refetch } = useQuery(StarredVersionsDocument, { variables: { appId }, fetchPolicy: 'cache-and-network' });
  if (data === undefined) return <Pending error={error} onRetry={() => void refetch().catch(() => undefined)} />;
  const versions = data.app.starredVersions.filter(({ isStarred }) => isStarred);
  if (versions.length === 0) return <EmptyNote icon={Star} title={t('noneStarred.title')} description={t('noneStarred.why')} />;
  return <VersionList versions={versions} />;
}

interface VersionListProps {
  readonly versions: readonly VersionRowFragment[];
  readonly children?: ReactNode;
}

function VersionList({ versions, children }: VersionListProps) {
  return (
    <div className={classes.scroll}>
      <ul className={classes.list}>
        {versions.map((version) => (
          <VersionItem key={version.id} version={version} />
        ))}
      </ul>
      {children}
    </div>
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
