import type { PropertySchema } from '../columns.ts';
import { call, type TableAddress, tableUrl } from '../rows/api.ts';

export type ColumnEdit =
  | { readonly action: 'add'; readonly name: string; readonly property: PropertySchema; readonly before?: string }
  | { readonly action: 'rename'; readonly name: string; readonly to: string }
  | { readonly action: 'retype'; readonly name: string; readonly property: PropertySchema }
  | { readonly action: 'delete'; readonly name: string };

export interface EditedColumn {
  readonly versionId: string;
  /** The column's field. */
  readonly name: string;
  /** Files that contain the old name. */
  readonly mentions: readonly string[];
}

/** A change of a column that was saved. */
export interface SavedEdit {
  readonly action: ColumnEdit['action'] | 'undo';
  /** Label of the column. */
  readonly column: string;
  readonly versionId: string;
  readonly mentions: readonly string[];
}

/** A value that does not fit its new type; its row keeps it. */
export interface UnconvertedValue {
  readonly entity: string;
  readonly column: string;
  readonly id: string;
  /** As JSON, cut. */
  readonly value: string;
}

export interface Conversion {
  readonly progress: { readonly versionId: string; readonly done: number; readonly total: number } | null;
  readonly report: {
    readonly versionId: string;
    readonly failed: number;
    /** The first of them. */
    readonly unconverted: readonly UnconvertedValue[];
  } | null;
}

export const editColumn = (table: TableAddress, edit: ColumnEdit) =>
  call<EditedColumn>('POST', tableUrl(table, '/columns'), { body: edit });

export const undoEdit = (table: TableAddress, versionId: string) =>
  call<{ readonly versionId: string }>('POST', tableUrl(table, '/columns/undo'), { body: { versionId } });

export const readConversion = ({ appId, rows }: TableAddress, signal: AbortSignal) =>
  call<Conversion>('GET', `/live_api/apps/${encodeURIComponent(appId)}/conversion?rows=${rows}`, { signal });

/** Values of a column that occur most, as suggestions for the options of a select. */
export async function commonValues(table: TableAddress, column: string): Promise<string[]> {
  const body = { groupBy: [column], count: true, sort: '-count', limit: 20 };
  const { rows } = await call<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>('POST', tableUrl(table, '/aggregate'), {
    body,
  });
  const texts = rows.map((row) => row[column]).filter((value) => typeof value === 'string' || typeof value === 'number');
  return [...new Set(texts.map((value) => String(value).trim()))].filter((text) => text !== '' && text.length <= 80);
}
