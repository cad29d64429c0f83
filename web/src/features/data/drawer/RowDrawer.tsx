import { ActionIcon, Drawer, Group, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { fullTime } from '../../../lib/time.ts';
import type { Column } from '../columns.ts';
import { rowTitle } from '../references/row-title.ts';
import type { Row, TableAddress, TableApi } from '../rows/api.ts';
import type { TableRows } from '../rows/table-rows.ts';
import classes from './Drawer.module.css';
import { FieldEditor } from './FieldEditor.tsx';
import { useDrawerRow } from './useDrawerRow.ts';

export interface RowDrawerProps {
  readonly address: TableAddress;
  readonly api: TableApi;
  readonly rows: TableRows;
  readonly columns: readonly Column[];
  readonly id: string;
  /** Another row, of this table or another; null closes the drawer. */
  readonly onOpen: (id: string | null, table?: string) => void;
  readonly onRemove: (rows: readonly Row[]) => void;
}

/** One row with all its fields. A field is saved when it is left. */
export default function RowDrawer({ address, api, rows, columns, id, onOpen, onRemove }: RowDrawerProps) {
  const t = useTranslations('drawer');
  const tAll = useTranslations();
  const { row, index, save } = useDrawerRow(id, { api, rows });
  const close = () => onOpen(null);
  const neighbours = { previous: index < 0 ? undefined : rows.at(index - 1), next: index < 0 ? undefined : rows.at(index + 1) };
  const go = (to: Row | undefined) => {
    if (to === undefined) return;
    // Reads the page beyond the last loaded row before that row is reached.
    rows.show(Math.max(0, rows.indexOf(to.id) - 5), rows.indexOf(to.id) + 5);
    onOpen(to.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    // Leaving the field saves it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    go(event.key === 'ArrowUp' ? neighbours.previous : neighbours.next);
  };
  const editable = columns.filter(({ isReadOnly }) => !isReadOnly);
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={480}
      title={row ? rowTitle(row, columns) : address.entity}
      classNames={{ title: classes['title'] ?? '' }}
      closeButtonProps={{ 'aria-label': tAll('common.close') }}
      onKeyDown={onKeyDown}
    >
      {row === undefined ? <Skeleton height={240} aria-label={tAll('common.loading')} /> : null}
      {row === null ? <Text role="alert">{t('gone')}</Text> : null}
      {row ? (
        <Stack gap="sm">
          <Group gap={4}>
            <Tool label={t('previous')} isDisabled={neighbours.previous === undefined} onClick={() => go(neighbours.previous)}>
              <ChevronUp size={16} />
            </Tool>
            <Tool label={t('next')} isDisabled={neighbours.next === undefined} onClick={() => go(neighbours.next)}>
              <ChevronDown size={16} />
            </Tool>
            <Text fz="sm" c="dimmed" flex={1}>
              {index < 0 ? '' : t('position', { index: index + 1, count: rows.count })}
            </Text>
            {editable.length === 0 ? null : (
              <Tool
                label={tAll('data.row.delete')}
                isDisabled={false}
                onClick={() => {
                  close();
                  onRemove([row]);
                }}
              >
                <Trash2 size={16} />
              </Tool>
            )}
          </Group>
          {editable.map((column) => (
            <FieldEditor
              key={`${row.id} ${column.id}`}
              address={address}
              column={column}
              value={row[column.id]}
              onSave={(value) => save({ [column.id]: value })}
              onOpen={onOpen}
            />
          ))}
          <dl className={classes.facts}>
            <Fact label={tAll('data.createdAt')} value={momentOf(row['createdAt'])} />
            <Fact label={t('updatedAt')} value={momentOf(row['updatedAt'])} />
            <Fact label={tAll('data.creatorId')} value={textOf(row['creatorId'])} />
          </dl>
        </Stack>
      ) : null}
    </Drawer>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const momentOf = (value: unknown): string => (Number.isNaN(Date.parse(textOf(value))) ? '' : fullTime(textOf(value)));

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  if (value === '') return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}

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
