import { Skeleton, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fullTime } from '../../lib/time.ts';
import {
  type ColumnEffect,
  type RowSnapshot,
  readVersionEffects,
  type TableEffect,
  type VersionEffects,
} from '../../lib/versionEffects.ts';
import classes from './RestoreEffects.module.css';

interface RestoreEffectsProps {
  readonly appId: string;
  readonly versionId: string;
  readonly isPublished: boolean;
  /** Takes the rows to restore, too. */
  readonly onRows: (snapshots: readonly RowSnapshot[]) => void;
}

/** Part of the revert confirmation: what restoring a version does to tables and rows. */
export function RestoreEffects({ appId, versionId, isPublished, onRows }: RestoreEffectsProps) {
  const t = useTranslations('app.restore.effects');
  const [effects, setEffects] = useState<VersionEffects | 'failed' | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    readVersionEffects(appId, versionId, abort.signal).then(
      (read) => abort.signal.aborted || setEffects(read),
      () => abort.signal.aborted || setEffects('failed'),
    );
    return () => abort.abort();
  }, [appId, versionId]);
  return (
    <section className={classes.root} aria-label={t('title')} aria-busy={effects === null}>
      {effects === null ? <Skeleton h={20} /> : null}
      {effects === 'failed' ? <p>{t('failed')}</p> : null}
      {effects === null || effects === 'failed' ? null : (
        <>
          <Effects tables={effects.tables} isPublished={isPublished} />
          {effects.snapshots.length === 0 ? null : <RowsChoice snapshots={effects.snapshots} onRows={onRows} />}
        </>
      )}
    </section>
  );
}

/** Restoring rows replaces what was added since, so it has to be chosen. */
function RowsChoice({ snapshots, onRows }: { readonly snapshots: readonly RowSnapshot[]; readonly onRows: RestoreEffectsProps['onRows'] }) {
  const t = useTranslations('app.restore.effects');
  const kept = snapshots.map(({ name, rows, at }) => t('snapshot', { table: name, count: rows, time: fullTime(at) }));
  return (
    <Switch
      mt={16}
      labelPosition="left"
      classNames={{ body: classes.choice, labelWrapper: classes.choiceLabel }}
      label={t('rows')}
      description={kept.join(' · ')}
      onChange={(event) => onRows(event.currentTarget.checked ? snapshots : [])}
    />
  );
}

function Effects({ tables, isPublished }: { readonly tables: readonly TableEffect[]; readonly isPublished: boolean }) {
  const t = useTranslations('app.restore.effects');
  if (tables.length === 0) return <p>{t('none')}</p>;
  return (
    <>
      <h3 className={classes.title}>{t('title')}</h3>
      <ul className={classes.list}>
        {tables.map((table) => (
          <li key={table.name}>
            <TableLine table={table} />
          </li>
        ))}
      </ul>
      {isPublished ? <p className={classes.note}>{t('live')}</p> : null}
    </>
  );
}

const TABLE_KEYS = { added: 'tableAdded', removed: 'tableRemoved' } as const;

function TableLine({ table }: { readonly table: TableEffect }) {
  const t = useTranslations('app.restore.effects');
  const { name, kind, rows, columns, isPartial } = table;
  if (rows === null) return t('tableHidden', { table: name });
  if (kind !== 'changed') return t(TABLE_KEYS[kind], { table: name, count: rows });
  return (
    <>
      {name}
      <ul className={classes.columns}>
        {columns.map((column) => (
          <li key={column.name}>
            <ColumnLine column={column} />
          </li>
        ))}
      </ul>
      {isPartial ? <p className={classes.note}>{t('partial')}</p> : null}
    </>
  );
}

const COLUMN_KEYS = { added: 'columnAdded', removed: 'columnRemoved', renamed: 'columnRenamed', retyped: 'columnRetyped' } as const;

function ColumnLine({ column }: { readonly column: ColumnEffect }) {
  const t = useTranslations('app.restore.effects');
  const { name, kind, from, values, unconverted } = column;
  const left = unconverted ?? 0;
  return (
    <>
      {t(COLUMN_KEYS[kind], { column: name, from: from ?? name, count: values ?? 0 })}
      {left === 0 ? null : ` · ${t('unconverted', { count: left })}`}
    </>
  );
}
