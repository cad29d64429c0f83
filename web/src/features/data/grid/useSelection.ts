import { useCallback, useState } from 'react';
import type { TableRows } from '../rows/table-rows.ts';
import { type Cell, cellRange, type Range } from './selection.ts';

type Rows = Pick<TableRows, 'at' | 'indexOf'>;

/** A cell, and the id of its row; undefined while the row is not read. */
interface Held {
  readonly cell: Cell;
  readonly id: string | undefined;
}

interface Selection {
  readonly range: Range;
  /** The rows at both ends; null until something is selected: the grid then begins at its first row. */
  readonly held: { readonly from: Held; readonly to: Held } | null;
}

/** The selected cells. They follow their rows when others arrive or go above them; where a row is gone, they stay in their place. */
export function useSelection(rows: Rows) {
  const [selection, setSelection] = useState<Selection>({ range: cellRange({ row: 0, column: 0 }), held: null });
  const followed = follow(selection, rows);
  if (followed !== selection) setSelection(followed);
  const setRange = useCallback(
    (next: Range | ((current: Range) => Range)) =>
      setSelection(({ range: current }) => {
        const range = typeof next === 'function' ? next(current) : next;
        return { range, held: { from: hold(range.from, rows), to: hold(range.to, rows) } };
      }),
    [rows],
  );
  return [followed.range, setRange] as const;
}

function hold(cell: Cell, rows: Rows): Held {
  return { cell, id: rows.at(cell.row)?.id };
}

function follow(selection: Selection, rows: Rows): Selection {
  const { held } = selection;
  if (held === null) return selection;
  const [from, to] = [placed(held.from, rows), placed(held.to, rows)];
  return from === held.from && to === held.to ? selection : { range: { from: from.cell, to: to.cell }, held: { from, to } };
}

function placed(held: Held, rows: Rows): Held {
  const { cell, id } = held;
  const now = rows.at(cell.row)?.id;
  if (now === undefined || now === id) return held;
  const row = id === undefined ? -1 : rows.indexOf(id);
  if (row < 0) return { cell, id: now };
  // A new row is found by its first id, and has another one once it is stored.
  return { cell: { row, column: cell.column }, id: rows.at(row)?.id ?? id };
}
