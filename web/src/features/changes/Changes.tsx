import { useQuery } from '@apollo/client/react';
import { Button, SegmentedControl, Select, Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ComparedVersionFragment, VersionChangesDocument, type VersionChangesQuery } from '../../gen/changes.ts';
import { sentence } from '../../lib/errors.ts';
import { useIsPhone } from '../../lib/screenSize.ts';
import { timeAgo } from '../../lib/time.ts';
import type { Comparison } from '../../lib/workspace/workspace.ts';
import { type DiffLayout, DiffView } from '../../ui/DiffView.tsx';
import classes from './Changes.module.css';
import { lineCounts } from './line-counts.ts';

interface ChangesProps {
  readonly appId: string;
  readonly comparison: Comparison;
  readonly onCompare: (comparison: Comparison) => void;
}

type Difference = VersionChangesQuery['app']['version']['changes'][number];

/** Which versions are compared, the files that differ, and the differences of one of them. */
export default function Changes({ appId, comparison: { versionId, sinceId }, onCompare }: ChangesProps) {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(VersionChangesDocument, {
    variables: { appId, versionId, sinceId, baseId: sinceId ?? versionId },
    fetchPolicy: 'cache-first',
  });
  const isPhone = useIsPhone();
  const [layout, setLayout] = useLocalStorage<DiffLayout>({ key: 'diff-layout', defaultValue: 'split', getInitialValueInEffect: false });
  if (error !== undefined && data === undefined) {
    return (
      <div role="alert" className={classes.failure}>
        <Text fz="sm">{sentence(error)}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void refetch().catch(() => undefined)}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <div role="status">
        <Text c="dimmed" fz="sm" mb="sm">
          {t('changes.loading')}
        </Text>
        <Skeleton h={240} />
      </div>
    );
  }
  const { version, versions, previous, base } = data.app;
  const choices = optionsOf([...versions, version, ...previous, base]);
  const since = sinceId ?? version.parentId;
  return (
    <div className={classes.root}>
      <div className={classes.bar}>
        <Select
          size="xs"
          label={t('changes.since')}
          className={classes.choice}
          data={[...(since === null ? [{ value: '', label: t('changes.nothing') }] : []), ...choices]}
          value={since ?? ''}
          allowDeselect={false}
          onChange={(id) => id !== null && id !== '' && onCompare({ versionId, sinceId: id })}
        />
        <Select
          size="xs"
          label={t('changes.until')}
          className={classes.choice}
          data={choices}
          value={versionId}
          allowDeselect={false}
          onChange={(id) => id !== null && onCompare({ versionId: id, sinceId: since })}
        />
        {isPhone ? null : (
          <SegmentedControl
            size="xs"
            className={classes.layout}
            aria-label={t('changes.layout')}
            value={layout}
            onChange={(value) => setLayout(value as DiffLayout)}
            data={[
              { value: 'split', label: t('changes.split') },
              { value: 'unified', label: t('changes.unified') },
            ]}
          />
        )}
      </div>
      {version.changes.length === 0 ? (
        <Text c="dimmed" fz="sm" py="xl" ta="center">
          {t('changes.none')}
        </Text>
      ) : (
        <Files key={`${versionId}:${since}`} differences={version.changes} layout={isPhone ? 'unified' : layout} />
      )}
    </div>
  );
}

function Files({ differences, layout }: { readonly differences: readonly Difference[]; readonly layout: DiffLayout }) {
  const t = useTranslations('changes');
  const [chosen, setChosen] = useState(differences[0]?.path ?? '');
  const counts = useMemo(() => new Map(differences.map(({ path, before, after }) => [path, lineCounts(before, after)])), [differences]);
  const labelsOf = (path: string, shownAs: DiffLayout) => ({
    before: t('before', { path }),
    after: shownAs === 'split' ? t('after', { path }) : path,
    unchanged: t('unchanged'),
  });
  const shown = differences.find(({ path }) => path === chosen) ?? differences[0];
  return (
    <div className={classes.files}>
      <ul className={classes.list} aria-label={t('files')}>
        {differences.map(({ path, status }) => (
          <li key={path}>
            <UnstyledButton className={classes.file} aria-current={path === shown?.path || undefined} onClick={() => setChosen(path)}>
              <span className={classes.path}>{path}</span>
              <span className={classes.status} data-status={status}>
                {t(`status.${status}`)}
              </span>
              <Counts counts={counts.get(path) ?? { added: 0, removed: 0 }} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {shown === undefined ? null : (
        <div className={classes.diff}>
          <DiffView
            path={shown.path}
            before={shown.before ?? ''}
            after={shown.after ?? ''}
            layout={shown.status === 'modified' ? layout : 'unified'}
            labels={labelsOf(shown.path, shown.status === 'modified' ? layout : 'unified')}
          />
        </div>
      )}
    </div>
  );
}

function Counts({ counts: { added, removed } }: { readonly counts: ReturnType<typeof lineCounts> }) {
  const t = useTranslations('changes');
  return (
    <span className={classes.counts}>
      <VisuallyHidden>{`${t('linesAdded', { count: added })}, ${t('linesRemoved', { count: removed })}`}</VisuallyHidden>
      <span className={classes.added} aria-hidden="true">
        +{added}
      </span>
      <span className={classes.removed} aria-hidden="true">
        −{removed}
      </span>
    </span>
  );
}

/** The recent versions, and the compared ones even when they are older. */
function optionsOf(versions: readonly ComparedVersionFragment[]) {
  const all = new Map(versions.map((version) => [version.id, version]));
  return Array.from(all.values(), ({ id, name, title, createdAt }) => ({ value: id, label: `${name ?? title} · ${timeAgo(createdAt)}` }));
}
