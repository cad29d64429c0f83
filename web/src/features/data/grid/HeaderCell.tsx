import { Menu } from '@mantine/core';
import {
  ArrowDown,
  ArrowDownAZ,
  ArrowLeftToLine,
  ArrowRightToLine,
  ArrowUp,
  ArrowUpAZ,
  ArrowUpRight,
  Braces,
  Calendar,
  Check,
  CheckSquare,
  Eye,
  EyeOff,
  Hash,
  Image,
  Link,
  ListChecks,
  type LucideIcon,
  Pencil,
  Pin,
  PinOff,
  Tag,
  Trash2,
  Type,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import { type DataType, SIZES } from '../columns.ts';
import { COLUMN_TYPES } from '../edits/property.ts';
import classes from './Grid.module.css';
import type { PlacedColumn } from './useColumns.ts';

const ICONS: Readonly<Record<DataType, LucideIcon>> = {
  text: Type,
  number: Hash,
  boolean: CheckSquare,
  datetime: Calendar,
  image: Image,
  select: Tag,
  multiselect: ListChecks,
  link: Link,
  json: Braces,
};

const iconOf = ({ type, reference }: PlacedColumn): LucideIcon => (reference === null ? ICONS[type] : ArrowUpRight);

export interface ColumnActions {
  sort(column: PlacedColumn, direction: 'asc' | 'desc', isAdditional: boolean): void;
  insert(column: PlacedColumn, side: 'left' | 'right'): void;
  /** Adds a column after the last one; null while the columns cannot be changed. */
  readonly append: (() => void) | null;
  rename(column: PlacedColumn): void;
  remove(column: PlacedColumn): void;
  retype(column: PlacedColumn, type: DataType): void;
  resize(column: PlacedColumn, width: number): void;
  hide(column: PlacedColumn): void;
  /** Null while no column is hidden. */
  readonly showAll: (() => void) | null;
  pin(column: PlacedColumn, isPinned: boolean): void;
  move(id: string, before: PlacedColumn): void;
}

interface HeaderCellProps {
  readonly column: PlacedColumn;
  readonly position: number;
  readonly left: number | null;
  readonly direction: 'asc' | 'desc' | null;
  /** Its place among several sorted columns. */
  readonly rank: number | null;
  readonly actions: ColumnActions;
}

/** The header of a column: its menu, a handle for its width, and a drag handle for its place. */
export function HeaderCell({ column, position, left, direction, rank, actions }: HeaderCellProps) {
  const t = useTranslations('data');
  const Icon = iconOf(column);
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown;
  const style: CSSProperties = left === null ? { width: column.width } : { width: column.width, left };
  const resizeBy = (from: number) => (event: PointerEvent) =>
    actions.resize(column, Math.max(SIZES.min, Math.min(SIZES.max, Math.round(column.width + event.clientX - from))));
  return (
    <div
      role="columnheader"
      aria-colindex={position + 2}
      aria-sort={direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
      className={classes.headCell}
      data-pinned={left === null ? undefined : true}
      style={style}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('application/x-sayso-column')) return;
        event.preventDefault();
        event.currentTarget.dataset['over'] = 'true';
      }}
      onDragLeave={(event) => delete event.currentTarget.dataset['over']}
      onDrop={(event) => {
        delete event.currentTarget.dataset['over'];
        actions.move(event.dataTransfer.getData('application/x-sayso-column'), column);
      }}
    >
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <button
            type="button"
            className={classes.headButton}
            draggable
            onDragStart={(event) => event.dataTransfer.setData('application/x-sayso-column', column.id)}
          >
            <Icon size={14} className={classes.headIcon} aria-hidden="true" />
            <span className={classes.headLabel}>{column.label}</span>
            {direction === null ? null : <Arrow size={14} className={classes.headIcon} aria-hidden="true" />}
            {rank === null ? null : <span className={classes.headRank}>{rank}</span>}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {column.isSortable ? (
            <>
              <Menu.Item leftSection={<ArrowUpAZ size={16} />} onClick={(event) => actions.sort(column, 'asc', event.shiftKey)}>
                {t('column.ascending')}
              </Menu.Item>
              <Menu.Item leftSection={<ArrowDownAZ size={16} />} onClick={(event) => actions.sort(column, 'desc', event.shiftKey)}>
                {t('column.descending')}
              </Menu.Item>
            </>
          ) : null}
          {actions.append === null ? null : (
            <Menu.Item leftSection={<ArrowLeftToLine size={16} />} onClick={() => actions.insert(column, 'left')}>
              {t('column.left')}
            </Menu.Item>
          )}
          {column.isReadOnly ? null : (
            <>
              <Menu.Item leftSection={<ArrowRightToLine size={16} />} onClick={() => actions.insert(column, 'right')}>
                {t('column.right')}
              </Menu.Item>
              <Menu.Item leftSection={<Pencil size={16} />} onClick={() => actions.rename(column)}>
                {t('column.rename')}
              </Menu.Item>
              <Menu.Sub>
                <Menu.Sub.Target>
                  <Menu.Sub.Item leftSection={<Icon size={16} />}>{t('column.type')}</Menu.Sub.Item>
                </Menu.Sub.Target>
                <Menu.Sub.Dropdown>
                  {COLUMN_TYPES.map((type) => {
                    const TypeIcon = ICONS[type];
                    return (
                      <Menu.Item
                        key={type}
                        leftSection={<TypeIcon size={16} />}
                        rightSection={type === column.type ? <Check size={14} /> : null}
                        disabled={type === column.type}
                        onClick={() => actions.retype(column, type)}
                      >
                        {t(`type.${type}`)}
                      </Menu.Item>
                    );
                  })}
                </Menu.Sub.Dropdown>
              </Menu.Sub>
            </>
          )}
          <Menu.Divider />
          <Menu.Item
            leftSection={column.isPinned ? <PinOff size={16} /> : <Pin size={16} />}
            onClick={() => actions.pin(column, !column.isPinned)}
          >
            {t(column.isPinned ? 'column.unpin' : 'column.pin')}
          </Menu.Item>
          <Menu.Item leftSection={<EyeOff size={16} />} onClick={() => actions.hide(column)}>
            {t('column.hide')}
          </Menu.Item>
          {actions.showAll === null ? null : (
            <Menu.Item leftSection={<Eye size={16} />} onClick={actions.showAll}>
              {t('column.showAll')}
            </Menu.Item>
          )}
          {column.isReadOnly ? null : (
            <Menu.Item c="var(--danger-text)" leftSection={<Trash2 size={16} />} onClick={() => actions.remove(column)}>
              {t('column.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <span
        className={classes.resize}
        aria-hidden="true"
        onPointerDown={(event) => {
          event.preventDefault();
          const resize = resizeBy(event.clientX);
          window.addEventListener('pointermove', resize);
          window.addEventListener('pointerup', () => window.removeEventListener('pointermove', resize), { once: true });
        }}
        onDoubleClick={() => actions.resize(column, SIZES.initial)}
      />
    </div>
  );
}
