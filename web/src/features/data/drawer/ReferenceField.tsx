import { ActionIcon, Group, Select, Tooltip } from '@mantine/core';
import { ArrowUpRight } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Column, columnsOf, type TableSchema } from '../columns.ts';
import { call, createTableApi, type Row, type TableAddress, tableUrl } from '../rows/api.ts';
import { searchFilter } from '../search-filter.ts';
import classes from './Drawer.module.css';
import { rowTitle, titleColumn } from './row-title.ts';

const OFFERED = 20;
const SETTLE_MS = 250;

interface ReferenceFieldProps {
  readonly address: TableAddress;
  readonly column: Column;
  /** The table whose rows it references. */
  readonly table: string;
  readonly value: unknown;
  readonly onSave: (value: unknown) => Promise<void>;
  readonly onOpen: (id: string | null, table?: string) => void;
}

/** The referenced row by its title; another one is picked by a search in its table. */
export function ReferenceField({ address, column, table, value, onSave, onOpen }: ReferenceFieldProps) {
  const t = useTranslations('drawer');
  const id = typeof value === 'string' && value !== '' ? value : null;
  const [search, setSearch] = useState('');
  const { offered, isFound, titleOf } = useReferenced({ address, table, id, search });
  const data = offered.map((row) => ({ value: row.id, label: titleOf(row) }));
  const known = id === null || data.some((each) => each.value === id) ? data : [{ value: id, label: id }, ...data];
  const label = t('show', { table });
  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <Select
        flex={1}
        label={column.label}
        withAsterisk={column.isRequired}
        placeholder={t('pick', { table })}
        nothingFoundMessage={t('noneFound')}
        data={known}
        value={id}
        searchable
        clearable={!column.isRequired}
        clearButtonProps={{ className: classes['clear'] ?? '' }}
        // The server has searched.
        filter={({ options }) => options.filter((option) => 'value' in option && isFound(option.value))}
        onSearchChange={setSearch}
        onChange={(chosen) => void onSave(chosen)}
      />
      <Tooltip label={label}>
        <ActionIcon size={36} variant="default" aria-label={label} disabled={id === null} onClick={() => onOpen(id, table)}>
          <ArrowUpRight size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

interface ReferencedQuery {
  readonly address: TableAddress;
  readonly table: string;
  readonly id: string | null;
  readonly search: string;
}

function useReferenced({ address, table, id, search }: ReferencedQuery) {
  const { appId, rows } = address;
  const there = useMemo(() => ({ appId, entity: table, rows }), [appId, table, rows]);
  const api = useMemo(() => createTableApi(there), [there]);
  const [columns, setColumns] = useState<readonly Column[]>([]);
  const [current, setCurrent] = useState<Row | null>(null);
  const [found, setFound] = useState<readonly Row[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    // Without its schema, rows are shown by their ids.
    call<TableSchema>('GET', tableUrl(there, '/schema'), { signal: abort.signal }).then(
      (schema) => setColumns(columnsOf(schema, { createdAt: '', creatorId: '' })),
      () => undefined,
    );
    return () => abort.abort();
  }, [there]);
  useEffect(() => {
    const abort = new AbortController();
    if (id !== null) api.get(id, abort.signal).then(setCurrent, () => abort.signal.aborted || setCurrent(null));
    return () => abort.abort();
  }, [api, id]);
  const titles = titleColumn(columns);
  // The field shows the title of the current row, which is no search.
  const text = current !== null && search === rowTitle(current, columns) ? '' : search;
  useEffect(() => {
    const abort = new AbortController();
    const filter = titles === undefined ? null : searchFilter(text, [titles]);
    const wait = setTimeout(() => {
      api.list({ filter, sort: '-createdAt', limit: OFFERED }, abort.signal).then(setFound, () => undefined);
    }, SETTLE_MS);
    return () => {
      clearTimeout(wait);
      abort.abort();
    };
  }, [api, titles, text]);
  const offered = current === null || current.id !== id || found.some((row) => row.id === id) ? found : [current, ...found];
  // The current row stays in the list for its title, but is offered only where the search finds it.
  const isFound = (other: string) => text === '' || found.some((row) => row.id === other);
  return { offered, isFound, titleOf: (row: Row) => rowTitle(row, columns) };
}
