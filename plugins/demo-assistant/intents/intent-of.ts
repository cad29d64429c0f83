import { readAccess } from './access.ts';
import { readChoice, readNewField, readRemoval } from './fields.ts';
import type { ClauseContext, Intent, Reader } from './intent.ts';
import { readLook } from './look.ts';
import { readRename, readTitle } from './names.ts';
import { readNewTable, readRows, readTablePage } from './tables.ts';
import { readChart, readFilter, readSort } from './views.ts';

/** Tried in order, the more specific ones first. */
const READERS: readonly Reader[] = [
  readTitle,
  readRename,
  readRows,
  readChoice,
  readAccess,
  readSort,
  readChart,
  readFilter,
  readRemoval,
  readLook,
  readTablePage,
  readNewTable,
  readNewField,
];

export function intentOf(clause: string, context: ClauseContext): Intent | null {
  for (const reader of READERS) {
    const intent = reader(clause, context);
    if (intent !== null) return intent;
  }
  return null;
}
