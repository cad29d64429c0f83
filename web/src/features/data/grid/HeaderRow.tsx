import { Plus } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { NEW_COLUMN, SIZES } from '../columns.ts';
import classes from './Grid.module.css';
import { type ColumnActions, HeaderCell } from './HeaderCell.tsx';
import type { PlacedColumn } from './useColumns.ts';

interface HeaderRowProps {
  readonly columns: readonly PlacedColumn[];
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
  readonly sort: string;
  readonly isAllChecked: boolean;
  readonly onCheckAll: (isOn: boolean) => void;
  readonly actions: ColumnActions;
}

/** Renders again for its own changes only: its menus would take most of the time of a scroll. */
export const HeaderRow = memo(function HeaderRow({
  columns,
  first,
  last,
  before,
  after,
  sort,
  isAllChecked,
  onCheckAll,
  actions,
}: HeaderRowProps) {
  const t = useTranslations('data');
  const pinned = columns.filter(({ isPinned }) => isPinned).length;
  const sorted = new Map(
    sort.split(',').map((field) => [field.replace(/^-/, ''), field.startsWith('-') ? ('desc' as const) : ('asc' as const)]),
  );
  const cell = (column: PlacedColumn, position: number, left: number | null) => (
    <HeaderCell
      key={column.id}
      column={column}
      position={position}
      left={left}
      direction={sorted.get(column.id) ?? null}
      rank={sorted.size > 1 && sorted.has(column.id) ? [...sorted.keys()].indexOf(column.id) + 1 : null}
      actions={actions}
    />
  );
  let left: number = SIZES.select;
  return (
    <div role="row" aria-rowindex={1} style={{ display: 'flex', width: '100%' }}>
      <div role="columnheader" aria-colindex={1} className={classes.select}>
        <label className={classes.pick}>
          <input
            type="checkbox"
            className={classes.check}
            aria-label={t('row.all')}
            checked={isAllChecked}
            disabled={actions.append === null}
            onChange={(event) => onCheckAll(event.currentTarget.checked)}
          />
        </label>
      </div>
      {columns.slice(0, pinned).map((column, position) => {
        const at = left;
        left += column.width;
        return cell(column, position, at);
      })}
      {before > 0 ? <span className={classes.gap} style={{ width: before }} /> : null}
      {columns.slice(pinned + first, pinned + last + 1).map((column, offset) => cell(column, pinned + first + offset, null))}
      {after > 0 ? <span className={classes.gap} style={{ width: after }} /> : null}
      <div role="columnheader" aria-colindex={columns.length + 2} className={classes.actions}>
        {actions.append === null ? null : (
          <button
            type="button"
            className={classes.action}
            data-column={NEW_COLUMN}
            aria-label={t('column.add')}
            title={t('column.add')}
            onClick={actions.append}
          >
            <Plus size={16} />
          </button>
        )}
      </div>
    </div>
  );
});
