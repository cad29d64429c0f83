import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useCell } from './cell.ts';
import { usePanel, useWorkspace } from './workspace.ts';

/** Portals the tools of a main panel into the header while the panel is open. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  const slot = useCell(useWorkspace().state.toolbar);
  const { isOpen } = usePanel();
  return slot !== null && isOpen ? createPortal(children, slot) : null;
}
