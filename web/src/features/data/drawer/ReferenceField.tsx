import { ActionIcon, Group, Select, Tooltip } from '@mantine/core';
import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Column } from '../columns.ts';
import { useReferenced } from '../references/useReferenced.ts';
import type { TableAddress } from '../rows/api.ts';
import classes from './Drawer.module.css';

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
