import { useEffect, useState } from 'react';
import type { MergeTable } from '../../gen/branches.ts';
import { unexpected } from '../../lib/errors.ts';
import { CopyError, previewRowMerge, type Side, type TableMerge } from '../../lib/rowCopies.ts';

export const KINDS = ['added', 'changed', 'removed'] as const;
export type Kind = (typeof KINDS)[number];

/** What of a table is taken along. */
export interface TableChoice {
  readonly kinds: ReadonlySet<Kind>;
  readonly conflicts: Side;
  /** Other sides for some rows. */
  readonly rows: ReadonlyMap<string, Side>;
}

export interface RowMergeState {
  /** With rows to take along; null until they are read. */
  readonly tables: readonly TableMerge[] | null;
  readonly error: string | null;
  readonly choiceOf: (table: TableMerge) => TableChoice;
  readonly choose: (name: string, choice: TableChoice) => void;
  /** For the mutation. */
  readonly request: MergeTable[];
  reload(): void;
}

/** The rows of an idea that a merge can take along, and what is chosen of them. Rows of a new table are chosen at first. */
export function useRowMerge(branchId: string, isWanted: boolean): RowMergeState {
  const [tables, setTables] = useState<readonly TableMerge[] | null>(isWanted ? null : []);
  const [error, setError] = useState<string | null>(null);
  const [choices, setChoices] = useState<ReadonlyMap<string, TableChoice>>(new Map());
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again
  useEffect(() => {
    if (!isWanted) return;
    const abort = new AbortController();
    previewRowMerge(branchId, abort.signal).then(
      (read) => abort.signal.aborted || setTables(read.tables),
      (failure: unknown) => abort.signal.aborted || setError(failure instanceof CopyError ? failure.message : unexpected()),
    );
    return () => abort.abort();
  }, [branchId, isWanted, round]);
  const choiceOf = (table: TableMerge): TableChoice =>
    choices.get(table.name) ?? { kinds: new Set(table.isNew ? KINDS : []), conflicts: 'target', rows: new Map() };
  const request = (tables ?? []).flatMap((table) => {
    const { kinds, conflicts, rows } = choiceOf(table);
    const isTaken = kinds.size > 0 || (table.conflicts > 0 && (conflicts === 'source' || [...rows.values()].includes('source')));
    if (!isTaken) return [];
    const [added, changed, removed] = KINDS.map((kind) => kinds.has(kind)) as [boolean, boolean, boolean];
    return [{ name: table.name, added, changed, removed, conflicts, rows: [...rows].map(([id, side]) => ({ id, side })) }];
  });
  return {
    ...{ tables, error, choiceOf, request },
    choose: (name, choice) => setChoices(new Map(choices).set(name, choice)),
    reload() {
      setError(null);
      setRound((last) => last + 1);
    },
  };
}
