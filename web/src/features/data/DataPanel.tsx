import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Progress.css';
import '@mantine/core/styles/Table.css';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@apollo/client/react';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { Database, Users } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
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

/** Describes the people of the app, who have no rows. */
const PEOPLE = 'User';

/** The rows of the app's tables. */
export default function DataPanel() {
  const t = useTranslations('data');
  const { id: appId, branch } = useApp();
  const show = useShowPanel();
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
  const isReadOnly = useIsReadOnly();
  const all = useMemo(() => data?.app.version.tables ?? [], [data]);
  const schemas = useMemo(() => new Map(all.map(({ name, schema }) => [name, schema as TableSchema])), [all]);
  const tables = useMemo(() => all.filter(({ name }) => name !== PEOPLE), [all]);
  const hasPeople = schemas.has(PEOPLE) && branch === null;
  const names = useMemo(() => tables.map(({ name }) => name), [tables]);
  const [copies, setCopies] = useState(0);
  const { counts, note } = useCounts(appId, shown.rows, names, copies);

  const table = tables.find(({ name }) => name === shown.name) ?? tables[0];
  const address = useMemo(
    () => ({ appId, entity: table?.name ?? '', rows: shown.rows, as: shown.as }),
    [appId, table?.name, shown.rows, shown.as],
  );

  const newTable = useNewTable({ taken: [...schemas.keys()], onAdded: shown.choose });

  if (versionId === null || (data !== undefined && tables.length === 0)) return <NoTables newTable={newTable} />;
  if (data === undefined && error !== undefined) return <Failed onRetry={() => void refetch()} />;
  if (table === undefined) return <Loading />;
  return (
    <section className={classes.root} aria-label={t('title')}>
      <TableChoice
        names={names}
        shown={table.name}
        counts={counts}
        onChoose={shown.choose}
        onPeople={hasPeople ? () => show('people') : null}
        newTable={newTable.button}
      >
        <RowSetSwitch rows={shown.rows} onChange={shown.chooseRows} />
        {isReadOnly ? null : <CopyRowsButton key={shown.rows} appId={appId} to={shown.rows} onDone={() => setCopies((last) => last + 1)} />}
      </TableChoice>
      <TableView
        key={`${table.name} ${shown.rows} ${shown.as} ${shown.creator}`}
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

interface TableChoiceProps {
  readonly names: readonly string[];
  readonly shown: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly onChoose: (name: string) => void;
  /** Null: the app describes no people, or they are those of its main app. */
  readonly onPeople: (() => void) | null;
  readonly newTable: ReactNode;
  /** The set of rows. */
  readonly children: ReactNode;
}

/** A list beside the rows; on phones a field above them. */
function TableChoice({ names, shown, counts, onChoose, onPeople, newTable, children }: TableChoiceProps) {
  const t = useTranslations('data');
  if (useIsPhone())
    return (
      <div className={classes.picker}>
        <NativeSelect
          aria-label={t('table')}
          value={shown}
          onChange={({ currentTarget: { value } }) => (value === PEOPLE ? onPeople?.() : onChoose(value))}
          data={[
            ...names.map((name) => ({ value: name, label: counts[name] === undefined ? name : `${name} (${counts[name]})` })),
            ...(onPeople ? [{ value: PEOPLE, label: t('people') }] : []),
          ]}
        />
        {newTable}
        {children}
      </div>
    );
  return (
    <nav className={classes.tables} aria-label={t('tables')}>
      {children}
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.table}
          aria-current={name === shown ? 'true' : undefined}
          onClick={() => onChoose(name)}
        >
          <span className={classes.name}>{name}</span>
          <span className={classes.count}>{counts[name]?.toLocaleString()}</span>
        </button>
      ))}
      {onPeople ? (
        <button type="button" className={classes.table} onClick={onPeople}>
          <span className={classes.name}>{t('people')}</span>
          <Users size={14} aria-hidden />
        </button>
      ) : null}
      {newTable}
    </nav>
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
