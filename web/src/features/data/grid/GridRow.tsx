import { Check, Maximize2, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { CellEditor } from '../cells/CellEditor.tsx';
import { CellValue } from '../cells/CellValue.tsx';
import type { Leave } from '../cells/editor.ts';
import type { Row } from '../rows/api.ts';
import { isPending } from '../rows/table-rows.ts';
import classes from './Grid.module.css';
import type { PlacedColumn } from './useColumns.ts';

/** What a row can be asked for; the same object for all rows, so that they render only for their own changes. */
export interface RowActions {
  commit(row: Row, column: PlacedColumn, value: unknown, leave: Leave): void;
  cancel(): void;
  confirm(row: Row): void;
  open(row: Row): void;
  remove(row: Row): void;
  check(row: Row, isRange: boolean): void;
}

export interface GridRowProps {
  readonly gridId: string;
  readonly index: number;
  /** Rows above that are not saved yet, which have no number. */
  readonly unsaved: number;
  readonly row: Row | undefined;
  readonly top: number;
  readonly width: number;
  readonly columns: readonly PlacedColumn[];
  /** Of the unpinned columns, those between these positions are rendered. */
  readonly first: number;
  readonly last: number;
  /** Width of the unpinned columns before the first one and after the last one. */
  readonly before: number;
  readonly after: number;
  /** Position of the active column; -1 in other rows. */
  readonly active: number;
  /** Positions of the selected columns; -1 in other rows. */
  readonly selectedLeft: number;
  readonly selectedRight: number;
  readonly isChecked: boolean;
  readonly typed: string | null;
  /** The file that began the edit of the active cell. */
  readonly file: File | null;
  readonly isEditing: boolean;
  /** Rows can neither be checked, opened nor removed. */
  readonly isReadOnly: boolean;
  readonly actions: RowActions;
  readonly labels: { readonly select: string; readonly confirm: string; readonly remove: string; readonly open: string };
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, row, top, width, columns, first, last, before, after, isChecked, actions, labels } = props;
  const isNew = row !== undefined && isPending(row);
  const pinned = columns.filter(({ isPinned }) => isPinned).length;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChecked}
      className={classes.row}
      data-new={isNew || undefined}
      data-editing={props.isEditing || undefined}
      style={{ transform: `translateY(${top}px)`, width }}
    >
      <div role="gridcell" aria-colindex={1} className={classes.select}>
        <label className={classes.pick}>
          <input
            type="checkbox"
            tabIndex={-1}
            className={classes.check}
            aria-label={`${labels.select} ${index + 1}`}
            checked={isChecked}
            disabled={row === undefined || isNew || props.isReadOnly}
            onChange={() => undefined}
            onClick={(event) => row !== undefined && actions.check(row, event.shiftKey)}
          />
          <span className={classes.number} aria-hidden="true">
            {isNew ? '' : index + 1 - props.unsaved}
          </span>
        </label>
      </div>
      {columns.slice(0, pinned).map((column, position) => cell(props, column, position, offsetOf(columns, position)))}
      {before > 0 ? <span style={{ width: before }} className={classes.gap} /> : null}
      {columns.slice(pinned + first, pinned + last + 1).map((column, offset) => cell(props, column, pinned + first + offset, null))}
      {after > 0 ? <span style={{ width: after }} className={classes.gap} /> : null}
      <div role="gridcell" aria-colindex={columns.length + 2} className={classes.actions} data-row={index}>
        {row === undefined || props.isReadOnly ? null : (
          <>
            {isNew ? (
              <button
                type="button"
                tabIndex={-1}
                className={classes.action}
                aria-label={labels.confirm}
                title={labels.confirm}
                onClick={() => actions.confirm(row)}
              >
                <Check size={16} />
              </button>
            ) : (
              <button
                type="button"
                tabIndex={-1}
                className={classes.action}
                aria-label={labels.open}
                title={labels.open}
                onClick={() => actions.open(row)}
              >
                <Maximize2 size={14} />
              </button>
            )}
            <button
              type="button"
              tabIndex={-1}
              className={classes.action}
              aria-label={labels.remove}
              title={labels.remove}
              onClick={() => actions.remove(row)}
            >
              <Trash2 size={14} />
            </button>
          </>
        )}
      </div>
    </div>
  );
});

/** Left edge of a pinned column, beside the select column. */
const offsetOf = (columns: readonly PlacedColumn[], position: number): number =>
  columns.slice(0, position).reduce((sum, { width }) => sum + width, 50);

function cell(props: GridRowProps, column: PlacedColumn, position: number, left: number | null) {
  const { gridId, index, row, active, selectedLeft, selectedRight, isEditing, typed, file, actions } = props;
  const isActive = position === active;
  return (
    <div
      key={column.id}
      id={`${gridId}-${index}-${position}`}
      role="gridcell"
      aria-colindex={position + 2}
      aria-readonly={column.isReadOnly}
      aria-selected={position >= selectedLeft && position <= selectedRight}
      className={classes.cell}
      data-cell={`${index}:${position}`}
      data-active={isActive || undefined}
      data-pinned={left === null ? undefined : true}
      data-readonly={column.isReadOnly || undefined}
      data-required={column.isRequired && row !== undefined && isPending(row) && row[column.id] == null ? true : undefined}
      style={left === null ? { width: column.width } : { width: column.width, left }}
    >
      {row === undefined ? <span className={classes.bone} /> : <CellValue column={column} value={row[column.id]} />}
      {isActive && isEditing && row !== undefined ? (
        <CellEditor
          column={column}
          value={row[column.id]}
          typed={typed}
          file={file}
          onCommit={(value, leave) => actions.commit(row, column, value, leave)}
          onCancel={actions.cancel}
        />
      ) : null}
    </div>
  );
}
