import { type RefObject, useEffect, useEffectEvent } from 'react';
import { ownsKeys } from '../../../lib/ownsKeys.ts';
import { toText } from '../cells/values.ts';
import type { TableRows } from '../rows/table-rows.ts';
import { cellsOfHtml, parseCells, toHtml, toTsv } from './clipboard.ts';
import { bounds, type Cell, type Range } from './selection.ts';
import type { PlacedColumn } from './useColumns.ts';

interface ClipboardOptions {
  /** The panel whose focus the clipboard follows. */
  readonly panel: RefObject<HTMLElement | null>;
  readonly rows: TableRows;
  readonly columns: readonly PlacedColumn[];
  readonly range: Range;
  readonly isEditing: boolean;
  readonly onPaste: (cells: readonly (readonly string[])[], at: Cell, range: Range) => void;
  /** A pasted file, at the first cell of the range. */
  readonly onFile: (file: File, at: Cell) => void;
  readonly onCut: () => void;
  /** Rows of the range are not in memory. */
  readonly onTooFar: () => void;
}

/**
 * Copies the selected cells as text and as HTML, and pastes those of a spreadsheet, while the panel has the focus. The event's target says
 * nothing: it is where the last text selection was.
 */
export function useClipboard({ panel, rows, columns, range, isEditing, onPaste, onFile, onCut, onTooFar }: ClipboardOptions): void {
  const copy = useEffectEvent((event: ClipboardEvent) => {
    if (isEditing || !ownsKeys(panel.current) || event.clipboardData === null) return;
    const { top, bottom, left, right } = bounds(range);
    const cells: string[][] = [];
    for (let index = top; index <= bottom; index += 1) {
      const row = rows.at(index);
      if (row === undefined) {
        onTooFar();
        return;
      }
      cells.push(columns.slice(left, right + 1).map((column) => toText(row[column.id], column)));
    }
    event.clipboardData.setData('text/plain', toTsv(cells));
    event.clipboardData.setData('text/html', toHtml(cells));
    event.preventDefault();
    if (event.type === 'cut') onCut();
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (isEditing || !ownsKeys(panel.current) || event.clipboardData === null) return;
    const text = event.clipboardData.getData('text/plain');
    const [file] = event.clipboardData.files;
    const cells = (text === '' ? cellsOfHtml(event.clipboardData.getData('text/html')) : null) ?? parseCells(text);
    event.preventDefault();
    const { top, left } = bounds(range);
    // A copied image has an address beside it, in HTML.
    if (file !== undefined && text === '') onFile(file, { row: top, column: left });
    else onPaste(cells, { row: top, column: left }, range);
  });
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => copy(event);
    const onPasted = (event: ClipboardEvent) => paste(event);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPasted);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPasted);
    };
  }, []);
}
