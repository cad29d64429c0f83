import { useEffect, useRef } from 'react';
import { type ElementSelection, useWorkspace } from '../../../lib/workspace/workspace.ts';
import type { Selection } from './useSelection.ts';

export const selectionOf = ({ versionId, element: { path, line, column, tag } }: Selection): ElementSelection => ({
  versionId,
  path,
  line,
  column,
  tag,
});

/** Gives the message box what is selected. What the builder took off it comes back with another selection only, not with an edit. */
export function useGivePointed(selected: Selection | null): void {
  const { pointed } = useWorkspace().state;
  const given = useRef<number | null>(null);
  useEffect(() => {
    if (selected !== null && given.current === selected.pick && pointed.get() === null) return;
    given.current = selected?.pick ?? null;
    pointed.set(selected === null ? null : selectionOf(selected));
  }, [pointed, selected]);
}
