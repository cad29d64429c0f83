import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Plus, Redo2, Search, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { notify, notifyError } from '../../lib/notify.ts';
import { ownsKeys } from '../../lib/ownsKeys.ts';
import { shortcut } from '../../lib/shortcut.ts';
import { useIsReadOnly, useIsViewer, useUnsaved } from '../../lib/workspace/hooks.ts';
import { AccessMenu } from './AccessMenu.tsx';
import { columnsOf, type TableSchema } from './columns.ts';
import classes from './DataPanel.module.css';
import { OpenRow } from './drawer/OpenRow.tsx';
import { useOpenRow } from './drawer/useOpenRow.ts';
import { useColumnEdits } from './edits/useColumnEdits.tsx';
import { ExportButton } from './export/ExportButton.tsx';
import { groupFilter, noConditions } from './filter/conditions.ts';
import { FilterChips } from './filter/FilterChips.tsx';
import { FilterMenu } from './filter/FilterMenu.tsx';
import { GridNote } from './GridNote.tsx';
import { Grid, type GridHandle } from './grid/Grid.tsx';
import { HeaderRow } from './grid/HeaderRow.tsx';
import { useColumns } from './grid/useColumns.ts';
import { ImportButton } from './import/ImportButton.tsx';
import { PasteProblems } from './PasteProblems.tsx';
import { RemovalBar } from './RemovalBar.tsx';
import { LiveNote } from './RowSetSwitch.tsx';
import { ReferencedTitles, type Schemas, TitlesContext } from './references/titles.ts';
import type { Filter, Row, TableAddress } from './rows/api.ts';
import { type Failure, isPending } from './rows/table-rows.ts';
import { searchFilter } from './search-filter.ts';
import { SortMenu } from './sort/SortMenu.tsx';
import { useTableViews } from './tableViews/useTableViews.ts';
import { ViewsMenu } from './tableViews/ViewsMenu.tsx';
import { TrashButton } from './trash/TrashButton.tsx';
import { useArrangement } from './useArrangement.ts';
import { usePaste } from './usePaste.ts';
import { useRemoval } from './useRemoval.tsx';
import { useTableRows } from './useTableRows.ts';
import { ViewAsMenu, ViewNote } from './viewAs/ViewAs.tsx';
import type { ViewedAs } from './viewAs/viewed-as.ts';

/** Time without a keystroke before the rows are asked for. */
const SEARCH_MS = 250;

interface TableViewProps {
  readonly address: TableAddress;
  readonly schema: TableSchema;
  /** Of all tables of the app. */
  readonly schemas: Schemas;
  readonly onViewAs: (as: ViewedAs | null) => void;
  /** The number of rows of the table; null when a filter hides it. */
  readonly onCount: (entity: string, count: number | null) => void;
}

/** One table: its tools above the grid of its rows. */
export function TableView({ address, schema, schemas, onViewAs, onCount }: TableViewProps) {
  const { appId, entity } = address;
  const t = useTranslations('data');
  const isViewer = useIsViewer();
  const isReadOnly = useIsReadOnly();
  const isViewed = address.as != null || isReadOnly;
  const columns = useMemo(() => {
    const all = columnsOf(schema, { createdAt: t('createdAt'), creatorId: t('creatorId') });
    return isViewed ? all.map((column) => ({ ...column, isReadOnly: true })) : all;
  }, [schema, t, isViewed]);
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search, SEARCH_MS);
  const { arrangement, sort, conditions, update } = useArrangement(appId, entity, columns);
  const [group] = useDebouncedValue(conditions, SEARCH_MS);
  const filter = useMemo(() => both(searchFilter(searched, columns), groupFilter(group, columns)), [searched, group, columns]);
  const { viewId, ...arranged } = arrangement;
  const views = useTableViews({ table: address, arrangement: arranged, viewId, onChoose: update.show });
  const clearFilter = () => {
    setSearch('');
    update.filterBy(noConditions);
  };
  const { api, pages, rows } = useTableRows({ address, filter, sort, onFailure: (failure, error) => report(failure, error) });
  // Not its version, which changes with every page that is read.
  useSyncExternalStore(rows.subscribe, () =>
    [
      rows.count,
      rows.pending.length,
      rows.canUndo,
      rows.canRedo,
      rows.restoring?.done,
      pages.count,
      pages.reading,
      pages.error?.message,
    ].join(),
  );
  useUnsaved(rows.pending.length > 0);
  const { count, reading } = pages;
  // With a filter, a change of the table shows in what is read again, whatever its count.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading counts
  useEffect(() => {
    if (count === null || address.as != null) return;
    if (filter === null) onCount(entity, count);
    else {
      const timer = setTimeout(() => onCount(entity, null), SEARCH_MS);
      return () => clearTimeout(timer);
    }
  }, [count, filter === null ? 0 : reading, filter, entity, onCount, address.as]);
  const placed = useColumns(columns, arrangement);
  const edits = useColumnEdits({
    address,
    columns,
    onRenamed: update.rename,
    onConverted: () => void pages.reload(),
  });
  const { paste, problems, clearProblems } = usePaste(rows, placed);

  const report = (failure: Failure, error: unknown) => {
    if (failure === 'empty') return void notify({ message: t('row.emptyRow'), color: 'yellow', role: 'alert' });
    const title = t(({ create: 'row.createFailed', update: 'row.updateFailed', delete: 'row.deleteFailed' } as const)[failure]);
    void notify({ title, message: error instanceof Error ? error.message : '', color: 'red', role: 'alert' });
  };
  const removal = useRemoval({ api, pages, rows, filter, onFailure: () => notifyError(t('row.deleteFailed')) });
  const confirm = useCallback((row: Row) => void (isPending(row) ? rows.confirm(row.id) : undefined), [rows]);

  const drawer = useOpenRow();
  const open = useCallback((row: Row) => (isPending(row) ? undefined : drawer.open(row.id)), [drawer.open]);
  const titles = useMemo(() => new ReferencedTitles(address, schemas), [address, schemas]);
  // A referenced row may have been renamed in the drawer.
  useEffect(() => void (drawer.id === null && titles.reload()), [drawer.id, titles]);
  const hasHidden = arrangement.hidden.length > 0;
  const actions = useMemo(
    () => ({ ...update, ...edits.actions, ...(isViewed ? { append: null } : {}), showAll: hasHidden ? update.showAll : null }),
    [update, edits.actions, hasHidden, isViewed],
  );
  const panel = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  // Typing goes on in the new row, not on the button.
  const addRow = () => grid.current?.enter(rows.addPending(defaultsOf(schema)).id);
  /** Undo and redo, wherever in the panel the focus is. The grid has prevented the default of what it handled. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isViewed || event.altKey || !(event.ctrlKey || event.metaKey) || !ownsKeys(panel.current)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    void (key === 'y' || event.shiftKey ? rows.redo() : rows.undo());
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the panel takes clicks beside its controls, so that its keys go on
    <div
      ref={panel}
      tabIndex={-1}
      data-focus-owner="[role=grid]"
      className={classes.view}
      onKeyDown={onKeyDown}
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
      }}
    >
      {address.as != null ? (
        <ViewNote as={address.as} onClose={() => onViewAs(null)} />
      ) : address.rows === 'live' ? (
        <LiveNote table={entity} schema={schema} />
      ) : null}
      <div className={classes.tools}>
        <div className={classes.bar}>
          <div className={classes.scrolling}>
            <TextInput
              className={classes.search}
              size="xs"
              leftSection={<Search size={14} />}
              placeholder={t('search')}
              aria-label={t('searchIn', { table: entity })}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <ViewsMenu views={views} />
            <FilterMenu columns={columns} group={conditions} onChange={update.filterBy} />
            <SortMenu columns={columns} sort={sort} onChange={update.sortBy} />
            <span className={classes.status} role="status">
              {pages.count === null ? '' : t('rows', { count: pages.count })}
            </span>
            <span className={classes.spacer} />
            {isViewer ? null : <ViewAsMenu address={address} onChange={onViewAs} />}
            {isViewed ? null : (
              <>
                <Tool label={`${t('undo')} (${shortcut('Z')})`} isDisabled={!rows.canUndo} onClick={() => void rows.undo()}>
                  <Undo2 size={16} />
                </Tool>
                <Tool label={`${t('redo')} (${shortcut('Y')})`} isDisabled={!rows.canRedo} onClick={() => void rows.redo()}>
                  <Redo2 size={16} />
                </Tool>
                <AccessMenu table={address} schema={schema} schemas={schemas} />
                <ExportButton {...{ address, pages }} columns={placed} />
                <TrashButton table={address} onRestored={() => void pages.reload()} />
                <ImportButton table={address} onDone={() => void pages.reload()} />
              </>
            )}
          </div>
          {isViewed ? null : (
            <Button size="xs" leftSection={<Plus size={14} />} onClick={addRow}>
              {t('addRow')}
            </Button>
          )}
        </div>
      </div>
      {edits.notice}
      <FilterChips columns={columns} group={conditions} onChange={update.filterBy} />
      <div className={classes.stack}>
        <TitlesContext value={titles}>
          <Grid
            panel={panel}
            handle={grid}
            label={entity}
            rows={rows}
            columns={placed}
            checked={removal.checked}
            onCheck={removal.check}
            onConfirm={confirm}
            onOpen={isViewed ? ignore : open}
            onRemove={removal.ask}
            isReadOnly={isViewed}
            onPaste={isViewed ? ignore : (...pasted) => void paste(...pasted)}
            header={(visible) => (
              <HeaderRow
                {...visible}
                columns={placed}
                sort={sort}
                isAllChecked={removal.isAll}
                onCheckAll={removal.checkAll}
                actions={actions}
              />
            )}
          />
        </TitlesContext>
        <GridNote
          pages={pages}
          isEmpty={rows.count === 0}
          isFiltered={filter !== null}
          table={address}
          onClear={clearFilter}
          onAdd={isReadOnly ? null : addRow}
        />
        <RemovalBar
          removal={removal}
          restoring={rows.restoring}
          address={address}
          onChange={isViewed ? null : (changes) => rows.change(changes)}
        />
      </div>
      <OpenRow id={drawer.id} {...{ address, api, rows, columns }} onOpen={drawer.open} onRemove={removal.ask} />
      {edits.dialog}
      {removal.dialog}
      <PasteProblems problems={problems} onClose={clearProblems} />
    </div>
  );
}

const ignore = (): void => undefined;

function both(one: Filter | null, other: Filter | null): Filter | null {
  return one === null || other === null ? (one ?? other) : { $and: [one, other] };
}

const defaultsOf = ({ properties = {} }: TableSchema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => (property.default === undefined ? [] : [[name, property.default]])),
  );

interface ToolProps {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

function Tool({ label, isDisabled, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={30} aria-label={label} disabled={isDisabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
