import { useState } from 'react';
import type { OpenedFile } from './file.worker.ts';
import type { Keeping } from './KeepOption.tsx';
import { type Existing, type KeptField, keptColumns } from './kept.ts';
import type { TableSchema } from './schema.ts';

const NONE: ReadonlyMap<number, KeptField> = new Map();

/** What rows of a file keep besides their fields: on when the file has it. */
export function useKeeping(schema: TableSchema, file: OpenedFile | null) {
  const [isOn, setIsOn] = useState(true);
  const [existing, setExisting] = useState<Existing>('fail');
  const columns = file === null ? NONE : keptColumns(schema, file.headers);
  const hasIds = [...columns.values()].includes('id');
  const keeping: Keeping | null = columns.size === 0 ? null : { isOn, hasIds, existing, setIsOn, setExisting };
  return {
    /** The columns that have it. */
    kept: isOn ? columns : NONE,
    /** What happens to rows whose ids the table has; null when no ids are kept. */
    existing: isOn && hasIds ? existing : null,
    keeping,
  };
}
