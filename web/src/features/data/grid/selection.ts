export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells: from where it began to the active cell. */
export interface Range {
  readonly from: Cell;
  readonly to: Cell;
}

export interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** Rows of a page. */
  readonly page: number;
}

export const cellRange = (cell: Cell): Range => ({ from: cell, to: cell });

export function bounds({ from, to }: Range) {
  return {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.column, to.column),
    right: Math.max(from.column, to.column),
  };
}

export const isSingle = ({ from, to }: Range): boolean => from.row === to.row && from.column === to.column;

interface Keys {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The range after a key of navigation; null for any other key. */
export function move(range: Range, keys: Keys, extent: Extent): Range | null {
  const to = target(range.to, keys, extent);
  if (to === null) return null;
  const next = {
    row: Math.max(0, Math.min(extent.rows - 1, to.row)),
    column: Math.max(0, Math.min(extent.columns - 1, to.column)),
  };
  return keys.shiftKey && keys.key !== 'Tab' ? { from: range.from, to: next } : cellRange(next);
}

function target({ row, column }: Cell, { key, shiftKey, ctrlKey, metaKey }: Keys, { rows, columns, page }: Extent): Cell | null {
  const isFar = ctrlKey || metaKey;
  if (key === 'Tab') return tab({ row, column }, shiftKey ? -1 : 1, rows, columns);
  const targets: Readonly<Record<string, Cell>> = {
    ArrowUp: { row: isFar ? 0 : row - 1, column },
    ArrowDown: { row: isFar ? rows - 1 : row + 1, column },
    ArrowLeft: { row, column: isFar ? 0 : column - 1 },
    ArrowRight: { row, column: isFar ? columns - 1 : column + 1 },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? rows - 1 : row, column: columns - 1 },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
  };
  return targets[key] ?? null;
}

/** Wraps at the ends of a row; leaves the grid at its ends. */
function tab({ row, column }: Cell, by: 1 | -1, rows: number, columns: number): Cell | null {
  const next = column + by;
  if (next >= 0 && next < columns) return { row, column: next };
  const other = row + by;
  return other < 0 || other >= rows ? null : { row: other, column: by === 1 ? 0 : columns - 1 };
}
