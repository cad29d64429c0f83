import { type ReactNode, useState } from 'react';
import type { Panel } from '../../lib/workspace/panel.ts';
import { PanelContext } from '../../lib/workspace/workspace.ts';
import { usePanelComponent } from './panels.ts';

interface PanelViewProps {
  readonly panel: Panel;
  readonly isOpen: boolean;
  /** Shown while the panel loads. */
  readonly fallback?: ReactNode;
}

const nothing = () => undefined;

/** Loads and mounts a panel when it is first opened; it stays mounted from then on and keeps its state. */
export function PanelView({ panel, isOpen, fallback = null }: PanelViewProps) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const Content = usePanelComponent(panel, wasOpen);
  if (!wasOpen) return null;
  return <PanelContext value={{ id: panel.id, isOpen, close: nothing }}>{Content === null ? fallback : <Content />}</PanelContext>;
}
