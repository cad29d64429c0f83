import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Progress.css';
import '@mantine/core/styles/Table.css';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@apollo/client/react';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { Database } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AppTablesDocument } from '../../gen/data.ts';
import { useIsPhone } from '../../lib/screenSize.ts';
import { useApp, useIsReadOnly, useShownVersion, useShowPanel } from '../../lib/workspace/hooks.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { FailedNote } from '../../ui/FailedNote.tsx';
import type { TableSchema } from './columns.ts';
import { CopyRowsButton } from './copy/CopyRowsButton.tsx';
import classes from './DataPanel.module.css';
import { RowSetSwitch } from './RowSetSwitch.tsx';
import { TableView } from './TableView.tsx';
import { useNewTable } from './tables/useNewTable.tsx';
import { useCounts } from './useCounts.ts';
import { useShownTable } from './useShownTable.ts';

/** The rows of the app's tables. */
export default function DataPanel() {
  const t = useTranslations('data');
  const { id: appId } = useApp();
  const { currentId: versionId } = useShownVersion();
  const {
    data: current,
    previousData,
    error,
    refetch,
  } = useQuery(AppTablesDocument, {
    variables: { appId, versionId: versionId ?? '' },
    skip: versionId === null,
    fetchPolicy: 'cache-first',
  });
  // The table stays while those of a new version are read.
  const data = current ?? previousData;
  const shown = useShownTable();
  const isPhone = useIsPhone();
  const isReadOnly = useIsReadOnly();
  const tables = useMemo(() => data?.app.version.tables ?? [], [data]);
  const schemas = useMemo(() => new Map(tables.map(({ name, schema }) => [name, schema as TableSchema])), [tables]);
  const names = useMemo(() => tables.map(({ name }) => name), [tables]);
  const [copies, setCopies] = useState(0);
  const { counts, note } = useCounts(appId, shown.rows, names, copies);

  const table = tables.find(({ name }) => name === shown.name) ?? tables[0];
  const address = useMemo(
    () => ({ appId, entity: table?.name ?? '', rows: shown.rows, as: shown.as }),
    [appId, table?.name, shown.rows, shown.as],
  );

  const newTable = useNewTable({ taken: names, onAdded: shown.choose });

  if (versionId === null || (data !== undefined && tables.length === 0)) return <NoTables newTable={newTable} />;
  if (data === undefined && error !== undefined) return <Failed onRetry={() => void refetch()} />;
  if (table === undefined) return <Loading />;
  const rowSet = (
    <>
      <RowSetSwitch rows={shown.rows} onChange={shown.chooseRows} />
      {isReadOnly ? null : <CopyRowsButton key={shown.rows} appId={appId} to={shown.rows} onDone={() => setCopies((last) => last + 1)} />}
    </>
  );
  return (
    <section className={classes.root} aria-label={t('title')}>
      {isPhone ? (
        <div className={classes.picker}>
          <NativeSelect
            aria-label={t('table')}
            value={table.name}
            onChange={(event) => shown.choose(event.currentTarget.value)}
            data={names.map((name) => ({ value: name, label: counts[name] === undefined ? name : `${name} (${counts[name]})` }))}
          />
          {newTable.button}
          {rowSet}
        </div>
      ) : (
        <nav className={classes.tables} aria-label={t('tables')}>
          {rowSet}
          {names.map((name) => (
            <button
              key={name}
              type="button"
              className={classes.table}
              aria-current={name === table.name ? 'true' : undefined}
              onClick={() => shown.choose(name)}
            >
              <span className={classes.name}>{name}</span>
              <span className={classes.count}>{counts[name]?.toLocaleString()}</span>
            </button>
          ))}
          {newTable.button}
        </nav>
      )}
      <TableView
        key={`${table.name} ${shown.rows} ${shown.as}`}
        address={address}
        schema={table.schema as TableSchema}
        schemas={schemas}
        onViewAs={shown.viewAs}
        onCount={note}
      />
      {newTable.dialog}
    </section>
  );
}

function NoTables({ newTable }: { readonly newTable: ReturnType<typeof useNewTable> }) {
  const t = useTranslations();
  const show = useShowPanel();
  return (
    <div className={classes.note}>
      <EmptyNote icon={Database} title={t('data.empty.title')}>
        <Button variant="default" onClick={() => show('chat')}>
          {t('common.goToChat')}
        </Button>
        {newTable.button}
      </EmptyNote>
      {newTable.dialog}
    </div>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations();
  return (
    <div className={classes.note}>
      <FailedNote title={t('data.failed')} onRetry={onRetry} />
    </div>
  );
}

function Loading() {
  const t = useTranslations();
  return (
    <div className={classes.root} role="status" aria-label={t('common.loading')}>
      <div className={classes.tables}>
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} h={16} m={8} w="auto" />
        ))}
      </div>
    </div>
  );
}
