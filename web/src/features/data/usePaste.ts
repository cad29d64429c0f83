import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { problemText } from './cells/problem-text.ts';
import { fromText } from './cells/values.ts';
import { bounds, type Cell, isSingle, type Range } from './grid/selection.ts';
import type { PlacedColumn } from './grid/useColumns.ts';
import type { Change, TableRows } from './rows/table-rows.ts';

/** A pasted cell that does not fit its column. */
export interface PasteProblem {
  readonly row: number;
  readonly column: string;
  readonly text: string;
  readonly reason: string;
}

/** Pastes cells from a position on; rows beyond the last one are added, and what does not fit is listed. */
export function usePaste(rows: TableRows, columns: readonly PlacedColumn[]) {
  const t = useTranslations('data');
  const [problems, setProblems] = useState<readonly PasteProblem[]>([]);
  const pasteLoaded = useCallback(
    (lines: readonly (readonly string[])[], at: Cell) => {
      const found: PasteProblem[] = [];
      const convert = (texts: readonly string[], index: number) => {
        const fields: Record<string, unknown> = {};
        for (const [offset, text] of texts.entries()) {
          const column = columns[at.column + offset];
          if (column === undefined) continue;
          const converted = fromText(text, column);
          if ('value' in converted) fields[column.id] = converted.value;
          else found.push({ row: index + 1, column: column.label, text, reason: problemText(converted.problem, t) });
        }
        return fields;
      };
      const changes: Change[] = [];
      const added: Record<string, unknown>[] = [];
      for (const [offset, texts] of lines.entries()) {
        const index = at.row + offset;
        const row = index < rows.count ? rows.at(index) : undefined;
        const fields = convert(texts, index);
        if (Object.keys(fields).length === 0) continue;
        if (row !== undefined) changes.push({ id: row.id, fields });
        else added.push(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)));
      }
      setProblems(found);
      if (changes.length > 0) void rows.change(changes);
      if (added.length > 0) void rows.add(added.toReversed()).then((created) => notifyDone(t('paste.added', { count: created.length })));
    },
    [rows, columns, t],
  );
  const paste = useCallback(
    async (cells: readonly (readonly string[])[], at: Cell, range: Range) => {
      const lines = repeated(cells, range);
      const last = Math.min(rows.count, at.row + lines.length) - 1;
      // A row that is not in memory would be taken for one to add.
      if (await rows.load(at.row, last)) pasteLoaded(lines, at);
      else notifyError(t('notLoaded'));
    },
    [rows, pasteLoaded, t],
  );
  return { paste, problems, clearProblems: () => setProblems([]) };
}

/** One cell fills the whole range. */
function repeated(cells: readonly (readonly string[])[], range: Range): readonly (readonly string[])[] {
  if (isSingle(range) || cells.length !== 1 || cells[0]?.length !== 1) return cells;
  const { top, bottom, left, right } = bounds(range);
  const line = Array.from({ length: right - left + 1 }, () => cells[0]?.[0] ?? '');
  return Array.from({ length: bottom - top + 1 }, () => line);
}
