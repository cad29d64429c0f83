import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { DatabaseBackup } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { restoreRows } from '../../lib/restoreRows.tsx';
import type { Snapshot, SnapshotTable } from '../../lib/snapshots.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { useApp, useShownVersion } from '../../lib/workspace/hooks.ts';
import { usePanel } from '../../lib/workspace/workspace.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { Pending } from './Pending.tsx';
import { useSnapshots } from './useSnapshots.ts';
import classes from './VersionsPanel.module.css';

/** The rows that were kept before changes of columns and before rows were replaced: to restore or to delete. */
export function RowSnapshots() {
  const t = useTranslations('versions.snapshots');
  const { id: appId } = useApp();
  const { snapshots, error, reload, remove } = useSnapshots(appId);
  if (snapshots === null) return <Pending error={error} onRetry={reload} />;
  if (snapshots.length === 0) return <EmptyNote icon={DatabaseBackup} title={t('none.title')} description={t('none.why')} />;
  return (
    <div className={classes.scroll}>
      <ul className={classes.list} aria-label={t('title')}>
        {snapshots.map((snapshot) => (
          <SnapshotItem key={snapshot.id} appId={appId} snapshot={snapshot} onDelete={() => remove(snapshot.id)} />
        ))}
      </ul>
    </div>
  );
}

interface SnapshotItemProps {
  readonly appId: string;
  readonly snapshot: Snapshot;
  readonly onDelete: () => void;
}

function SnapshotItem({ appId, snapshot, onDelete }: SnapshotItemProps) {
  const t = useTranslations();
  const { close } = usePanel();
  const { mayChange } = useShownVersion();
  const { id, rows, at, version, tables } = snapshot;
  const restorable = tables.filter(({ present }) => present !== null);
  const title = version === null ? t('versions.snapshots.beforeRestore') : t('versions.snapshots.before', { version: version.title });
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  const restore = () => {
    if (!mayChange()) return;
    close();
    modals.openConfirmModal({
      title: t('versions.snapshots.ask'),
      children: <Effects snapshot={snapshot} tables={restorable} />,
      labels: { confirm: t('common.restore'), cancel: t('common.cancel') },
      onConfirm: () =>
        void restoreRows(
          appId,
          restorable.map(({ name }) => ({ name, snapshotId: id })),
        ),
    });
  };
  const askToDelete = () =>
    modals.openConfirmModal({
      title: t('versions.snapshots.askDelete'),
      children: t('versions.snapshots.deleteWhy', { time: fullTime(at) }),
      labels: { confirm: t('common.delete'), cancel: t('common.cancel') },
      confirmProps: { color: 'red' },
      onConfirm: onDelete,
    });
  return (
    <li className={classes.snapshot}>
      <p className={classes.title} title={title}>
        {title}
      </p>
      <p className={classes.meta}>
        <time dateTime={at} title={fullTime(at)}>
          {timeAgo(at)}
        </time>
        {` · ${t(`versions.snapshots.sets.${rows}`)} · ${sizeOf(bytes)}`}
      </p>
      <ul className={classes.list}>
        {tables.map((table) => (
          <li key={table.name} className={classes.meta}>
            {t(table.present === null ? 'versions.snapshots.tableGone' : 'versions.snapshots.table', {
              table: table.name,
              count: table.rows,
            })}
          </li>
        ))}
      </ul>
      <div className={classes.acts}>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-label={t('versions.snapshots.deleteOf', { title })}
          onClick={askToDelete}
        >
          {t('common.delete')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={restorable.length === 0}
          aria-label={t('versions.snapshots.restoreOf', { title })}
          onClick={restore}
        >
          {t('common.restore')}
        </Button>
      </div>
    </li>
  );
}

function Effects({ snapshot, tables }: { readonly snapshot: Snapshot; readonly tables: readonly SnapshotTable[] }) {
  const t = useTranslations('versions.snapshots');
  return (
    <>
      <p>{t(`asks.${snapshot.rows}`, { time: fullTime(snapshot.at) })}</p>
      <ul>
        {tables.map(({ name, rows, present }) => (
          <li key={name}>{t('effect', { table: name, count: rows, present: present ?? 0 })}</li>
        ))}
      </ul>
      <p>{t('undoable')}</p>
    </>
  );
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** In decimal units, with at most one decimal. */
function sizeOf(bytes: number): string {
  let [value, unit] = [bytes, 0];
  for (; value >= 1000 && unit < UNITS.length - 1; unit++) value /= 1000;
  return `${unit === 0 ? value : Number(value.toPrecision(2))} ${UNITS[unit]}`;
}
