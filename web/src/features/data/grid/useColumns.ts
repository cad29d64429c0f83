import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { type Column, SIZES } from '../columns.ts';
import type { Row } from '../rows/api.ts';

/** How the columns of a table are arranged. */
export interface Arrangement {
  readonly order: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly hidden: readonly string[];
  readonly pinned: readonly string[];
}

export const plainArrangement: Arrangement = { order: [], widths: {}, hidden: [], pinned: [] };

/** A visible column with its place. */
export interface PlacedColumn extends Column {
  readonly width: number;
  readonly isPinned: boolean;
}

// Rows are sparse and sorted by the server, so the table arranges columns only.
const features = tableFeatures({ columnOrderingFeature, columnPinningFeature, columnSizingFeature, columnVisibilityFeature });
const noRows: Row[] = [];

/** The visible columns from left to right, the pinned ones first. */
export function useColumns(columns: readonly Column[], { order, widths, hidden, pinned }: Arrangement): readonly PlacedColumn[] {
  const definitions = useMemo(
    () => columns.map(({ id }) => ({ id, accessorKey: id, size: SIZES.initial, minSize: SIZES.min, maxSize: SIZES.max })),
    [columns],
  );
  const state = useMemo(
    () => ({
      columnOrder: [...order],
      columnSizing: { ...widths },
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
      columnPinning: { start: [...pinned], end: [] },
    }),
    [order, widths, hidden, pinned],
  );
  const table = useTable<typeof features, Row>({ features, columns: definitions, data: noRows, state });
  const placed = [
    ...table.getStartVisibleLeafColumns().map((column) => ({ id: column.id, width: column.getSize(), isPinned: true })),
    ...table.getCenterVisibleLeafColumns().map((column) => ({ id: column.id, width: column.getSize(), isPinned: false })),
  ];
  const key = placed.map(({ id, width, isPinned }) => `${id}:${width}:${isPinned}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for `placed`, so that rows render again only for another arrangement
  return useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return placed.flatMap(({ id, width, isPinned }) => {
      const column = byId.get(id);
      return column === undefined ? [] : [{ ...column, width, isPinned }];
    });
  }, [columns, key]);
}
