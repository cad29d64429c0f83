import type { Column } from '../columns.ts';

/** Where the active cell moves after an edit. */
export type Leave = 'stay' | 'down' | 'right' | 'left';

export interface CellEditorProps {
  readonly column: Column;
  readonly value: unknown;
  /** The character that began the edit and replaces the value; null keeps it. */
  readonly typed: string | null;
  /** A dropped or pasted file, which is uploaded as the value of an image. Default null. */
  readonly file?: File | null;
  readonly onCommit: (value: unknown, leave: Leave) => void;
  readonly onCancel: () => void;
}
