import { ActionIcon, Button, NativeSelect, Popover } from '@mantine/core';
import { ArrowUpDown, Plus, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Column } from '../columns.ts';
import { MAX_SORTED, NEWEST_FIRST } from '../useArrangement.ts';
import classes from './SortMenu.module.css';

interface SortMenuProps {
  readonly columns: readonly Column[];
  /** Fields with commas; `-` before those that descend. */
  readonly sort: string;
  readonly onChange: (sort: string) => void;
}

/** Edits the columns by which rows are sorted, the most important first. */
export function SortMenu({ columns, sort, onChange }: SortMenuProps) {
  const t = useTranslations('data.sort');
  const keys = sort.split(',');
  const sortable = columns.filter(({ isSortable }) => isSortable);
  const free = sortable.filter(({ id }) => !keys.some((key) => fieldOf(key) === id));
  const change = (next: readonly string[]) => onChange(next.length === 0 ? NEWEST_FIRST : next.join(','));
  return (
    <Popover position="bottom-start" width="min(420px, 94vw)" trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<ArrowUpDown size={14} />} data-active={sort !== NEWEST_FIRST || undefined}>
          {sort === NEWEST_FIRST ? t('title') : t('count', { count: keys.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel}>
        {keys.map((key, at) => (
          <div key={fieldOf(key)} className={classes.key}>
            <NativeSelect
              size="xs"
              aria-label={t('column')}
              value={fieldOf(key)}
              onChange={(event) => change(keys.with(at, event.currentTarget.value))}
              data={sortable
                .filter(({ id }) => id === fieldOf(key) || free.some((column) => column.id === id))
                .map(({ id, label }) => ({ value: id, label }))}
            />
            <NativeSelect
              size="xs"
              aria-label={t('direction')}
              value={key.startsWith('-') ? 'desc' : 'asc'}
              onChange={(event) => change(keys.with(at, event.currentTarget.value === 'desc' ? `-${fieldOf(key)}` : fieldOf(key)))}
              data={[
                { value: 'asc', label: t('ascending') },
                { value: 'desc', label: t('descending') },
              ]}
            />
            <ActionIcon
              size={30}
              variant="subtle"
              color="gray"
              aria-label={t('remove')}
              disabled={sort === NEWEST_FIRST}
              onClick={() => change(keys.toSpliced(at, 1))}
            >
              <X size={14} />
            </ActionIcon>
          </div>
        ))}
        <div>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<Plus size={14} />}
            disabled={keys.length >= MAX_SORTED || free.length === 0}
            onClick={() => change([...keys, free[0]?.id ?? ''])}
          >
            {t('add')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

const fieldOf = (key: string): string => key.replace(/^-/, '');
